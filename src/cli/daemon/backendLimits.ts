/** Ends backends of a shared session that take memory for nothing. */

import { execFile } from "node:child_process";
import { totalmem } from "node:os";
import { promisify } from "node:util";
import type { DaemonServer } from "../../daemon/daemonControl.js";
import type { ServerPool } from "../../routing/sharing/serverPool.js";
import type { SharedServer } from "../../routing/sharing/sharedServer.js";
import { pathOfUri } from "../../uri.js";

/** How long a backend runs without a request. */
const BACKEND_IDLE_MS = 10 * 60_000;
/** Of more backends, the ones that were not used for the longest time are ended. */
const MAX_BACKENDS = 8;
/** The share of the machine's memory that the session and its servers may take. */
const MEMORY_SHARE = 0.5;
/** The maximum number of requests that are named for a server. */
const MAX_REQUESTS = 5;
const CHECK_INTERVAL_MS = 30_000;

/** A backend, and what decides about its end. */
export interface BackendUse<Backend> {
  readonly backend: Backend;
  /** How long ago its last request was. */
  readonly idleMs: number;
  /** Whether a request may need it now. */
  readonly isBusy: boolean;
  /** The memory of its processes, where it is known. */
  readonly bytes: number | undefined;
}

/** Returns the backends to end. `bytes` is the memory of this process. */
export function chooseUnneeded<Backend>(
  uses: readonly BackendUse<Backend>[],
  { bytes, maxBytes }: { readonly bytes: number; readonly maxBytes: number },
): readonly Backend[] {
  const byAge = uses.toSorted((left, right) => right.idleMs - left.idleMs);
  let count = uses.length;
  let total = uses.reduce((sum, use) => sum + (use.bytes ?? 0), bytes);
  return byAge.flatMap(({ backend, idleMs, isBusy, bytes = 0 }) => {
    if (isBusy || (idleMs < BACKEND_IDLE_MS && count <= MAX_BACKENDS && total <= maxBytes)) return [];
    count--;
    total -= bytes;
    return [backend];
  });
}

/** Resolves with the servers, for people. */
export async function describeBackends(pool: Pick<ServerPool, "servers">): Promise<readonly DaemonServer[]> {
  const memory = await groupMemory();
  return pool.servers().map(({ spec: { name, root }, pid, startedAt, usedAt, pendingRequests }) => ({
    name,
    root: pathOfUri(root) ?? root,
    pid,
    memoryBytes: pid === undefined ? undefined : memory.get(pid),
    startedAt,
    lastRequestAt: usedAt,
    pendingRequests: pendingRequests.length,
    ...(pendingRequests.length > 0 && {
      requests: pendingRequests.slice(0, MAX_REQUESTS).map(({ method, since }) => ({ what: method, since })),
    }),
  }));
}

/** Ends unneeded backends from time to time. Returns a function that stops that. */
export function limitBackends(pool: Pick<ServerPool, "servers">): () => void {
  const check = async () => {
    const memory = await groupMemory();
    const now = Date.now();
    const uses = pool.servers().map((backend): BackendUse<SharedServer> => {
      const bytes = backend.pid === undefined ? undefined : memory.get(backend.pid);
      return { backend, idleMs: now - backend.usedAt, isBusy: backend.pendingCount > 0, bytes };
    });
    const limits = { bytes: process.memoryUsage().rss, maxBytes: totalmem() * MEMORY_SHARE };
    for (const backend of chooseUnneeded(uses, limits)) void backend.end();
  };
  const timer = setInterval(() => void check(), CHECK_INTERVAL_MS).unref();
  return () => clearInterval(timer);
}

/**
 * Resolves with the resident memory of each process group in bytes; empty where it can't be read,
 * as on Windows.
 */
async function groupMemory(): Promise<ReadonlyMap<number, number>> {
  try {
    const { stdout } = await promisify(execFile)("ps", ["-A", "-o", "pgid=,rss="], { windowsHide: true });
    return readGroupMemory(stdout);
  } catch {
    return new Map();
  }
}

/** Reads lines of a process group and kilobytes. */
export function readGroupMemory(output: string): ReadonlyMap<number, number> {
  const memory = new Map<number, number>();
  for (const line of output.split("\n")) {
    const [group = 0, kilobytes = 0] = line.trim().split(/\s+/).map(Number);
    if (group > 0 && kilobytes >= 0) memory.set(group, (memory.get(group) ?? 0) + kilobytes * 1024);
  }
  return memory;
}
