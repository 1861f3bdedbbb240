/**
 * One backend of a routed session: a server at a root. It is started when first needed and again when it dies; what is meant for it waits meanwhile, and what it was
 * asked is answered, by itself or its successor or by us. When it may do what is the table of lifecycle.ts; here is what that takes.
 */

import type { Server } from "../../backend/config/servers.js";
import type { SelectedServer } from "../../backend/installation/selectServer.js";
import type { LocateError } from "../../error.js";
import { type Backend, openBackend, type ProcessState, sendNotification } from "../../session/backend/backend.js";
import { BackendLost } from "../../session/backend/backendConversation.js";
import type { OpenDocument } from "../../session/documents/openDocument.js";
import { initializeResultOf, recordInitializeResult } from "../../session/lifecycle.js";
import type { Document } from "../../text/document.js";
import type { WorkspaceFolder } from "../../uri.js";
import type { Message } from "../../wire/readMessages.js";
import type { Capability } from "../capabilities/serverCapabilities.js";
import { snapshotOf } from "../documents/documentSync.js";
import type { Routing } from "../routing.js";
import { DocumentSync } from "../telling.js";
import {
  endedError,
  initializeErrorIn,
  invalidInitializeError,
  isPermanent,
  startTimeoutError,
} from "./instanceErrors.js";
import { InstanceProcess } from "./instanceProcess.js";
import { idleState, type LifecycleEvent, type LifecycleState, nextState } from "./lifecycle.js";
import { MessageQueue, type QueuedMessage } from "./messageQueue.js";
import {
  copyMessage,
  isIdempotent,
  type PendingRequest,
  PendingRequests,
  type ResponseHandler,
} from "./pendingRequests.js";
import { buildCancelledResponse, buildEmptyResponse, buildErrorResponse, buildModifiedResponse } from "./responses.js";
import { StartupWaiters } from "./startupWaiters.js";

/** How long one that has said nothing for long is given to answer a Locate. */
const STALLED_TIMEOUT_MS = 5_000;
/** How long the answer to what was cancelled is waited for. */
const CANCEL_GRACE_MS = 1_000;

export class BackendInstance {
  /** Stable through all its runs: `pyright#2`. */
  readonly key: string;
  readonly server: Server;
  /** How it is started here. */
  readonly command: readonly string[];
  readonly root: WorkspaceFolder;
  readonly backend: Backend;
  /** What the client has called the languages of its documents. */
  readonly languageIds = new Set<string>();
  readonly #routing: Routing;
  #state: LifecycleState = idleState;
  #process: InstanceProcess | undefined;
  #startCount = 0;
  #ownRequestCount = 0;
  readonly #queue: MessageQueue;
  readonly #pendingRequests = new PendingRequests();
  readonly #startupWaiters: StartupWaiters;
  #lastError: LocateError | undefined;
  /** While its process takes nothing: the documents that it had open when it stopped, by URI. */
  #openAtStall: ReadonlySet<string> | undefined;
  #host: BackendInstance | undefined;
  readonly #documentSync: DocumentSync;
  /** What was open and what had waited when its process came up has been said. */
  #isSynchronized = false;
  /** The client was told that it stays down, and no answer has come since. */
  #isFailureReported = false;
  #initializeResponse: Buffer = Buffer.from("{}");
  /** Its own root, and those it has taken from others. */
  #folders: readonly WorkspaceFolder[];

