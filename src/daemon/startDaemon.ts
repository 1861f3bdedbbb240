/** Starts a shared session: once, however many commands want it at the same time. */

import type { Duplex } from "node:stream";
import { setTimeout as delay } from "node:timers/promises";
import { errorMessage, LocateError } from "../error.js";
import type { Locks } from "../files/write/locks.js";
import type { DaemonContext } from "./daemonContext.js";
import { createDaemonFolder, type DaemonFiles, DaemonRefusal } from "./daemonFolder.js";
import { acquireStartLock } from "./daemonLocks.js";
import { reachDaemon } from "./reachDaemon.js";
import { spawnDaemon } from "./spawnDaemon.js";

/** How long to wait for a session that this or another command starts. */
const START_TIMEOUT_MS = 30_000;
const MIN_INTERVAL_MS = 20;
const MAX_INTERVAL_MS = 200;

/**
 * Starts the session, or waits for the one that another command starts, and connects to it. Throws
 * `DaemonRefusal`.
 */
export async function startDaemon(context: DaemonContext, files: DaemonFiles, onStart: () => void): Promise<Duplex> {
  createDaemonFolder(files.folder);
  const deadline = Date.now() + START_TIMEOUT_MS;
  for (let intervalMs = MIN_INTERVAL_MS; ; intervalMs = Math.min(intervalMs * 2, MAX_INTERVAL_MS)) {
    const locks = await takeStartLock(files);
    try {
      const running = await reachDaemon(files, "client");
      if (running !== undefined) return running;
      if (locks !== undefined) {
        onStart();
        await spawnDaemon(context, files, deadline - Date.now());
      }
    } finally {
      locks?.release();
    }
    if (Date.now() >= deadline)
      throw new DaemonRefusal(
        `No session of ${context.workspace} has answered for ${START_TIMEOUT_MS / 1000} s; lsp-locate daemon log may say why, and lsp-locate daemon restart starts another one.`,
      );
    if (locks === undefined) await delay(intervalMs);
  }
}

/** Resolves with undefined while another command has the lock. */
async function takeStartLock(files: DaemonFiles): Promise<Locks | undefined> {
  try {
    return await acquireStartLock(files);
  } catch (error) {
    if (error instanceof LocateError) return undefined;
    throw new DaemonRefusal(`The folder of the sessions can't be used: ${errorMessage(error)}.`);
  }
}
