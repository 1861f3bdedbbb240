/** The parameters of a rename, and the aliases by which it keeps the old name. */

import type { Backend } from "../../../ask/backend/backend.js";
import type { Deadline } from "../../../ask/deadline.js";
import { isInside } from "../../../files/isInside.js";
import { pathOfUri } from "../../../uri.js";
import type { RequestContext } from "../../client/requestContext.js";
import { foldersOf } from "../../documents/filePaths.js";
import type { FileTexts } from "../fileTexts.js";
import type { PossiblePlace } from "../searchRun.js";
import type { RenamedRange, RenameEdits } from "./renameEdits.js";

export interface RenameRequest {
  readonly newName: string;
  /** Whether names that a package.json makes public keep an alias. */
  readonly keepsPublic: boolean;
  /** Whether files outside of the workspace may change. */
  readonly changesLibraries: boolean;
  /** Further places that the request says to be meant. */
  readonly also: readonly PossiblePlace[];
  readonly backend: Backend;
  readonly texts: FileTexts;
  /** That of all that is done with the server's answer. */
  readonly deadline: Deadline;
  /** Says what is done from now on, for the client's progress. */
  noteStage(stage: string): void;
  readonly context: RequestContext;
}

/** Whether a file is in a folder of the workspace, and not of a package installed there. */
export function isInWorkspace(uri: string, { client }: Pick<RequestContext, "client">): boolean {
  const path = pathOfUri(uri);
  if (path === undefined || path.split(/[\\/]/).includes("node_modules")) return false;
  return foldersOf(client.roots).some((root) => isInside(path, root));
}

/**
 * Parts a rename into the files that may change and those of libraries, as rust-analyzer renames a
 * method of a trait with the standard library's. If all are outside of the workspace, it is a
 * rename there.
 */
export function withoutLibraries(
  edits: RenameEdits,
  { changesLibraries, context }: Pick<RenameRequest, "changesLibraries" | "context">,
): { readonly own: RenameEdits; readonly outside: readonly RenamedRange[] } {
  const isOwn = ({ uri }: { readonly uri: string }) =>
    isInWorkspace(uri, context) || context.documents.get(uri) !== undefined;
  const [own, outside] = [
    [...edits].filter(([, file]) => isOwn(file)),
    [...edits.values()].filter((each) => !isOwn(each)),
  ];
  if (changesLibraries || own.length === 0 || outside.length === 0) return { own: edits, outside: [] };
  return {
    own: new Map(own),
    outside: outside.flatMap(({ uri, edits }) => edits.slice(0, 1).map((each) => ({ uri, ...each }))),
  };
}

/** A specifier such as `new as old` in an export. */
export interface KeptAlias {
  readonly place: RenamedRange;
  readonly oldName: string;
  /** Because a package.json makes the name public, not because the server had no answer. */
  readonly isPublic: boolean;
}

/** How long all that is done with the server's answer may take, in ms; longer on a busy machine. */
export const RENAME_TIMEOUT_MS = 30_000;

/** How long each part of that may take, in ms; less where the deadline of the whole is nearer. */
export const renameBudgets = {
  /** After this time, further aliases remain. */
  aliases: 10_000,
  /** A rename breaks what it leaves out: the search may take as long as the index is built. */
  search: 20_000,
  /** After this time, no further files are opened at the server. */
  opening: 3_000,
  /** After this time, further files are not examined. Few files have both names. */
  scopes: 5_000,
  /** After this time, further members are not examined. */
  overrides: 15_000,
  /** After this time, further members and related types are not examined. */
  conflicts: 5_000,
  /** After this time, the server is asked about no further uses. */
  sharedUses: 10_000,
  /** After this time, the remaining uses are classified as possible. */
  uses: 10_000,
} as const;
