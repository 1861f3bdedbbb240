#!/usr/bin/env bash
source ./lib/log.sh

remove_all() {
  echo "💣 done"; log_line "info" "$LOG_LEVEL"
}

remove_all
