/**
 * Plans a WorkspaceEdit before anything is written: what changes on the disk, and each file before
 * and after. The edit's parts apply in order: a file can be created and then filled, or renamed and
 * then edited under its new name.
 */

import type {
  CreateFile,
  DeleteFile,
  RenameFile,
  SnippetTextEdit,
  TextDocumentEdit,
  TextEdit,
  WorkspaceEdit,
} from "vscode-languageserver-protocol";
import type { Notebook } from "../../files/documents/notebook/notebook.js";
import { scriptOf } from "../../files/documents/notebook/notebookScript.js";
import { rewriteNotebook } from "../../files/documents/notebook/rewriteNotebook.js";
import { isInside } from "../../files/isInside.js";
import { formatMegabytes } from "../../files/readErrors.js";
import { MAX_TEXT_BYTES, maxBytesOf } from "../../files/readFileSync.js";
import type { FileChanges, FileMove } from "../../files/write/resolveChanges.js";
import { unstorablePart } from "../../text/decode.js";
import { applyTextEdits, UnusableEdit } from "../../text/edits/textEdits.js";
import type { PositionEncoding } from "../../text/position.js";
import { escapeName } from "../../text/printable.js";

/** What is at a path. */
export type DiskEntry =
  | { readonly kind: "absent" }
  | { readonly kind: "folder" }
  | { readonly kind: "file"; readonly text: string; readonly bom: boolean; readonly notebook?: Notebook | undefined }
  /** Anything that can't be edited; `reason` completes "can't be edited: ". */
  | { readonly kind: "other"; readonly reason: string };

/**
 * The change of one file, for people: `before` is `undefined` for a new file, `after` for a deleted
 * one.
 */
export interface PlannedChange {
  readonly path: string;
  /** The path before a move; else the same path. */
  readonly oldPath: string;
  readonly before: string | undefined;
  readonly after: string | undefined;
  /** Whether the file has a byte order mark, which is in neither text. */
  readonly bom: boolean;
}

export interface EditPlan {
  /** What the writer takes. */
  readonly files: FileChanges;
  readonly changes: readonly PlannedChange[];
  /** Moves and deletions of folders and binary files, which `changes` can't show. */
  readonly notes: readonly PlanNote[];
}

/** A folder or binary file that is moved, or deleted where it has no new path; both absolute. */
export interface PlanNote {
  readonly path: string;
  readonly newPath: string | undefined;
}

/** Describes it, with paths as `pathOf` writes them. */
export function describePlanNote({ path, newPath }: PlanNote, pathOf: (path: string) => string): string {
  const name = escapeName(pathOf(path));
  return newPath === undefined ? `${name} is deleted` : `${name} becomes ${escapeName(pathOf(newPath))}`;
}

export interface EditContext {
  readonly encoding: PositionEncoding;
  /** Reads what is on disk; called only for paths in the edit. */
  readEntry(path: string): DiskEntry;
  /** Returns the path of a URI; `undefined` if it is not a file. */
  pathOf(uri: string): string | undefined;
  /** Throws if edits can't be meant for the text of a file (absolute path). */
  checkEdits?(path: string, text: string, edits: readonly TextEdit[]): void;
}

/** Throws UnusableEdit if the edit can't be applied as a whole. */
export function planEdit(edit: WorkspaceEdit, context: EditContext): EditPlan {
  const draft = new Draft(context);
  for (const part of partsOf(edit)) {
    if ("kind" in part) applyResourceOperation(part, draft);
    else applyTextEdit(part, draft);
  }
  return draft.plan();
}

/** Returns the parts of an edit, in order. LSP prefers documentChanges over changes. */
export function partsOf({ documentChanges, changes = {} }: WorkspaceEdit) {
  return (
    documentChanges ?? Object.entries(changes).map(([uri, edits]) => ({ textDocument: { uri, version: null }, edits }))
  );
}

// Versions are those of open documents. Our client has none open: the edit is about the files on
// disk.
function applyTextEdit({ textDocument: { uri }, edits }: TextDocumentEdit, draft: Draft): void {
  const path = draft.pathOf(uri);
  draft.edit(
    path,
    edits.map((edit) => plainEdit(edit, path)),
  );
}

function plainEdit(edit: TextEdit | SnippetTextEdit, path: string): TextEdit {
  if ("newText" in edit) return edit;
  throw new UnusableEdit(`the edit of ${escapeName(path)} holds a snippet, which only an editor can fill in`);
}

function applyResourceOperation(operation: CreateFile | RenameFile | DeleteFile, draft: Draft): void {
  switch (operation.kind) {
    case "create":
      draft.create(draft.pathOf(operation.uri), operation.options ?? {});
      break;
    case "rename":
      draft.rename(draft.pathOf(operation.oldUri), draft.pathOf(operation.newUri), operation.options ?? {});
      break;
    case "delete":
      draft.delete(draft.pathOf(operation.uri), operation.options ?? {});
      break;
    default:
      throw new UnusableEdit(`it has an unknown operation: ${JSON.stringify((operation as { kind: unknown }).kind)}`);
  }
}

