/** The files that a server makes itself when it runs a command, for an edit that fills them. */

import { unlinkSync } from "node:fs";
import type { CreateFile, WorkspaceEdit } from "vscode-languageserver-protocol";
import { inlineCode } from "../../../text/printable.js";
import { pathOfUri } from "../../../uri.js";
import { lstatIfExists } from "../../../workspace/disk/folderEntries.js";
import type { RequestContext } from "../../client/requestContext.js";
import { displayPath } from "../../documents/filePaths.js";
import { partsOf } from "./editedTexts.js";

/** How much earlier than the clock says a file system may date a file: it counts in ticks. */
const TICK_MS = 10;

/** An edit that makes the files itself, and what is to be said of files that remain. */
export interface CompleteEdit {
  readonly edit: WorkspaceEdit;
  readonly notes: readonly string[];
}

/**
 * Removes the empty files that were made since `startedAt` and that the edit fills, and has the
 * edit make them: what is only shown writes nothing. A client that makes no files gets a note.
 */
export function removeCreatedFiles(
  edit: WorkspaceEdit,
  startedAt: number,
  { client }: Pick<RequestContext, "client">,
): CompleteEdit {
  const parts = partsOf(edit);
  const uris = new Set(parts.flatMap((part) => ("kind" in part ? [] : [part.textDocument.uri])));
  const created = [...uris].flatMap((uri) => {
    const path = pathOfUri(uri);
    return path !== undefined && isCreatedEmpty(path, startedAt) ? [{ uri, path }] : [];
  });
  if (created.length === 0) return { edit, notes: [] };
  const { documentChanges, resourceOperations } = client.capabilities.workspace?.workspaceEdit ?? {};
  if (!documentChanges || !resourceOperations?.includes("create")) {
    const names = created.map(({ uri }) => inlineCode(displayPath(uri, client.roots))).join(", ");
    const note = `The server has made ${names}, still empty. Delete what is empty if the edit is not made.`;
    return { edit, notes: [note] };
  }
  for (const { path } of created) unlinkSync(path);
  const creations = created.map(({ uri }): CreateFile => ({ kind: "create", uri, options: { ignoreIfExists: true } }));
  const { changes: _changes, ...rest } = edit;
  return { edit: { ...rest, documentChanges: [...creations, ...parts] }, notes: [] };
}

function isCreatedEmpty(path: string, startedAt: number): boolean {
  const stats = lstatIfExists(path);
  return stats?.isFile() === true && stats.size === 0 && stats.birthtimeMs >= startedAt - TICK_MS;
}
