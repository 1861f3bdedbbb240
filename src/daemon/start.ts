/** Starts a shared session: once, however many commands want it at the same time. */

import type { Duplex } from "node:stream";
import { setTimeout as delay } from "node:timers/promises";
import { errorMessage, LocateError } from "../error.js";
import type { Locks } from "../files/write/locks.js";
import { systemProcesses } from "../files/write/processIdentity.js";
import type { FoundDaemon } from "./connect.js";
import type { DaemonContext } from "./daemonContext.js";
import { createDaemonFolder, type DaemonFiles, DaemonRefusal } from "./daemonFolder.js";
import { acquireStartLock } from "./daemonLocks.js";
import { spawnDaemon } from "./spawn.js";

/** How long to wait for a session that this or another command starts. */
const START_TIMEOUT_MS = 30_000;
const MIN_INTERVAL_MS = 20;
const MAX_INTERVAL_MS = 200;

/** How often a session may find that another one runs, which can't be reached. */
const MAX_ENCOUNTERS = 2;

export interface StartOptions {
  /** What the command has found before. */
  readonly found: FoundDaemon;
  readonly connect: () => Promise<FoundDaemon>;
  /** Called before each start. */
  readonly onStart: () => void;
}

/**
 * Starts the session, or waits for the one that another command starts, and connects to it. Throws
 * `DaemonRefusal`.
 */
export async function startDaemon(
  context: DaemonContext,
  files: DaemonFiles,
  { found, connect, onStart }: StartOptions,
): Promise<Duplex> {
  refuseIfHanging(found);
  createDaemonFolder(files.folder);
  const deadline = Date.now() + START_TIMEOUT_MS;
  let encounters = 0;
  for (let intervalMs = MIN_INTERVAL_MS; ; intervalMs = Math.min(intervalMs * 2, MAX_INTERVAL_MS)) {
    const locks = await takeStartLock(files);
    try {
      const existing = await connect();
      if (existing.kind === "connected") return existing.stream;
      refuseIfHanging(existing);
      if (encounters === MAX_ENCOUNTERS || Date.now() >= deadline) throw unreachableError(context);
      if (locks !== undefined) {
        onStart();
        if ((await spawnDaemon(context, files, deadline - Date.now())) === "exists") encounters++;
      }
    } finally {
      locks?.release();
    }
    if (locks === undefined) await delay(intervalMs);
  }
}

/** A session that runs is not replaced. */
function refuseIfHanging(existing: FoundDaemon): void {
  if (existing.kind !== "silent" || !systemProcesses.mayRun(existing.record.process)) return;
  const { workspace, process } = existing.record;
  throw new DaemonRefusal(
    `The session of ${workspace} (process ${process.pid}) doesn't answer; lsp-locate daemon restart replaces it.`,
  );
}

function unreachableError({ workspace }: DaemonContext): DaemonRefusal {
  return new DaemonRefusal(
    `A session of ${workspace} runs or starts, but can't be reached; lsp-locate daemon log may say why.`,
  );
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
