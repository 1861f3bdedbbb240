/** Starts a shared session: once, however many commands want it at the same time. */

import type { Duplex } from "node:stream";
import { setTimeout as delay } from "node:timers/promises";
import { errorMessage, LocateError } from "../error.js";
import type { Locks } from "../files/write/locks.js";
import { activityOf, type ProcessIdentity, stateOf, systemProcesses } from "../files/write/processIdentity.js";
import type { FoundDaemon } from "./connect.js";
import type { DaemonContext } from "./daemonContext.js";
import { createDaemonFolder, type DaemonFiles, DaemonRefusal } from "./daemonFolder.js";
import { acquireStartLock, lifeLockHolder, startLockHolder } from "./daemonLocks.js";
import { spawnDaemon } from "./spawn.js";

/**
 * How long to wait for a session that this or another command starts, on a busy machine: all others
 * that want one wait as well, and would do the same work by themselves.
 */
const START_TIMEOUT_MS = 120_000;
const MIN_INTERVAL_MS = 20;
const MAX_INTERVAL_MS = 200;

/** How often a command that starts one may be found stopped. */
const MAX_STOPPED_LOOKS = 10;
/** How often a command starts a session that can't be reached, or finds that another one runs. */
const MAX_STARTS = 3;

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
  let startCount = 0;
  let stoppedLooks = 0;
  for (let intervalMs = MIN_INTERVAL_MS; ; intervalMs = Math.min(intervalMs * 2, MAX_INTERVAL_MS)) {
    const locks = await takeStartLock(files);
    try {
      const existing = await connect();
      if (existing.kind === "connected") return existing.stream;
      refuseIfHanging(existing);
      if (startCount === MAX_STARTS || Date.now() >= deadline) throw unreachableError(context);
      if (locks !== undefined) {
        refuseIfPlaceIsHeld(context, files);
        onStart();
        startCount++;
        await spawnDaemon(context, files, deadline - Date.now());
      }
    } finally {
      locks?.release();
    }
    if (locks !== undefined) continue;
    const starter = startLockHolder(files);
    stoppedLooks = starter !== undefined && isStopped(starter) ? stoppedLooks + 1 : 0;
    if (starter !== undefined && stoppedLooks === MAX_STOPPED_LOOKS)
      throw new DaemonRefusal(
        `A session of ${context.workspace} is started by process ${starter.pid}, which is stopped; kill -CONT ${starter.pid} continues it.`,
      );
    await delay(intervalMs);
  }
}

/** A stopped session that has lost its record can't be reached, and doesn't notice that. */
function refuseIfPlaceIsHeld({ workspace }: DaemonContext, files: DaemonFiles): void {
  const holder = lifeLockHolder(files);
  if (holder === undefined || !isStopped(holder)) return;
  throw new DaemonRefusal(
    `The session of ${workspace} (process ${holder.pid}) is stopped; lsp-locate daemon restart replaces it.`,
  );
}

function isStopped(identity: ProcessIdentity): boolean {
  return stateOf(identity) === "running" && activityOf(identity.pid) === "stopped";
}

/** A session that runs is not replaced. */
function refuseIfHanging(existing: FoundDaemon): void {
  if (existing.kind !== "silent" || !systemProcesses.mayRun(existing.record.process)) return;
  const { workspace, process } = existing.record;
  const state = existing.isStopped ? "is stopped" : "doesn't answer";
  throw new DaemonRefusal(
    `The session of ${workspace} (process ${process.pid}) ${state}; lsp-locate daemon restart replaces it.`,
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
