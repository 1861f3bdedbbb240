/**
 * Plans a WorkspaceEdit before anything is written: the steps on the disk, and each file before and
 * after. The edit's parts apply in order: a file can be created and then filled, or renamed and
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
import type { PositionEncoding } from "../../text/position.js";
import { applyTextEdits, UnusableEdit } from "./textEdits.js";

/** What is at a path. */
export type DiskEntry =
  | { readonly kind: "absent" }
  | { readonly kind: "folder" }
  | { readonly kind: "file"; readonly text: string; readonly bom: boolean }
  /** Anything that can't be edited; `reason` completes "can't be edited: ". */
  | { readonly kind: "other"; readonly reason: string };

/** One operation on the disk. */
export type FileStep =
  | { readonly kind: "write"; readonly path: string; readonly text: string; readonly bom: boolean }
  | { readonly kind: "rename"; readonly path: string; readonly to: string; readonly overwrite: boolean }
  | { readonly kind: "delete"; readonly path: string; readonly recursive: boolean };

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
}

export interface EditPlan {
  readonly steps: readonly FileStep[];
  readonly changes: readonly PlannedChange[];
  /** Moves and deletions of folders and binary files, which `changes` can't show. */
  readonly notes: readonly string[];
}

export interface EditContext {
  readonly encoding: PositionEncoding;
  /** Reads what is on disk; called only for paths in the edit. */
  readEntry(path: string): DiskEntry;
  /** Returns the path of a URI; `undefined` if it is not a file. */
  pathOf(uri: string): string | undefined;
}

/** Throws UnusableEdit if the edit can't be applied as a whole. */
export function planEdit(edit: WorkspaceEdit, context: EditContext): EditPlan {
  const draft = new Draft(context);
  // LSP: documentChanges are preferred over changes.
  const parts =
    edit.documentChanges ??
    Object.entries(edit.changes ?? {}).map(([uri, edits]) => ({ textDocument: { uri, version: null }, edits }));
  for (const part of parts) {
    if ("kind" in part) applyResourceOperation(part, draft);
    else applyTextEdit(part, draft);
  }
  return draft.plan();
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
  throw new UnusableEdit(`the edit of ${path} holds a snippet, which only an editor can fill in`);
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
  text: string | undefined;
  bom: boolean;
}

class Draft {
  readonly #context: EditContext;
  /** Files by their future path. Invariant: an entry here hides what is on disk. */
  readonly #files = new Map<string, DraftFile>();
  /** Moves and deletions of folders and binary files, in order. */
  readonly #moves: { readonly from: string; readonly to: string | undefined }[] = [];
  readonly #steps: FileStep[] = [];
  readonly #deleted: DraftFile[] = [];
  readonly #notes: string[] = [];

  constructor(context: EditContext) {
    this.#context = context;
  }

  pathOf(uri: string): string {
    const path = this.#context.pathOf(uri);
    if (path === undefined) throw new UnusableEdit(`${uri} is not a file`);
    return path;
  }

  edit(path: string, edits: readonly TextEdit[]): void {
    if (edits.length === 0) return;
    const file = this.#file(path);
    if (file?.text === undefined) throw new UnusableEdit(`${path} can't be edited: there is no such file`);
    try {
      file.text = applyTextEdits(file.text, edits, this.#context.encoding);
    } catch (error) {
      throw error instanceof UnusableEdit ? new UnusableEdit(`in ${path} ${error.message}`) : error;
    }
    this.#write(path, file);
  }

  create(path: string, { overwrite, ignoreIfExists }: OverwriteOptions): void {
    const file = this.#file(path);
    if (file?.text !== undefined) {
      if (!overwrite && ignoreIfExists) return;
      if (!overwrite) throw new UnusableEdit(`${path} can't be created: it exists already`);
    }
    const created = file ?? { oldPath: path, before: undefined, text: "", bom: false };
    created.text = "";
    created.bom = false;
    this.#files.set(path, created);
    this.#write(path, created);
  }

  rename(from: string, to: string, { overwrite = false, ignoreIfExists }: OverwriteOptions): void {
    if (from === to) return;
    const kind = this.#kindOf(from);
    if (kind === "absent") throw new UnusableEdit(`${from} can't be renamed: there is no such file`);
    if (this.#kindOf(to) !== "absent") {
      if (!overwrite && ignoreIfExists) return;
      if (!overwrite || kind === "folder")
        throw new UnusableEdit(`${from} can't be renamed to ${to}, which exists already`);
      this.#markDeleted(to);
    }
    this.#steps.push({ kind: "rename", path: from, to, overwrite });
    const file = kind === "file" ? this.#file(from) : undefined;
    if (file) {
      this.#files.set(to, file);
      this.#files.set(from, { oldPath: from, before: undefined, text: undefined, bom: false });
    } else {
      this.#moveInside(from, to);
      this.#moves.push({ from, to });
      this.#notes.push(`${from} becomes ${to}`);
    }
  }

  delete(path: string, options: { readonly recursive?: boolean; readonly ignoreIfNotExists?: boolean }): void {
    const kind = this.#kindOf(path);
    if (kind === "absent") {
      if (options.ignoreIfNotExists) return;
      throw new UnusableEdit(`${path} can't be deleted: there is no such file`);
    }
    if (kind === "file") this.#markDeleted(path);
    else {
      for (const inside of [...this.#files.keys()].filter((each) => isInside(each, path))) this.#markDeleted(inside);
      this.#moves.push({ from: path, to: undefined });
      this.#notes.push(`${path} is deleted`);
    }
    this.#steps.push({ kind: "delete", path, recursive: options.recursive === true });
  }

  plan(): EditPlan {
    const present = [...this.#files].map(([path, file]) => changeOf(path, file));
    const deleted = this.#deleted.map((file) => changeOf(file.oldPath, file));
    const changes = [...present, ...deleted].filter(
      ({ path, oldPath, before, after }) => path !== oldPath || before !== after,
    );
    return { steps: this.#steps, changes, notes: this.#notes };
  }

  /** Adds a write. It replaces the last step if that is a write of the same file. */
  #write(path: string, { text = "", bom }: DraftFile): void {
    const last = this.#steps.at(-1);
    if (last?.kind === "write" && last.path === path) this.#steps.pop();
    this.#steps.push({ kind: "write", path, text, bom });
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
    if (entry.kind === "folder") throw new UnusableEdit(`${path} is a folder`);
    if (entry.kind === "other") throw new UnusableEdit(`${path} can't be edited: ${entry.reason}`);
    const file = { oldPath, before: entry.text, text: entry.text, bom: entry.bom };
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
    for (const { from, to } of this.#moves.toReversed()) {
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

  #markDeleted(path: string): void {
    const file = this.#file(path);
    if (!file) return;
    this.#deleted.push({ ...file, text: undefined });
    this.#files.set(path, { oldPath: path, before: undefined, text: undefined, bom: false });
  }
}

function changeOf(path: string, { oldPath, before, text }: DraftFile): PlannedChange {
  return { path, oldPath, before, after: text };
}

/** Paths are absolute, with the platform's separators. */
function isInside(path: string, folder: string): boolean {
  return path === folder || (path.startsWith(folder) && /[\\/]/.test(path[folder.length] ?? ""));
}
