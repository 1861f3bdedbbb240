/** Writes that can be taken back, and the act of taking one back. */

import { lstatSync, rmdirSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { errorMessage, LocateError } from "../../error.js";
import { escapeName } from "../../text/printable.js";
import { isMissing } from "../readErrors.js";
import { MAX_TEXT_BYTES, readWholeFileSync } from "../readFileSync.js";
import { type FileChanges, pathAfter, pathBefore, type WriteScope } from "../write/resolveChanges.js";
import { writeFiles } from "../write/writeFiles.js";
import { forgetWrite, keepWrite, type PastWrite, readInverse, type WriteOrigin } from "./history.js";
import { inverseOf } from "./inverse.js";

interface WriteOptions {
  readonly origin: WriteOrigin;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Makes a change of files as `writeFiles` does, and keeps what takes it back. One that can't be
 * kept is made all the same; a message says so.
 */
export async function writeUndoable(
  changes: FileChanges,
  scope: WriteScope,
  { origin, signal }: WriteOptions,
): Promise<readonly string[]> {
  const madeFolders = missingFolders(changes);
  const messages = await writeFiles(changes, scope, { signal });
  try {
    keepWrite(origin, { ...inverseOf(changes), madeFolders, scope });
    return messages;
  } catch (error) {
    return [...messages, `It can't be undone by lsp-locate: ${errorMessage(error)}.`];
  }
}

/** Returns the folders that a change has to make, the outermost first. */
function missingFolders({ moves, creations }: FileChanges): readonly string[] {
  const missing = new Set<string>();
  for (const path of [...creations.map((each) => each.path), ...moves.flatMap(({ to }) => to ?? [])])
    for (let folder = dirname(path); !missing.has(folder) && !exists(folder); folder = dirname(folder))
      missing.add(folder);
  return [...missing].sort((one, other) => one.length - other.length);
}

function exists(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false }) !== undefined || dirname(path) === path;
}

/** What was done to a file. */
export interface Restored {
  readonly what: "restored" | "deleted" | "moved back";
  /** Where the file is, or was. */
  readonly path: string;
}

/**
 * Takes a write back, completely or not at all, and forgets it. Errors: `content_modified` with
 * the files that are not as it left them; those of `writeFiles`.
 */
export async function undoWrite(
  write: PastWrite,
  { signal }: { readonly signal?: AbortSignal } = {},
): Promise<{ readonly restored: readonly Restored[]; readonly messages: readonly string[] }> {
  const { changes, lost, madeFolders, scope } = readInverse(write);
  const [lostFolder] = lost;
  if (lostFolder !== undefined)
    throw new LocateError(
      "file_unwritable",
      `${escapeName(lostFolder)} was deleted with what it held, which is not kept. Nothing was changed.`,
      { path: lostFolder, why: "a deleted folder is not kept" },
    );
  const changed = changedFiles(changes);
  if (changed.length > 0) {
    const [were, their] = changed.length === 1 ? ["was", "its"] : ["were", "their"];
    throw new LocateError(
      "content_modified",
      `${changed.map(escapeName).join(", ")} ${were} changed since ${their} text was written by: ${write.command}. Nothing was changed.`,
      { changed, id: write.id },
    );
  }
  const messages = await writeFiles(changes, { ...scope, folders: scope.folders }, { signal });
  for (const folder of madeFolders.toReversed()) removeIfEmpty(folder);
  forgetWrite(write);
  return { restored: restoredBy(changes), messages };
}

/** A file or folder that a change moves or deletes, by its path before the change. */
interface Moved {
  readonly path: string;
  /** Where the change leaves it; undefined where it is deleted. */
  readonly to: string | undefined;
  /** The bytes of a file, after the replacement of its content. */
  readonly content: Uint8Array | undefined;
}

/** Returns what a change moves, however many steps each takes. */
function movedBy(moves: FileChanges["moves"]): readonly Moved[] {
  const moved = new Map<string, Moved>();
  for (const [index, { from, to, content }] of moves.entries()) {
    const path = pathBefore(from, moves.slice(0, index)) ?? from;
    moved.set(path, { path, to, content: content ?? moved.get(path)?.content });
  }
  return [...moved.values()];
}

function restoredBy({ contents, moves, creations }: FileChanges): readonly Restored[] {
  const moved = movedBy(moves);
  const written = [...contents.filter(({ path }) => !moved.some((each) => each.path === path)), ...creations];
  return [
    ...written.map(({ path }): Restored => ({ what: "restored", path: pathAfter(path, moves) })),
    ...moved.map(
      ({ path, to }): Restored => (to === undefined ? { what: "deleted", path } : { what: "moved back", path: to }),
    ),
  ];
}

/** Returns the files that are not as a write has left them. */
function changedFiles({ contents, moves, creations }: FileChanges): readonly string[] {
  const moved = movedBy(moves);
  const known = new Map(contents.map(({ path, before }) => [path, before]));
  // The content that is given for a move is that after the replacement.
  for (const { path, content } of moved) if (content !== undefined && !known.has(path)) known.set(path, content);
  const changed = [...known].filter(([path, bytes]) => !hasBytes(path, bytes)).map(([path]) => path);
  const gone = moved.filter(({ path, content }) => content === undefined && !exists(path)).map(({ path }) => path);
  const isFreed = (path: string) => moved.some((each) => each.path === path);
  const targets = [...moved.flatMap(({ to }) => to ?? []), ...creations.map(({ path }) => path)];
  const taken = targets.filter((path) => !isFreed(path) && exists(path));
  return [...new Set([...changed, ...gone, ...taken])];
}

function hasBytes(path: string, bytes: Uint8Array): boolean {
  try {
    if (statSync(path).size !== bytes.length) return false;
    return readWholeFileSync(path, { maxBytes: 2 * MAX_TEXT_BYTES }).bytes.equals(bytes);
  } catch (error) {
    if (isMissing(error) || error instanceof LocateError) return false;
    throw error;
  }
}

function removeIfEmpty(folder: string): void {
  try {
    rmdirSync(folder);
  } catch {
    // another program has put a file there
  }
}
