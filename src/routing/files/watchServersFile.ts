/** The user's servers.json followed while a session runs: a server can be swapped without ending it. */

import { statSync } from "node:fs";
import { stat } from "node:fs/promises";
import { isDeepStrictEqual } from "node:util";
import type { Servers } from "../../backend/config/servers.js";
import { type Clock, systemClock } from "../clock.js";

export interface Follower {
  /** What holds from now on. Not called where nothing has changed but comments, spaces or the order of keys. */
  changed(servers: Servers): void;
  readonly log: (line: string) => void;
  readonly clock?: Clock;
}

/**
 * Looks at the file every second and a half until `end` is called; `current` is what was loaded last. A file that is not there may appear, and one that
 * is there be replaced. What is wrong in it, and that it is gone, count from the second look on that finds it so: it may be half-written. One that can't be
 * used as a whole changes nothing until it can. It is polled, as `fs.watchFile` does it: that also sees what happens on file systems that don't tell.
 */
export function watchServers(
  load: () => Promise<Servers>,
  current: Servers,
  { changed, log, clock = systemClock }: Follower,
): { end(): void } {
  let holds = current;
  // Where the user's file would be is only known to who loads it, and told once there is one.
  let file = current.file;
  /** The file as it was when it was last taken as it is. */
  let taken = file === undefined ? undefined : stampNow(file);
  let doubted: string | undefined;
  let isOver = false;
  let callOff = clock.wake(betweenLooksMs, turn);

  function turn(): void {
    // Invariant: one look at a time.
    look()
      .catch((error: unknown) => log(`servers.json can't be followed just now: ${String(error)}`))
      .finally(() => {
        if (!isOver) callOff = clock.wake(betweenLooksMs, turn);
      });
  }

  async function look(): Promise<void> {
    file ??= (await load()).file;
    if (file === undefined) return;
    const stamp = await stampOf(file);
    if (stamp === taken) return;
    const servers = await load();
    if (isOver) return;
    const isSound = stamp !== absent && servers.problems.length === 0;
    if (!isSound && stamp !== doubted) {
      doubted = stamp;
      return;
    }
    taken = stamp;
    doubted = undefined;
    take(servers);
  }

  function take(servers: Servers): void {
    const unusable = servers.problems.find(({ key }) => key === "");
    if (unusable !== undefined) {
      const { file, lineNumber, expected } = unusable;
      log(`${file}:${lineNumber}: expected ${expected}. Until that is mended, the servers known before remain.`);
      return;
    }
    for (const { message } of servers.problems) log(message);
    if (isSame(holds, servers)) return;
    holds = servers;
    changed(servers);
  }

  return {
    end() {
      isOver = true;
      callOff();
    },
  };
}

function isSame(before: Servers, after: Servers): boolean {
  const parts = ["servers", "languages", "grammars", "byExtension", "byFilename"] as const;
  return parts.every((part) => isDeepStrictEqual(before[part], after[part]));
}

const betweenLooksMs = 1500;

/** Tells one state of a file from the next: also where it was replaced by one that is as long and as old. */
function stampFrom(found: Record<"dev" | "ino" | "size" | "mtimeNs" | "ctimeNs", bigint>): string {
  return [found.dev, found.ino, found.size, found.mtimeNs, found.ctimeNs].join(" ");
}

async function stampOf(file: string): Promise<string> {
  try {
    return stampFrom(await stat(file, { bigint: true }));
  } catch {
    return absent;
  }
}

/** For the start, where there must be no gap between what was loaded and what is watched. */
function stampNow(file: string): string {
  try {
    return stampFrom(statSync(file, { bigint: true }));
  } catch {
    return absent;
  }
}

const absent = "absent";
