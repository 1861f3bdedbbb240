/** Which instance each document belongs to. */

import { LocateError } from "../../error.js";
import { setLatest } from "../../text/list.js";
import { keyOfUri } from "../../uri.js";

/** The maximum number of URIs in the lookup cache. */
const MAX_CACHED_URIS = 10_000;

export class DocumentOwners<Instance extends object> {
  readonly #select: (uri: string, languageId: string | undefined) => Instance | LocateError;
  /** By key of the URI: the language id that the client gave to an open document. */
  readonly #languageIds = new Map<string, string>();
  /**
   * By key of the URI: the instance of an open document.
   * Invariant: it changes only where the old instance closes the document and the new one opens it.
   */
  readonly #owners = new Map<string, Instance>();
  /** A cache, by the URI as a message has it. */
  readonly #byUri = new Map<string, Instance>();

  /** `select` returns the instance for a document that belongs to none yet. */
  constructor(select: (uri: string, languageId: string | undefined) => Instance | LocateError) {
    this.#select = select;
  }

  /** Returns the instance of a document, or why there is none. */
  of(uri: string, languageId: string | undefined): Instance | LocateError {
    const cached = this.#byUri.get(uri);
    if (cached) return cached;
    const key = keyOfUri(uri);
    const instance = this.#owners.get(key) ?? this.#select(uri, this.#languageIds.get(key) ?? languageId);
    // Failures are not cached: the server may be installed in the meantime.
    if (!(instance instanceof LocateError)) setLatest(this.#byUri, uri, instance, MAX_CACHED_URIS);
    return instance;
  }

  /** Returns the language id that the client gave to an open document. */
  languageOf(uri: string): string | undefined {
    return this.#languageIds.get(keyOfUri(uri));
  }

  /** The client has opened a document. */
  open(uri: string, languageId: string): void {
    const key = keyOfUri(uri);
    this.#languageIds.set(key, languageId);
    this.#owners.delete(key);
    this.#byUri.clear();
    this.assign(uri, languageId);
  }

  close(uri: string): void {
    this.#languageIds.delete(keyOfUri(uri));
    this.#owners.delete(keyOfUri(uri));
    this.#byUri.clear();
  }

  /** Has an open document stay at the instance that is selected for it. */
  assign(uri: string, languageId: string): void {
    const owner = this.of(uri, languageId);
    if (!(owner instanceof LocateError)) this.#owners.set(keyOfUri(uri), owner);
  }

  forgetLookups(): void {
    this.#byUri.clear();
  }

  /** Forgets the instances of all documents. */
  forget(): void {
    this.#byUri.clear();
    this.#owners.clear();
  }
}
