/** The notebooks that an editor synchronises itself, for companions that announce notebooks. */

import { isObject } from "../../backend/isObject.js";
import type { DocumentItem, DocumentStore } from "../../files/documents/documentStore.js";
import type { OpenDocument } from "../../files/documents/openDocument.js";
import { UriMap } from "../../uri.js";
import { frameOf } from "../../wire/frames.js";
import { buildNotification } from "../../wire/messages.js";

/** A notebook as its editor has it now. */
export interface EditorNotebook {
  readonly uri: string;
  isClosed: boolean;
  /** The `notebookDocument` of a `didOpen`. */
  notebookDocument: Readonly<Record<string, unknown>>;
  /** The documents of its cells, as far as the editor synchronises them. */
  documents: readonly OpenDocument[];
}

interface NotebookParams {
  readonly notebookDocument?: Readonly<Record<string, unknown>>;
  readonly cellTextDocuments?: readonly DocumentItem[];
  readonly change?: NotebookChange;
}

interface NotebookChange {
  readonly metadata?: unknown;
  readonly cells?: {
    readonly structure?: {
      readonly array: { readonly start: number; readonly deleteCount: number; readonly cells?: readonly unknown[] };
      readonly didOpen?: readonly DocumentItem[];
      readonly didClose?: readonly { readonly uri: string }[];
    };
    readonly data?: readonly unknown[];
    readonly textContent?: readonly {
      readonly document: { readonly uri: string; readonly version: number };
      readonly changes: readonly unknown[];
    }[];
  };
}

export class EditorNotebooks {
  readonly #store: DocumentStore;
  readonly #notebooks = new UriMap<EditorNotebook>();

  /** `store` gets the documents of the cells. */
  constructor(store: DocumentStore) {
    this.#store = store;
  }

  /**
   * Applies a notification. Returns its notebook, and the documents that it closes; undefined for
   * one about a notebook that is not open.
   */
  apply(
    method: string,
    params: Readonly<Record<string, unknown>>,
  ): { readonly notebook: EditorNotebook; readonly closed: readonly OpenDocument[] } | undefined {
    const { notebookDocument = {}, cellTextDocuments = [], change } = params as NotebookParams;
    const uri = String(notebookDocument["uri"]);
    if (method === "notebookDocument/didOpen") {
      const documents = cellTextDocuments.map((each) => this.#store.open(each));
      const opened: EditorNotebook = { uri, isClosed: false, notebookDocument, documents };
      this.#notebooks.set(uri, opened);
      return { notebook: opened, closed: [] };
    }
    const notebook = this.#notebooks.get(uri);
    if (notebook === undefined) return undefined;
    const before = notebook.documents;
    if (method === "notebookDocument/didChange" && change) this.#change(notebook, notebookDocument, change);
    if (method === "notebookDocument/didClose") {
      notebook.isClosed = true;
      this.#notebooks.delete(uri);
      for (const each of before) this.#store.close(each.uri);
    }
    return { notebook, closed: before.filter(({ isClosed }) => isClosed) };
  }

  #change(
    notebook: EditorNotebook,
    { version }: Readonly<Record<string, unknown>>,
    { metadata, cells: { structure, data = [], textContent = [] } = {} }: NotebookChange,
  ): void {
    const before = notebook.notebookDocument;
    const cellsBefore = Array.isArray(before["cells"]) ? (before["cells"] as readonly unknown[]) : [];
    const { start, deleteCount, cells: added = [] } = structure?.array ?? { start: 0, deleteCount: 0 };
    const cells = [...cellsBefore.slice(0, start), ...added, ...cellsBefore.slice(start + deleteCount)];
    const documentOf = (cell: unknown) => (isObject(cell) ? cell["document"] : undefined);
    notebook.notebookDocument = {
      ...{ ...before, version, ...(metadata !== undefined && { metadata }) },
      cells: cells.map((cell) => data.find((each) => documentOf(each) === documentOf(cell)) ?? cell),
    };
    const opened = (structure?.didOpen ?? []).map((each) => this.#store.open(each));
    for (const { document, changes } of textContent) this.#store.change(document.uri, document.version, changes);
    for (const { uri } of structure?.didClose ?? []) this.#store.close(uri);
    notebook.documents = [...notebook.documents, ...opened].filter(({ isClosed }) => !isClosed);
  }
}

/** Builds the frame of a notebook's `didOpen`. */
export function buildNotebookOpen({ notebookDocument, documents }: EditorNotebook): Buffer {
  const cellTextDocuments = documents.map(({ uri, languageId, version, text }) => ({
    ...{ uri, languageId, version, text: text.text },
  }));
  return frameOf(buildNotification("notebookDocument/didOpen", { notebookDocument, cellTextDocuments }));
}
