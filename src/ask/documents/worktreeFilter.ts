/**
 * Answers kept to a worktree of git: what a server says about files in another worktree is left
 * out. Definitions and implementations may lead anywhere and are not filtered.
 */

import { dirname } from "node:path";
import { isObject } from "../../backend/isObject.js";
import { isInPackage } from "../../files/readPermission.js";
import { pathOfUri, type WorkspaceFolder } from "../../uri.js";
import { findValues, type Splice, splice } from "../../wire/json.js";
import { Worktrees } from "../../workspace/disk/worktrees.js";
import { policyOf, type WorktreePart } from "../methodTable.js";

/** Whether a file, by its absolute path, is in the wrong worktree. */
export type IsWrongFile = (path: string) => boolean;

/** Returns a test for files in other worktrees than that of a file. */
export function otherWorktreeTest(file: string | undefined): IsWrongFile {
  const worktrees = new Worktrees();
  const folder = file === undefined ? undefined : dirname(file);
  return (path) => folder !== undefined && worktrees.areDifferent(folder, dirname(path));
}

/** Returns a test for files in other worktrees than those of the workspace folders. */
export function outsideFoldersTest(folders: readonly Pick<WorkspaceFolder, "uri">[]): IsWrongFile {
  const worktrees = new Worktrees();
  const paths = folders.flatMap(({ uri }) => pathOfUri(uri) ?? []);
  return (path) => worktrees.otherThan(path, paths) !== undefined;
}

/** What says which worktrees a backend serves. */
export interface ServedWorktrees {
  /** The backend's root; undefined for the only backend of a client. */
  readonly root: string | undefined;
  readonly folders: readonly Pick<WorkspaceFolder, "uri">[];
  /** The documents that the client has open, wherever they are. */
  readonly documents: Iterable<{ readonly uri: string }>;
}

/**
 * Returns a test for files in other worktrees than a backend serves: that of its root, else those
 * of the client's folders and open documents.
 */
export function notServedTest({ root, folders, documents }: ServedWorktrees): IsWrongFile {
  if (root !== undefined) return outsideFoldersTest([{ uri: root }]);
  const worktrees = new Worktrees();
  const tops = [...documents].flatMap(({ uri }) => worktrees.of(pathOfUri(uri) ?? "/")?.top ?? []);
  const paths = [...folders.flatMap(({ uri }) => pathOfUri(uri) ?? []), ...new Set(tops)];
  return (path) => worktrees.otherThan(path, paths) !== undefined;
}

/**
 * Whether a URI (unchecked JSON) is that of a wrong file. Installed packages count as libraries,
 * which are right everywhere: a worktree may share those of another one.
 */
export function isWrongUri(uri: unknown, isWrongFile: IsWrongFile): boolean {
  const path = typeof uri === "string" ? pathOfUri(uri) : undefined;
  return path !== undefined && !isInPackage(path) && isWrongFile(path);
}

/** Returns the URIs of the files that an item of a result is about. */
type UrisOf = (item: Readonly<Record<string, unknown>>) => readonly unknown[];

const ownUri: UrisOf = ({ uri }) => [uri];
const uriAt =
  (name: string): UrisOf =>
  (item) => {
    const inner = item[name];
    return isObject(inner) ? [inner["uri"]] : [];
  };

/** How the files of each item are found, by the part of a policy. */
const itemParts: Readonly<Record<Exclude<WorktreePart, "edit" | "items with edits">, UrisOf>> = {
  uri: ownUri,
  "from.uri": uriAt("from"),
  "to.uri": uriAt("to"),
  "location.uri": uriAt("location"),
};

type Paths = readonly (readonly string[])[];

/** Where an answer has WorkspaceEdits. */
const editParts: Readonly<Record<"edit" | "items with edits", Paths>> = {
  edit: [[]],
  "items with edits": [["*", "edit"]],
};

/** Returns the result (JSON) of a method without what is in wrong files; the same if all stays. */
export function keepToWorktree(name: string, result: Buffer, isWrongFile: IsWrongFile): Buffer {
  const part = policyOf(name)?.worktree;
  if (part === undefined) return result;
  if (part === "edit" || part === "items with edits") return keepEditsToWorktree(result, editParts[part], isWrongFile);
  const value = parse(result);
  const kept = keepItems(value, itemParts[part], (uri) => isWrongUri(uri, isWrongFile));
  return kept === value ? result : Buffer.from(JSON.stringify(kept));
}

/** Returns a body whose WorkspaceEdits lack the changes of wrong files; the same if all stay. */
export function keepEditsToWorktree(body: Buffer, editsAt: Paths, isWrongFile: IsWrongFile): Buffer {
  const splices: Splice[] = [];
  for (const span of editsAt.flatMap((path) => findValues(body, path))) {
    const edit = parse(body.subarray(span.from, span.to));
    const kept = keepEdit(edit, (uri) => isWrongUri(uri, isWrongFile));
    if (kept !== edit) splices.push({ ...span, bytes: Buffer.from(JSON.stringify(kept)) });
  }
  return splices.length > 0 ? splice(body, splices) : body;
}

/** Returns undefined for what is not JSON, which is left to the client to judge. */
function parse(json: Buffer): unknown {
  try {
    return JSON.parse(json.toString("utf8"));
  } catch {
    return undefined;
  }
}

function keepItems(value: unknown, urisOf: UrisOf, isWrong: (uri: unknown) => boolean): unknown {
  if (!Array.isArray(value)) return value;
  const kept = value.filter((item) => !isObject(item) || !urisOf(item).some(isWrong));
  return kept.length === value.length ? value : kept;
}

/** Returns a WorkspaceEdit without the changes of wrong files. */
function keepEdit(edit: unknown, isWrong: (uri: unknown) => boolean): unknown {
  if (!isObject(edit)) return edit;
  const { changes, documentChanges } = edit;
  const keptDocuments = keepItems(documentChanges, urisOfChange, isWrong);
  const keptChanges =
    isObject(changes) && Object.keys(changes).some(isWrong)
      ? Object.fromEntries(Object.entries(changes).filter(([uri]) => !isWrong(uri)))
      : changes;
  if (keptDocuments === documentChanges && keptChanges === changes) return edit;
  return {
    ...edit,
    ...(changes === undefined ? {} : { changes: keptChanges }),
    ...(documentChanges === undefined ? {} : { documentChanges: keptDocuments }),
  };
}

/** The files of a TextDocumentEdit, or of a change that creates, renames or deletes a file. */
const urisOfChange: UrisOf = (change) => [
  ...uriAt("textDocument")(change),
  change["uri"],
  change["oldUri"],
  change["newUri"],
];
