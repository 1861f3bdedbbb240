/**
 * The delivery of messages to the process of an instance: at once while the process runs and reads,
 * and later otherwise, in order: before its start, between two processes, while it does not read
 * its input, and while one act has it for itself.
 *
 * Each request gets one response: from the process, from its successor, or from the proxy.
 */

import type { Backend } from "../../../ask/backend/backend.js";
import { MAX_LOSSES } from "../../../ask/backend/backendConversation.js";
import { Deadline } from "../../../ask/deadline.js";
import { isHang } from "../../../backend/guard/unresponsive.js";
import type { LocateError, Logger } from "../../../error.js";
import type { OpenDocument } from "../../../files/documents/openDocument.js";
import type { Document } from "../../../text/document.js";
import { copyMessage, type Message } from "../../../wire/wholeMessages.js";
import type { Capability } from "../../capabilities/serverCapabilities.js";
import { SyncKindAdapter, snapshotOf } from "../../documents/syncKindAdapter.js";
import { busyError } from "../instanceErrors.js";
import type { InstanceProcess } from "../instanceProcess.js";
import { buildCancelledResponse, buildEmptyResponse, buildErrorResponse, buildModifiedResponse } from "../responses.js";
import { ExclusiveUse } from "./exclusiveUse.js";
import type { InstanceDocuments } from "./instanceDocuments.js";
import { MessageQueue, type QueuedMessage } from "./messageQueue.js";
import { isIdempotent, type PendingRequest, PendingRequests, type ResponseHandler } from "./pendingRequests.js";

/** The instance whose process gets the messages. */
export interface DeliveryTarget {
  readonly key: string;
  readonly server: { readonly name: string };
  readonly backend: Backend;
  readonly isRunning: boolean;
  /** Whether it is running, starting or about to be restarted. */
  readonly isActive: boolean;
  readonly currentProcess: InstanceProcess | undefined;
  /** Why it has stopped. */
  readonly stopError: LocateError;
  startIfIdle(): void;
  /** Called when the process has responded to a request. */
  resetFailures(): void;
  /** Whether the process can respond to this request of the client, as far as is known. */
  canAnswer(message: Pick<Message, "method" | "body">): boolean;
  readonly log: Logger;
}

/** How long a backend may take to respond to a request that the client has cancelled. */
const CANCEL_GRACE_MS = 1_000;
/** How long an act that wants the process for itself waits for earlier requests. */
const IDLE_TIMEOUT_MS = 10_000;
/** How long it waits for other such acts; longer on a busy machine. */
const TURN_TIMEOUT_MS = 30_000;

export class MessageDelivery {
  readonly #target: DeliveryTarget;
  readonly #documents: InstanceDocuments;
  readonly #queue: MessageQueue;
  readonly #pendingRequests = new PendingRequests();
  readonly #syncKindAdapter: SyncKindAdapter;
  readonly #exclusiveUse = new ExclusiveUse();
  /** Whether the present process was sent the open documents and the queued messages. */
  #isSynchronized = false;
  /** The URIs that the process had open when it stalled; undefined while it is not stalled. */
  #openAtStall: ReadonlySet<string> | undefined;
  #ownRequestCount = 0;
  #ownPendingCount = 0;
  /** Called when no request is pending. */
  #onIdle: (() => void) | undefined;

