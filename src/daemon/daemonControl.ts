/** The state of running sessions as they send it over their sockets, and requests to end. */

import type { Duplex } from "node:stream";
import { setTimeout as delay } from "node:timers/promises";
import { homeFolder } from "../backend/config/userFolder.js";
import {
  type IdentityState,
  type ProcessIdentity,
  signalProcess,
  stateOf,
  systemProcesses,
} from "../files/write/processIdentity.js";
import { connectDaemon } from "./connect.js";
import { checkDaemonFolder, type DaemonFiles, daemonFiles, daemonFolder, thisFolderQuery } from "./daemonFolder.js";
import { lifeLockHolder } from "./daemonLocks.js";
import { type DaemonRecord, readRecord, recordedKeys, removeFile, removeRecord } from "./daemonRecord.js";

/** A session that has a record. */
export interface RecordedDaemon {
  readonly key: string;
  readonly files: DaemonFiles;
  readonly record: DaemonRecord;
}

const MAX_STATUS_BYTES = 16 * 1024 * 1024;
const POLL_INTERVAL_MS = 50;
/** A session has ended 3 s after it was told to, whatever hangs; that includes telling it. */
const STOP_TIMEOUT_MS = 4000;
const TELL_TIMEOUT_MS = 1000;
const KILL_TIMEOUT_MS = 1000;

/** Returns the sessions of this user, by workspace. Throws `DaemonRefusal`. */
export function recordedDaemons(): readonly RecordedDaemon[] {
  const folder = daemonFolder(thisFolderQuery());
  if (!checkDaemonFolder(folder)) return [];
  const all = recordedKeys(folder).flatMap((key) => {
    const files = daemonFiles(folder, key);
    const record = readRecord(files);
    return record === undefined ? [] : [{ key, files, record }];
  });
  return all.sort((left, right) => (left.record.workspace < right.record.workspace ? -1 : 1));
}

/** Resolves with why there is no state if the session doesn't answer. Throws `DaemonRefusal`. */
export async function readStatus({ files }: RecordedDaemon): Promise<DaemonStatus | "is stopped" | "does not answer"> {
  const found = await connectDaemon(files, "status");
  if (found.kind === "silent" && found.isStopped) return "is stopped";
  const text = found.kind === "connected" ? await readAll(found.stream) : "";
  return text === "" ? "does not answer" : (JSON.parse(text) as DaemonStatus);
}

/**
 * Ends a session within 5 s; one that hangs is killed, and its guard ends its servers. Resolves
 * with what its process does then: one that is "unknown", as in another container, was not
 * signalled.
 */
export async function endDaemon(daemon: RecordedDaemon): Promise<IdentityState> {
  const { files, record } = daemon;
  const deadline = Date.now() + STOP_TIMEOUT_MS;
  const found = await connectDaemon(files, "stop", TELL_TIMEOUT_MS);
  if (found.kind === "connected") await Promise.race([readAll(found.stream), delay(TELL_TIMEOUT_MS)]);
  else if (stateOf(record.process) === "unknown") return "unknown";
  // Until it is continued, nothing else has an effect.
  else signalProcess(record.process, found.kind === "silent" && found.isStopped ? "SIGKILL" : "SIGTERM");
  // Of a process in another container only the record can be seen, which it removes at its end.
  const hasLeft = () => readRecord(files)?.secret !== record.secret;
  const state = await endProcess(record.process, deadline, hasLeft);
  if (state === "ended") removeDeadDaemon(daemon);
  return state;
}

/**
 * Ends the session that has this place without a record, which it notices itself unless it hangs.
 * Resolves with its process once that has ended; undefined if there is none.
 */
export async function endUnrecordedDaemon(files: DaemonFiles): Promise<ProcessIdentity | undefined> {
  const holder = checkDaemonFolder(files.folder) ? lifeLockHolder(files) : undefined;
  if (holder === undefined || stateOf(holder) !== "running" || readRecord(files) !== undefined) return undefined;
  return (await endProcess(holder, Date.now() + STOP_TIMEOUT_MS)) === "ended" ? holder : undefined;
}

/** Waits for the end of a process, and kills it at the deadline. */
async function endProcess(identity: ProcessIdentity, deadline: number, hasLeft = () => false): Promise<IdentityState> {
  const waitUntil = async (time: number): Promise<boolean> => {
    for (;;) {
      const state = stateOf(identity);
      if (state === "ended" || (state === "unknown" && hasLeft())) return true;
      if (Date.now() >= time) return false;
      await delay(POLL_INTERVAL_MS);
    }
  };
  if (await waitUntil(deadline)) return "ended";
  signalProcess(identity, "SIGKILL");
  return (await waitUntil(Date.now() + KILL_TIMEOUT_MS)) ? "ended" : stateOf(identity);
}

/** Whether the session's process may still run. */
export function mayRun({ process }: DaemonRecord): boolean {
  return systemProcesses.mayRun(process);
}

/**
 * Returns the home folder of a session of another environment of this user; undefined for one of
 * this environment.
 */
export function otherHomeOf({ home }: DaemonRecord): string | undefined {
  return home === undefined || home === (homeFolder() ?? "") ? undefined : home;
}

/** Removes the record and socket of a session that was killed. */
export function removeDeadDaemon({ files, record }: RecordedDaemon): void {
  if (readRecord(files)?.secret !== record.secret) return;
  removeRecord(files, record.secret);
  if (process.platform !== "win32") removeFile(files.socket);
}

/** Reads up to the end; what a session sends after the maximum is left out. */
async function readAll(stream: Duplex): Promise<string> {
  const chunks: Buffer[] = [];
  let length = 0;
  try {
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      chunks.push(chunk);
      length += chunk.length;
      if (length > MAX_STATUS_BYTES) return "";
    }
  } catch {
    return ""; // it was killed
  }
  return Buffer.concat(chunks).toString("utf8");
}

/** The state of a session, a value of JSON. Sizes are in bytes, times in ms since the epoch. */
export interface DaemonStatus {
  readonly pid: number;
  readonly workspace: string;
  readonly version: string;
  readonly startedAt: number;
  /** How many clients are connected. */
  readonly clients: number;
  /** Resident memory of the session's own process. */
  readonly memoryBytes: number;
  readonly servers: readonly DaemonServer[];
  /** What it does for clients now, the oldest first. Absent if there is nothing. */
  readonly requests?: readonly DaemonRequest[];
  /**
   * The folders (absolute paths) in which the system reports no changes, and why. Its indexes look
   * for them at each query. Absent if there are none.
   */
  readonly unwatched?: readonly { readonly folders: readonly string[]; readonly why: string }[];
}

/** A server of a session. */
export interface DaemonServer {
  readonly name: string;
  readonly root: string;
  /** Absent while it is not running. */
  readonly pid?: number | undefined;
  /** Resident memory; absent where the system doesn't tell it. */
  readonly memoryBytes?: number | undefined;
  readonly startedAt?: number | undefined;
  readonly lastRequestAt?: number | undefined;
  /** The number of requests that it has not answered yet. */
  readonly pendingRequests?: number | undefined;
  /** Those that it has for the longest time. */
  readonly requests?: readonly DaemonRequest[] | undefined;
}

/** A request that runs. */
export interface DaemonRequest {
  /** A command line, or a method. */
  readonly what: string;
  /** Who waits for it; absent at a server. */
  readonly client?: string;
  readonly since: number;
}
