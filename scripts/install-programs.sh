#!/usr/bin/env bash
# Brings the language servers that npm doesn't: clangd, gopls, pylsp. Skips what is there, never fails: a test whose server is absent skips and says so.
set -u

have() { command -v "$1" >/dev/null 2>&1; }
say() { echo "install-servers: $*" >&2; }

# Packages need root: by being it, or by a sudo that doesn't ask.
as_root() {
  if [ "$(id -u)" = 0 ]; then "$@"; elif have sudo && sudo -n true 2>/dev/null; then sudo -n "$@"; else return 1; fi
}

updated=no
from_apt() {
  have apt-get || return 1
  if [ "$updated" = no ]; then
    as_root timeout 180 apt-get update -qq >/dev/null 2>&1 || say "apt-get update failed, trying with the lists there are"
    updated=yes
  fi
  DEBIAN_FRONTEND=noninteractive as_root timeout 300 apt-get install -y -qq --no-install-recommends "$1" >/dev/null 2>&1
}

from_pip() { have python3 && timeout 300 python3 -m pip install --quiet --user "$1" >/dev/null 2>&1; }

# The newest gopls may ask for a newer Go than the one here; GOTOOLCHAIN=local refuses instead of downloading a Go.
from_go() {
  have go || return 1
  for version in v0.22.0 v0.21.1 v0.20.0 v0.18.1 v0.16.2; do
    GOTOOLCHAIN=local timeout 400 go install "golang.org/x/tools/gopls@$version" >/dev/null 2>&1 && return 0
  done
  return 1
}

gobin=""
if have go; then
  gobin=$(go env GOBIN)
  [ -n "$gobin" ] || gobin="$(go env GOPATH)/bin"
  PATH="$gobin:$PATH"
fi
PATH="$PATH:$HOME/.local/bin"

have clangd || from_apt clangd || say "no clangd"
have pylsp || from_apt python3-pylsp || from_pip python-lsp-server || say "no pylsp"
have gopls || from_go || say "no gopls"

# For the caller: folders to put on PATH, one line.
echo "${gobin:+$gobin:}$HOME/.local/bin"
exit 0
