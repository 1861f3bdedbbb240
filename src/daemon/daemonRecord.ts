/**
 * The record of a running session: a file that only its user can read. It contains the secret by
 * which both ends of a connection recognise each other.
 */

import { lstatSync, readdirSync, readlinkSync, renameSync, statSync, unlinkSync, writeFileSync } from "node:fs";
import { isMissing } from "../files/readErrors.js";
import { readWholeFileSync } from "../files/readFileSync.js";
import type { ProcessIdentity } from "../files/write/processIdentity.js";
import type { DaemonFiles } from "./daemonFolder.js";

export interface DaemonRecord {
  /** 64 hex digits. */
  readonly secret: string;
  readonly process: ProcessIdentity;
  readonly workspace: string;
  /** The home folder in the session's environment; absent where older versions started it. */
  readonly home?: string | undefined;
  readonly version: string;
  /** Milliseconds since the epoch. */
  readonly startedAt: number;
  /** What the session sees of the file system, see `fileSystemView`. */
  readonly view: string;
}

const MAX_RECORD_BYTES = 64 * 1024;

/** Returns the record; undefined if there is none, or not one of this user's. */
export function readRecord({ record }: DaemonFiles, uid = process.geteuid?.()): DaemonRecord | undefined {
  try {
    const { bytes, statsAfter } = readWholeFileSync(record, { maxBytes: MAX_RECORD_BYTES });
    const isPrivate = uid === undefined || (statsAfter.uid === uid && (statsAfter.mode & 0o077) === 0);
    return isPrivate ? parseRecord(bytes.toString("utf8")) : undefined;
  } catch {
    // It is missing, or was damaged by a full disk.
    return undefined;
  }
}

/** Replaces the record, so that a reader gets the old or the new one in full. */
export function writeRecord({ record }: DaemonFiles, content: DaemonRecord): void {
  const draft = `${record}.${process.pid}.new`;
  try {
    unlinkSync(draft);
  } catch (error) {
    if (!isMissing(error)) throw error;
  }
  try {
    writeFileSync(draft, JSON.stringify(content), { flag: "wx", mode: 0o600 });
    renameSync(draft, record);
  } catch (error) {
    removeFile(draft);
    throw error;
  }
}

/** Removes the record if it is that of the session with this secret. */
export function removeRecord(files: DaemonFiles, secret: string): void {
  if (readRecord(files)?.secret === secret) removeFile(files.record);
}

/** Returns what tells a socket from others that get its path; empty if there is none. */
export function socketIdentity(socket: string): string {
  if (process.platform === "win32") return socket;
  const stats = lstatSync(socket, { bigint: true, throwIfNoEntry: false });
  return stats === undefined ? "" : `${stats.dev}:${stats.ino}`;
}

/** Returns the keys of the folder's records. */
export function recordedKeys(folder: string): readonly string[] {
  try {
    return readdirSync(folder).flatMap((name) => /^([0-9a-f]{16})\.json$/.exec(name)?.[1] ?? []);
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
}

/** Removes a file, whether it exists or not. */
export function removeFile(path: string): void {
  try {
    unlinkSync(path);
  } catch {
    // It is missing, or the folder can no longer be written.
  }
}

function parseRecord(text: string): DaemonRecord | undefined {
  const value = JSON.parse(text) as Partial<Record<keyof DaemonRecord, unknown>>;
  const { secret, process, workspace, home, version, startedAt, view } = value;
  if (typeof secret !== "string" || secret.length !== 64 || !isIdentity(process)) return undefined;
  if (typeof workspace !== "string" || typeof version !== "string") return undefined;
  if (typeof startedAt !== "number" || typeof view !== "string") return undefined;
  const homeFact = typeof home === "string" ? { home } : {};
  return { secret, process, workspace, ...homeFact, version, startedAt, view };
}

function isIdentity(value: unknown): value is ProcessIdentity {
  const {
    pid,
    start,
    boot = "",
    machine,
    namespace,
  } = (value ?? {}) as Partial<Record<keyof ProcessIdentity, unknown>>;
  return typeof pid === "number" && [start, boot, machine, namespace].every((each) => typeof each === "string");
}

/**
 * Returns the same text for two processes only if paths and users mean the same for both:
 * containers and sandboxes differ in it. On Windows it is empty: there the root is that of the
 * current drive, and a container doesn't see the pipes outside of it.
 */
export function fileSystemView(platform = process.platform): string {
  if (platform === "win32") return "";
  const { dev, ino } = statSync("/");
  return [namespace("mnt"), namespace("user"), `${dev}:${ino}`].join(" ");
}

/** Empty where there are none. */
function namespace(name: string): string {
  try {
    return readlinkSync(`/proc/self/ns/${name}`);
  } catch {
    return "";
  }
}
