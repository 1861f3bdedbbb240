/** What one backend is told about documents, in the way that it wants to hear of them. */

import { type Backend, sendNotification } from "../session/backend/backend.js";
import type { Document } from "../text/document.js";
import type { Message } from "../wire/readMessages.js";
import type { Ability } from "./capabilities/serverCapabilities.js";
import { type OpenText, opening, type Synchronising, synchronised, synchronisingOf } from "./documents/documentSync.js";

export class Telling {
  readonly #backend: Backend;
  /** Takes a frame to its process, if there is one. */
  readonly #send: (frame: Buffer) => void;
  #synchronising: Synchronising = synchronisingOf([]);

  constructor(backend: Backend, send: (frame: Buffer) => void) {
    this.#backend = backend;
    this.#send = send;
  }

  /** It can do something else than before. True where it wants to hear of what is open, and has not yet. */
  learn(abilities: readonly Ability[]): boolean {
    const before = this.#synchronising;
    this.#synchronising = synchronisingOf(abilities);
    return !before.openClose && this.#synchronising.openClose;
  }

  open(text: OpenText): void {
    if (!this.#synchronising.openClose) return;
    this.#send(opening(text));
    this.#backend.readiness?.handleDocumentOpened();
  }

  close(uri: string): void {
    if (this.#synchronising.openClose)
      sendNotification(this.#backend, "textDocument/didClose", { textDocument: { uri } });
  }

  /** A notification of the client's; `after` is the text behind a change. */
  say(message: Message, after: () => Document | undefined): void {
    if (message.method?.startsWith("notebookDocument/") && !this.#hearsOfNotebooks) return;
    const frame = synchronised(message, this.#synchronising, after);
    if (message.method === "textDocument/didOpen") this.#backend.readiness?.handleDocumentOpened();
    if (frame) this.#send(frame);
  }

  get #hearsOfNotebooks(): boolean {
    const { capabilities, registrations } = this.#backend;
    return Boolean(capabilities.notebookDocumentSync) || [...registrations.values()].includes("notebookDocument/sync");
  }
}
