/**
 * Adapts document notifications to the synchronisation that a backend has asked for. The client
 * sends incremental changes, and some servers take only whole texts, or no notifications at all.
 */

import { type Backend, sendNotification } from "../../ask/backend/backend.js";
import type { OpenDocument } from "../../files/documents/openDocument.js";
import type { Document } from "../../text/document.js";
import { frameOf } from "../../wire/frames.js";
import { findValue, setValue } from "../../wire/json.js";
import type { Message } from "../../wire/wholeMessages.js";
import type { Capability } from "../capabilities/serverCapabilities.js";

/** An open document at one moment. */
export interface DocumentSnapshot {
  readonly uri: string;
  readonly languageId: string;
  readonly version: number;
  readonly text: Document;
}

/** LSP's TextDocumentSyncKind. */
const FULL = 1;
const INCREMENTAL = 2;

export interface SyncKindOptions {
  readonly openClose: boolean;
  readonly change: 0 | typeof FULL | typeof INCREMENTAL;
  readonly save: "never" | "without text" | "with text";
}

export class SyncKindAdapter {
  readonly #backend: Backend;
  /** Sends a frame to the process of the backend, if there is one. */
  readonly #send: (frame: Buffer) => void;
  #options: SyncKindOptions = syncKindOptionsOf([]);

  constructor(backend: Backend, send: (frame: Buffer) => void) {
    this.#backend = backend;
    this.#send = send;
  }

  /**
   * Takes over new capabilities. Returns true if the backend wants the open documents and has not
   * wanted them before.
   */
  updateCapabilities(capabilities: readonly Capability[]): boolean {
    const previous = this.#options;
    this.#options = syncKindOptionsOf(capabilities);
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

  /**
   * Sends a notification of the client, if the backend wants it. `textAfter` returns the text after
   * a change or save.
   */
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

/** Reads the options from capabilities, whether initial or dynamic. */
export function syncKindOptionsOf(capabilities: readonly Capability[]): SyncKindOptions {
  const optionsOf = (method: string) => capabilities.findLast((capability) => capability.method === method)?.options;
  const { syncKind } = (optionsOf("textDocument/didChange") ?? {}) as { readonly syncKind?: unknown };
  const save = optionsOf("textDocument/didSave") as { readonly includeText?: unknown } | undefined;
  return {
    openClose: optionsOf("textDocument/didOpen") !== undefined,
    change: syncKind === FULL || syncKind === INCREMENTAL ? syncKind : 0,
    save: save === undefined ? "never" : save.includeText === true ? "with text" : "without text",
  };
}

/**
 * Returns the frame of a document notification in the form that the backend wants; `undefined` if
 * it wants none. `textAfter` returns the text after a change or save.
 */
export function adaptNotification(
  { method, bytes, body }: Pick<Message, "method" | "bytes" | "body">,
  { openClose, change, save }: SyncKindOptions,
  textAfter: () => Document | undefined,
): Buffer | undefined {
  switch (method) {
    case "textDocument/didOpen":
    case "textDocument/didClose":
      return openClose ? bytes : undefined;
    case "textDocument/didChange": {
      if (change === INCREMENTAL) return bytes;
      const text = change === FULL ? textAfter() : undefined;
      return text && replaceWholeText(body, text);
    }
    case "textDocument/didSave": {
      if (save === "never") return undefined;
      const text = save === "with text" && !findValue(body, ["params", "text"]) ? textAfter() : undefined;
      const withText = text && setValue(body, ["params", "text"], text.text);
      return withText ? frameOf(withText) : bytes;
    }
    default:
      return bytes;
  }
}

/** Returns the frame of a `didChange` that replaces the whole text. */
function replaceWholeText(body: Buffer, { text }: Document): Buffer {
  const changed = setValue(body, ["params", "contentChanges"], [{ text }]);
  return frameOf(changed ?? body);
}

/** Builds the frame of a `didOpen`. */
export function buildDidOpen({ uri, languageId, version, text }: DocumentSnapshot): Buffer {
  const params = { textDocument: { uri, languageId, version, text: text.text } };
  return frameOf(JSON.stringify({ jsonrpc: "2.0", method: "textDocument/didOpen", params }));
}

export function snapshotOf({ uri, languageId, version, text }: OpenDocument): DocumentSnapshot {
  return { uri, languageId, version, text };
}
