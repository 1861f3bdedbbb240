/**
 * The last writes of the user, for a day: what takes each of them back, in files that the user
 * alone can read. A file has two lines of JSON: what lists show, and the change.
 */

import { randomBytes } from "node:crypto";
import { readdirSync, statSync, unlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { isInside } from "../isInside.js";
import { formatMegabytes } from "../readErrors.js";
import { readBeginningSync, readTextSync } from "../readFileSync.js";
import { makeFolders } from "../write/makeFolders.js";
import type { FileChanges, WriteScope } from "../write/resolveChanges.js";
import { openStateFolder, stateFolders } from "../write/stateFolder.js";
import type { Inverse } from "./inverse.js";

const HISTORY = "history";
const MAX_AGE_MS = 24 * 60 * 60 * 1000;
/** Of all files together. */
const MAX_BYTES = 64 * 1024 * 1024;
/** Of the first line of a file, which is read for lists. */
const MAX_HEAD_BYTES = 64 * 1024;
/** The maximum number of files that a list names. */
const MAX_NAMED_FILES = 100;

/** What has written, for people, and for whom. */
export interface WriteOrigin {
  /** The command or the tool, with its places. */
  readonly command: string;
  /** The workspace, an absolute path. */
  readonly workspace: string;
  /** The connection of an agent; undefined for a shell. */
  readonly connection?: string | undefined;
}

/** A write, as lists have it. */
export interface PastWrite extends WriteOrigin {
  readonly id: string;
  /** When it was made, in milliseconds since the epoch. */
  readonly time: number;
  /** The first of the files that it changed, where they are since. */
  readonly files: readonly string[];
  readonly fileCount: number;
  /** The path of what is kept of it. */
  readonly path: string;
}

/** What takes a write back. */
export interface KeptInverse extends Inverse {
  /** Folders that the write made, the outermost first. */
  readonly madeFolders: readonly string[];
  readonly scope: WriteScope;
}

/** Which writes are meant. */
export interface HistoryQuery {
  /** Only of this workspace or a folder in it, absolute. */
  readonly workspace?: string | undefined;
  readonly connection?: string | undefined;
}

/** Keeps a write, and removes those that are too old or too much. Throws where it can't be kept. */
export function keepWrite(
  origin: WriteOrigin,
  inverse: KeptInverse,
  { now = Date.now(), maxBytes = MAX_BYTES } = {},
): void {
  const folder = join(openStateFolder(), HISTORY);
  makeFolders(folder, 0o700);
  const id = randomBytes(3).toString("hex");
  const all = filesOf(inverse.changes);
  const head = { ...origin, id, time: now, files: all.slice(0, MAX_NAMED_FILES), fileCount: all.length };
  const body = { ...inverse, changes: encode(inverse.changes) };
  const text = `${JSON.stringify(head)}\n${JSON.stringify(body)}\n`;
  if (text.length > maxBytes) throw new Error(`it takes more than ${formatMegabytes(maxBytes)} to keep`);
  prune(folder, now, maxBytes - text.length);
  writeFileSync(join(folder, `${String(now).padStart(15, "0")}-${id}.json`), text, { mode: 0o600, flag: "wx" });
}

/** Returns the writes that are kept, the latest first. */
export function pastWrites({ workspace, connection }: HistoryQuery, now = Date.now()): readonly PastWrite[] {
  const writes = stateFolders().flatMap((state) => {
    const folder = join(state, HISTORY);
    return entriesOf(folder).flatMap((name) => readHead(join(folder, name)) ?? []);
  });
  const isMeant = (write: PastWrite) =>
    now - write.time <= MAX_AGE_MS &&
    (workspace === undefined || isInside(write.workspace, workspace)) &&
    (connection === undefined || write.connection === connection);
  return writes.filter(isMeant).sort((one, other) => other.time - one.time || (one.path < other.path ? 1 : -1));
}

/** Returns what takes a write back. Throws `file_unreadable`, or the file system's error. */
export function readInverse({ path }: PastWrite): KeptInverse {
  const [, body = ""] = readTextSync(path, { maxBytes: 2 * MAX_BYTES }).split("\n");
  const { changes, ...rest } = JSON.parse(body) as KeptInverse & { readonly changes: EncodedChanges };
  return { ...rest, changes: decode(changes) };
}

/** Removes what is kept of a write. */
export function forgetWrite({ path }: PastWrite): void {
  removeQuietly(path);
}

/** Returns the files of an inverse by their paths now; folders that were moved are among them. */
function filesOf({ contents, moves, creations }: FileChanges): readonly string[] {
  return [
    ...new Set([...contents, ...moves.map(({ from }) => ({ path: from })), ...creations].map(({ path }) => path)),
  ];
}

/** Removes what is older than a day, and the oldest of what is more than `maxBytes`. */
function prune(folder: string, now: number, maxBytes: number): void {
  let bytes = 0;
  for (const name of entriesOf(folder).toReversed()) {
    const path = join(folder, name);
    bytes += statSync(path, { throwIfNoEntry: false })?.size ?? 0;
    if (bytes > maxBytes || now - Number.parseInt(name, 10) > MAX_AGE_MS) removeQuietly(path);
  }
}

/** Returns the names of the files, the oldest first. */
function entriesOf(folder: string): readonly string[] {
  try {
    return readdirSync(folder)
      .filter((name) => /^\d{15}-\w+\.json$/.test(name))
      .sort();
  } catch {
    return []; // there is none yet
  }
}

/** Returns undefined for a file that is gone, or was cut short. */
function readHead(path: string): PastWrite | undefined {
  try {
    const beginning = readBeginningSync(path, MAX_HEAD_BYTES).toString("utf8");
    return { ...(JSON.parse(beginning.slice(0, beginning.indexOf("\n"))) as PastWrite), path };
  } catch {
    return undefined;
  }
}

function removeQuietly(path: string): void {
  try {
    unlinkSync(path);
  } catch {
    // another process has removed it
  }
}

/** A change of files with its bytes in base64. */
type EncodedChanges = ReturnType<typeof encode>;

function encode({ contents, moves, creations }: FileChanges) {
  const text = (bytes: Uint8Array) => Buffer.from(bytes).toString("base64");
  return {
    contents: contents.map(({ path, before, after }) => ({ path, before: text(before), after: text(after) })),
    moves: moves.map(({ content, ...move }) => ({ ...move, ...(content && { content: text(content) }) })),
    creations: creations.map(({ path, after }) => ({ path, after: text(after) })),
  };
}

function decode({ contents, moves, creations }: EncodedChanges): FileChanges {
  const bytes = (text: string) => Buffer.from(text, "base64");
  return {
    contents: contents.map(({ path, before, after }) => ({ path, before: bytes(before), after: bytes(after) })),
    moves: moves.map(({ content, ...move }) => ({
      ...move,
      to: move.to,
      ...(content !== undefined && { content: bytes(content) }),
    })),
    creations: creations.map(({ path, after }) => ({ path, after: bytes(after) })),
  };
}
