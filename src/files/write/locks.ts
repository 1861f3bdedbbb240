/**
 * Locks paths against other lsp-locate processes. A lock is a file in the state folder, named by
 * the hash of the path, that contains the identity of its process. A lock whose process has ended
 * is removed by the next process that wants it.
 */

import { createHash, randomBytes } from "node:crypto";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { LocateError } from "../../error.js";
import { escapeName } from "../../text/printable.js";
import { type FileOperations, hasCode, readAll, unlessMissing, withFile, writeAll } from "./fileOperations.js";
import { makeFolders } from "./makeFolders.js";
import { isSameProcess, type Processes, type ProcessIdentity } from "./processIdentity.js";
import { LOCKS } from "./stateFolder.js";

export interface LockContext {
  readonly stateFolder: string;
  readonly operations: FileOperations;
  readonly processes: Processes;
}

export interface LockOptions {
  /** How long to wait for other processes; 0 to try once. */
  readonly timeoutMs: number;
  readonly signal?: AbortSignal | undefined;
}

/** The locks of one `acquireLocks` call. */
export interface Locks {
  /** Removes the lock files. */
  release(): void;
}

/** The content of a lock file. `id` is unique to each set of locks. */
interface Owner extends ProcessIdentity {
  readonly id: string;
}

/** The ids of this process's current sets. A lock of this process with another id is abandoned. */
const idsInUse = new Set<string>();

/** The interval between attempts doubles from the minimum to the maximum. */
const MIN_INTERVAL_MS = 5;
const MAX_INTERVAL_MS = 50;
const MAX_OWNER_BYTES = 4096;
const OWNER_SUFFIX = ".owner";

/**
 * Takes the locks of all paths in a fixed order, so that two processes can't block each other.
 * Takes all or none. Rejects with `file_unwritable` if another process still holds one after the
 * timeout, or with the signal's reason.
 */
export async function acquireLocks(
  paths: readonly string[],
  context: LockContext,
  { timeoutMs, signal }: LockOptions,
): Promise<Locks> {
  const folder = join(context.stateFolder, LOCKS);
  makeFolders(folder, 0o700, context.operations);
  const set = new LockSet(folder, context);
  try {
    const deadline = Date.now() + timeoutMs;
    let intervalMs = MIN_INTERVAL_MS;
    for (const { name, path } of sortedNames(paths)) {
      for (;;) {
        const holder = set.take(join(folder, name));
        if (holder === undefined) break;
        signal?.throwIfAborted();
        if (Date.now() >= deadline) throw lockedError(path, holder, join(folder, name));
        await delay(intervalMs + Math.random() * MIN_INTERVAL_MS, undefined, { signal });
        intervalMs = Math.min(intervalMs * 2, MAX_INTERVAL_MS);
      }
    }
    return set;
  } catch (error) {
    set.release();
    throw error;
  }
}

/** Returns the process that has taken the lock of a path; it may have ended. */
export function lockHolder(path: string, { stateFolder, operations }: LockContext): ProcessIdentity | undefined {
  const owner = readOwner(join(stateFolder, LOCKS, hashOf(path)), operations);
  return owner?.id === "" ? undefined : owner;
}

/** Removes the lock files of processes that have ended. */
export function removeAbandonedLocks(context: LockContext): void {
  const folder = join(context.stateFolder, LOCKS);
  const names = unlessMissing(() => context.operations.readdirSync(folder)) ?? [];
  if (names.length === 0) return;
  const set = new LockSet(folder, context);
  try {
    for (const name of names) set.removeIfAbandoned(join(folder, name));
  } finally {
    set.release();
  }
}

function sortedNames(paths: readonly string[]): readonly { readonly name: string; readonly path: string }[] {
  const named = new Map(paths.map((path) => [hashOf(path), path]));
  return [...named].map(([name, path]) => ({ name, path })).sort((left, right) => (left.name < right.name ? -1 : 1));
}

function lockedError(path: string, { pid }: Owner, file: string): LocateError {
  return new LocateError(
    "file_unwritable",
    `Process ${pid} of lsp-locate is writing ${escapeName(path)}. Nothing was written; try again. If no such process runs, delete ${file}.`,
    { path, why: `locked by process ${pid}` },
  );
}

/**
 * Locks with one owner. Each lock is a hard link to a file with the owner's identity, so that it
 * appears together with its content. Must be released after use.
 */