  constructor(target: DeliveryTarget, documents: InstanceDocuments) {
    this.#target = target;
    this.#documents = documents;
    this.#queue = new MessageQueue(() => {
      documents.forgetUnopened();
      return documents.ofClient();
    });
    this.#syncKindAdapter = new SyncKindAdapter(target.backend, (frame) => target.currentProcess?.send(frame));
  }

  /** Whether the process does not read its input, so that messages are queued. */
  get isStalled(): boolean {
    return this.#openAtStall !== undefined;
  }

  /** Whether nothing waits for the process. */
  get isQueueEmpty(): boolean {
    return this.#queue.isEmpty;
  }

  get #isAccepting(): boolean {
    return this.#target.isRunning && !this.isStalled && !this.#exclusiveUse.isOfOther;
  }

  /**
   * Updates the server's capabilities. Opens the documents if the server has only now registered
   * for them.
   */
  updateCapabilities(capabilities: readonly Capability[]): void {
    const wantsDocuments = this.#syncKindAdapter.updateCapabilities(capabilities);
    if (!wantsDocuments || !this.#isAccepting || !this.#isSynchronized) return;
    for (const document of this.#documents.ofClient()) this.#syncKindAdapter.open(snapshotOf(document));
  }

  /** Sends or queues a notification of the client. `uri` is the document that it is about. */
  forwardNotification(message: Message, uri: string | undefined): void {
    const isChange = message.method === "textDocument/didChange";
    const isAbout = isChange || message.method === "textDocument/didOpen" || message.method === "textDocument/didClose";
    if (isAbout && uri !== undefined) this.#pendingRequests.noteChange(uri);
    if (this.#isAccepting) {
      this.#syncKindAdapter.forward(message, () => this.#textOf(uri));
      return;
    }
    if (!this.#target.isActive) return; // the next start takes the documents as they are then
    const needsText = isChange || message.method === "textDocument/didSave";
    const textAfter = needsText ? this.#textOf(uri) : undefined;
    this.#queue.add({ kind: "notification", message: copyMessage(message), uri, textAfter });
  }

  /**
   * Sends or queues a request of the client. `respond` is called with the response, exactly once.
   */
  forwardRequest(message: Message & { readonly id: string }, uri: string | undefined, respond: ResponseHandler): void {
    this.#target.startIfIdle();
    const request = this.#pendingRequests.create(message, uri, respond);
    if (this.#isAccepting) this.#dispatchRequest(request);
    else if (this.#target.isActive) this.#queue.add({ kind: "request", request });
    else respond(buildErrorResponse(request.id, this.#target.stopError));
  }

  /**
   * Runs an action that sends a frame of `bytes` to the process: at once, or in its turn among the
   * queued messages.
   */
  runBetweenFrames(action: () => void, bytes: number): void {
    this.#target.startIfIdle();
    if (this.#isAccepting) action();
    else if (this.#target.isActive) this.#queue.add({ kind: "action", action, bytes });
  }

  /**
   * Cancels the request with this id (JSON text), if it is one of this instance. `message` is the
   * client's cancellation.
   */
  cancel(id: string, message: Message): void {
    this.#queue.cancel(id);
    const request = this.#pendingRequests.markCancelled(id);
    if (!request) return;
    this.#target.currentProcess?.send(message.bytes);
    // A server that hangs does not respond to a cancellation either.
    setTimeout(() => {
      if (!this.#pendingRequests.abandon(request)) return;
      request.respond(buildCancelledResponse(id));
      this.#noteAnswer();
    }, CANCEL_GRACE_MS).unref();
  }

  /** Passes a response of the process to the request that it is for. */
  handleResponse(message: Message): void {
    const { id } = message;
    const { key, currentProcess } = this.#target;
    const request = this.#pendingRequests.take(id);
    if (!request) {
      if (this.#pendingRequests.wasAbandoned(id)) return;
      this.#target.log(`${key} has responded to an unknown request (id ${id ?? "missing"}); dropped`);
      return;
    }
    currentProcess?.stallDetector.noteResponse(request.id);
    currentProcess?.forgetPartialResults(request);
    this.#target.resetFailures();
    request.respond(message);
    this.#noteAnswer();
  }

  /** Adds a document that the client has open already. */
  addDocument(document: OpenDocument): void {
    // A snapshot of the present text: later changes are sent after it.
    const snapshot = snapshotOf(document);
    if (this.#isAccepting) this.#syncKindAdapter.open(snapshot);
    else if (this.#target.isActive)
      this.#queue.add({ kind: "action", action: () => this.#syncKindAdapter.open(snapshot), bytes: 0 });
    else this.#target.startIfIdle(); // with all open documents
  }

  /** Removes a document that stays open in the client, because another instance serves it. */
  removeDocument({ uri }: OpenDocument): void {
    if (this.#isAccepting) {
      this.#syncKindAdapter.close(uri);
      return;
    }
    this.#queue.removeDocument(uri);
    // A stalled process still has it open.
    if (this.#openAtStall?.has(uri))
      this.#queue.add({ kind: "action", action: () => this.#syncKindAdapter.close(uri), bytes: 0 });
  }

  /** A start was requested: the process will be sent the documents as they are now. */
  handleStart(): void {
    this.#queue.snapshotDocuments();
  }

  /** The process has responded to `initialize`: it gets the documents and the queued messages. */
  handleRunning(): void {
    this.#flushQueue([]);
    this.#isSynchronized = true;
  }

  /** The process has exited while it ran, or before: queues messages from now on. */
  handleExit(): void {
    this.#isSynchronized = false;
    this.#openAtStall = undefined;
    // Requests that were queued during a stall are retried like the pending ones.
    if (this.#target.isRunning)
      for (const request of this.#queue.snapshotDocuments()) this.#pendingRequests.add(request);
  }

  /**
   * Queues each pending request for the next process if that means the same there, and rejects the
   * others.
   */
  retryPending(error: LocateError): void {
    for (const { isCancelled, ...request } of this.#pendingRequests.takeAll()) {
      if (isCancelled) request.respond(buildCancelledResponse(request.id));
      else if (isHang(error) || !isIdempotent(request) || request.losses + 1 >= MAX_LOSSES)
        request.respond(buildErrorResponse(request.id, error));
      else if (this.#pendingRequests.isStale(request)) request.respond(buildModifiedResponse(request.id));
      else this.#queue.add({ kind: "request", request: { ...request, losses: request.losses + 1 } });
    }
    this.#noteAnswer();
  }

  /** Removes and returns the requests without a response. */
  takeRequests(): readonly PendingRequest[] {
    return [...this.#queue.snapshotDocuments(), ...this.#pendingRequests.takeAll()];
  }

  /** Leaves the documents and the queue to the instance that serves them from now on. */
  moveTo(other: MessageDelivery): void {
    const { snapshots, messages } = this.#queue.takeAll();
    for (const snapshot of snapshots) other.#syncKindAdapter.open(snapshot);
    for (const queued of messages) {
      if (queued.kind === "action") other.runBetweenFrames(queued.action, queued.bytes);
      else if (queued.kind === "request") {
        const { message, id, uri, respond } = queued.request;
        other.forwardRequest({ ...message, id }, uri, respond);
      } else if (other.#isAccepting) other.#syncKindAdapter.forward(queued.message, () => queued.textAfter);
      else other.#queue.add(queued);
    }
  }

  /**
   * Queues messages from now on, because the process does not read its input. The queue is bounded,
   * and the other backends are not delayed.
   */
  markStalled(): void {
    if (!this.#isAccepting) return;
    this.#openAtStall = this.#openDocuments();
    this.#queue.reset();
    const { key } = this.#target;
    const what = "does not read its messages. It is busy or stuck. It is not killed, and its messages are queued.";
    this.#target.log(`${key} ${what}`);
  }

  /** The process has read everything that was sent: after a stall it gets the queued messages. */
  handleDrain(): void {
    const openAtStall = this.#openAtStall;
    if (!openAtStall || !this.#target.isRunning) return;
    this.#openAtStall = undefined;
    this.#target.log(`${this.#target.key} reads its messages again.`);
    this.#flushQueue(openAtStall);
  }

  /** Runs an act that has the process for itself: others' messages are queued meanwhile. */
  runAlone<Value>(act: () => Promise<Value>): Promise<Value> {
    let open: ReadonlySet<string> = new Set();
    return this.#exclusiveUse.run(act, {
      begin: async () => {
        open = this.#openDocuments();
        await this.#untilIdle();
        this.#target.currentProcess?.shared?.setAlone(true);
      },
      // A process that has ended, or does not read, gets them when it can take some.
      end: () => {
        this.#target.currentProcess?.shared?.setAlone(false);
        if (this.#isAccepting) this.#flushQueue(open);
      },
      deadline: Deadline.ofWork(TURN_TIMEOUT_MS),
      late: () => busyError(this.#target.server, TURN_TIMEOUT_MS),
    });
  }

  /**
   * Lets the stall detector know of a request of the proxy's own. Returns the function that ends
   * it.
   */
  trackOwnRequest(): () => void {
    const { stallDetector } = this.#target.currentProcess ?? {};
    const id = `ours ${++this.#ownRequestCount}`;
    stallDetector?.noteRequest(id);
    this.#ownPendingCount++;
    return () => {
      stallDetector?.noteResponse(id);
      this.#ownPendingCount--;
      this.#noteAnswer();
    };
  }

  /**
   * Opens the queued snapshots and sends the queued messages. `alreadyOpen` are the URIs that the
   * process has open.
   */
  #flushQueue(alreadyOpen: Iterable<string>): void {
    const { snapshots, messages, isCollapsed } = this.#queue.takeAll();
    if (isCollapsed) for (const uri of alreadyOpen) this.#syncKindAdapter.close(uri);
    for (const snapshot of snapshots) this.#syncKindAdapter.open(snapshot);
    for (const queued of messages) this.#sendQueued(queued);
  }

  /** Sends one queued message. A failure must not lose the ones after it. */
  #sendQueued(queued: QueuedMessage): void {
    try {
      if (queued.kind === "action") queued.action();
      else if (queued.kind === "request") this.#dispatchRequest(queued.request);
      else this.#syncKindAdapter.forward(queued.message, () => queued.textAfter);
    } catch (error) {
      this.#target.log(`internal error in a queued message for ${this.#target.key}: ${String((error as Error).stack)}`);
    }
  }

  /** Sends a request to the running process, or responds in its place if it cannot answer. */
  #dispatchRequest(request: PendingRequest): void {
    const process = this.#target.currentProcess as InstanceProcess;
    if (!this.#target.canAnswer(request.message)) {
      request.respond(buildEmptyResponse(request));
      return;
    }
    this.#pendingRequests.add(request);
    process.stallDetector.noteRequest(request.id);
    process.expectPartialResults(request);
    process.send(request.message.bytes);
  }

  /** Returns the URIs of the documents that the process has open. */
  #openDocuments(): ReadonlySet<string> {
    const documents = [...this.#documents.ofClient(), ...this.#documents.unopened()];
    return new Set(documents.map(({ uri }) => uri));
  }

  /** Resolves when no request is pending. Errors: `backend_timeout`. */
  async #untilIdle(): Promise<void> {
    if (this.#isIdle) return;
    await new Promise<void>((resolve, reject) => {
      const timer = setTimeout(() => reject(busyError(this.#target.server, IDLE_TIMEOUT_MS)), IDLE_TIMEOUT_MS);
      this.#onIdle = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  get #isIdle(): boolean {
    return this.#pendingRequests.isEmpty && this.#ownPendingCount === 0;
  }

  /** Notes that a request is not pending any more. */
  #noteAnswer(): void {
    if (!this.#isIdle) return;
    this.#onIdle?.();
    this.#onIdle = undefined;
  }

  #textOf(uri: string | undefined): Document | undefined {
    return uri === undefined ? undefined : this.#documents.textOf(uri);
  }
}
