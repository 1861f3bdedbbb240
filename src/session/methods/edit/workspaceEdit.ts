/** Changes of documents as a WorkspaceEdit in the form that the client knows. */

import type { TextDocumentEdit, WorkspaceEdit } from "vscode-languageserver-protocol";
import type { OpenDocument } from "../../../files/documents/openDocument.js";
import type { Replacement } from "../../../locate/edit/editRequest.js";
import type { Document } from "../../../text/document.js";
import { offsetsToRange } from "../../../text/position.js";
import type { ClientState } from "../../client/clientState.js";

/** A document, and what changes in one of its texts. */
export interface ChangedText {
  readonly document: Pick<OpenDocument, "owner" | "version">;
  readonly version: { readonly uri: string; readonly text: Document };
  readonly changes: readonly Replacement[];
}

export function toWorkspaceEdit(
  changed: readonly ChangedText[],
  client: Pick<ClientState, "capabilities" | "encoding">,
): WorkspaceEdit {
  const parts = changed.map(({ version: { uri, text }, document: { owner, version }, changes }) => {
    const edits = changes.map(({ from, to, insert }) => ({
      range: offsetsToRange(text, { from, to }, client.encoding),
      newText: insert,
    }));
    return { textDocument: { uri, version: owner === "client" ? version : null }, edits } satisfies TextDocumentEdit;
  });
  if (client.capabilities.workspace?.workspaceEdit?.documentChanges) return { documentChanges: parts };
  return { changes: Object.fromEntries(parts.map(({ textDocument: { uri }, edits }) => [uri, edits])) };
}
