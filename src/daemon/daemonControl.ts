/** Asks running sessions for their state, and to end. */

import type { Duplex } from "node:stream";
import { setTimeout as delay } from "node:timers/promises";
import { homeFolder } from "../backend/config/homeFolder.js";
import { type IdentityState, signalProcess, stateOf, systemProcesses } from "../files/write/processIdentity.js";
import { connectDaemon } from "./connect.js";
import { checkDaemonFolder, type DaemonFiles, daemonFiles, daemonFolder, thisFolderQuery } from "./daemonFolder.js";
import { type DaemonRecord, readRecord, recordedKeys, removeFile, removeRecord } from "./daemonRecord.js";
import type { DaemonStatus } from "./daemonStatus.js";

/** A session that has a record. */
export interface RecordedDaemon {
  readonly key: string;
  readonly files: DaemonFiles;
  readonly record: DaemonRecord;
}

const MAX_STATUS_BYTES = 16 * 1024 * 1024;
const POLL_INTERVAL_MS = 50;
/** A session has ended 3 s after it was told to, whatever hangs. */
const STOP_TIMEOUT_MS = 5000;
const KILL_TIMEOUT_MS = 2000;

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

/** Resolves with undefined if the session doesn't run or doesn't answer. Throws `DaemonRefusal`. */
export async function readStatus({ files }: RecordedDaemon): Promise<DaemonStatus | undefined> {
  const found = await connectDaemon(files, "status");
  if (found.kind !== "connected") return undefined;
  const text = await readAll(found.stream);
  return text === "" ? undefined : (JSON.parse(text) as DaemonStatus);
}

/**
 * Ends a session; one that hangs is killed, and its guard ends its servers. Resolves with what its
 * process does then: one that is "unknown", as in another container, was not signalled.
 */
export async function endDaemon(daemon: RecordedDaemon): Promise<IdentityState> {
  const { files, record } = daemon;
  const found = await connectDaemon(files, "stop");
  if (found.kind === "connected") await readAll(found.stream);
  else if (stateOf(record.process) === "unknown") return "unknown";
  else signalProcess(record.process, "SIGTERM");
  if (await hasEnded(daemon, STOP_TIMEOUT_MS)) return "ended";
  signalProcess(record.process, "SIGKILL");
  return (await hasEnded(daemon, KILL_TIMEOUT_MS)) ? "ended" : stateOf(record.process);
}

async function hasEnded({ files, record }: RecordedDaemon, timeoutMs: number): Promise<boolean> {
  for (const deadline = Date.now() + timeoutMs; Date.now() < deadline; await delay(POLL_INTERVAL_MS)) {
    const state = stateOf(record.process);
    // Of a process in another container only the record can be seen, which it removes at its end.
    if (state === "ended" || (state === "unknown" && readRecord(files)?.secret !== record.secret)) return true;
  }
  return false;
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