interface OverwriteOptions {
  readonly overwrite?: boolean;
  readonly ignoreIfExists?: boolean;
}

/** A file as the parts so far leave it; `oldPath` is its path on disk. */
interface DraftFile {
  readonly oldPath: string;
  readonly before: string | undefined;
  /** Whether the file on disk has a byte order mark. */
  readonly hadBom: boolean;
  /** The notebook on disk whose script the texts are. */
  readonly notebook: Notebook | undefined;
  text: string | undefined;
  bom: boolean;
}

/** A move or deletion of what is on disk; `file` is `undefined` for a folder or a binary file. */
interface DraftMove {
  readonly from: string;
  readonly to: string | undefined;
  readonly file: DraftFile | undefined;
  readonly isRecursive: boolean;
}

class Draft {
  readonly #context: EditContext;
  /** Files by their future path. Invariant: an entry here hides what is on disk. */
  readonly #files = new Map<string, DraftFile>();
  /** In order. */
  readonly #moves: DraftMove[] = [];
  readonly #deleted: DraftFile[] = [];
  readonly #notes: PlanNote[] = [];

  constructor(context: EditContext) {
    this.#context = context;
  }

  pathOf(uri: string): string {
    const path = this.#context.pathOf(uri);
    if (path === undefined) throw new UnusableEdit(`${escapeName(uri)} is not a file`);
    return path;
  }

  edit(path: string, edits: readonly TextEdit[]): void {
    if (edits.length === 0) return;
    const file = this.#file(path);
    if (file?.text === undefined) throw new UnusableEdit(`${escapeName(path)} can't be edited: there is no such file`);
    this.#context.checkEdits?.(file.oldPath, file.text, edits);
    try {
      file.text = applyTextEdits(file.text, edits, this.#context.encoding);
    } catch (error) {
      throw error instanceof UnusableEdit ? new UnusableEdit(`in ${escapeName(path)} ${error.message}`) : error;
    }
  }

  create(path: string, { overwrite, ignoreIfExists }: OverwriteOptions): void {
    const file = this.#file(path);
    if (file?.text !== undefined) {
      if (!overwrite && ignoreIfExists) return;
      if (!overwrite) throw new UnusableEdit(`${escapeName(path)} can't be created: it exists already`);
    }
    const created = file ?? noFile(path);
    created.text = "";
    created.bom = false;
    this.#files.set(path, created);
  }

  rename(from: string, to: string, { overwrite = false, ignoreIfExists }: OverwriteOptions): void {
    if (from === to) return;
    const kind = this.#kindOf(from);
    if (kind === "absent") throw new UnusableEdit(`${escapeName(from)} can't be renamed: there is no such file`);
    if (this.#kindOf(to) !== "absent") {
      if (!overwrite && ignoreIfExists) return;
      if (!overwrite || kind === "folder")
        throw new UnusableEdit(`${escapeName(from)} can't be renamed to ${escapeName(to)}, which exists already`);
      this.#deleteFile(to);
    }
    const file = kind === "file" ? this.#file(from) : undefined;
    if (file) {
      this.#files.set(to, file);
      this.#files.set(from, noFile(from));
    } else {
      this.#moveInside(from, to);
      this.#notes.push({ path: from, newPath: to });
    }
    this.#addMove({ from, to, file, isRecursive: false });
  }

  delete(path: string, options: { readonly recursive?: boolean; readonly ignoreIfNotExists?: boolean }): void {
    const kind = this.#kindOf(path);
    if (kind === "absent") {
      if (options.ignoreIfNotExists) return;
      throw new UnusableEdit(`${escapeName(path)} can't be deleted: there is no such file`);
    }
    if (kind === "file") {
      this.#deleteFile(path);
      return;
    }
    for (const inside of [...this.#files.keys()].filter((each) => isInside(each, path))) this.#markDeleted(inside);
    this.#addMove({ from: path, to: undefined, file: undefined, isRecursive: options.recursive === true });
    this.#notes.push({ path, newPath: undefined });
  }

  plan(): EditPlan {
    const present = [...this.#files].map(([path, file]) => changeOf(path, file));
    const deleted = this.#deleted.map((file) => changeOf(file.oldPath, file));
    const changes = [...present, ...deleted].filter(
      ({ path, oldPath, before, after }) => path !== oldPath || before !== after,
    );
    return { files: this.#fileChanges(), changes, notes: this.#notes };
  }

  #fileChanges(): FileChanges {
    const present = [...this.#files].filter(([, { text }]) => text !== undefined);
    const isDeleted = (file: DraftFile) => !present.some(([, other]) => other === file);
    return {
      contents: present.flatMap(([, file]) =>
        file.before === undefined ? [] : [{ path: file.oldPath, before: oldBytes(file), after: newBytes(file) }],
      ),
      moves: this.#moves.map(
        ({ from, to, file, isRecursive }): FileMove => ({
          from,
          to,
          isRecursive,
          // The contents of files that remain are replaced first.
          content: file && (isDeleted(file) ? oldBytes(file) : newBytes(file)),
        }),
      ),
      creations: present.flatMap(([path, file]) =>
        file.before === undefined ? [{ path, after: newBytes(file) }] : [],
      ),
    };
  }

  /** A file that is only created by the edit is not on disk yet: it is created where it ends up. */
  #addMove(move: DraftMove): void {
    if (move.file === undefined || move.file.before !== undefined) this.#moves.push(move);
  }

  #deleteFile(path: string): void {
    const file = this.#markDeleted(path);
    if (file) this.#addMove({ from: path, to: undefined, file, isRecursive: false });
  }

  /**
   * Returns the file at a path as the parts so far leave it, or `undefined`. Throws if it is not a
   * text file.
   */
  #file(path: string): DraftFile | undefined {
    const known = this.#files.get(path);
    if (known) return known;
    const oldPath = this.#diskPathOf(path);
    if (oldPath === undefined) return undefined;
    const entry = this.#context.readEntry(oldPath);
    if (entry.kind === "absent") return undefined;
    if (entry.kind === "folder") throw new UnusableEdit(`${escapeName(path)} is a folder`);
    if (entry.kind === "other") throw new UnusableEdit(`${escapeName(path)} can't be edited: ${entry.reason}`);
    const { text, bom, notebook } = entry;
    const file = { oldPath, before: text, hadBom: bom, notebook, text, bom };
    this.#files.set(path, file);
    return file;
  }

  #kindOf(path: string): DiskEntry["kind"] {
    const known = this.#files.get(path);
    if (known) return known.text === undefined ? "absent" : "file";
    const oldPath = this.#diskPathOf(path);
    return oldPath === undefined ? "absent" : this.#context.readEntry(oldPath).kind;
  }

