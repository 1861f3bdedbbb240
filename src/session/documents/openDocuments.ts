/**
 * The documents that the client has open.
 *
 * The relay never waits for them: a change is kept as the bytes it came in, and applied when a
 * document is read, when there is time, or when too many have gathered.
 */

import type { Backends } from "../../ask/backend/backend.js";
import type { UnopenedFiles } from "../../ask/documents/unopenedFiles.js";
import { type DocumentListener, DocumentStore } from "../../files/documents/documentStore.js";
import type { OpenDocument } from "../../files/documents/openDocument.js";
import type { PositionEncoding } from "../../text/position.js";
import { keyOfPath, keyOfUri, pathOfUri, realKeyOfPath } from "../../uri.js";
import type { Envelope } from "../../wire/envelope.js";
import type { Decision, Frame } from "../../wire/frames.js";
import { findValue, stringAt } from "../../wire/json.js";

/**
 * The maximum size of pending changes: above a burst of typing or a formatted file, and well below
 * what memory allows.
 */
const MAX_PENDING_BYTES = 32 * 1024 * 1024;
/** Pending changes are applied once none has come for this long, in slices of this length. */
const IDLE_MS = 100;
const SLICE_MS = 3;

/** A pending message about a document; `at` is as of `performance.now()`. */
interface PendingMessage {
  readonly body: Buffer;
  readonly at: number;
}

interface DocumentStepContext {
  readonly documents: OpenDocuments;
  readonly unopenedFiles: UnopenedFiles;
  readonly backends: Pick<Backends, "all">;
  readonly conversation: { readonly isOpen: boolean };
}

/**
 * Step for client messages: records messages about documents. A document that we have open at the
 * backend is closed there before the client's `didOpen` passes.
 */
export function observeDocuments({ method }: Envelope, session: DocumentStepContext): Decision | undefined {
  switch (method) {
    case "textDocument/didChange":
    case "textDocument/didClose":
    case "notebookDocument/didOpen":
    case "notebookDocument/didChange":
    case "notebookDocument/didClose":
      return session.documents.recordDecision;
    case "textDocument/didOpen":
      for (const backend of session.backends.all()) backend.readiness?.handleDocumentOpened();
      // Whether we have opened it is checked when the message is whole: a Locate may open the file
      // while the message still arrives.
      return session.conversation.isOpen
        ? { kind: "take", take: (frame) => handleOpen(frame, session) }
        : session.documents.recordDecision;
    default:
      return undefined;
  }
}

function handleOpen({ bytes, body }: Frame, session: DocumentStepContext): Buffer {
  const uri = stringAt(body, findValue(body, ["params", "textDocument", "uri"]));
  if (uri !== undefined) {
    const path = pathOfUri(uri);
    session.unopenedFiles.closeForClient(keyOfUri(uri), path === undefined ? undefined : realKeyOfPath(path));
  }
  session.documents.enqueue(body);
  return bytes;
}

export class OpenDocuments {
  readonly recordDecision: Decision = { kind: "see", see: (body) => this.enqueue(body) };
  readonly #store: DocumentStore;
  #pending: PendingMessage[] = [];
  #pendingBytes = 0;
  #idleTimer: NodeJS.Timeout | undefined;

  constructor(encoding: () => PositionEncoding) {
    this.#store = new DocumentStore(encoding);
  }

  /** Called when a message is applied. */
  get listeners(): Set<DocumentListener> {
    return this.#store.listeners;
  }

