/** A WorkspaceEdit that a backend has made: the texts that it is about, and its diff. */

import type { TextDocumentEdit, TextEdit, WorkspaceEdit } from "vscode-languageserver-protocol";
import { LocateError } from "../../../error.js";
import type { OpenDocument } from "../../../files/documents/openDocument.js";
import { type PositionEncoding, rangeToOffsets } from "../../../text/position.js";
import { codeBlock } from "../../../text/printable.js";
import { pathOfUri } from "../../../uri.js";
import type { RequestContext } from "../../client/requestContext.js";
import { answerPermission, displayPath } from "../../documents/filePaths.js";
import { textDigest } from "../../place/placeResult.js";
import { hunksOf } from "../edit/hunk.js";

/** What the answer has of the files of an edit. */
export interface EditedTexts {
  /** The SHA-256 of each text that the edit is about, UTF-8, without a byte order mark. */
  readonly texts: readonly { readonly uri: string; readonly sha256: string }[];
  /** A diff for each file, and what is created, moved or deleted. */
  readonly diffs: readonly string[];
}

/** Describes an edit. A file that can't be read is named without its text. */
export async function describeEdit(
  edit: WorkspaceEdit,
  encoding: PositionEncoding,
  context: RequestContext,
): Promise<EditedTexts> {
  const texts: EditedTexts["texts"][number][] = [];
  const diffs: string[] = [];
  for (const part of partsOf(edit)) {
    const show = (uri: string) => displayPath(uri, context.client.roots);
    if ("kind" in part) {
      const moved = part.kind === "rename" ? `${show(part.oldUri)} becomes ${show(part.newUri)}.` : undefined;
      diffs.push(moved ?? `${show((part as { uri: string }).uri)} is ${part.kind}d.`);
      continue;
    }
    const { uri } = part.textDocument;
    const document = await readDocument(uri, context);
    if (document === undefined) {
      diffs.push(`${show(uri)}: changed in ${part.edits.length} places.`);
      continue;
    }
    const changes = part.edits
      .filter((each): each is TextEdit => "newText" in each)
      .map(({ range, newText }) => ({ ...rangeToOffsets(document.text, range, encoding), insert: newText }))
      .sort((one, other) => one.from - other.from || one.to - other.to);
    texts.push({ uri, sha256: textDigest(document.text) });
    if (changes.length > 0) diffs.push(codeBlock(hunksOf(show(uri), document.text, changes), "diff"));
  }
  return { texts, diffs };
}

/** Returns the parts of an edit, in order; those of `changes` like those of `documentChanges`. */
export function partsOf({ documentChanges, changes = {} }: WorkspaceEdit) {
  return (
    documentChanges ??
    Object.entries(changes).map(([uri, edits]): TextDocumentEdit => ({ textDocument: { uri, version: null }, edits }))
  );
}

/** Returns the document of a URI, the client's or as on disk; undefined where it can't be read. */
export async function readDocument(uri: string, context: RequestContext): Promise<OpenDocument | undefined> {
  const open = context.documents.get(uri);
  const path = pathOfUri(uri);
  if (open !== undefined || path === undefined) return open;
  return context.unopenedFiles.read(path, answerPermission(context.client.roots)).catch(() => undefined);
}

/** The error of a change whose text is another one by now; `path` is as people write it. */
export function textChangedError(path: string): LocateError {
  return new LocateError("content_modified", `${path} was changed meanwhile. Send the request again.`, {
    changed: [path],
  });
}
