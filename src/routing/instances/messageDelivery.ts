/**
 * The messages for the process of one instance. They are sent while it runs and reads, and queued
 * otherwise: before its start, between two processes, and while it does not read its input. Each
 * request gets a response: from the process, from its successor, or from the proxy.
 */

import type { Backend, NamedDocument } from "../../ask/backend/backend.js";
import type { OpenDocument } from "../../ask/documents/openDocument.js";
import { isHang } from "../../backend/guard/hang.js";
import type { LocateError, Logger } from "../../error.js";
import type { Session } from "../../session/session.js";
import type { Document } from "../../text/document.js";
import { copyMessage, type Message } from "../../wire/readMessages.js";
import type { Capability } from "../capabilities/serverCapabilities.js";
import { DocumentSync, snapshotOf } from "../documents/documentSync.js";
import type { InstanceProcess } from "./instanceProcess.js";
import { MessageQueue, type QueuedMessage } from "./messageQueue.js";
import { isIdempotent, type PendingRequest, PendingRequests, type ResponseHandler } from "./pendingRequests.js";
import { buildCancelledResponse, buildEmptyResponse, buildErrorResponse, buildModifiedResponse } from "./responses.js";

/** The parts of the instance and of its session that a delivery uses. */
export interface DeliveryHost {
  /** The key of the instance, for the log. */
  readonly key: string;
  readonly backend: Backend;
  readonly session: Pick<Session, "documents" | "unopenedFiles">;
  readonly log: Logger;
  /** Whether the process has responded to `initialize`. */
  isRunning(): boolean;
  /** Whether it is running, starting or about to be restarted. */
  isActive(): boolean;
  /** Returns the running process. */
  process(): InstanceProcess | undefined;
  startIfIdle(): void;
  /** Returns the client's open documents that the instance serves. */
  documents(): readonly OpenDocument[];
  serves(document: NamedDocument): boolean;
  /** Whether the backend can respond to this request of the client, as far as is known. */
  canAnswer(message: Pick<Message, "method" | "body">): boolean;
  /** Returns why the instance has stopped. */
  stopError(): LocateError;
  /** Called before each response of the process is passed on. */
  onResponse(): void;
}

/** How long a backend may take to respond to a request that the client has cancelled. */
const CANCEL_GRACE_MS = 1_000;

export class MessageDelivery {
  readonly #host: DeliveryHost;
  readonly #queue: MessageQueue;
  readonly #pendingRequests = new PendingRequests();
  readonly #documentSync: DocumentSync;
  /** Whether the present process was sent the open documents and the queued messages. */
  #isSynchronized = false;
  /** The URIs that the process had open when it stalled; undefined while it is not stalled. */
  #openAtStall: ReadonlySet<string> | undefined;