  /** Records a message about a document, to be applied as if now. */
  enqueue(body: Buffer): void {
    this.#pending.push({ body, at: performance.now() });
    this.#pendingBytes += body.length;
    if (this.#pendingBytes > MAX_PENDING_BYTES) this.applyPending();
    else this.#idleTimer ??= this.#scheduleWhenQuiet();
  }

  /** Applies the pending messages. Every access to a document calls this first. */
  applyPending(): void {
    const pending = this.#pending;
    this.#pending = [];
    this.#pendingBytes = 0;
    for (const each of pending) this.#apply(each);
  }

  /** Returns the document with that URI, however it is written. */
  get(uri: string): OpenDocument | undefined {
    this.applyPending();
    return this.#store.get(uri) ?? this.#sameFile(pathOfUri(uri));
  }

  ofPath(path: string): OpenDocument | undefined {
    this.applyPending();
    return this.#store.ofKey(keyOfPath(path)) ?? this.#sameFile(path);
  }

  all(): Iterable<OpenDocument> {
    this.applyPending();
    return this.#store.all();
  }

  /** Returns the document of the same file on disk under another name (a symbolic link). */
  #sameFile(path: string | undefined): OpenDocument | undefined {
    if (path === undefined) return undefined;
    const key = realKeyOfPath(path);
    for (const document of this.#store.all()) if (document.realKey === key) return document;
    return undefined;
  }

  /**
   * Applies the pending messages once none has come for a while: in a burst, the relay goes first.
   */
  #scheduleWhenQuiet(): NodeJS.Timeout {
    const seen = this.#pendingBytes;
    const check = () => {
      if (this.#pendingBytes !== seen) this.#idleTimer = this.#scheduleWhenQuiet();
      else this.#applySlice();
    };
    return setTimeout(check, IDLE_MS).unref();
  }

  #applySlice(): void {
    this.#idleTimer = undefined;
    const until = performance.now() + SLICE_MS;
    let done = 0;
    while (done < this.#pending.length && performance.now() < until)
      this.#apply(this.#pending[done++] as PendingMessage);
    for (const { body } of this.#pending.splice(0, done)) this.#pendingBytes -= body.length;
    if (this.#pending.length > 0) this.#idleTimer = setTimeout(() => this.#applySlice(), 0).unref();
  }

  #apply({ body, at }: PendingMessage): void {
    try {
      this.#applyMessage(JSON.parse(body.toString("utf8")) as DocumentMessage, at);
    } catch {
      // The backend gets the same bytes and reports the error.
    }
  }

  #applyMessage(message: DocumentMessage, at: number): void {
    const params = message.params ?? {};
    switch (message.method) {
      case "textDocument/didOpen":
        this.#didOpen(params.textDocument, at);
        break;
      case "textDocument/didChange":
        this.#didChange(params.textDocument, params.contentChanges, at);
        break;
      case "textDocument/didClose":
        this.#didClose(params.textDocument);
        break;
      case "notebookDocument/didOpen":
        for (const cell of params.cellTextDocuments ?? []) this.#didOpen(cell, at);
        break;
      case "notebookDocument/didClose":
        for (const cell of params.cellTextDocuments ?? []) this.#didClose(cell);
        break;
      case "notebookDocument/didChange": {
        const cells = params.change?.cells;
        for (const cell of cells?.structure?.didOpen ?? []) this.#didOpen(cell, at);
        for (const { document, changes } of cells?.textContent ?? []) this.#didChange(document, changes, at);
        for (const cell of cells?.structure?.didClose ?? []) this.#didClose(cell);
        break;
      }
    }
  }

  #didOpen(item: ReceivedItem | undefined, at: number): void {
    if (typeof item?.uri !== "string" || typeof item.text !== "string") return;
    const { uri, text } = item;
    this.#store.open({ uri, languageId: String(item.languageId ?? ""), version: Number(item.version ?? 0), text }, at);
  }

  #didChange(item: ReceivedItem | undefined, changes: unknown, at: number): void {
    if (typeof item?.uri !== "string" || !Array.isArray(changes)) return;
    const { uri, version } = item;
    this.#store.change(uri, version === undefined || version === null ? undefined : Number(version), changes, at);
  }

  #didClose(item: ReceivedItem | undefined): void {
    if (typeof item?.uri === "string") this.#store.close(item.uri);
  }
}

/** The members we read of a message from outside; each may be missing. */
interface DocumentMessage {
  readonly method?: string;
  readonly params?: {
    readonly textDocument?: ReceivedItem;
    readonly contentChanges?: unknown;
    readonly cellTextDocuments?: readonly ReceivedItem[];
    readonly change?: {
      readonly cells?: {
        readonly structure?: {
          readonly didOpen?: readonly ReceivedItem[];
          readonly didClose?: readonly ReceivedItem[];
        };
        readonly textContent?: readonly {
          readonly document: ReceivedItem;
          readonly changes: unknown;
        }[];
      };
    };
  };
}

interface ReceivedItem {
  readonly uri?: unknown;
  readonly languageId?: unknown;
  readonly version?: unknown;
  readonly text?: unknown;
}
