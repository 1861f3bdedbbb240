/**
 * One server at one root. Its process is started when first needed, and restarted when it exits.
 * lifecycle.ts defines the states and transitions, and this class performs them.
 *
 * Messages are sent while the process runs and reads, and queued otherwise: before its start,
 * between two processes, and while it does not read its input. Each request gets a response: from
 * the process, from its successor, or from the proxy.
 */

import {
  type Backend,
  type BackendLink,
  type NamedDocument,
  type ProcessState,
  sendNotification,
} from "../../ask/backend/backend.js";
import { BackendLost, MAX_LOSSES } from "../../ask/backend/backendConversation.js";
import type { OpenDocument } from "../../ask/documents/openDocument.js";
import { EMBEDDED_SERVER_NAME, type Server } from "../../backend/config/servers.js";
import { isHang } from "../../backend/guard/hang.js";
import type { SelectedServer } from "../../backend/installation/selectServer.js";
import type { BackendProcess } from "../../backend/process.js";
import type { LocateError } from "../../error.js";
import { initializeResultOf, recordInitializeResult } from "../../session/lifecycle.js";
import type { Session } from "../../session/session.js";
import type { Document } from "../../text/document.js";
import type { WorkspaceFolder } from "../../uri.js";
import { copyMessage, type Message } from "../../wire/wholeMessages.js";
import type { Capability } from "../capabilities/serverCapabilities.js";
import { SyncKindAdapter, snapshotOf } from "../documents/syncKindAdapter.js";
import { tagId } from "../idTags.js";
import { ExclusiveUse } from "./exclusiveUse.js";
import {
  busyError,
  endedError,
  initializeErrorIn,
  invalidInitializeError,
  isForSettings,
  isPermanent,
  isRelease,
  startError,
  startTimeoutError,
  switchError,
} from "./instanceErrors.js";
import { InstanceProcess } from "./instanceProcess.js";
import { idleState, type LifecycleEvent, type LifecycleState, nextState } from "./lifecycle.js";
import { MessageQueue, type QueuedMessage } from "./messageQueue.js";
import { isIdempotent, type PendingRequest, PendingRequests, type ResponseHandler } from "./pendingRequests.js";
import { buildCancelledResponse, buildEmptyResponse, buildErrorResponse, buildModifiedResponse } from "./responses.js";
import { StartupWaiters } from "./startupWaiters.js";

/** The parts of the session and of the other instances that an instance uses. */
export interface InstanceHost {
  readonly session: Pick<Session, "documents" | "unopenedFiles" | "capabilityShim" | "servers" | "toClient" | "log">;
  readonly events: InstanceEvents;
  /** The maximum length of a message's body in bytes; undefined for the default. */
  readonly maxFrameBytes: number | undefined;
  /** How long a process may take to answer `initialize`; undefined for the default. */
  readonly startTimeoutMs: number | undefined;
  openBackend(options: {
    readonly command: readonly string[];
    readonly serverEntry: Server;
    readonly link: BackendLink;
  }): Backend;
  /** Returns the client's open documents that this instance serves. */
  documentsOf(instance: BackendInstance): readonly OpenDocument[];
  serves(instance: BackendInstance, document: NamedDocument): boolean;
  /**
   * Finds an instance of the same server that serves this one's root as a further workspace folder.
   */
  findHost(instance: BackendInstance): Promise<BackendInstance | undefined>;
  /** Returns the roots beside its own that the instance may serve, as far as they are known. */
  knownRoots(instance: BackendInstance): readonly WorkspaceFolder[];
  /**
   * Moves the documents and requests of an instance that fails to start to another server. Returns
   * false if there is no other.
   */
  giveWay(instance: BackendInstance, error: LocateError): boolean;
  /** Starts a process. Rejects with the reason if it cannot be started. */
  startProcess(target: ProcessTarget): Promise<BackendProcess>;
  /** Builds the body of a backend's own `initialize`. `id` is JSON text. */
  buildInitialize(
    id: string,
    target: Pick<BackendInstance, "server" | "root" | "folders">,
    options: { readonly isShared: boolean },
  ): Buffer;
  /** Whether a server may serve other sessions, too. */
  mayShare(server: Server): boolean;
  /** Called with the file events that a shared server was notified of for all sessions. */
  onFileEvents(instance: BackendInstance): void;
  /** Returns the settings that are sent to a server unrequested; `undefined` for none. */
  settingsFor(server: Server): unknown;
  /** Whether a backend can respond to this request of the client, as far as is known. */
  canAnswer(key: string, message: Pick<Message, "method" | "body">): boolean;
  /** Marks the items of a result with the instance that sent them, as for the client. */
  markResult(method: string, result: Buffer, key: string): Buffer;
  /** Undoes that for the item in the params of a request. */
  originalItem(method: string, item: object): object;
  /** Handles a backend's message that the process and the instance do not handle themselves. */
  receive(message: Message, instance: BackendInstance): void;
  /** Resumes reading from the client, if it was paused because of a backend that was slow. */
  resumeReading(): void;
}

