/**
 * The documents that one side has open, with their texts and versions: what a client, a session of
 * a shared server or that server itself has. All copies of such texts are kept by this class.
 */

import { Document } from "../../text/document.js";
import { type ContentChange, isContentChange } from "../../text/edits/contentChanges.js";
import type { PositionEncoding } from "../../text/position.js";
import { UriMap } from "../../uri.js";
import { OpenDocument } from "./openDocument.js";

export type DocumentEvent = "opened" | "changed" | "closed";

/** Called in the turn of the event. A document that is closed has the text that it had last. */
export type DocumentListener = (document: OpenDocument, event: DocumentEvent) => void;

/** LSP's TextDocumentItem. */
export interface DocumentItem {
  readonly uri: string;
  readonly languageId: string;
  readonly version: number;
  readonly text: string | Document;
}

export class DocumentStore {
  readonly listeners = new Set<DocumentListener>();
  readonly #encoding: () => PositionEncoding;
  readonly #open = new UriMap<OpenDocument>();

  /** `encoding` is how the positions of changes count characters. */
  constructor(encoding: () => PositionEncoding) {
    this.#encoding = encoding;
  }

  /** Opens a document in place of the one that is open under this URI. `at` is when. */
  open({ uri, languageId, version, text }: DocumentItem, at = performance.now()): OpenDocument {
    const replaced = this.#open.get(uri);
    if (replaced) replaced.isClosed = true;
    const ownText = text instanceof Document ? text : Document.of(text);
    const document = new OpenDocument({ uri, languageId, version, text: ownText, owner: "client", at });
    this.#open.set(uri, document);
    this.#notify(document, "opened");
    return document;
  }

  /**
   * Applies the events of a `didChange` to an open document; without a version, it keeps its own.
   * Returns false if one of them is malformed. How others read it is unknown, and no copy is better
   * than a wrong one: the document is closed.
   */
  change(uri: string, version: number | undefined, events: readonly unknown[], at = performance.now()): boolean {
    const document = this.#open.get(uri);
    if (!document) return true;
    if (!areContentChanges(events)) {
      this.close(uri);
      return false;
    }
    document.change(events, this.#encoding(), at);
    document.version = version ?? document.version;
    this.#notify(document, "changed");
    return true;
  }

  /** Closes a document. Returns undefined if it was not open. */
  close(uri: string): OpenDocument | undefined {
    const document = this.#open.delete(uri);
    if (!document) return undefined;
    document.isClosed = true;
    this.#notify(document, "closed");
    return document;
  }

  /** Returns the document with that URI, however it is written. */
  get(uri: string): OpenDocument | undefined {
    return this.#open.get(uri);
  }

  /** Returns the document with that key (`keyOfUri`, `keyOfPath`). */
  ofKey(key: string): OpenDocument | undefined {
    return this.#open.ofKey(key);
  }

  get isEmpty(): boolean {
    return this.#open.isEmpty;
  }

  all(): Iterable<OpenDocument> {
    return this.#open.values();
  }

  #notify(document: OpenDocument, event: DocumentEvent): void {
    for (const listener of this.listeners) listener(document, event);
  }
}

function areContentChanges(events: readonly unknown[]): events is readonly ContentChange[] {
  return events.every(isContentChange);
}
