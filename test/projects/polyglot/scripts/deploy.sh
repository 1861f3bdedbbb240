#!/usr/bin/env bash
source ./log.sh

deploy_all() {
  echo "💣"; log_line "deploying"
}

deploy_all