export interface InstanceEvents {
  /** Called when a process has responded to `initialize`. */
  onRunning(instance: BackendInstance): void;
  /** Called when the process has exited. The instance may be restarted. */
  onExit(instance: BackendInstance): void;
  /**
   * Called when the instance has stopped and will not be restarted by itself. `error` is undefined
   * if it is not needed any more. `isReported`: whether the client has been told before.
   */
  onStopped(instance: BackendInstance, error: LocateError | undefined, isReported: boolean): void;
  /** Called when the languages that a running instance serves may have changed. */
  onLanguagesChanged(instance: BackendInstance): void;
}

/** The parameters of a process. */
export type ProcessTarget = Pick<BackendInstance, "key" | "server" | "command" | "root" | "maySharePresently">;

/** How long a backend may take to respond to a request that the client has cancelled. */
const CANCEL_GRACE_MS = 1_000;
/** The timeout of the proxy's own requests to a stalled backend. */
const STALLED_TIMEOUT_MS = 5_000;
/** How long an act that wants the process for itself waits for earlier requests. */
const IDLE_TIMEOUT_MS = 10_000;
/** After this many consecutive failures without a response, another server is used instead. */
const FAILURES_TO_GIVE_WAY = 2;

export class BackendInstance {
  /** Unique, such as `pyright#2`, and the same for all its processes. */
  readonly key: string;
  readonly server: Server;
  /** The command with its arguments, as resolved on this machine. */
  readonly command: readonly string[];
  readonly root: WorkspaceFolder;
  readonly backend: Backend;
  /** The language ids that the client has given to documents of this instance. */
  readonly languageIds = new Set<string>();
  readonly #host: InstanceHost;
  #state: LifecycleState = idleState;
  #process: InstanceProcess | undefined;
  #startCount = 0;
  /** Whether any of its processes has responded to a request after `initialize`. */
  #hasResponded = false;
  #ownRequestCount = 0;
  #ownPendingCount = 0;
  /** Messages that are not sent: before a start, between two processes, and during a stall. */
  readonly #queue: MessageQueue;
  readonly #pendingRequests = new PendingRequests();
  readonly #syncKindAdapter: SyncKindAdapter;
  /** Whether the present process was sent the open documents and the queued messages. */
  #isSynchronized = false;
  /** The URIs that the process had open when it stalled; undefined while it is not stalled. */
  #openAtStall: ReadonlySet<string> | undefined;
  readonly #exclusiveUse = new ExclusiveUse();
  /** Whether it has a process of its own, though others could share one with it. */
  #isPrivate = false;
  /** Whether that was so when the present process was started. */
  #wasStartedPrivate = false;
  /** Called when no request is pending. */
  #onIdle: (() => void) | undefined;
  readonly #startupWaiters: StartupWaiters;
  #lastError: LocateError | undefined;
  /** The instance that serves this one's root instead, as a further workspace folder. */
  #delegate: BackendInstance | undefined;
  /** Whether the client was told that the instance has stopped, and no response came since. */
  #isFailureReported = false;
  #initializeResponse: Buffer = Buffer.from("{}");
  /** Its own root, and the others that it serves: those known at its start, and added ones. */
  #folders: readonly WorkspaceFolder[];
  /** Those that its process has been told of. */
  #announcedFolders: readonly WorkspaceFolder[] = [];

