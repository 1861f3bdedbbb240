/** The user's servers.json followed while a session runs: a server can be swapped without ending it. */

import { statSync } from "node:fs";
import { stat } from "node:fs/promises";
import { isDeepStrictEqual } from "node:util";
import type { Servers } from "../../backend/config/servers.js";
import type { Logger } from "../../error.js";
import { type Clock, systemClock } from "../clock.js";

export interface ServersFileListener {
  /** What holds from now on. Not called where nothing has changed but comments, spaces or the order of keys. */
  changed(servers: Servers): void;
  readonly log: Logger;
  readonly clock?: Clock;
}

/**
 * Looks at the file every second and a half until `end` is called; `current` is what was loaded last. A file that is not there may appear, and one that
 * is there be replaced. What is wrong in it, and that it is gone, count from the second look on that finds it so: it may be half-written. One that can't be
 * used as a whole changes nothing until it can. It is polled, as `fs.watchFile` does it: that also sees what happens on file systems that don't tell.
 */
export function watchServersFile(
  load: () => Promise<Servers>,
  current: Servers,
  { changed, log, clock = systemClock }: ServersFileListener,
): { end(): void } {
  let latest = current;
  // Where the user's file would be is only known to who loads it, and told once there is one.
  let file = current.file;
  /** The file as it was when it was last taken as it is. */
  let acceptedFingerprint = file === undefined ? undefined : readFingerprintSync(file);
  let doubtedFingerprint: string | undefined;
  let isOver = false;
  let cancelTimer = clock.schedule(POLL_INTERVAL_MS, poll);

  function poll(): void {
    // Invariant: one look at a time.
    checkFile()
      .catch((error: unknown) => log(`servers.json can't be followed just now: ${String(error)}`))
      .finally(() => {
        if (!isOver) cancelTimer = clock.schedule(POLL_INTERVAL_MS, poll);
      });
  }

  async function checkFile(): Promise<void> {
    file ??= (await load()).file;
    if (file === undefined) return;
    const fingerprint = await readFingerprint(file);
    if (fingerprint === acceptedFingerprint) return;
    const servers = await load();
    if (isOver) return;
    const isSound = fingerprint !== ABSENT && servers.problems.length === 0;
    if (!isSound && fingerprint !== doubtedFingerprint) {
      doubtedFingerprint = fingerprint;
      return;
    }
    acceptedFingerprint = fingerprint;
    doubtedFingerprint = undefined;
    accept(servers);
  }

  function accept(servers: Servers): void {
    const unusable = servers.problems.find(({ key }) => key === "");
    if (unusable !== undefined) {
      const { file, lineNumber, expected } = unusable;
      log(`${file}:${lineNumber}: expected ${expected}. Until that is mended, the servers known before remain.`);
      return;
    }
    for (const { message } of servers.problems) log(message);
    if (areSameServers(latest, servers)) return;
    latest = servers;
    changed(servers);
  }

  return {
    end() {
      isOver = true;
      cancelTimer();
    },
  };
}

function areSameServers(before: Servers, after: Servers): boolean {
  const parts = ["servers", "languages", "grammars", "byExtension", "byFilename"] as const;
  return parts.every((part) => isDeepStrictEqual(before[part], after[part]));
}

const POLL_INTERVAL_MS = 1500;

/**
 * Finer than a `FileStamp`: it also tells apart files of equal size and modification time, by their
 * device and change time in nanoseconds. A missed change of this file would never be noticed.
 */
function fingerprintFrom(found: Record<"dev" | "ino" | "size" | "mtimeNs" | "ctimeNs", bigint>): string {
  return [found.dev, found.ino, found.size, found.mtimeNs, found.ctimeNs].join(" ");
}

async function readFingerprint(file: string): Promise<string> {
  try {
    return fingerprintFrom(await stat(file, { bigint: true }));
  } catch {
    return ABSENT;
  }
}

/** For the start, where there must be no gap between what was loaded and what is watched. */
function readFingerprintSync(file: string): string {
  try {
    return fingerprintFrom(statSync(file, { bigint: true }));
  } catch {
    return ABSENT;
  }
}

const ABSENT = "absent";