  /**
   * Returns the path on disk, where nothing has moved yet; `undefined` if its content has moved
   * away or is deleted.
   */
  #diskPathOf(path: string): string | undefined {
    let current = path;
    for (const { from, to, file } of this.#moves.toReversed()) {
      // Moved text files are in the map.
      if (file !== undefined) continue;
      if (to !== undefined && isInside(current, to)) current = from + current.slice(to.length);
      else if (isInside(current, from)) return undefined;
    }
    return current;
  }

  #moveInside(from: string, to: string): void {
    for (const [path, file] of [...this.#files]) {
      if (!isInside(path, from)) continue;
      this.#files.delete(path);
      this.#files.set(to + path.slice(from.length), file);
    }
  }

  /** Returns the file that was at the path. */
  #markDeleted(path: string): DraftFile | undefined {
    const file = this.#file(path);
    if (file?.text === undefined) return undefined;
    this.#deleted.push({ ...file, text: undefined });
    this.#files.set(path, noFile(path));
    return file;
  }
}

function noFile(path: string): DraftFile {
  return { oldPath: path, before: undefined, hadBom: false, notebook: undefined, text: undefined, bom: false };
}

function oldBytes({ before = "", hadBom, notebook }: DraftFile): Uint8Array {
  return encode(notebook?.json ?? before, hadBom);
}

/** Throws UnusableEdit for a text that could not be read again. */
function newBytes({ oldPath, before, text = "", bom, notebook }: DraftFile): Uint8Array {
  const content = notebook ? notebookContent(oldPath, notebook, text) : text;
  const bytes = encode(content, bom);
  if (text === before) return bytes;
  const part = unstorablePart(content);
  if (part !== undefined) throw new UnusableEdit(`the new text of ${escapeName(oldPath)} holds ${part}`);
  const maxBytes = maxBytesOf(oldPath, MAX_TEXT_BYTES);
  if (bytes.length > maxBytes)
    throw new UnusableEdit(
      `${escapeName(oldPath)} would have ${formatMegabytes(bytes.length)}, and files are read up to ${formatMegabytes(maxBytes)}`,
    );
  return bytes;
}

function notebookContent(path: string, notebook: Notebook, script: string): string {
  if (script === scriptOf(notebook)) return notebook.json;
  const json = rewriteNotebook(notebook, script);
  if (typeof json === "string") return json;
  throw new UnusableEdit(`${escapeName(path)} can't be edited: ${json.unwritable}`);
}

function encode(text: string, bom: boolean): Uint8Array {
  return Buffer.from(`${bom ? "\ufeff" : ""}${text}`);
}

/** Shows a notebook as its JSON, so that a diff can be applied to the file. */
function changeOf(path: string, { oldPath, before, text, bom, notebook }: DraftFile): PlannedChange {
  if (notebook === undefined) return { path, oldPath, before, after: text, bom };
  const after = text === undefined ? undefined : notebookContent(oldPath, notebook, text);
  return { path, oldPath, before: notebook.json, after, bom };
}
