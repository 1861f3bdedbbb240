/**
 * Edits of notebooks for a client that has their JSON, by a server that it shares with clients
 * which have their scripts.
 */

import type { AnnotatedTextEdit, SnippetTextEdit, TextEdit, WorkspaceEdit } from "vscode-languageserver-protocol";
import { decodeFile } from "../../files/documents/notebook/decodeFile.js";
import { isNotebookPath, type Notebook } from "../../files/documents/notebook/notebook.js";
import { scriptOf } from "../../files/documents/notebook/notebookScript.js";
import { notebookEdits } from "../../files/documents/notebook/rewriteNotebook.js";
import { MAX_TEXT_BYTES, maxBytesOf, readWholeFileSync } from "../../files/readFileSync.js";
import { Document } from "../../text/document.js";
import { applyTextEdits } from "../../text/edits/textEdits.js";
import { offsetsToRange, type PositionEncoding } from "../../text/position.js";
import { pathOfUri } from "../../uri.js";

interface NotebookContext {
  readonly encoding: PositionEncoding;
  /** Whether the client has a document (URI) open, whose text is then its own. */
  isOpen(uri: string): boolean;
}

/**
 * Returns an edit with those of notebooks as edits of their JSON, as it is on disk; the same object
 * where there are none. Those of a notebook that can't be read or written are left out, since in
 * its JSON they would be elsewhere.
 */
export function withJsonEdits(edit: WorkspaceEdit, { encoding, isOpen }: NotebookContext): WorkspaceEdit {
  const isScript = (uri: string) => isNotebookPath(uri) && !isOpen(uri);
  const convert = (uri: string, edits: readonly GivenEdit[]) =>
    isScript(uri) ? editsOnDisk(uri, edits.filter(isPlain), encoding) : [...edits];
  const { changes, documentChanges } = edit;
  const uris = [
    ...Object.keys(changes ?? {}),
    ...(documentChanges ?? []).flatMap((part) => ("textDocument" in part ? part.textDocument.uri : [])),
  ];
  if (!uris.some(isScript)) return edit;
  return {
    ...edit,
    ...(changes && {
      changes: Object.fromEntries(
        Object.entries(changes).map(([uri, edits]) => [uri, convert(uri, edits) as TextEdit[]]),
      ),
    }),
    ...(documentChanges && {
      documentChanges: documentChanges.map((part) =>
        "textDocument" in part ? { ...part, edits: convert(part.textDocument.uri, part.edits) } : part,
      ),
    }),
  };
}

type GivenEdit = TextEdit | AnnotatedTextEdit | SnippetTextEdit;

function isPlain(edit: GivenEdit): edit is TextEdit {
  return "newText" in edit;
}

/** Returns edits of the JSON that do what edits of the script would. */
function editsOnDisk(uri: string, edits: readonly TextEdit[], encoding: PositionEncoding): TextEdit[] {
  const notebook = readFromDisk(uri);
  if (notebook === undefined) return [];
  const changed = notebookEdits(notebook, applyTextEdits(scriptOf(notebook), edits, encoding));
  if ("unwritable" in changed) return [];
  const json = Document.of(notebook.json);
  return changed.map(({ from, to, text }) => ({ range: offsetsToRange(json, { from, to }, encoding), newText: text }));
}

function readFromDisk(uri: string): Notebook | undefined {
  const path = pathOfUri(uri);
  if (path === undefined) return undefined;
  try {
    const decoded = decodeFile(path, readWholeFileSync(path, { maxBytes: maxBytesOf(path, MAX_TEXT_BYTES) }).bytes);
    return "binary" in decoded ? undefined : decoded.notebook;
  } catch {
    return undefined; // gone meanwhile
  }
}
