/**
 * Edits of notebooks for a client that has their JSON, by a server that it shares with clients
 * which have their scripts.
 */

import type { AnnotatedTextEdit, SnippetTextEdit, TextEdit, WorkspaceEdit } from "vscode-languageserver-protocol";
import { LocateError } from "../../error.js";
import { decodeFile } from "../../files/documents/notebook/decodeFile.js";
import { isNotebookPath, type Notebook } from "../../files/documents/notebook/notebook.js";
import { scriptOf } from "../../files/documents/notebook/notebookScript.js";
import { notebookEdits } from "../../files/documents/notebook/rewriteNotebook.js";
import { MAX_TEXT_BYTES, maxBytesOf, readWholeFileSync } from "../../files/readFileSync.js";
import { Document } from "../../text/document.js";
import { applyTextEdits, UnusableEdit } from "../../text/edits/textEdits.js";
import { offsetsToRange, type PositionEncoding } from "../../text/position.js";
import { pathOfUri } from "../../uri.js";

interface NotebookContext {
  readonly encoding: PositionEncoding;
  /** Whether the client has a document (URI) open, whose text is then its own. */
  isOpen(uri: string): boolean;
}

/**
 * Returns an edit with those of notebooks as edits of their JSON, as it is on disk; the same object
 * where there are none. Throws `file_unwritable` for a notebook that can't be read or written: in
 * its JSON the edits would be elsewhere, and an edit without them would be half of one.
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
  const path = pathOfUri(uri);
  if (path === undefined) throw unwritable(uri, "it is in no file");
  const notebook = readFromDisk(path);
  const changed = notebookEdits(notebook, scriptWith(edits, { path, notebook, encoding }));
  if ("unwritable" in changed) throw unwritable(path, changed.unwritable);
  const json = Document.of(notebook.json);
  return changed.map(({ from, to, text }) => ({ range: offsetsToRange(json, { from, to }, encoding), newText: text }));
}

interface ScriptEdits {
  readonly path: string;
  readonly notebook: Notebook;
  readonly encoding: PositionEncoding;
}

function scriptWith(edits: readonly TextEdit[], { path, notebook, encoding }: ScriptEdits): string {
  try {
    return applyTextEdits(scriptOf(notebook), edits, encoding);
  } catch (error) {
    throw error instanceof UnusableEdit ? unwritable(path, error.message) : error;
  }
}

function readFromDisk(path: string): Notebook {
  const { bytes } = readWholeFileSync(path, { maxBytes: maxBytesOf(path, MAX_TEXT_BYTES) });
  const decoded = decodeFile(path, bytes);
  if ("binary" in decoded) throw unwritable(path, decoded.binary);
  if (decoded.notebook === undefined) throw unwritable(path, "it is no notebook");
  return decoded.notebook;
}

function unwritable(path: string, why: string): LocateError {
  return new LocateError("file_unwritable", `${path} can't be edited: ${why}. Nothing was changed.`, { path, why });
}
