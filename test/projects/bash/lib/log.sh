#!/usr/bin/env bash
# Says things, with a level.

LOG_LEVEL="info"

# Writes a line to stderr.
log_line() {
  local level="$1"
  echo "💣 [$level]" "${@:2}" >&2
}

log_error() {
  log_line "error" "$@"
}

function log_quiet() { LOG_LEVEL="quiet"; }
