/**
 * The last writes of the user, for a day: each change that was made, in files that the user alone
 * can read. A file has two lines of JSON: what lists show, and the change. It is written before the
 * change takes effect, under another name, and gets its own with the end of the journal.
 */

import { randomBytes } from "node:crypto";
import { lstatSync, readdirSync, renameSync, statSync, unlinkSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { LocateError } from "../../../error.js";
import { escapeName } from "../../../text/printable.js";
import { isInside } from "../../isInside.js";
import { formatMegabytes, isMissing } from "../../readErrors.js";
import { readBeginningSync, readTextSync, readWholeFileSync } from "../../readFileSync.js";
import { isHistoryName } from "../journal.js";
import { type FileChanges, pathAfter, type WriteScope } from "../resolveChanges.js";
import { openStateFolder, stateFolders } from "../stateFolder.js";
import { decodeChanges, type EncodedChanges, encodeChanges, type ReadFile } from "./encodedChanges.js";
import { inverseOf } from "./inverse.js";

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

/** A change that was made, and what else is needed to take it back. */
export interface KeptChange {
  readonly made: FileChanges;
  /** Folders that it made, the outermost first. */
  readonly madeFolders: readonly string[];
  readonly scope: WriteScope;
}

/** The file of a write that is not made yet. */
export interface HistoryDraft {
  readonly name: string;
  readonly text: string;
}

/** Which writes are meant. */
export interface HistoryQuery {
  /** Only of this workspace or a folder in it, absolute. */
  readonly workspace?: string | undefined;
  readonly connection?: string | undefined;
}

/**
 * Returns the file of a write, and removes those that are too old or too much for it. Its name is
 * later than all others, also if the clock was set back. Throws where it can't be kept.
 */
export function draftWrite(
  origin: WriteOrigin,
  kept: KeptChange,
  { now = Date.now(), maxBytes = MAX_BYTES } = {},
): HistoryDraft {
  const folder = join(openStateFolder(), HISTORY);
  const id = randomBytes(3).toString("hex");
  const all = filesOf(inverseOf(kept.made).changes);
  const head = { ...origin, id, time: now, files: all.slice(0, MAX_NAMED_FILES), fileCount: all.length };
  const tooLong = () => new Error(`it takes more than ${formatMegabytes(maxBytes)} to keep`);
  const made = encodeChanges(kept.made, maxBytes);
  if (made === undefined) throw tooLong();
  const body = { ...kept, made };
  const text = `${JSON.stringify(head)}\n${JSON.stringify(body)}\n`;
  if (text.length > maxBytes) throw tooLong();
  prune(folder, now, maxBytes - text.length);
  const last = Number.parseInt(entriesOf(folder).at(-1) ?? "0", 10);
  return { name: `${String(Math.max(now, last + 1)).padStart(15, "0")}-${id}.json`, text };
}

/** Returns the path of a write's file beside a folder of journals, and that before it is made. */
export function historyPaths(journalFolder: string, name: string): { readonly path: string; readonly pending: string } {
  const path = join(dirname(journalFolder), HISTORY, name);
  return { path, pending: `${path}.pending` };
}

/**
 * Keeps of a change that was given up what has taken effect: what is on the disk as the change was
 * to leave it. Without any, nothing is kept.
 */
export function keepPart(pending: string, path: string): void {
  try {
    const [head = "", body = ""] = readTextSync(pending, { maxBytes: 2 * MAX_BYTES }).split("\n");
    const { made, changed: _, ...rest } = readBody(body);
    const part = effectOf(made);
    const all = filesOf(inverseOf(part).changes);
    if (all.length > 0) {
      const partHead = { ...(JSON.parse(head) as object), files: all.slice(0, MAX_NAMED_FILES), fileCount: all.length };
      const text = `${JSON.stringify(partHead)}\n${JSON.stringify({ ...rest, made: encodeChanges(part) })}\n`;
      writeFileSync(pending, text, { mode: 0o600 });
      renameSync(pending, path);
      return;
    }
  } catch {
    // It was cut short, or can't be written: nothing of it can be taken back.
  }
  removeQuietly(pending);
}

function effectOf({ contents, moves, creations }: FileChanges): FileChanges {
  const isThere = (path: string) => lstatSync(path, { throwIfNoEntry: false }) !== undefined;
  const made = moves.filter(({ from, to }) => !isThere(from) && (to === undefined || isThere(to)));
  return {
    contents: contents.filter(
      ({ path, before, after }) => !Buffer.from(before).equals(after) && hasBytes(pathAfter(path, made), after),
    ),
    moves: made,
    creations: creations.filter(({ path, after }) => hasBytes(path, after)),
  };
}

/** Whether a file has exactly these bytes. */
export function hasBytes(path: string, bytes: Uint8Array): boolean {
  try {
    if (statSync(path).size !== bytes.length) return false;
    return readWholeFileSync(path, { maxBytes: bytes.length }).bytes.equals(bytes);
  } catch (error) {
    if (isMissing(error) || error instanceof LocateError) return false;
    throw error;
  }
}

/** Returns the writes that are kept, the latest first. */
export function pastWrites({ workspace, connection }: HistoryQuery, now = Date.now()): readonly PastWrite[] {
  const writes = stateFolders().flatMap((state) => {
    const folder = join(state, HISTORY);
    return entriesOf(folder).flatMap((name) => readHead(join(folder, name)) ?? []);
  });
  const orderOf = ({ path }: PastWrite) => basename(path);
  const isMeant = (write: PastWrite) =>
    now - write.time <= MAX_AGE_MS &&
    (workspace === undefined || isInside(write.workspace, workspace)) &&
    (connection === undefined || write.connection === connection);
  // Names are in the order of the writes; the time is that of the clock, which may have been set.
  return writes.filter(isMeant).sort((one, other) => (orderOf(one) < orderOf(other) ? 1 : -1));
}

/**
 * Returns the change of a write. Errors: `content_modified` where a file of which only a part is
 * kept is not as the write left it; `file_unreadable`; the file system's error.
 */
export function readKept(write: PastWrite, read?: ReadFile): KeptChange {
  const [, body = ""] = readTextSync(write.path, { maxBytes: 2 * MAX_BYTES }).split("\n");
  const { changed, ...kept } = readBody(body, read);
  if (changed.length > 0) throw changedSinceError(changed, write);
  return kept;
}

/** The error for files that are not as a write has left them. */
export function changedSinceError(changed: readonly string[], { command, id }: PastWrite): LocateError {
  const [were, their] = changed.length === 1 ? ["was", "its"] : ["were", "their"];
  return new LocateError(
    "content_modified",
    `${changed.map(escapeName).join(", ")} ${were} changed since ${their} text was written by: ${command}. Nothing was changed.`,
    { changed, id },
  );
}

/** Returns what is kept; `changed` are the files that it can't be told of any more. */
function readBody(body: string, read?: ReadFile): KeptChange & { readonly changed: readonly string[] } {
  const { made, ...rest } = JSON.parse(body) as Omit<KeptChange, "made"> & { readonly made?: EncodedChanges };
  if (made === undefined) {
    const why = "another version of lsp-locate has kept it";
    throw new LocateError("file_unreadable", `The write can't be taken back: ${why}.`, { path: "", why });
  }
  const { changes, changed } = decodeChanges(made, read);
  return { ...rest, made: changes, changed };
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
    return readdirSync(folder).filter(isHistoryName).sort();
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
