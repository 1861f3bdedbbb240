/** Writes that can be taken back, and the act of taking one back. */

import { lstatSync, realpathSync } from "node:fs";
import { dirname } from "node:path";
import { LocateError } from "../../error.js";
import { escapeName } from "../../text/printable.js";
import { type FileChanges, pathAfter, pathBefore, type WriteScope } from "../write/resolveChanges.js";
import {
  changedSinceError,
  draftWrite,
  hasBytes,
  type PastWrite,
  readKept,
  type WriteOrigin,
} from "../write/transaction/history.js";
import { inverseOf } from "../write/transaction/inverse.js";
import { writeFiles } from "../write/writeFiles.js";

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
  const { command, workspace } = origin;
  const keep = () => draftWrite(origin, { made: changes, madeFolders, scope });
  return writeFiles(changes, scope, { signal, origin: { command, workspace }, keep });
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
  const { made, madeFolders, scope } = readKept(write);
  const { changes, lost } = inverseOf(made);
  const [lostFolder] = lost;
  if (lostFolder !== undefined)
    throw new LocateError(
      "file_unwritable",
      `${escapeName(lostFolder)} was deleted with what it held, which is not kept. Nothing was changed.`,
      { path: lostFolder, why: "a deleted folder is not kept" },
    );
  const changed = changedFiles(changes);
  if (changed.length > 0) throw changedSinceError(changed, write);
  const origin = {
    ...{ command: `undo ${write.id}`, workspace: write.workspace, forgotten: write.path },
    emptied: madeFolders.toReversed().flatMap(realFolder),
  };
  const messages = await writeFiles(changes, { ...scope, folders: scope.folders }, { signal, origin });
  return { restored: restoredBy(changes), messages };
}

/** Returns the path of a folder without links; nothing for one that is gone. */
function realFolder(path: string): readonly string[] {
  try {
    return [realpathSync.native(path)];
  } catch {
    return [];
  }
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
