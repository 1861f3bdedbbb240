#!/usr/bin/env bash

# Writes a line to stderr.
log_line() {
  echo "💣 $1" >&2
}
