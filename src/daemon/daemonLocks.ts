/** The locks of a shared session: one while it is started, one for its whole life. */

import { diskOperations } from "../files/write/fileOperations.js";
import { acquireLocks, type LockContext, type Locks, lockHolder, removeAbandonedLocks } from "../files/write/locks.js";
import { type ProcessIdentity, systemProcesses } from "../files/write/processIdentity.js";
import type { DaemonFiles } from "./daemonFolder.js";

/** How long a session waits for its predecessor, which ends its servers. */
const LIFE_LOCK_TIMEOUT_MS = 5000;

/** Takes the lock of the command that starts a session, or rejects at once. */
export function acquireStartLock(files: DaemonFiles): Promise<Locks> {
  return acquireLocks([startLock(files)], lockContext(files), { timeoutMs: 0 });
}

/**
 * Takes the lock of the running session, after removing those of processes that have ended. Rejects
 * with `file_unwritable` if another session runs.
 */
export function acquireLifeLock(files: DaemonFiles): Promise<Locks> {
  const context = lockContext(files);
  removeAbandonedLocks(context);
  return acquireLocks([files.record], context, { timeoutMs: LIFE_LOCK_TIMEOUT_MS });
}

/** Returns the command that starts a session; it may have ended. */
export function startLockHolder(files: DaemonFiles): ProcessIdentity | undefined {
  return lockHolder(startLock(files), lockContext(files));
}

/** Returns the session that has taken the place, with or without a record; it may have ended. */
export function lifeLockHolder(files: DaemonFiles): ProcessIdentity | undefined {
  return lockHolder(files.record, lockContext(files));
}

function startLock({ record }: DaemonFiles): string {
  return `${record} start`;
}

function lockContext({ folder }: DaemonFiles): LockContext {
  return { stateFolder: folder, operations: diskOperations, processes: systemProcesses };
}