  constructor(host: DeliveryHost) {
    this.#host = host;
    this.#queue = new MessageQueue(() => {
      // Files that only the proxy has opened are opened again with the next request about them.
      host.session.unopenedFiles.markClosed((document) => host.serves(document));
      return host.documents();
    });
    this.#documentSync = new DocumentSync(host.backend, (frame) => host.process()?.send(frame));
  }

  /** Whether the process does not read its input, so that messages are queued. */
  get isStalled(): boolean {
    return this.#openAtStall !== undefined;
  }

  /**
   * Updates the server's capabilities. Opens the documents if the server has only now registered
   * for them.
   */
  updateCapabilities(capabilities: readonly Capability[]): void {
    const wantsDocuments = this.#documentSync.updateCapabilities(capabilities);
    if (!wantsDocuments || !this.#isAccepting || !this.#isSynchronized) return;
    for (const document of this.#host.documents()) this.#documentSync.open(snapshotOf(document));
  }

  /** Sends or queues a notification of the client. `uri` is the document that it is about. */
  forwardNotification(message: Message, uri: string | undefined): void {
    const isChange = message.method === "textDocument/didChange";
    const isAbout = isChange || message.method === "textDocument/didOpen" || message.method === "textDocument/didClose";
    if (isAbout && uri !== undefined) this.#pendingRequests.noteChange(uri);
    if (this.#isAccepting) {
      this.#documentSync.forward(message, () => this.#textOf(uri));
      return;
    }
    if (!this.#host.isActive()) return; // the next start takes the documents as they are then
    const needsText = isChange || message.method === "textDocument/didSave";
    const textAfter = needsText ? this.#textOf(uri) : undefined;
    this.#queue.add({ kind: "notification", message: copyMessage(message), uri, textAfter });
  }

  /**
   * Sends or queues a request of the client. `respond` is called with the response, exactly once.
   */
  forwardRequest(message: Message & { readonly id: string }, uri: string | undefined, respond: ResponseHandler): void {
    this.#host.startIfIdle();
    const request = this.#pendingRequests.create(message, uri, respond);
    if (this.#isAccepting) this.#dispatchRequest(request);
    else if (this.#host.isActive()) this.#queue.add({ kind: "request", request });
    else respond(buildErrorResponse(request.id, this.#host.stopError()));
  }

  /**
   * Cancels the request with this id (JSON text), if it is one of this instance. `message` is the
   * client's cancellation.
   */
  cancel(id: string, message: Message): void {
    this.#queue.cancel(id);
    const request = this.#pendingRequests.markCancelled(id);
    if (!request) return;
    this.#host.process()?.send(message.bytes);
    // A server that hangs does not respond to a cancellation either.
    setTimeout(() => {
      if (this.#pendingRequests.abandon(request)) request.respond(buildCancelledResponse(id));
    }, CANCEL_GRACE_MS).unref();
  }

  /** Passes a response of the process to the request that it is for. */
  handleResponse({ id, bytes, body }: Message): void {
    const request = this.#pendingRequests.take(id);
    if (!request) {
      if (this.#pendingRequests.wasAbandoned(id)) return;
      this.#host.log(`${this.#host.key} has responded to an unknown request (id ${id ?? "missing"}); dropped`);
      return;
    }
    const process = this.#host.process();
    process?.stallDetector.noteResponse(request.id);
    process?.forgetPartialResults(request);
    this.#host.onResponse();
    request.respond({ bytes, body });
  }

  /** Adds a document that the client has open already. */
  addDocument(document: OpenDocument): void {
    // A snapshot of the present text: later changes are sent after it.
    const snapshot = snapshotOf(document);
    if (this.#isAccepting) this.#documentSync.open(snapshot);
    else if (this.#host.isActive())
      this.#queue.add({ kind: "action", action: () => this.#documentSync.open(snapshot), bytes: 0 });
    else this.#host.startIfIdle(); // with all open documents
  }

  /** Removes a document that stays open in the client, because another instance serves it. */
  removeDocument({ uri }: OpenDocument): void {
    if (this.#isAccepting) {
      this.#documentSync.close(uri);
      return;
    }
    this.#queue.removeDocument(uri);
    // A stalled process still has it open.
    if (this.#openAtStall?.has(uri))
      this.#queue.add({ kind: "action", action: () => this.#documentSync.close(uri), bytes: 0 });
  }

  /**
   * Runs an action that sends a frame of `bytes` to the process: at once, or in its turn among the
   * queued messages.
   */
  runBetweenFrames(action: () => void, bytes: number): void {
    this.#host.startIfIdle();
    if (this.#isAccepting) action();
    else if (this.#host.isActive()) this.#queue.add({ kind: "action", action, bytes });
  }

  /** Drops what is queued: the next process gets the documents that are open now. */
  snapshotDocuments(): void {
    this.#queue.snapshotDocuments();
  }

  /** Opens the documents in a process that has just started, and sends the queued messages. */
  begin(): void {
    this.#flushQueue([]);
    this.#isSynchronized = true;
  }

  /**
   * Queues messages from now on, because the process does not read its input. The queue is bounded,
   * and the other backends are not delayed.
   */
  markStalled(): void {
    if (!this.#isAccepting) return;
    const { session, documents, serves, log, key } = this.#host;
    const unopened = session.unopenedFiles.openDocuments().filter(serves);
    this.#openAtStall = new Set([...documents(), ...unopened].map(({ uri }) => uri));
    this.#queue.reset();
    log(`${key} does not read its messages. It is busy or stuck. It is not killed, and its messages are queued.`);
  }

  /** The process has read everything that was sent: after a stall it gets the queued messages. */
  handleDrain(): void {
    const openAtStall = this.#openAtStall;
    if (!openAtStall || !this.#host.isRunning()) return;
    this.#openAtStall = undefined;
    this.#host.log(`${this.#host.key} reads its messages again.`);
    this.#flushQueue(openAtStall);
  }

  /** The process has exited: queues from now on. */
  handleExit(): void {
    this.#isSynchronized = false;
    this.#openAtStall = undefined;
    // Requests that were queued during a stall are retried like the pending ones.
    if (this.#host.isRunning())
      for (const request of this.#queue.snapshotDocuments()) this.#pendingRequests.add(request);
  }

  /**
   * Queues each pending request for the next process if that means the same there, and rejects the
   * others.
   */
  retryPending(error: LocateError): void {
    for (const { isCancelled, ...request } of this.#pendingRequests.takeAll()) {
      if (isCancelled) request.respond(buildCancelledResponse(request.id));
      else if (isHang(error) || !isIdempotent(request)) request.respond(buildErrorResponse(request.id, error));
      else if (this.#pendingRequests.isStale(request)) request.respond(buildModifiedResponse(request.id));
      else this.#queue.add({ kind: "request", request });
    }
  }

  /** Removes and returns the requests without a response. */
  takeRequests(): readonly PendingRequest[] {
    return [...this.#queue.snapshotDocuments(), ...this.#pendingRequests.takeAll()];
  }

  /** Leaves the documents and the queue to the instance that serves them from now on. */
  moveTo(other: MessageDelivery): void {
    const { snapshots, messages } = this.#queue.takeAll();
    for (const snapshot of snapshots) other.#documentSync.open(snapshot);
    for (const queued of messages) {
      if (queued.kind === "action") other.runBetweenFrames(queued.action, queued.bytes);
      else if (queued.kind === "request") {
        const { message, id, uri, respond } = queued.request;
        other.forwardRequest({ ...message, id }, uri, respond);
      } else if (other.#isAccepting) other.#documentSync.forward(queued.message, () => queued.textAfter);
      else other.#queue.add(queued);
    }
  }

  get #isAccepting(): boolean {
    return this.#host.isRunning() && !this.isStalled;
  }

  /**
   * Opens the queued snapshots and sends the queued messages. `alreadyOpen` are the URIs that the
   * process has open.
   */
  #flushQueue(alreadyOpen: Iterable<string>): void {
    const { snapshots, messages, isCollapsed } = this.#queue.takeAll();
    if (isCollapsed) for (const uri of alreadyOpen) this.#documentSync.close(uri);
    for (const snapshot of snapshots) this.#documentSync.open(snapshot);
    for (const queued of messages) this.#sendQueued(queued);
  }

  /** Sends one queued message. A failure must not lose the ones after it. */
  #sendQueued(queued: QueuedMessage): void {
    try {
      if (queued.kind === "action") queued.action();
      else if (queued.kind === "request") this.#dispatchRequest(queued.request);
      else this.#documentSync.forward(queued.message, () => queued.textAfter);
    } catch (error) {
      this.#host.log(`internal error in a queued message for ${this.#host.key}: ${String((error as Error).stack)}`);
    }
  }

  /** Sends a request to the running process, or responds in its place if it cannot answer. */
  #dispatchRequest(request: PendingRequest): void {
    const process = this.#host.process() as InstanceProcess;
    if (!this.#host.canAnswer(request.message)) {
      request.respond(buildEmptyResponse(request));
      return;
    }
    this.#pendingRequests.add(request);
    process.stallDetector.noteRequest(request.id);
    process.expectPartialResults(request);
    process.send(request.message.bytes);
  }

  #textOf(uri: string | undefined): Document | undefined {
    return uri === undefined ? undefined : this.#host.session.documents.get(uri)?.text;
  }
}