  constructor(key: string, { server, command }: SelectedServer, root: WorkspaceFolder, routing: Routing) {
    this.key = key;
    this.server = server;
    this.command = command;
    this.root = root;
    this.#routing = routing;
    this.#folders = [root];
    this.#startupWaiters = new StartupWaiters((milliseconds) => startTimeoutError(server, milliseconds));
    this.#queue = new MessageQueue(() => {
      // What of ours was to be opened is opened again when somebody asks about it.
      routing.session.unopenedFiles.markClosed((document) => routing.instances.serves(this, document));
      return routing.instances.documentsOf(this);
    });
    const link = {
      send: (frame: Buffer) => this.#runBetweenFrames(() => this.#process?.send(frame), frame.length),
      between: (action: () => void) => this.#runBetweenFrames(action, 0),
      rewriteResult: (method: string, result: Buffer) => routing.markResult(method, result, this),
      ensureRunning: () => this.ensureRunning(),
      beginRequest: () => this.#trackOwnRequest(),
      timeoutMs: () => (this.#process?.stallDetector.isStalled() ? STALLED_TIMEOUT_MS : undefined),
      state: () => this.#processState(),
      root: root.uri,
    };
    this.backend = openBackend({
      command,
      serverEntry: server,
      link,
      idPrefix: routing.session.conversation.idPrefix,
    });
    this.#documentSync = new DocumentSync(this.backend, (frame) => this.#process?.send(frame));
  }

  get isRunning(): boolean {
    return this.#state.kind === "running";
  }

  /** It can do something else than before: what it wants to hear of documents may be something else, too. */
  updateCapabilities(capabilities: readonly Capability[]): void {
    const isNew = this.#documentSync.updateCapabilities(capabilities);
    if (!isNew || !this.#isAccepting || !this.#isSynchronized) return;
    for (const document of this.#routing.instances.documentsOf(this)) this.#documentSync.open(snapshotOf(document));
  }

  /** Whether it has been needed, and is not over. */
  get isActive(): boolean {
    return this.#state.kind === "starting" || this.#state.kind === "running" || this.#state.kind === "restarting";
  }

  /** The body of its answer to initialize. */
  get initializeResponse(): Buffer {
    return this.#initializeResponse;
  }

  get currentProcess(): InstanceProcess | undefined {
    return this.#process;
  }

  /** Whoever serves its documents: itself, or the one that has taken its root as a further folder. From then on only that one is spoken to. */
  get effective(): BackendInstance {
    return this.#host?.effective ?? this;
  }

  /** Something is about to be said to it: one that sleeps is started, with what is open at this moment. */
  startIfIdle(): void {
    if (this.#state.kind === "idle") this.#transition("needed");
  }

  /** A document of it was opened or changed: one that had given up tries once more. */
  retryIfStopped(): void {
    if (this.#state.kind === "stopped") this.#transition("changed");
  }

  /** Resolves when it runs; starts it where it doesn't. Errors: why it can't. */
  ensureRunning(): Promise<void> {
    if (this.#host) return this.#host.ensureRunning();
    this.startIfIdle();
    if (this.#state.kind === "running") return Promise.resolve();
    if (this.#state.kind === "stopped") return Promise.reject(this.#stopError());
    return this.#startupWaiters.wait();
  }

  /** A notification of the client's. */
  forwardNotification(message: Message, uri: string | undefined): void {
    const isChange = message.method === "textDocument/didChange";
    const isAbout = isChange || message.method === "textDocument/didOpen" || message.method === "textDocument/didClose";
    if (isAbout && uri !== undefined) this.#pendingRequests.noteChange(uri);
    if (this.#isAccepting) {
      this.#documentSync.forward(message, () => this.#textOf(uri));
      return;
    }
    if (!this.isActive) return; // what is open is taken as it is when it starts
    const needsText = isChange || message.method === "textDocument/didSave";
    const textAfter = needsText ? this.#textOf(uri) : undefined;
    this.#queue.add({ kind: "notification", message: copyMessage(message), uri, textAfter });
  }

  /** A request of the client's. `answered` gets the response, exactly once. */
  forwardRequest(message: Message & { readonly id: string }, uri: string | undefined, respond: ResponseHandler): void {
    this.startIfIdle();
    const request = this.#pendingRequests.create(message, uri, respond);
    if (this.#isAccepting) this.#dispatchRequest(request);
    else if (this.#state.kind === "stopped") respond(buildErrorResponse(request.id, this.#stopError()));
    else this.#queue.add({ kind: "request", request });
  }

  /** The client doesn't want the answer any more to what it may have asked here under that id. */
  cancel(id: string, message: Message): void {
    this.#queue.cancel(id);
    const request = this.#pendingRequests.markCancelled(id);
    if (!request) return;
    this.#process?.send(message.bytes);
    // One that hangs can't even say that it has stopped.
    setTimeout(() => {
      if (this.#pendingRequests.abandon(request)) request.respond(buildCancelledResponse(id));
    }, CANCEL_GRACE_MS).unref();
  }

  /** A response of its process; whom it is for is told here. */
  handleResponse({ id, bytes, body }: Message): void {
    const request = this.#pendingRequests.take(id);
    if (!request) {
      if (this.#pendingRequests.wasAbandoned(id)) return;
      this.#routing.session.log(`${this.key} has answered what it was not asked (id ${id ?? "missing"}); left out`);
      return;
    }
    this.#process?.stallDetector.noteResponse(request.id);
    this.#process?.forgetPartialResults(request);
    this.resetFailures();
    request.respond({ bytes, body });
  }

  /** A document that is open has become one of its own. */
  addDocument(document: OpenDocument): void {
    this.languageIds.add(document.languageId);
    // As it is now: what comes behind it makes of it what it will be.
    const text = snapshotOf(document);
    if (this.#isAccepting) this.#documentSync.open(text);
    else if (this.isActive) this.#queue.add({ kind: "act", action: () => this.#documentSync.open(text), bytes: 0 });
    else this.startIfIdle(); // with all that is open
  }

  /** A document that is open has become somebody else's. */
  removeDocument({ uri }: OpenDocument): void {
    if (this.#isAccepting) {
      this.#documentSync.close(uri);
      return;
    }
    this.#queue.removeDocument(uri);
    // One that takes nothing has it open all the same.
    if (this.#openAtStall?.has(uri))
      this.#queue.add({ kind: "act", action: () => this.#documentSync.close(uri), bytes: 0 });
  }

  /** It has answered somebody: whatever deaths there were are forgotten. */
  resetFailures(): void {
    this.#transition("answered");
    this.#isFailureReported = false;
  }

  /** Takes a further root as a workspace folder; false where its server can't. */
  addFolder(root: WorkspaceFolder): boolean {
    const { workspaceFolders } = this.backend.capabilities.workspace ?? {};
    if (!workspaceFolders?.supported || !workspaceFolders.changeNotifications) return false;
    this.#folders = [...this.#folders, root];
    sendNotification(this.backend, "workspace/didChangeWorkspaceFolders", { event: { added: [root], removed: [] } });
    return true;
  }

  get folders(): readonly WorkspaceFolder[] {
    return this.#folders;
  }

  /** Gives such a root back. */
  removeFolder(root: WorkspaceFolder): void {
    this.#folders = this.#folders.filter((folder) => folder.uri !== root.uri);
    if (this.isRunning)
      sendNotification(this.backend, "workspace/didChangeWorkspaceFolders", { event: { added: [], removed: [root] } });
  }

  /** It is not wanted any more: its requests are refused, its process is ended. Resolves when that is gone. */
  async end(): Promise<void> {
    const run = this.#process;
    this.#lastError = endedError(this.server);
    this.#transition("end");
    await run?.end();
  }

  /** The same while the session goes on: its process is told to shut down first. */
  async retire(): Promise<void> {
    const run = this.#process;
    const isRunning = this.isRunning;
    this.#lastError = endedError(this.server);
    this.#transition("end");
    if (isRunning) await run?.retire();
    await run?.end();
  }

  /** Its process takes nothing any more: what is said to it waits here, where it is bounded, and holds up nobody else. */
  markStalled(): void {
    if (!this.#isAccepting) return;
    const { session, instances } = this.#routing;
    const unopened = session.unopenedFiles.openDocuments().filter((document) => instances.serves(this, document));
    this.#openAtStall = new Set([...instances.documentsOf(this), ...unopened].map(({ uri }) => uri));
    this.#queue.reset();
    this.#routing.session.log(
      `${this.key} takes nothing of what is sent to it. It is busy, or stuck: it is not killed, and what is for it waits.`,
    );
  }

  /** Its process has taken all that it was sent. */
  handleDrain(): void {
    const openAtStall = this.#openAtStall;
    if (!openAtStall || !this.isRunning) return;
    this.#openAtStall = undefined;
    this.#routing.session.log(`${this.key} listens again.`);
    this.#flushQueue(openAtStall);
  }

  get isStalled(): boolean {
    return this.#openAtStall !== undefined;
  }

  get #isAccepting(): boolean {
    return this.#state.kind === "running" && !this.isStalled;
  }

  /** Asks the process to shut down, as the client has asked us. Resolves when it has answered, is gone, or takes too long. */
  async shutDown(): Promise<void> {
    if (this.isRunning) await this.#process?.shutDown();
    // One that is only on its way is not waited for.
    else void this.end();
  }

  // What the table says, done.

  #transition(event: LifecycleEvent): void {
    const previous = this.#state;
    const next = nextState(previous, event);
    if (next === previous) return;
    this.#state = next;
    if (previous.kind === "idle" || (previous.kind === "stopped" && next.kind !== "stopped"))
      this.#queue.snapshotDocuments();
    if (next.kind === "starting") void this.#start();
    else if (next.kind === "restarting") setTimeout(() => this.#transition("pauseOver"), next.pauseMs).unref();
    else if (next.kind === "stopped") this.#rejectAll();
    else if (previous.kind === "starting") this.#handleRunning();
  }

  async #start(): Promise<void> {
    const host = await this.#routing.instances.findHost(this);
    if (this.#state.kind !== "starting") return;
    if (host) {
      this.#delegateTo(host);
      return;
    }
    const started = new InstanceProcess({
      instance: this,
      routing: this.#routing,
      tag: `${this.key}.${++this.#startCount}`,
      onEnded: (error) => this.#handleExit(started, isPermanent(error) ? "for good" : "again", error),
      onInitialized: (body) => this.#handleInitializeResponse(started, body),
    });
    this.#process = started;
    await started.start();
  }

  /** The process has answered initialize. */
  #handleInitializeResponse(started: InstanceProcess, body: Buffer): void {
    if (this.#process !== started || this.#state.kind !== "starting") return;
    this.#initializeResponse = Buffer.from(body);
    const refusal = initializeErrorIn(body, this.server);
    if (refusal) {
      this.#rejectStart(started, refusal);
      return;
    }
    try {
      recordInitializeResult(initializeResultOf(body) ?? {}, this.backend, {
        folders: this.#folders.length,
        servers: this.#routing.session.servers,
      });
      this.backend.name = this.server.name;
      this.backend.readiness?.handleInitialized();
      this.#transition("initialized");
    } catch (error) {
      // What a server says of itself can be of any shape.
      this.#rejectStart(started, invalidInitializeError(this.server, error));
    }
  }

  #rejectStart(started: InstanceProcess, error: LocateError): void {
    started.abandon();
    this.#handleExit(started, "for good", error);
  }

  /** It can be spoken to: what is open is opened, and what has waited is said. */
  #handleRunning(): void {
    const run = this.#process as InstanceProcess;
    const { session } = this.#routing;
    run.sendInitialized();
    this.#routing.onRunning(this);
    const [, ...adopted] = this.#folders;
    if (adopted.length > 0)
      sendNotification(this.backend, "workspace/didChangeWorkspaceFolders", { event: { added: adopted, removed: [] } });
    this.#flushQueue([]);
    this.#isSynchronized = true;
    if (this.#startCount > 1) session.log(`${this.key} runs again`);
    this.#startupWaiters.resolveAll();
  }

  /** What is open is opened, and what has waited is said. `before`: what it has open already, by URI. */
  #flushQueue(alreadyOpen: Iterable<string>): void {
    const { snapshots, messages, isCollapsed } = this.#queue.takeAll();
    if (isCollapsed) for (const uri of alreadyOpen) this.#documentSync.close(uri);
    for (const text of snapshots) this.#documentSync.open(text);
    for (const each of messages) this.#sendQueued(each);
  }

  /** Says what has waited. What fails must not take along what stands behind it. */
  #sendQueued(queued: QueuedMessage): void {
    try {
      if (queued.kind === "act") queued.action();
      else if (queued.kind === "request") this.#dispatchRequest(queued.request);
      else this.#documentSync.forward(queued.message, () => queued.textAfter);
    } catch (error) {
      this.#routing.session.log(`internal error over what waited for ${this.key}: ${String((error as Error).stack)}`);
    }
  }

  /** The process is gone. One that only fails while it runs is given its chances; one that fails before is not. */
  #handleExit(exited: InstanceProcess, how: "for good" | "again", error: LocateError): void {
    if (this.#process !== exited) return;
    const { session } = this.#routing;
    this.#process = undefined;
    this.#isSynchronized = false;
    this.#lastError = error;
    this.#openAtStall = undefined;
    // One that took nothing has requests waiting, too; they are asked again like the others.
    if (this.isRunning) for (const request of this.#queue.snapshotDocuments()) this.#pendingRequests.add(request);
    session.log(`${this.key} has died. ${error.message}`);
    this.backend.readiness?.end(new BackendLost(error));
    this.backend.readiness = undefined;
    this.backend.registrations.clear();
    session.capabilityShim.forgetBackend(this.backend);
    this.#routing.onProcessExit(this);
    this.backend.conversation.reset(error);
    for (const { isCancelled, ...request } of this.#pendingRequests.takeAll()) {
      if (isCancelled) request.respond(buildCancelledResponse(request.id));
      else this.#retryOrReject(request, error);
    }
    this.#transition(how === "for good" && this.#state.kind === "starting" ? "refused" : "died");
  }

  /** Whoever had asked it: its successor is asked where that is the same question. */
  #retryOrReject(request: PendingRequest, error: LocateError): void {
    if (!isIdempotent(request)) request.respond(buildErrorResponse(request.id, error));
    else if (this.#pendingRequests.isStale(request)) request.respond(buildModifiedResponse(request.id));
    else this.#queue.add({ kind: "request", request });
  }

  #rejectAll(): void {
    const error = this.#stopError();
    const requests = [...this.#queue.snapshotDocuments(), ...this.#pendingRequests.takeAll()];
    for (const { id, respond } of requests) respond(buildErrorResponse(id, error));
    this.#startupWaiters.rejectAll(error);
    this.backend.conversation.reset(error);
    const isUnwanted = this.#state.kind === "stopped" && this.#state.why === "ended";
    this.#routing.onStopped(this, isUnwanted ? undefined : error, this.#isFailureReported);
    this.#isFailureReported = true;
  }

  #delegateTo(host: BackendInstance): void {
    this.#host = host;
    const { snapshots, messages } = this.#queue.takeAll();
    for (const text of snapshots) host.#documentSync.open(text);
    for (const each of messages) {
      if (each.kind === "act") host.#runBetweenFrames(each.action, each.bytes);
      else if (each.kind === "request")
        host.forwardRequest({ ...each.request.message, id: each.request.id }, each.request.uri, each.request.respond);
      else if (host.#isAccepting) host.#documentSync.forward(each.message, () => each.textAfter);
      else host.#queue.add(each);
    }
    this.#state = idleState;
    for (const languageId of this.languageIds) host.languageIds.add(languageId);
    this.#routing.updateRegistrations(host);
    this.#startupWaiters.delegateTo(() => host.ensureRunning());
  }

  #runBetweenFrames(action: () => void, bytes: number): void {
    if (this.#host) {
      this.#host.#runBetweenFrames(action, bytes);
      return;
    }
    this.startIfIdle();
    if (this.#isAccepting) action();
    else if (this.isActive) this.#queue.add({ kind: "act", action, bytes });
  }

  /** A request goes to the process; one that it can't answer is answered for it. */
  #dispatchRequest(request: PendingRequest): void {
    const run = this.#process as InstanceProcess;
    if (!this.#routing.canAnswer(this, request.message)) {
      request.respond(buildEmptyResponse(request));
      return;
    }
    this.#pendingRequests.add(request);
    run.stallDetector.noteRequest(request.id);
    run.expectPartialResults(request);
    run.send(request.message.bytes);
  }

  /** A question of ours is under way: its silence is noticed by that, too. */
  #trackOwnRequest(): () => void {
    const { stallDetector } = this.#process ?? {};
    const id = `ours ${++this.#ownRequestCount}`;
    stallDetector?.noteRequest(id);
    return () => stallDetector?.noteResponse(id);
  }

  #textOf(uri: string | undefined): Document | undefined {
    return uri === undefined ? undefined : this.#routing.session.documents.get(uri)?.text;
  }

  #processState(): ProcessState {
    const { kind } = this.#state;
    return kind === "stopped" ? { kind, why: this.#stopError().message } : { kind };
  }

  #stopError(): LocateError {
    return this.#lastError ?? endedError(this.server);
  }
}
