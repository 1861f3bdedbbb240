/**
 * The notebooks that a server has as documents of cells, each with the script that the client knows
 * it by. A cell's document is a stretch of whole lines of that script, so that only line numbers
 * differ.
 */

import { DocumentStore } from "../../files/documents/documentStore.js";
import { decodeFile } from "../../files/documents/notebook/decodeFile.js";
import { isNotebookPath } from "../../files/documents/notebook/notebook.js";
import { cellsIn } from "../../files/documents/notebook/scriptCells.js";
import { OpenDocument } from "../../files/documents/openDocument.js";
import { MAX_TEXT_BYTES, maxBytesOf, readWholeFileSync } from "../../files/readFileSync.js";
import { Document } from "../../text/document.js";
import { offsetToPosition, type Position, type PositionEncoding } from "../../text/position.js";
import type { Stretch } from "../../text/stretch.js";
import { pathOfUri } from "../../uri.js";

/** A code cell, as the server has it. */
export interface SyncedCell {
  readonly notebook: SyncedNotebook;
  readonly uri: string;
  readonly text: string;
  /** The version of the script with which the cell got its text. */
  readonly version: number;
  /** Where it is in the script. */
  from: Position;
  to: Position;
}

export interface SyncedNotebook {
  readonly document: OpenDocument;
  cells: readonly SyncedCell[];
}

/** How VS Code names the documents of cells; some servers know no other way. */
export const CELL_SCHEME = "vscode-notebook-cell:";

/**
 * How basedpyright names the cells of a notebook that it has read from the disk: by their number
 * among the code cells.
 */
export const DISK_CELL = /^(file:.*\.ipynb)#(\d+)$/;

/** LSP's NotebookCellKind.Code. */
const CODE = 2;
const NOTEBOOK_TYPE = "jupyter-notebook";

interface NotebooksHost {
  /** Sends a notification to the server. */
  send(method: string, params: unknown): void;
  encoding(): PositionEncoding;
  /** Whether the server wants notebooks with cells in a language. */
  wants(languageId: string): boolean;
}

export class SyncedNotebooks {
  readonly #host: NotebooksHost;
  readonly #documents: DocumentStore;
  readonly #notebooks = new Map<string, SyncedNotebook>();
  readonly #cells = new Map<string, SyncedCell>();
  #cellCount = 0;

  constructor(host: NotebooksHost) {
    this.#host = host;
    this.#documents = new DocumentStore(() => host.encoding());
  }

  get isEmpty(): boolean {
    return this.#notebooks.size === 0;
  }

  get(uri: string): SyncedNotebook | undefined {
    const document = this.#documents.get(uri);
    return document && this.#notebooks.get(document.key);
  }

  /** Returns the cell that a URI of the server names, however it is encoded. */
  cellOf(uri: string): SyncedCell | undefined {
    if (uri.startsWith(CELL_SCHEME)) return this.#cells.get(fragmentOf(uri));
    const [, file, number] = DISK_CELL.exec(uri) ?? [];
    return file === undefined || this.get(file) ? undefined : this.#readCells(file)[Number(number)];
  }

  /** Opens a document. Returns undefined for one that is no script of a notebook. */
  open(item: {
    readonly uri: string;
    readonly languageId: string;
    readonly version: number;
    readonly text: string;
  }): SyncedNotebook | undefined {
    const { uri, languageId, version } = item;
    if (!isNotebookPath(uri) || !this.#host.wants(languageId)) return undefined;
    const document = this.#documents.open(item);
    const stretches = codeCellsOf(document);
    if (stretches.length === 0) {
      this.#documents.close(uri);
      return undefined;
    }
    const notebook: SyncedNotebook = { document, cells: [] };
    notebook.cells = stretches.map((each) => this.#createCell(notebook, each));
    this.#notebooks.set(document.key, notebook);
    this.#host.send("notebookDocument/didOpen", {
      notebookDocument: { uri, notebookType: NOTEBOOK_TYPE, version, cells: notebook.cells.map(toCell) },
      cellTextDocuments: notebook.cells.map(toTextDocument),
    });
    return notebook;
  }

