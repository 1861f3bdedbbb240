/** What one backend is told about documents, in the way that it wants to hear of them. */

import { type Backend, sendNotification } from "../session/backend/backend.js";
import type { Document } from "../text/document.js";
import type { Message } from "../wire/readMessages.js";
import type { Capability } from "./capabilities/serverCapabilities.js";
import {
  adaptNotification,
  buildDidOpen,
  type DocumentSnapshot,
  type DocumentSyncOptions,
  documentSyncOptionsOf,
} from "./documents/documentSync.js";

export class DocumentSync {
  readonly #backend: Backend;
  /** Takes a frame to its process, if there is one. */
  readonly #send: (frame: Buffer) => void;
  #options: DocumentSyncOptions = documentSyncOptionsOf([]);

  constructor(backend: Backend, send: (frame: Buffer) => void) {
    this.#backend = backend;
    this.#send = send;
  }

  /** It can do something else than before. True where it wants to hear of what is open, and has not yet. */
  updateCapabilities(capabilities: readonly Capability[]): boolean {
    const previous = this.#options;
    this.#options = documentSyncOptionsOf(capabilities);
    return !previous.openClose && this.#options.openClose;
  }

  open(snapshot: DocumentSnapshot): void {
    if (!this.#options.openClose) return;
    this.#send(buildDidOpen(snapshot));
    this.#backend.readiness?.handleDocumentOpened();
  }

  close(uri: string): void {
    if (this.#options.openClose) sendNotification(this.#backend, "textDocument/didClose", { textDocument: { uri } });
  }

  /** A notification of the client's; `after` is the text behind a change. */
  forward(message: Message, textAfter: () => Document | undefined): void {
    if (message.method?.startsWith("notebookDocument/") && !this.#acceptsNotebooks) return;
    const frame = adaptNotification(message, this.#options, textAfter);
    if (message.method === "textDocument/didOpen") this.#backend.readiness?.handleDocumentOpened();
    if (frame) this.#send(frame);
  }

  get #acceptsNotebooks(): boolean {
    const { capabilities, registrations } = this.#backend;
    return Boolean(capabilities.notebookDocumentSync) || [...registrations.values()].includes("notebookDocument/sync");
  }
}
