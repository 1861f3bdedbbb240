/** The parameters of a rename, and the aliases by which it keeps the old name. */

import type { Backend } from "../../../ask/backend/backend.js";
import type { Deadline } from "../../../ask/deadline.js";
import { LocateError } from "../../../error.js";
import { isInside } from "../../../files/isInside.js";
import { isInPackage } from "../../../files/readPermission.js";
import { escapeName } from "../../../text/printable.js";
import { pathOfUri } from "../../../uri.js";
import type { RequestContext } from "../../client/requestContext.js";
import { displayPath, foldersOf } from "../../documents/filePaths.js";
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
  const root = path === undefined ? undefined : foldersOf(client.roots).find((folder) => isInside(path, folder));
  return path !== undefined && root !== undefined && !isInPackage(path.slice(root.length));
}

/**
 * Parts a rename into the files that may change and those of libraries, as rust-analyzer renames a
 * method of a trait with the standard library's. If all are outside of the workspace, it is a
 * rename there; not if they are in installed packages, which the next installation replaces.
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
  const isThere = own.length === 0 && !outside.some(({ uri }) => isInPackage(pathOfUri(uri) ?? ""));
  if (changesLibraries || isThere || outside.length === 0) return { own: edits, outside: [] };
  return {
    own: new Map(own),
    outside: outside.flatMap(({ uri, edits }) => edits.slice(0, 1).map((each) => ({ uri, ...each }))),
  };
}

/** Errors: `rename_incomplete` for a rename inside of installed packages alone. */
export function assertOwnFiles(edits: RenameEdits, request: Pick<RenameRequest, "changesLibraries" | "context">): void {
  const { own, outside } = withoutLibraries(edits, request);
  const { roots } = request.context.client;
  const places = outside.map(({ uri, range }) => {
    return { file_path: displayPath(uri, roots), line: range.start.line + 1, text: "" };
  });
  const [first] = places;
  if (own.size > 0 || first === undefined) return;
  throw new LocateError(
    "rename_incomplete",
    `This is of an installed package (${escapeName(first.file_path)}:${first.line}): a rename there ends with the next installation. Nothing was changed. To rename it all the same, use outside: true, or --allow-outside in a shell.`,
    { count: places.length, certain: places.length, places, outside: places.length },
  );
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
