/**
 * One document that the client has open, in two texts: the client's and the backend's. They are the
 * same, but for the time in which one of them is kept apart.
 */

import type { DocumentStore } from "../../../files/documents/documentStore.js";
import { type Change, mapStretch } from "../../../text/change.js";
import { diffTexts } from "../../../text/diff/difference.js";
import type { Document } from "../../../text/document.js";
import type { ContentChange } from "../../../text/edits/contentChanges.js";
import type { Stretch } from "../../../text/stretch.js";
import { pathOfUri } from "../../../uri.js";
import { DocumentVersions } from "./documentVersions.js";
import { FileOnDisk } from "./fileOnDisk.js";

/** Where the two texts of documents are. */
export interface TextStores {
  /** The client's text of each document whose text at the backend is another. */
  readonly client: DocumentStore;
  /** The session's documents, with the texts that the backend has. */
  readonly backend: { get(uri: string): { readonly text: Document } | undefined };
}

export class TextPair {
  readonly uri: string;
  readonly languageId: string;
  readonly versions: DocumentVersions;
  /** Undefined for a document that is in no file. */
  readonly file: FileOnDisk | undefined;
  /** Whether the client's text was equal to the file at the last comparison. */
  isSaved = false;
  /** Whether the client has changed its text since then. */
  isToBeCompared = false;
  /** Whether the client's text is kept here, as a shared backend has the text on disk. */
  isUnsaved = false;
  /** Whether the file was deleted and the document therefore closed at the backend. */
  isDeleted = false;
  readonly #stores: TextStores;
  /** The changes that lead from one text to the other, computed when needed. */
  #mapping: { readonly from: Document; readonly to: Document; readonly changes: readonly Change[] } | undefined;

  constructor(uri: string, languageId: string, version: number | undefined, stores: TextStores) {
    this.uri = uri;
    this.languageId = languageId;
    this.versions = new DocumentVersions(version);
    const path = pathOfUri(uri);
    this.file = path === undefined ? undefined : new FileOnDisk(path);
    this.#stores = stores;
  }

  /** The client's text; undefined where neither side has one. */
  get clientText(): Document | undefined {
    return (this.#stores.client.get(this.uri) ?? this.#stores.backend.get(this.uri))?.text;
  }

  /** The backend's text; undefined where the document is closed there. */
  get backendText(): Document | undefined {
    return this.isDeleted ? undefined : this.#stores.backend.get(this.uri)?.text;
  }

  /** Whether the client's text is kept apart from the backend's. */
  get isApart(): boolean {
    return this.#stores.client.get(this.uri) !== undefined;
  }

  /** Whether the backend's text differs from the client's, or is closed there. */
  get differsFromBackend(): boolean {
    return this.isDeleted || this.isApart;
  }

  /** Keeps a text as the client's own, which the backend does not have. */
  keepApart(text: Document | string): void {
    const { uri, languageId, versions } = this;
    this.#stores.client.open({ uri, languageId, version: versions.client ?? 0, text });
  }

  /** Makes the backend's text the client's, too. */
  unite(): void {
    this.#stores.client.close(this.uri);
  }

  /** Applies the valid events of a `didChange` to the client's text alone. */
  changeApart(events: readonly ContentChange[]): void {
    if (!this.isApart) this.keepApart(this.clientText ?? "");
    this.#stores.client.change(this.uri, undefined, events);
  }

  /**
   * Maps offsets in the client's text to the backend's text. Returns undefined if that part of the
   * text does not exist there.
   */
  toBackend(stretch: Stretch): Stretch | undefined {
    if (this.isDeleted) return undefined;
    const [from, to] = [this.clientText, this.#stores.backend.get(this.uri)?.text];
    if (!from || !to || from === to) return stretch;
    if (this.#mapping?.from !== from || this.#mapping.to !== to)
      this.#mapping = { from, to, changes: diffTexts(from, to.text) };
    return mapStretch(this.#mapping.changes, stretch);
  }
}
