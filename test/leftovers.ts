/** Finds the processes that a test has left, by a marker in their environment. */

import { randomUUID } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";

/** Whether processes can be found: only Linux shows their environments in files. */
export const canFindLeftovers = existsSync("/proc/self/environ");

const POLL_INTERVAL_MS = 50;

export interface Marker {
  /** To be added to the environment of a command. */
  readonly env: Readonly<Record<string, string>>;
  /** Returns the command lines of the processes that have inherited the marker, without zombies. */
  processes(): readonly string[];
  /**
   * Resolves when no such process is left, or after the timeout with the command lines of the rest.
   */
  gone(timeoutMs: number): Promise<readonly string[]>;
  /** Kills them all. */
  kill(): void;
}

export function createMarker(): Marker {
  const value = randomUUID();
  const entry = Buffer.from(`LSP_LOCATE_TEST=${value}\0`);
  const pids = () =>
    readdirSync("/proc").filter((name) => {
      // A zombie has no environment.
      return /^\d+$/.test(name) && read(`/proc/${name}/environ`).includes(entry);
    });
  const processes = () =>
    pids().map((pid) => `${pid} ${read(`/proc/${pid}/cmdline`).toString().replaceAll("\0", " ").trim()}`);
  return {
    env: { LSP_LOCATE_TEST: value },
    processes,
    async gone(timeoutMs) {
      for (const end = Date.now() + timeoutMs; Date.now() < end; await pause(POLL_INTERVAL_MS)) {
        if (processes().length === 0) return [];
      }
      return processes();
    },
    kill() {
      for (const pid of pids()) {
        try {
          process.kill(Number(pid), "SIGKILL");
        } catch {
          // It has ended meanwhile.
        }
      }
    },
  };
}

function read(path: string): Buffer {
  try {
    return readFileSync(path);
  } catch {
    return Buffer.alloc(0);
  }
}
