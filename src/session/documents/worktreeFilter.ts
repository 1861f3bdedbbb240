/**
 * Answers kept to a worktree of git: what a server says about files in another worktree is left
 * out. Definitions and implementations may lead anywhere and are not filtered.
 */

import { isObject } from "../../backend/json.js";
import { pathOfUri, type WorkspaceFolder } from "../../uri.js";
import { Worktrees } from "../../workspace/disk/worktrees.js";

/** Whether a file, by its absolute path, is in the wrong worktree. */
export type IsWrongFile = (path: string) => boolean;

/** Returns a test for files in other worktrees than that of a file. */
export function otherWorktreeTest(file: string | undefined): IsWrongFile {
  const worktrees = new Worktrees();
  return (path) => file !== undefined && worktrees.areDifferent(file, path);
}

/** Returns a test for files in other worktrees than those of the workspace folders. */
export function outsideFoldersTest(folders: readonly Pick<WorkspaceFolder, "uri">[]): IsWrongFile {
  const worktrees = new Worktrees();
  const paths = folders.flatMap(({ uri }) => pathOfUri(uri) ?? []);
  return (path) => worktrees.otherThan(path, paths) !== undefined;
}

/** Installed packages count as libraries: a worktree may share those of another one. */
const installedPackage = /[\\/](?:node_modules|site-packages)[\\/]/;

/** Returns the URIs of the files that an item of a result is about. */
type UrisOf = (item: Readonly<Record<string, unknown>>) => readonly unknown[];

const ownUri: UrisOf = ({ uri }) => [uri];
const uriAt =
  (name: string): UrisOf =>
  (item) => {
    const inner = item[name];
    return isObject(inner) ? [inner["uri"]] : [];
  };

/** By the name of a method: the files of each item in its list of results. */
const listMethods: Readonly<Record<string, UrisOf>> = {
  references: ownUri,
  supertypes: ownUri,
  subtypes: ownUri,
  incomingCalls: uriAt("from"),
  outgoingCalls: uriAt("to"),
  symbol: uriAt("location"),
};

/** Whether the answer to a method, by the last part of its name, is kept to the worktree. */
export function isKeptToWorktree(name: string): boolean {
  return name === "rename" || Object.hasOwn(listMethods, name);
}

/** Returns the result (JSON) of a method without what is in wrong files; the same if all stays. */
export function keepToWorktree(name: string, result: Buffer, isWrongFile: IsWrongFile): Buffer {
  if (!isKeptToWorktree(name)) return result;
  const isWrong = (uri: unknown) => {
    const path = typeof uri === "string" ? pathOfUri(uri) : undefined;
    return path !== undefined && !installedPackage.test(path) && isWrongFile(path);
  };
  const value = parse(result);
  const kept = name === "rename" ? keepEdit(value, isWrong) : keepItems(value, listMethods[name] as UrisOf, isWrong);
  return kept === value ? result : Buffer.from(JSON.stringify(kept));
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
