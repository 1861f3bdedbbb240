/**
 * The guard: a small process that holds a pipe from this one and ends the process groups of the
 * servers when the pipe closes, so that nothing is left after a SIGKILL.
 */

import { type ChildProcess, spawn } from "node:child_process";
import type { Socket } from "node:net";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";

/**
 * The time in which this process ends after `limitEnd`. The guard then kills it as soon as it no
 * longer works: a busy machine is no reason to lose the exit code.
 */
const END_TIMEOUT_S = 3;

/** The time for the threads to end after a command that is done and has printed all. */
const EXIT_TIMEOUT_S = 10;

/** How often a guard is started, if it is killed or can't be started. */
const MAX_STARTS = 3;

/** The script is in the environment, so that a list of processes stays readable. */
const SHELL_WORDS = ["-c", 'eval "$LSP_LOCATE_GUARD"', "lsp-locate-guard"];

/** The leaders of the recorded groups; on Windows, the roots of process trees. */
const groups = new Set<number>();
let guard: ChildProcess | undefined;
let startCount = 0;
let hasShell = process.platform !== "win32";
/** In seconds, once the end is limited. */
let endTimeoutS: number | undefined;

/** Records the group of a server; `pid` is its leader. Starts the guard with the first one. */
export function addGroup(pid: number): void {
  groups.add(pid);
  if (guard) send(`add ${pid}`);
  else start();
}

/** Forgets a group that has no processes. */
export function removeGroup(pid: number): void {
  if (groups.delete(pid)) send(`remove ${pid}`);
}

/**
 * Limits the time until this process has ended to 3 s, whatever hangs: a thread that is stuck in a
 * read can't be joined, and `process.exit` waits for all threads.
 */
export function limitEnd(): void {
  limitEndTo(END_TIMEOUT_S);
}

/** Only the first call has an effect. */
function limitEndTo(timeoutS: number): void {
  if (endTimeoutS !== undefined) return;
  endTimeoutS = timeoutS;
  if (guard) send(`end ${timeoutS}`);
  else start();
}

function start(): void {
  if (startCount === 0) process.once("exit", () => limitEndTo(EXIT_TIMEOUT_S));
  if (startCount++ === MAX_STARTS) return;
  const child = hasShell ? spawnGuard("/bin/sh", SHELL_WORDS) : spawnGuard(process.execPath, [nodeGuard()]);
  guard = child;
  const restart = () => {
    if (guard !== child) return;
    guard = undefined;
    if (groups.size > 0) start();
  };
  child.on("error", () => {
    // Either there is no shell, or no further process can be started.
    hasShell = false;
    restart();
  });
  child.on("exit", restart);
  child.stdin?.on("error", () => {});
  // The guard keeps neither the event loop nor the client's streams open.
  child.unref();
  (child.stdin as Socket | null)?.unref();
  for (const pid of groups) send(`add ${pid}`);
  if (endTimeoutS !== undefined) send(`end ${endTimeoutS}`);
}

/**
 * Starts it in a session of its own, which no signal of a terminal reaches; on Windows, outside of
 * the job whose processes end with this one. It must not hold the workspace's folder.
 */
function spawnGuard(command: string, words: readonly string[]): ChildProcess {
  const PATH = `/usr/bin:/bin:${process.env["PATH"] ?? ""}`;
  return spawn(command, words, {
    stdio: ["pipe", "ignore", "ignore"],
    detached: true,
    windowsHide: true,
    ...(process.platform === "win32"
      ? { cwd: dirname(process.execPath) }
      : { cwd: "/", env: { ...process.env, PATH, LSP_LOCATE_GUARD: SHELL_GUARD } }),
  });
}

/** Returns the guard for systems without `/bin/sh`, which the bundler puts next to this code. */
function nodeGuard(): string {
  return fileURLToPath(new URL("./nodeGuard.js", import.meta.url));
}

function send(line: string): void {
  guard?.stdin?.write(`${line}\n`);
}

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