  /** Applies the events of a `didChange`. Returns false if the server has all cells as they are. */
  change(notebook: SyncedNotebook, version: number, events: readonly unknown[]): boolean {
    const { document } = notebook;
    if (!this.#documents.change(document.uri, version, events)) {
      this.#forget(notebook);
      return true;
    }
    const before = notebook.cells;
    const stretches = codeCellsOf(document);
    const texts = stretches.map(({ from, to }) => document.text.slice(from, to));
    const isSame = (at: number, beforeAt: number) => before[beforeAt]?.text === texts[at];
    const least = Math.min(texts.length, before.length);
    let start = 0;
    while (start < least && isSame(start, start)) start++;
    let end = 0;
    while (end < least - start && isSame(texts.length - 1 - end, before.length - 1 - end)) end++;
    const replaced = before.slice(start, before.length - end);
    const keepsCells = texts.length === before.length;
    notebook.cells = stretches.map((stretch, at): SyncedCell => {
      const kept = at < start ? before[at] : at >= texts.length - end ? before.at(at - texts.length) : undefined;
      if (kept) return this.#put(Object.assign(kept, this.#placeOf(notebook, stretch)));
      const changed = keepsCells ? before[at] : undefined;
      if (changed === undefined) return this.#createCell(notebook, stretch);
      if (changed.text === texts[at]) return this.#put(Object.assign(changed, this.#placeOf(notebook, stretch)));
      return this.#put({ ...changed, text: texts[at] ?? "", version, ...this.#placeOf(notebook, stretch) });
    });
    const added = notebook.cells.slice(start, texts.length - end);
    if (added.length === 0 && replaced.length === 0) return false;
    if (!keepsCells) for (const { uri } of replaced) this.#cells.delete(fragmentOf(uri));
    const cells = keepsCells
      ? {
          textContent: added
            .filter((each) => each.version === version)
            .map(({ uri, text }) => ({ document: { uri, version }, changes: [{ text }] })),
        }
      : {
          structure: {
            array: { start, deleteCount: replaced.length, cells: added.map(toCell) },
            didOpen: added.map(toTextDocument),
            didClose: replaced.map(({ uri }) => ({ uri })),
          },
        };
    this.#host.send("notebookDocument/didChange", {
      notebookDocument: { uri: document.uri, version },
      change: { cells },
    });
    return true;
  }

  close(notebook: SyncedNotebook): void {
    this.#documents.close(notebook.document.uri);
    this.#forget(notebook);
  }

  /** Returns the code cells of a notebook on disk; none of one that can't be read. */
  #readCells(uri: string): readonly SyncedCell[] {
    const path = pathOfUri(uri);
    const script = path === undefined ? undefined : readScript(path);
    if (script === undefined) return [];
    const { languageId, text } = script;
    const owner = "proxy";
    const document = new OpenDocument({ uri, languageId, version: 0, text: Document.of(text), owner, at: 0 });
    const notebook: SyncedNotebook = { document, cells: [] };
    return codeCellsOf(document).map(({ from, to }, at) => {
      const place = this.#placeOf(notebook, { from, to });
      return { notebook, uri: `${uri}#${at}`, text: text.slice(from, to), version: 0, ...place };
    });
  }

  #forget(notebook: SyncedNotebook): void {
    const { document, cells } = notebook;
    this.#notebooks.delete(document.key);
    for (const { uri } of cells) this.#cells.delete(fragmentOf(uri));
    this.#host.send("notebookDocument/didClose", {
      notebookDocument: { uri: document.uri },
      cellTextDocuments: cells.map(({ uri }) => ({ uri })),
    });
  }

  #createCell(notebook: SyncedNotebook, stretch: Stretch): SyncedCell {
    const { uri, text, version } = notebook.document;
    // A name of its own: one that was closed may still be reported on.
    const name = `cell${++this.#cellCount}`;
    return this.#put({
      notebook,
      uri: `${CELL_SCHEME}${uri.replace(/^file:(?:\/\/)?/, "")}#${name}`,
      text: text.slice(stretch.from, stretch.to),
      version,
      ...this.#placeOf(notebook, stretch),
    });
  }

  #put(cell: SyncedCell): SyncedCell {
    this.#cells.set(fragmentOf(cell.uri), cell);
    return cell;
  }

  #placeOf({ document: { text } }: SyncedNotebook, { from, to }: Stretch): Pick<SyncedCell, "from" | "to"> {
    const encoding = this.#host.encoding();
    return { from: offsetToPosition(text, from, encoding), to: offsetToPosition(text, to, encoding) };
  }
}

/** Returns the code cells of a script, each with its whole source. */
function codeCellsOf({ uri, languageId, text }: OpenDocument): readonly Stretch[] {
  const cells = cellsIn(text, { uri, languageId });
  return cells.flatMap(({ title, code: { from } }, at) => {
    if (/^\[[a-z]+\]/.test(title)) return [];
    const next = cells[at + 1]?.from;
    const end = next ?? text.length;
    // Line ends that the script has between cells.
    const [added = ""] =
      (next === undefined ? /\n?$/ : /\n{0,2}$/).exec(text.slice(Math.max(from, end - 2), end)) ?? [];
    return { from, to: Math.max(from, end - added.length) };
  });
}

function readScript(path: string): { readonly languageId: string; readonly text: string } | undefined {
  try {
    const { bytes } = readWholeFileSync(path, { maxBytes: maxBytesOf(path, MAX_TEXT_BYTES) });
    const decoded = decodeFile(path, bytes);
    if ("binary" in decoded || decoded.notebook === undefined) return undefined;
    return { languageId: decoded.notebook.languageId, text: decoded.text };
  } catch {
    return undefined;
  }
}

function fragmentOf(uri: string): string {
  return uri.slice(uri.lastIndexOf("#") + 1);
}

function toCell({ uri }: SyncedCell) {
  return { kind: CODE, document: uri };
}

function toTextDocument({ uri, version, text, notebook }: SyncedCell) {
  return { uri, languageId: notebook.document.languageId, version, text };
}