class LockSet implements Locks {
  readonly #context: LockContext;
  readonly #owner: Owner;
  readonly #ownerFile: string;
  readonly #held: string[] = [];
  #isWritten = false;

  constructor(folder: string, context: LockContext) {
    this.#context = context;
    this.#owner = { id: randomBytes(8).toString("hex"), ...context.processes.self() };
    this.#ownerFile = join(folder, `${this.#owner.id}${OWNER_SUFFIX}`);
    idsInUse.add(this.#owner.id);
  }

  /** Tries to take a lock once. Returns the present owner if that may still run. */
  take(lock: string): Owner | undefined {
    const { operations } = this.#context;
    this.#writeOwner();
    for (;;) {
      try {
        operations.linkSync(this.#ownerFile, lock);
        this.#held.push(lock);
        return undefined;
      } catch (error) {
        // Another process has taken the owner's file for an abandoned one, before it was complete.
        if (hasCode(error, "ENOENT")) {
          this.#isWritten = false;
          this.#writeOwner();
          continue;
        }
        if (!hasCode(error, "EEXIST")) throw error;
      }
      const holder = this.#readOwner(lock);
      if (holder !== undefined && !this.#breakLock(lock, holder)) return holder;
    }
  }

  /** Removes a lock, or the file of an owner, if its owner has ended. */
  removeIfAbandoned(lock: string): void {
    const holder = this.#readOwner(lock);
    if (holder === undefined || this.#mayRun(holder)) return;
    // No lock is named so. An owner that is writing its file now writes it again.
    if (lock.endsWith(OWNER_SUFFIX)) unlessMissing(() => this.#context.operations.unlinkSync(lock));
    else if (this.take(lock) === undefined) this.release();
  }

  release(): void {
    const { operations } = this.#context;
    try {
      for (const lock of this.#held.splice(0)) if (this.#owns(lock)) unlessMissing(() => operations.unlinkSync(lock));
      if (this.#isWritten) unlessMissing(() => operations.unlinkSync(this.#ownerFile));
      this.#isWritten = false;
    } finally {
      idsInUse.delete(this.#owner.id);
    }
  }

  /**
   * Removes the lock of an owner that has ended. Returns false if the owner may still run, or if
   * another process is removing this lock. A second lock, named by the hash of this lock and its
   * owner, permits the removal to one process at a time, so a newer lock is never removed.
   */
  #breakLock(lock: string, holder: Owner): boolean {
    if (this.#mayRun(holder)) return false;
    const removalLock = join(lock, "..", hashOf(`${lock} ${holder.id}`));
    if (this.take(removalLock) !== undefined) return false;
    if (this.#readOwner(lock)?.id === holder.id) this.#context.operations.unlinkSync(lock);
    this.#held.pop();
    this.#context.operations.unlinkSync(removalLock);
    return true;
  }

  #mayRun(owner: Owner): boolean {
    const { processes } = this.#context;
    // A lock appears with its content. It is incomplete only if the machine has lost power.
    if (owner.id === "") return false;
    if (isSameProcess(owner, processes.self())) return idsInUse.has(owner.id);
    return processes.mayRun(owner);
  }

  #writeOwner(): void {
    if (this.#isWritten) return;
    const { operations } = this.#context;
    withFile(this.#ownerFile, () => {
      const fd = operations.openSync(this.#ownerFile, "wx", 0o600);
      this.#isWritten = true;
      try {
        writeAll(operations, fd, Buffer.from(JSON.stringify(this.#owner)));
      } finally {
        operations.closeSync(fd);
      }
    });
  }

  /** Whether a lock that was taken is still there: somebody may have removed it. */
  #owns(lock: string): boolean {
    return this.#readOwner(lock)?.id === this.#owner.id;
  }

  #readOwner(lock: string): Owner | undefined {
    return readOwner(lock, this.#context.operations);
  }
}

/** Reads a lock's owner. Returns `undefined` if it is gone, an empty id if it is incomplete. */
function readOwner(lock: string, operations: FileOperations): Owner | undefined {
  const fd = unlessMissing(() => operations.openSync(lock, "r"));
  if (fd === undefined) return undefined;
  try {
    return JSON.parse(readAll(operations, fd, MAX_OWNER_BYTES).toString("utf8")) as Owner;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return { id: "", pid: 0, start: "", boot: "", machine: "", namespace: "" };
  } finally {
    operations.closeSync(fd);
  }
}

function hashOf(text: string): string {
  return createHash("sha256").update(text).digest("hex").slice(0, 32);
}
