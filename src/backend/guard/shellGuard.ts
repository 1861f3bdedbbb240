/** The guard process as a script for `/bin/sh`, which takes about 1 MB of memory. */

/**
 * Reads lines from its standard input, a pipe from this program: `add <group>`, `remove <group>`,
 * and `end <seconds>`, which gives this program that time to end. One that still uses the processor
 * is not stuck: on Linux it gets up to ten times as long. At the end of input it ends the recorded
 * groups. `$PPID` is the process that started the shell.
 *
 * A process id is not reused while a group of that id has members. A group is signalled only if its
 * leader has the start time that it had when it was added, or if the leader is gone. This program
 * is killed only while it is the parent of the shell.
 */
export const SHELL_GUARD = `
trap '' HUP INT QUIT TERM PIPE
set -f
groups= timer= grace=10

set_started() {
  started=
  if [ -r /proc/self/stat ]; then
    { read -r stat <"/proc/$1/stat"; } 2>/dev/null || return 0
    set -- \${stat##*) }
    started=\${20}
  else
    started=$(ps -o lstart= -p "$1" 2>/dev/null | tr -d ' ')
  fi
}

is_ours() {
  kill -0 "-$1" 2>/dev/null || return 1
  set_started "$1"
  [ -z "$started" ] || [ "$started" = "$2" ]
}

has_parent() {
  if [ -r "/proc/$$/stat" ]; then
    read -r stat <"/proc/$$/stat" || return 1
    set -- \${stat##*) }
    [ "$2" = "$PPID" ]
  else
    [ "$(ps -o ppid= -p "$$" 2>/dev/null | tr -d ' ')" = "$PPID" ]
  fi
}

remove() {
  kept=
  for entry in $groups; do
    case $entry in "$1/"*) ;; *) kept="$kept $entry" ;; esac
  done
  groups=$kept
}

# The processor time of the parent, in ticks; empty where /proc does not have it.
set_used() {
  used=
  { read -r stat <"/proc/$PPID/stat"; } 2>/dev/null || return 0
  set -- \${stat##*) }
  used=$((\${12} + \${13}))
}

start_timer() {
  {
    trap 'kill -KILL "$!"; exit' USR1
    left=$(($1 * 9))
    sleep "$1" &
    wait "$!"
    while has_parent; do
      set_used
      before=$used
      sleep 1 &
      wait "$!"
      set_used
      left=$((left - 1))
      if [ -z "$used" ] || [ "$used" = "$before" ] || [ "$left" -le 0 ]; then
        has_parent && kill -KILL "$PPID"
        break
      fi
    done
  } >/dev/null 2>&1 &
  timer=$!
}

# Waits for the groups to end, at most that many tenths of a second.
await_groups() {
  ticks=$1
  while :; do
    left=
    for entry in $groups; do
      if is_ours "\${entry%%/*}" "\${entry#*/}"; then left="$left $entry"; fi
    done
    groups=$left
    [ -n "$groups" ] || exit 0
    [ "$ticks" -gt 0 ] || return 0
    ticks=$((ticks - 1))
    sleep 0.1 2>/dev/null || sleep 1
  done
}

signal_groups() {
  for entry in $groups; do kill "-$1" "-\${entry%%/*}" 2>/dev/null; done
}

while read -r verb value; do
  case $verb in
    add) set_started "$value"; groups="$groups $value/$started" ;;
    remove) remove "$value" ;;
    end) grace=3; [ -n "$timer" ] || start_timer "$value" ;;
  esac
done
[ -z "$timer" ] || kill -USR1 "$timer" 2>/dev/null
await_groups "$grace"
signal_groups TERM
await_groups "$grace"
signal_groups KILL
`;
