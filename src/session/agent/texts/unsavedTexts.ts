/**
 * Unsaved texts of a client whose backends serve other sessions, too. While a text has not been on
 * disk for some time, its backend is one of this session's own.
 */

import type { Backend } from "../../../ask/backend/backend.js";
import { keyOfUri } from "../../../uri.js";

interface UnsavedTextsHost {
  backendOf(uri: string): Backend | undefined;
  /** Sends a backend of the session's own the client's text. */
  send(uri: string): void;
  /** Whether the client's text of a document is on disk. */
  isSaved(uri: string): boolean;
}

/** How long a text may differ from the disk: harnesses write files some time after they say so. */
const MAX_UNSAVED_MS = 2_000;

export class UnsavedTexts {
  readonly #host: UnsavedTextsHost;
  /** By key of the URI: the timer of each document whose text is not on disk. */
  readonly #timers = new Map<string, NodeJS.Timeout>();
  /** By backend that is the session's own: the URIs of the documents that it is for. */
  readonly #own = new Map<Backend, Set<string>>();
  #review: NodeJS.Timeout | undefined;

  constructor(host: UnsavedTextsHost) {
    this.#host = host;
  }

  /** Notes whether the text of a document is kept, as it is not on disk. */
  note(uri: string, isUnsaved: boolean): void {
    const key = keyOfUri(uri);
    clearTimeout(this.#timers.get(key));
    this.#timers.delete(key);
    if (isUnsaved) this.#timers.set(key, setTimeout(() => this.#leaveShared(uri, key), MAX_UNSAVED_MS).unref());
  }

  end(): void {
    for (const timer of this.#timers.values()) clearTimeout(timer);
    clearInterval(this.#review);
  }

  #leaveShared(uri: string, key: string): void {
    this.#timers.delete(key);
    const backend = this.#host.backendOf(uri);
    if (!backend) return;
    this.#own.set(backend, (this.#own.get(backend) ?? new Set()).add(uri));
    backend.link.setPrivate?.(true);
    this.#host.send(uri);
    this.#review ??= setInterval(() => this.#returnToShared(), MAX_UNSAVED_MS).unref();
  }

  /** Goes back to shared backends where all texts are on disk again. */
  #returnToShared(): void {
    for (const [backend, uris] of this.#own) {
      for (const uri of uris) if (this.#host.isSaved(uri)) uris.delete(uri);
      if (uris.size > 0) continue;
      this.#own.delete(backend);
      backend.link.setPrivate?.(false);
    }
    if (this.#own.size > 0) return;
    clearInterval(this.#review);
    this.#review = undefined;
  }
}
