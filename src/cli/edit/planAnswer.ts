/** Plans the changes to files that an answer describes, based on the text that it refers to. */

import { createHash } from "node:crypto";
import { statSync } from "node:fs";
import type { TextEdit, WorkspaceEdit } from "vscode-languageserver-protocol";
import { errorMessage, LocateError } from "../../error.js";
import { decodeFile } from "../../files/documents/notebook/decodeFile.js";
import { isMissing } from "../../files/readErrors.js";
import { MAX_TEXT_BYTES, maxBytesOf, readWholeFileSync } from "../../files/readFileSync.js";
import type { ReadPermission } from "../../files/readPermission.js";
import { Document } from "../../text/document.js";
import { type PositionEncoding, rangeToOffsets } from "../../text/position.js";
import { escapeName } from "../../text/printable.js";
import { keyOfUri, pathOfUri, uriOfPath } from "../../uri.js";
import { type DiskEntry, type EditPlan, partsOf, planEdit } from "./editPlan.js";

/** The part of an answer that is planned. */
interface ChangesAnswer {
  readonly edit: WorkspaceEdit;
  readonly encoding: PositionEncoding;
  /** The documents of the Locates, and the SHA-256 of each text that the edit refers to. */
  readonly located: readonly { readonly uri: string; readonly sha256: string }[];
}

interface PlanOptions {
  /** The new name if the answer is a rename. */
  readonly newName?: unknown;
  /** Which files may be read, and shown as they would be; absent for all. */
  readonly permission?: ReadPermission | undefined;
}

/** An edit, and what it was computed for, so that another process can plan the same. */
export interface AnswerEdit {
  readonly edit: WorkspaceEdit;
  readonly encoding: PositionEncoding;
  /** The SHA-256 of the text of each file that was read, by its absolute path. */
  readonly digests: Readonly<Record<string, string>>;
}

export interface AnswerPlan extends EditPlan {
  readonly planned: AnswerEdit;
}

/**
 * Plans the changes of an answer. Throws UnusableEdit, and the LocateError `content_modified` if a
 * file has changed since the answer.
 */
export function planAnswer(answer: ChangesAnswer, { newName, permission }: PlanOptions = {}): AnswerPlan {
  const { edit, encoding, located } = answer;
  const digestsByKey = new Map(located.map(({ uri, sha256: digest }) => [keyOfUri(uri), digest]));
  const locatedDigest = (path: string) => digestsByKey.get(keyOfUri(uriOfPath(path, [])));
  const isLocated = (path: string) => locatedDigest(path) !== undefined;
  const digests: Record<string, string> = {};
  const readEntry = (path: string): DiskEntry => {
    const entry = readDiskEntry(path, permission);
    if (entry.kind === "file") digests[path] = sha256(entry.text);
    // What can't be edited at all has a reason of its own, and is no text to compare.
    const expected = locatedDigest(path);
    if (expected === undefined || entry.kind === "other") return entry;
    if (entry.kind === "file" && digests[path] === expected) return entry;
    throw modifiedError(path);
  };
  const replacedNames = (text: string, edits: readonly Partial<TextEdit>[]) => {
    const document = Document.of(text);
    return edits.flatMap(({ range, newText }) => {
      if (newText !== newName || range === undefined) return [];
      const { from, to } = rangeToOffsets(document, range, encoding);
      return [document.slice(from, to).toLowerCase()];
    });
  };
  const oldNames = new Set<string>();
  for (const part of newName === undefined ? [] : partsOf(edit)) {
    const path = "kind" in part ? undefined : pathOfUri(part.textDocument.uri);
    const entry = path !== undefined && isLocated(path) ? readEntry(path) : undefined;
    if (entry?.kind === "file" && !("kind" in part))
      for (const name of replacedNames(entry.text, part.edits)) oldNames.add(name);
  }
  // Which text of another file the server has read is unknown: its edits must fit the present one.
  const checkEdits = (path: string, text: string, edits: readonly TextEdit[]) => {
    if (isLocated(path)) return;
    const isOtherName = oldNames.size > 0 && replacedNames(text, edits).some((name) => !oldNames.has(name));
    if (isOtherName || edits.some(({ range }) => isOutside(range, Document.of(text), encoding)))
      throw modifiedError(path);
  };
  const plan = planEdit(edit, { encoding, readEntry, pathOf: pathOfUri, checkEdits });
  return { ...plan, changes: orderChanges(plan.changes, isLocated), planned: { edit, encoding, digests } };
}

/** Orders changes: the file that the request is about, then by path. */
function orderChanges(changes: EditPlan["changes"], isLocated: (path: string) => boolean): EditPlan["changes"] {
  const rankOf = ({ oldPath }: EditPlan["changes"][number]) => (isLocated(oldPath) ? 0 : 1);
  return changes.toSorted(
    (one, other) => rankOf(one) - rankOf(other) || (one.path < other.path ? -1 : one.path > other.path ? 1 : 0),
  );
}

/**
 * Plans the same changes as another process has planned. Throws the LocateError `content_modified`
 * if a file has changed since.
 */
export function planAgain({ edit, encoding, digests }: AnswerEdit): EditPlan {
  const readEntry = (path: string): DiskEntry => {
    const entry = readDiskEntry(path);
    const digest = entry.kind === "file" ? sha256(entry.text) : undefined;
    if (digest !== digests[path]) throw modifiedError(path);
    return entry;
  };
  return planEdit(edit, { encoding, readEntry, pathOf: pathOfUri });
}

function isOutside({ start }: TextEdit["range"], document: Document, encoding: ChangesAnswer["encoding"]): boolean {
  if (start.line >= document.lineCount) return start.line > document.lineCount || start.character > 0;
  const length = document.unitsBetween(document.lineFrom(start.line), document.lineTo(start.line), encoding);
  return start.character > length;
}

/** Reads what is at a path. */
export function readDiskEntry(path: string, permission?: ReadPermission): DiskEntry {
  try {
    if (statSync(path).isDirectory()) return { kind: "folder" };
    const decoded = decodeFile(
      path,
      readWholeFileSync(path, { maxBytes: maxBytesOf(path, MAX_TEXT_BYTES), permission }).bytes,
    );
    if ("binary" in decoded) return { kind: "other", reason: decoded.binary };
    // A text that is decoded with losses would be written back with them.
    if (!decoded.valid) return { kind: "other", reason: "it is not valid UTF-8" };
    return { kind: "file", text: decoded.text, bom: decoded.bom, notebook: decoded.notebook };
  } catch (error) {
    if (isMissing(error)) return { kind: "absent" };
    return { kind: "other", reason: error instanceof LocateError ? String(error.data["why"]) : errorMessage(error) };
  }
}

function sha256(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

function modifiedError(path: string): LocateError {
  return new LocateError(
    "content_modified",
    `${escapeName(path)} was changed by another program during the request. Nothing was written; try again.`,
    { changed: [path] },
  );
}
