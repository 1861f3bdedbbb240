/** Watches the user's servers.json, so that servers can be changed while a session runs. */

import { statSync } from "node:fs";
import { stat } from "node:fs/promises";
import { isDeepStrictEqual } from "node:util";
import type { Servers } from "../../backend/config/servers.js";
import type { Logger } from "../../error.js";
import { type Clock, systemClock } from "../clock.js";

export interface ServersFileListener {
  /**
   * Called with the new servers; not if only comments, spaces or the order of keys have changed.
   */
  changed(servers: Servers): void;
  readonly log: Logger;
  readonly clock?: Clock;
}

/**
 * Polls the file until `end` is called; `current` holds the servers loaded last. The file may be
 * created, replaced or removed. A removal, or a problem in it, counts once two polls have found it,
 * since the file may be half-written. An unusable file changes nothing. Polling, as `fs.watchFile`
 * does, also works on file systems that report no changes.
 */
export function watchServersFile(
  load: () => Promise<Servers>,
  current: Servers,
  { changed, log, clock = systemClock }: ServersFileListener,
): { end(): void } {
  let latest = current;
  // Only `load` knows the path of the user's file, and returns it once the file exists.
  let file = current.file;
  /** The fingerprint of the file when its content was last accepted. */
  let acceptedFingerprint = file === undefined ? undefined : readFingerprintSync(file);
  let doubtedFingerprint: string | undefined;
  let isOver = false;
  let cancelTimer = clock.schedule(POLL_INTERVAL_MS, poll);

  function poll(): void {
    // Invariant: one poll at a time.
    checkFile()
      .catch((error: unknown) => log(`servers.json can't be watched: ${String(error)}`))
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
      log(`${file}:${lineNumber}: expected ${expected}. Until this is fixed, the previous servers stay in use.`);
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
  const parts = ["servers", "languages", "grammars", "folders", "byExtension", "byFilename"] as const;
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

/** Synchronous, so that no change is missed between loading the file and watching it. */
function readFingerprintSync(file: string): string {
  try {
    return fingerprintFrom(statSync(file, { bigint: true }));
  } catch {
    return ABSENT;
  }
}

const ABSENT = "absent";