  constructor(key: string, { server, command }: SelectedServer, root: WorkspaceFolder, host: InstanceHost) {
    this.key = key;
    this.server = server;
    this.command = command;
    this.root = root;
    this.#host = host;
    this.#folders = [root];
    const { startTimeoutMs } = host;
    this.#startupWaiters = new StartupWaiters(
      (timeoutMs) => startTimeoutError(server, timeoutMs, startTimeoutMs !== undefined),
      startTimeoutMs,
    );
    const link = {
      send: (frame: Buffer) => this.effective.#runBetweenFrames(() => this.#process?.send(frame), frame.length),
      between: (action: () => void) => this.effective.#runBetweenFrames(action, 0),
      alone: <Value>(act: () => Promise<Value>) => this.effective.#runAlone(act),
      respond: (frame: Buffer) => this.effective.#process?.send(frame),
      rewriteResult: (method: string, result: Buffer) => host.markResult(method, result, key),
      originalItem: (method: string, item: object) => host.originalItem(method, item),
      ensureRunning: () => this.ensureRunning(),
      clientIdOf: (id: string) => (this.currentProcess ? tagId(id, this.currentProcess.tag) : id),
      beginRequest: () => this.#trackOwnRequest(),
      timeoutMs: () => (this.#process?.stallDetector.isStalled() ? STALLED_TIMEOUT_MS : undefined),
      state: () => this.#processState(),
      isShared: () => this.effective.maySharePresently,
      setPrivate: (isPrivate: boolean) => this.effective.#setPrivate(isPrivate),
      root: root.uri,
    };
    this.backend = host.openBackend({ command, serverEntry: server, link });
    this.#queue = new MessageQueue(() => {
      // Files that only the proxy has opened are opened again with the next request about them.
      host.session.unopenedFiles.markClosed((document) => host.serves(this, document));
      return host.documentsOf(this);
    });
    this.#syncKindAdapter = new SyncKindAdapter(this.backend, (frame) => this.#process?.send(frame));
  }

  get isRunning(): boolean {
    return this.#state.kind === "running";
  }

  /** Whether it is running, starting or about to be restarted. */
  get isActive(): boolean {
    return this.#state.kind === "starting" || this.#state.kind === "running" || this.#state.kind === "restarting";
  }

  /** Whether its process does not read its input, so that messages are queued. */
  get isStalled(): boolean {
    return this.#openAtStall !== undefined;
  }

  /** The body of its response to `initialize`. */
  get initializeResponse(): Buffer {
    return this.#initializeResponse;
  }

  get currentProcess(): InstanceProcess | undefined {
    return this.#process;
  }

  /** The instance that serves its documents: itself, or the one that it delegates to. */
  get effective(): BackendInstance {
    return this.#delegate?.effective ?? this;
  }

  get folders(): readonly WorkspaceFolder[] {
    return this.#folders;
  }

  /** Whether its process, or the next one, may serve other sessions, too. */
  get maySharePresently(): boolean {
    const isOwn = this.#process !== undefined && this.isRunning && this.#process.shared === undefined;
    return !this.#isPrivate && !isOwn && this.#host.mayShare(this.server);
  }

  /**
   * Updates the server's capabilities. Opens the documents if the server has only now registered
   * for them.
   */
  updateCapabilities(capabilities: readonly Capability[]): void {
    const wantsDocuments = this.#syncKindAdapter.updateCapabilities(capabilities);
    if (!wantsDocuments || !this.#isAccepting || !this.#isSynchronized) return;
    for (const document of this.#host.documentsOf(this)) this.#syncKindAdapter.open(snapshotOf(document));
  }

  /**
   * Starts an idle instance with the documents that are open now. Must be called before a message
   * is sent to it.
   */
  startIfIdle(): void {
    if (this.#state.kind === "idle") this.#transition("startRequested");
  }

  /** Starts a stopped instance again, after one of its documents was opened or changed. */
  retryIfStopped(): void {
    if (this.#state.kind === "stopped") this.#transition("changed");
  }

  /** Starts the instance if it is idle. Resolves when it runs; rejects with why it does not. */
  ensureRunning(): Promise<void> {
    if (this.#delegate) return this.#delegate.ensureRunning();
    this.startIfIdle();
    if (this.#state.kind === "running") return Promise.resolve();
    if (this.#state.kind === "stopped") return Promise.reject(this.#stopError());
    return this.#startupWaiters.wait();
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
    if (!this.isActive) return; // the next start takes the documents as they are then
    const needsText = isChange || message.method === "textDocument/didSave";
    const textAfter = needsText ? this.#textOf(uri) : undefined;
    this.#queue.add({ kind: "notification", message: copyMessage(message), uri, textAfter });
  }

  /**
   * Sends or queues a request of the client. `respond` is called with the response, exactly once.
   */
  forwardRequest(message: Message & { readonly id: string }, uri: string | undefined, respond: ResponseHandler): void {
    this.startIfIdle();
    const request = this.#pendingRequests.create(message, uri, respond);
    if (this.#isAccepting) this.#dispatchRequest(request);
    else if (this.isActive) this.#queue.add({ kind: "request", request });
    else respond(buildErrorResponse(request.id, this.#stopError()));
  }

  /**
   * Cancels the request with this id (JSON text), if it is one of this instance. `message` is the
   * client's cancellation.
   */
  cancel(id: string, message: Message): void {
    this.#queue.cancel(id);
    const request = this.#pendingRequests.markCancelled(id);
    if (!request) return;
    this.#process?.send(message.bytes);
    // A server that hangs does not respond to a cancellation either.
    setTimeout(() => {
      if (!this.#pendingRequests.abandon(request)) return;
      request.respond(buildCancelledResponse(id));
      this.#noteAnswer();
    }, CANCEL_GRACE_MS).unref();
  }

  /** Passes a response of its process to the request that it is for. */
  handleResponse({ id, bytes, body }: Message): void {
    const request = this.#pendingRequests.take(id);
    if (!request) {
      if (this.#pendingRequests.wasAbandoned(id)) return;
      this.#log(`${this.key} has responded to an unknown request (id ${id ?? "missing"}); dropped`);
      return;
    }
    const process = this.#process;
    process?.stallDetector.noteResponse(request.id);
    process?.forgetPartialResults(request);
    this.resetFailures();
    request.respond({ bytes, body });
    this.#noteAnswer();
  }

  /** Adds a language id under which a document of this instance was opened. */
  addLanguage(languageId: string): void {
    if (this.languageIds.has(languageId)) return;
    this.languageIds.add(languageId);
    if (this.isRunning) this.#host.events.onLanguagesChanged(this);
  }

  /** Adds a document that the client has open already. */
  addDocument(document: OpenDocument): void {
    this.languageIds.add(document.languageId);
    // A snapshot of the present text: later changes are sent after it.
    const snapshot = snapshotOf(document);
    if (this.#isAccepting) this.#syncKindAdapter.open(snapshot);
    else if (this.isActive)
      this.#queue.add({ kind: "action", action: () => this.#syncKindAdapter.open(snapshot), bytes: 0 });
    else this.startIfIdle(); // with all open documents
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

  /** Forgets earlier failures, as its process has responded to a request. */
  resetFailures(): void {
    this.#hasResponded = true;
    this.#transition("responded");
    this.#isFailureReported = false;
  }

  /** Adds a root as a further workspace folder. Returns false if the server does not support it. */
  addFolder(root: WorkspaceFolder): boolean {
    if (hasFolder(this.#folders, root)) return true;
    if (!this.#takesFolderChanges && this.server.root !== "workspace") return false;
    this.#folders = [...this.#folders, root];
    this.#announceFolders();
    return true;
  }

  removeFolder(root: WorkspaceFolder): void {
    this.#folders = this.#folders.filter((folder) => folder.uri !== root.uri);
    if (this.isRunning) this.#announceFolders();
  }

  /**
   * Stops the instance for good: rejects its requests and ends its process. Resolves when the
   * process has exited.
   */
  async end(): Promise<void> {
    const process = this.#process;
    this.#lastError = endedError(this.server);
    this.#transition("end");
    await process?.end();
  }

  /** Stops the instance as `end` does, but sends `shutdown` first, while the session continues. */
  async retire(): Promise<void> {
    const process = this.#process;
    const isRunning = this.isRunning;
    this.#lastError = endedError(this.server);
    this.#transition("end");
    if (isRunning) await process?.retire();
    await process?.end();
  }

  /**
   * Queues messages from now on, because the process does not read its input. The queue is bounded,
   * and the other backends are not delayed.
   */
  markStalled(): void {
    if (!this.#isAccepting) return;
    this.#openAtStall = this.#openDocuments();
    this.#queue.reset();
    this.#log(
      `${this.key} does not read its messages. It is busy or stuck. It is not killed, and its messages are queued.`,
    );
  }

  /**
   * Sends `shutdown` to the process when the client has sent it. Resolves at the response, the
   * exit or the timeout.
   */
  async shutDown(): Promise<void> {
    if (this.isRunning) await this.#process?.shutDown();
    // No need to wait for a process that is still starting.
    else void this.end();
  }

  #transition(event: LifecycleEvent): void {
    const previous = this.#state;
    const next = nextState(previous, event);
    if (next === previous) return;
    if (this.#shouldGiveWay(next) && this.#host.giveWay(this, this.#stopError())) return;
    this.#state = next;
    if (previous.kind === "idle" || (previous.kind === "stopped" && next.kind !== "stopped"))
      this.#queue.snapshotDocuments();
    if (next.kind === "starting") void this.#start();
    else if (next.kind === "restarting") setTimeout(() => this.#transition("pauseElapsed"), next.pauseMs).unref();
    else if (next.kind === "stopped") this.#rejectAll();
    else if (previous.kind === "starting") this.#handleRunning();
  }

  /**
   * Whether another server should be used instead: this one has never responded, and has now
   * stopped or failed `FAILURES_TO_GIVE_WAY` times.
   */
  #shouldGiveWay(next: LifecycleState): boolean {
    if (this.#hasResponded) return false;
    if (next.kind === "stopped") return next.why !== "ended";
    return next.kind === "restarting" && next.failures >= FAILURES_TO_GIVE_WAY;
  }

  /** Removes and returns the requests without a response. */
  takeRequests(): readonly PendingRequest[] {
    return [...this.#queue.snapshotDocuments(), ...this.#pendingRequests.takeAll()];
  }

  async #start(): Promise<void> {
    const other = await this.#host.findHost(this);
    if (this.#state.kind !== "starting") return;
    if (other) {
      this.#delegateTo(other);
      return;
    }
    const started = this.#createProcess();
    this.#process = started;
    try {
      await started.start();
    } catch (error) {
      const why = startError(this.server, error);
      if (why !== error)
        this.#log(`internal error in the start of ${this.key}: ${String((error as Error)?.stack ?? error)}`);
      this.#handleExit(started, isPermanent(why) ? "for good" : "again", why);
    }
  }

  #createProcess(): InstanceProcess {
    const host = this.#host;
    const created: InstanceProcess = new InstanceProcess({
      key: this.key,
      server: this.server,
      tag: `${this.key}.${++this.#startCount}`,
      isSupervised: this.server.name === EMBEDDED_SERVER_NAME,
      toClient: host.session.toClient,
      maxFrameBytes: host.maxFrameBytes,
      log: host.session.log,
      start: () => {
        this.#wasStartedPrivate = this.#isPrivate;
        return host.startProcess(this);
      },
      buildInitialize: (id, isShared) => {
        const known = host.knownRoots(this).filter((folder) => !hasFolder(this.#folders, folder));
        this.#folders = [...this.#folders, ...known];
        this.#announcedFolders = this.#folders;
        return host.buildInitialize(id, this, { isShared });
      },
      settings: () => host.settingsFor(this.server),
      onInitialized: (body) => this.#handleInitializeResponse(created, body),
      onMessage: (message) => this.#receive(message),
      onDrain: () => {
        this.#handleDrain();
        host.resumeReading();
      },
      onDetach: () => host.resumeReading(),
      onEnded: (error) => this.#handleExit(created, isPermanent(error) ? "for good" : "again", error),
    });
    return created;
  }

  #receive(message: Message): void {
    if (message.method === undefined && this.backend.conversation.isOwnId(message.id)) this.resetFailures();
    this.#host.receive(message, this);
  }

  #handleInitializeResponse(responding: InstanceProcess, body: Buffer): void {
    if (this.#process !== responding || this.#state.kind !== "starting") return;
    this.#initializeResponse = Buffer.from(body);
    const refusal = initializeErrorIn(body, this.server);
    if (refusal) {
      this.#rejectStart(responding, refusal);
      return;
    }
    try {
      const result = initializeResultOf(body) ?? {};
      // A server that finds its projects itself takes any file.
      const takesFolders = result.capabilities?.workspace?.workspaceFolders?.supported === true;
      if (!takesFolders && this.server.root !== "workspace") this.#folders = [this.root];
      recordInitializeResult(result, this.backend, {
        folders: this.#folders.length,
        servers: this.#host.session.servers,
        sentAt: responding.initializeSentAt,
      });
      this.backend.name = this.server.name;
      this.backend.readiness?.handleInitialized();
      this.#joinShared(responding);
      this.#transition("initialized");
    } catch (error) {
      // The capabilities of a server can be JSON of any shape.
      this.#rejectStart(responding, invalidInitializeError(this.server, error));
    }
  }

  /** Takes over what is known of a server that others share. */
  #joinShared({ shared }: InstanceProcess): void {
    if (!shared) return;
    if (shared.isLoaded) this.backend.readiness?.handleLoadedBefore();
    shared.onFileEvents = (changes) => {
      this.backend.readiness?.handleFileEvents(changes);
      this.#host.onFileEvents(this);
    };
  }

  /** Goes on with a process of its own, or with one that others share. */
  #setPrivate(isPrivate: boolean): void {
    if (this.#isPrivate === isPrivate) return;
    this.#isPrivate = isPrivate;
    this.#reviewProcess();
  }

  /** Changes the process if it is shared and should not be, or the other way round. */
  #reviewProcess(): void {
    const process = this.#process;
    // One of its own may be all that there is.
    const isWrong = process?.shared ? this.#isPrivate : this.#wasStartedPrivate && !this.#isPrivate;
    if (!process || !isWrong || !this.isRunning || !this.#host.mayShare(this.server)) return;
    this.#handleExit(process, "switched", switchError(this.server, this.#isPrivate));
    process.abandon();
  }

  #rejectStart(started: InstanceProcess, error: LocateError): void {
    started.abandon();
    this.#handleExit(started, "for good", error);
  }

  /**
   * The process has responded to `initialize`: opens the documents and sends the queued messages.
   */
  #handleRunning(): void {
    this.#process?.sendInitialized();
    this.#host.events.onRunning(this);
    this.#announceFolders();
    this.#flushQueue([]);
    this.#isSynchronized = true;
    if (this.#startCount > 1) this.#log(`${this.key} is running again`);
    this.#startupWaiters.resolveAll();
    this.#reviewProcess();
  }

  /**
   * The process has exited. "for good" counts only before its response to `initialize`; later it is
   * restarted.
   */
  #handleExit(exited: InstanceProcess, how: "for good" | "again" | "switched", error: LocateError): void {
    if (this.#process !== exited) return;
    this.#process = undefined;
    this.#lastError = error;
    this.#beginQueueing();
    if (how !== "switched") this.#log(`${this.key} has exited. ${error.message}`);
    this.backend.readiness?.end(new BackendLost(error));
    this.backend.readiness = undefined;
    this.backend.registrations.clear();
    this.#host.session.capabilityShim.forgetBackend(this.backend);
    this.#host.events.onExit(this);
    this.backend.conversation.reset(error);
    this.#retryPending(error);
    if (isForSettings(error)) this.#isPrivate = true;
    if (how === "switched") this.#transition("switched");
    else if (how === "for good" && this.#state.kind === "starting") this.#transition("refused");
    else this.#transition(isRelease(error) && this.#queue.isEmpty ? "released" : "exited");
  }

  #rejectAll(): void {
    const error = this.#stopError();
    for (const { id, respond } of this.takeRequests()) respond(buildErrorResponse(id, error));
    this.#startupWaiters.rejectAll(error);
    this.backend.conversation.reset(error);
    const isUnwanted = this.#state.kind === "stopped" && this.#state.why === "ended";
    this.#host.events.onStopped(this, isUnwanted ? undefined : error, this.#isFailureReported);
    this.#isFailureReported = true;
  }

  /**
   * Leaves its documents, its queue and its waiters to another instance, which serves this root
   * from now on.
   */
  #delegateTo(other: BackendInstance): void {
    this.#delegate = other;
    this.#moveMessagesTo(other);
    this.#state = idleState;
    for (const languageId of this.languageIds) other.languageIds.add(languageId);
    this.#host.events.onLanguagesChanged(other);
    this.#startupWaiters.delegateTo(() => other.ensureRunning());
  }

  /**
   * Runs an action that sends a frame of `bytes` to the process: at once, or in its turn among the
   * queued messages.
   */
  #runBetweenFrames(action: () => void, bytes: number): void {
    this.startIfIdle();
    if (this.#isAccepting) action();
    else if (this.isActive) this.#queue.add({ kind: "action", action, bytes });
  }

  /** The process has read everything that was sent: after a stall it gets the queued messages. */
  #handleDrain(): void {
    const openAtStall = this.#openAtStall;
    if (!openAtStall || !this.isRunning) return;
    this.#openAtStall = undefined;
    this.#log(`${this.key} reads its messages again.`);
    this.#flushQueue(openAtStall);
  }

  /** The process has exited: queues messages from now on. */
  #beginQueueing(): void {
    this.#isSynchronized = false;
    this.#openAtStall = undefined;
    // Requests that were queued during a stall are retried like the pending ones.
    if (this.isRunning) for (const request of this.#queue.snapshotDocuments()) this.#pendingRequests.add(request);
  }

  /**
   * Queues each pending request for the next process if that means the same there, and rejects the
   * others.
   */
  #retryPending(error: LocateError): void {
    for (const { isCancelled, ...request } of this.#pendingRequests.takeAll()) {
      if (isCancelled) request.respond(buildCancelledResponse(request.id));
      else if (isHang(error) || !isIdempotent(request) || request.losses + 1 >= MAX_LOSSES)
        request.respond(buildErrorResponse(request.id, error));
      else if (this.#pendingRequests.isStale(request)) request.respond(buildModifiedResponse(request.id));
      else this.#queue.add({ kind: "request", request: { ...request, losses: request.losses + 1 } });
    }
    this.#noteAnswer();
  }

  /** Leaves the documents and the queue to the instance that serves them from now on. */
  #moveMessagesTo(other: BackendInstance): void {
    const { snapshots, messages } = this.#queue.takeAll();
    for (const snapshot of snapshots) other.#syncKindAdapter.open(snapshot);
    for (const queued of messages) {
      if (queued.kind === "action") other.#runBetweenFrames(queued.action, queued.bytes);
      else if (queued.kind === "request") {
        const { message, id, uri, respond } = queued.request;
        other.forwardRequest({ ...message, id }, uri, respond);
      } else if (other.#isAccepting) other.#syncKindAdapter.forward(queued.message, () => queued.textAfter);
      else other.#queue.add(queued);
    }
  }

  get #isAccepting(): boolean {
    return this.isRunning && !this.isStalled && !this.#exclusiveUse.isOfOther;
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
      this.#log(`internal error in a queued message for ${this.key}: ${String((error as Error).stack)}`);
    }
  }

  /** Sends a request to the running process, or responds in its place if it cannot answer. */
  #dispatchRequest(request: PendingRequest): void {
    const process = this.#process as InstanceProcess;
    if (!this.#host.canAnswer(this.key, request.message)) {
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
    const unopened = this.#host.session.unopenedFiles
      .openDocuments()
      .filter((document) => this.#host.serves(this, document));
    return new Set([...this.#host.documentsOf(this), ...unopened].map(({ uri }) => uri));
  }

  /** Runs an act that has the process for itself: others' messages are queued meanwhile. */
  #runAlone<Value>(act: () => Promise<Value>): Promise<Value> {
    let open: ReadonlySet<string> = new Set();
    return this.#exclusiveUse.run(act, {
      begin: async () => {
        open = this.#openDocuments();
        await this.#untilIdle();
        this.#process?.shared?.setAlone(true);
      },
      // A process that has ended, or does not read, gets them when it can take some.
      end: () => {
        this.#process?.shared?.setAlone(false);
        if (this.#isAccepting) this.#flushQueue(open);
      },
    });
  }

  /** Resolves when no request is pending. Errors: `backend_timeout`. */
  async #untilIdle(): Promise<void> {
    if (this.#isIdle) return;
    await new Promise<void>((resolve, reject) => {
      const timer = setTimeout(() => reject(busyError(this.server, IDLE_TIMEOUT_MS)), IDLE_TIMEOUT_MS);
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
    return uri === undefined ? undefined : this.#host.session.documents.get(uri)?.text;
  }

  /**
   * Lets the stall detector know of a request of the proxy's own. Returns the function that ends
   * it.
   */
  #trackOwnRequest(): () => void {
    const { stallDetector } = this.#process ?? {};
    const id = `ours ${++this.#ownRequestCount}`;
    stallDetector?.noteRequest(id);
    this.#ownPendingCount++;
    return () => {
      stallDetector?.noteResponse(id);
      this.#ownPendingCount--;
      this.#noteAnswer();
    };
  }

  get #takesFolderChanges(): boolean {
    const { supported, changeNotifications } = this.backend.capabilities.workspace?.workspaceFolders ?? {};
    return supported === true && changeNotifications !== undefined && changeNotifications !== false;
  }

  /** Tells the process of the folders that have changed, if it wants to know. */
  #announceFolders(): void {
    const added = this.#folders.filter((folder) => !hasFolder(this.#announcedFolders, folder));
    const removed = this.#announcedFolders.filter((folder) => !hasFolder(this.#folders, folder));
    this.#announcedFolders = this.#folders;
    if (added.length + removed.length === 0 || !this.#takesFolderChanges) return;
    sendNotification(this.backend, "workspace/didChangeWorkspaceFolders", { event: { added, removed } });
  }

  #processState(): ProcessState {
    const { kind } = this.#state;
    return kind === "stopped" ? { kind, why: this.#stopError().message } : { kind };
  }

  #stopError(): LocateError {
    return this.#lastError ?? endedError(this.server);
  }

  #log(line: string): void {
    this.#host.session.log(line);
  }
}

function hasFolder(folders: readonly WorkspaceFolder[], { uri }: WorkspaceFolder): boolean {
  return folders.some((folder) => folder.uri === uri);
}
