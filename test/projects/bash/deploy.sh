#!/usr/bin/env bash
# Brings a build to a host.
source ./lib/log.sh

HOST="example.org"

copy_files() {
  local source_dir="$1"
  log_line "info" "copying $source_dir to $HOST"
  inner_step() {
    echo "💣" "$HOST"
  }
  inner_step
}

main() {
  echo "💣"; copy_files build || log_error "failed"
  log_quiet
}

main "$@"
