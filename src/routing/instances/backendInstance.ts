/**
 * One server at one root. Its process is started when first needed, and restarted when it exits.
 * instanceLifecycle.ts defines the states and transitions, and this class performs them.
 * messageDelivery.ts sends the messages.
 */

import type { Backend, ProcessState } from "../../ask/backend/backend.js";
import { BackendLost } from "../../ask/backend/backendConversation.js";
import { type Companion, EMBEDDED_SERVER_NAME, type Server } from "../../backend/config/servers.js";
import { describeEnvironment, type WatchedEnvironment } from "../../backend/environment/watchedEnvironment.js";
import type { SelectedServer } from "../../backend/installation/selectServer.js";
import type { LocateError } from "../../error.js";
import type { OpenDocument } from "../../files/documents/openDocument.js";
import type { WorkspaceFolder } from "../../uri.js";
import type { Message } from "../../wire/wholeMessages.js";
import { tagId } from "../idTags.js";
import { acceptInitialize } from "./acceptInitialize.js";
import { instanceDocuments } from "./delivery/instanceDocuments.js";
import { MessageDelivery } from "./delivery/messageDelivery.js";
import {
  endedError,
  invalidInitializeError,
  isPermanent,
  isRelease,
  isUnfit,
  startError,
  switchError,
} from "./instanceErrors.js";
import type { InstanceHost, ProcessTarget } from "./instanceInterfaces.js";
import { idleState, type LifecycleEvent, type LifecycleState, nextState, shouldGiveWay } from "./instanceLifecycle.js";
import { InstanceProcess } from "./instanceProcess.js";
import { buildErrorResponse } from "./responses.js";
import { ServedFolders } from "./servedFolders.js";
import { StartupWaiters } from "./startupWaiters.js";

/** The timeout of the proxy's own requests to a stalled backend. */
const STALLED_TIMEOUT_MS = 5_000;

/** Where an instance is. */
export interface InstancePlace {
  readonly root: WorkspaceFolder;
  /** The folder from which its environment is looked for upwards: an absolute path. */
  readonly environmentFolder: string;
}

export class BackendInstance implements ProcessTarget {
  readonly key: string;
  /** Its entry in servers.json. */
  readonly entry: Server;
  readonly command: readonly string[];
  readonly root: WorkspaceFolder;
  readonly environmentFolder: string;
  readonly backend: Backend;
  readonly delivery: MessageDelivery;
  /** The language ids that the client has given to documents of this instance. */
  readonly languageIds = new Set<string>();
  readonly #host: InstanceHost<BackendInstance>;
  #state: LifecycleState = idleState;
  #process: InstanceProcess | undefined;
  readonly #environment: WatchedEnvironment | undefined;
  readonly #index: Companion | undefined;
  /** The number of changes when the present process was started. */
  #startedRevision = 0;
  /** The configurations that have changed of roots that this instance serves beside its own. */
  readonly #others = new Map<string, { revision: number; configuration: string }>();
  #startCount = 0;
  /** Whether any of its processes has responded to a request after `initialize`. */
  #hasResponded = false;
  /** Whether it has a process of its own, though others could share one with it. */
  #isPrivate = false;
  /** Whether it stays so: the shared one is not for this session. */
  #isUnfit = false;
  /** Whether that was so when the present process was started. */
  #wasStartedPrivate = false;
  readonly #startupWaiters: StartupWaiters;
  #lastError: LocateError | undefined;
  /** The instance that serves this one's root instead, as a further workspace folder. */
  #delegate: BackendInstance | undefined;
  /** Whether the client was told that the instance has stopped, and no response came since. */
  #isFailureReported = false;
  #initializeResponse: Buffer = Buffer.from("{}");
  readonly #folders: ServedFolders;

  constructor(
    key: string,
    { server, command }: SelectedServer,
    { root, environmentFolder }: InstancePlace,
    host: InstanceHost<BackendInstance>,
  ) {
    this.key = key;
    this.entry = server;
    this.environmentFolder = environmentFolder;
    this.#environment = host.watchEnvironment(server, root, environmentFolder);
    this.#index = host.indexBeside(server, root);
    this.command = command;
    this.root = root;
    this.#host = host;
    this.#startupWaiters = new StartupWaiters(server, host.startTimeoutMs);
    const link = {
      send: (frame: Buffer) => this.effective.delivery.runBetweenFrames(() => this.#process?.send(frame), frame.length),
      between: (action: () => void) => this.effective.delivery.runBetweenFrames(action, 0),
      alone: <Value>(act: () => Promise<Value>) => this.effective.delivery.runAlone(act),
      respond: (frame: Buffer) => this.effective.#process?.send(frame),
      rewriteResult: (method: string, result: Buffer) => host.markResult(method, result, key),
      originalItem: (method: string, item: object) => host.originalItem(method, item),
      ensureRunning: () => this.ensureRunning(),
      clientIdOf: (id: string) => (this.currentProcess ? tagId(id, this.currentProcess.tag) : id),
      beginRequest: () => this.delivery.trackOwnRequest(),
      timeoutMs: () => (this.#process?.stallDetector.isStalled() ? STALLED_TIMEOUT_MS : undefined),
      state: () => this.#processState(),
      isShared: () => this.effective.maySharePresently,
      setPrivate: (isPrivate: boolean) => this.effective.#setPrivate(isPrivate),
      root: root.uri,
    };
    this.backend = host.openBackend({ command, serverEntry: this.server, link });
    this.#folders = new ServedFolders(root, this.backend);
    this.delivery = new MessageDelivery(this, instanceDocuments(this, host));
  }

  /** The entry with the environment, and the server over indexes, that were found for its root. */
  get server(): Server {
    const server = this.#environment?.server ?? this.entry;
    return this.#index ? { ...server, companions: [...(server.companions ?? []), this.#index] } : server;
  }

  get isRunning(): boolean {
    return this.#state.kind === "running";
  }

  /** Whether it is running, starting or about to be restarted. */
  get isActive(): boolean {
    return this.#state.kind === "starting" || this.#state.kind === "running" || this.#state.kind === "restarting";
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
    return this.#folders.all;
  }

  get maySharePresently(): boolean {
    const isOwn = this.#process !== undefined && this.isRunning && this.#process.shared === undefined;
    return !this.#isPrivate && !isOwn && this.#host.mayShare();
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
    this.reviewEnvironment();
    if (this.#delegate) return this.#delegate.ensureRunning();
    this.startIfIdle();
    if (this.#state.kind === "running") return Promise.resolve();
    if (this.#state.kind === "stopped") return Promise.reject(this.stopError);
    return this.#startupWaiters.wait();
  }

  /** Describes the files that the server is started again for. */
  get configuration(): string {
    const others = [...this.#others.values()].map((each) => each.configuration);
    return [this.server.environment?.configuration ?? "", ...others].join("\n");
  }

  get #revision(): number {
    const others = [...this.#others.values()].map((each) => each.revision);
    return others.reduce((left, right) => left + right, this.#environment?.revision ?? 0);
  }

  /**
   * Looks at the environment and the configuration again, and starts the server again if they have
   * changed.
   */
  reviewEnvironment(): void {
    const changed = this.#environment?.review();
    if (changed === "environment") this.log(`${this.key}: its environment has changed. ${this.#environmentText()}`);
    else if (changed) this.log(`${this.key}: a file that configures it has changed.`);
    this.backend.serverEntry = this.server;
    const { effective } = this;
    if (changed && effective !== this)
      effective.#others.set(this.root.uri, { revision: this.#revision, configuration: this.configuration });
    effective.#reviewProcess();
  }

  #environmentText(): string {
    return describeEnvironment(this.server).join(" ");
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
    this.delivery.addDocument(document);
  }

  /** Forgets earlier failures, as its process has responded to a request. */
  resetFailures(): void {
    this.#hasResponded = true;
    this.#transition("responded");
    this.#isFailureReported = false;
  }

  /** Adds a root as a further workspace folder. Returns false if the server does not support it. */
  addFolder(root: WorkspaceFolder): boolean {
    if (this.#folders.includes(root)) return true;
    if (!this.#folders.takesChanges && this.server.root !== "workspace") return false;
    this.#folders.add(root);
    this.#folders.announce();
    return true;
  }

  removeFolder(root: WorkspaceFolder): void {
    this.#folders.remove(root);
    if (this.isRunning) this.#folders.announce();
  }

  /**
   * Stops the instance for good: rejects its requests and ends its process, with `shutdown` first
   * where the session continues. Resolves when the process has exited.
   */
  async end({ sendsShutdown = false } = {}): Promise<void> {
    const process = this.#process;
    const isRunning = this.isRunning;
    this.#lastError = endedError(this.server);
    this.#transition("end");
    if (sendsShutdown && isRunning) await process?.retire();
    await process?.end();
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
    if (!this.#hasResponded && shouldGiveWay(next) && this.#host.giveWay(this, this.stopError)) return;
    this.#state = next;
    if (previous.kind === "idle" || (previous.kind === "stopped" && next.kind !== "stopped"))
      this.delivery.handleStart();
    if (next.kind === "starting") void this.#start();
    else if (next.kind === "restarting") setTimeout(() => this.#transition("pauseElapsed"), next.pauseMs).unref();
    else if (next.kind === "stopped") this.#rejectAll();
    else if (previous.kind === "starting") this.#handleRunning();
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
        this.log(`internal error in the start of ${this.key}: ${String((error as Error)?.stack ?? error)}`);
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
        this.#startedRevision = this.#revision;
        const found = this.#environmentText();
        if (found !== "") this.log(`${this.key}: ${found}`);
        return host.startProcess(this);
      },
      buildInitialize: (id, isShared) => {
        this.#folders.initializeWith(host.knownRoots(this));
        return host.buildInitialize(id, this, { isShared });
      },
      settings: () => (this.server.requestsSettings ? undefined : host.settingsFor(this.server)),
      onInitialized: (body) => this.#handleInitializeResponse(created, body),
      onMessage: (message) => {
        if (message.method === undefined && this.backend.conversation.isOwnId(message.id)) this.resetFailures();
        host.receive(message, this);
      },
      onDrain: () => {
        this.delivery.handleDrain();
        host.resumeReading();
      },
      onDetach: () => host.resumeReading(),
      onEnded: (error) => this.#handleExit(created, isPermanent(error) ? "for good" : "again", error),
    });
    return created;
  }

  #handleInitializeResponse(responding: InstanceProcess, body: Buffer): void {
    if (this.#process !== responding || this.#state.kind !== "starting") return;
    this.#initializeResponse = Buffer.from(body);
    const { server, backend } = this;
    const { servers } = this.#host.session;
    const facts = { server, backend, servers, folders: this.#folders, sentAt: responding.initializeSentAt };
    try {
      const refusal = acceptInitialize(body, facts);
      if (refusal) {
        this.#rejectStart(responding, refusal);
        return;
      }
      this.#joinShared(responding);
      this.#transition("initialized");
    } catch (error) {
      // The capabilities of a server can be JSON of any shape.
      this.#rejectStart(responding, invalidInitializeError(server, error));
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
    if (this.#isPrivate === isPrivate || this.#isUnfit) return;
    this.#isPrivate = isPrivate;
    this.#reviewProcess();
  }

  /** Changes the process if it was started before a change, or is shared wrongly. */
  #reviewProcess(): void {
    const process = this.#process;
    if (!process || !this.isRunning) return;
    if (this.#startedRevision !== this.#revision)
      this.#switchProcess(process, "its environment or configuration has changed");
    // One of its own may be all that there is.
    else if (this.#host.mayShare() && (process.shared ? this.#isPrivate : this.#wasStartedPrivate && !this.#isPrivate))
      this.#switchProcess(process, this.#isPrivate ? "a text is not saved" : "all texts are saved");
  }

  #switchProcess(process: InstanceProcess, why: string): void {
    this.#handleExit(process, "switched", switchError(this.server, why));
    process.abandon();
  }

  #rejectStart(started: InstanceProcess, error: LocateError): void {
    started.abandon();
    this.#handleExit(started, "for good", error);
  }

  #handleRunning(): void {
    this.#process?.sendInitialized();
    this.#host.events.onRunning(this);
    this.#folders.announce();
    this.delivery.handleRunning();
    if (this.#startCount > 1) this.log(`${this.key} is running again`);
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
    this.delivery.handleExit();
    if (how !== "switched") this.log(`${this.key} has exited. ${error.message}`);
    this.backend.readiness?.end(new BackendLost(error));
    this.backend.readiness = undefined;
    this.backend.registrations.clear();
    this.#host.session.capabilityShim.forgetBackend(this.backend);
    this.#host.events.onExit(this);
    this.backend.conversation.reset(error);
    this.delivery.retryPending(error);
    if (isUnfit(error)) this.#isPrivate = this.#isUnfit = true;
    if (how === "switched") this.#transition("switched");
    else if (how === "for good" && this.#state.kind === "starting") this.#transition("refused");
    else this.#transition(isRelease(error) && this.delivery.isQueueEmpty ? "released" : "exited");
  }

  #rejectAll(): void {
    const error = this.stopError;
    for (const { id, respond } of this.delivery.takeRequests()) respond(buildErrorResponse(id, error));
    this.#startupWaiters.rejectAll(error);
    this.backend.conversation.reset(error);
    const isUnwanted = this.#state.kind === "stopped" && this.#state.why === "ended";
    this.#host.events.onStopped(this, isUnwanted ? undefined : error, this.#isFailureReported);
    this.#isFailureReported = true;
  }

  /** Leaves its documents, queue and waiters to another instance, which then serves this root. */
  #delegateTo(other: BackendInstance): void {
    this.#delegate = other;
    this.delivery.moveTo(other.delivery);
    this.#state = idleState;
    for (const languageId of this.languageIds) other.languageIds.add(languageId);
    this.#host.events.onLanguagesChanged(other);
    this.#startupWaiters.delegateTo(() => other.ensureRunning());
  }

  canAnswer(message: Pick<Message, "method" | "body">): boolean {
    return this.#host.canAnswer(this.key, message);
  }

  #processState(): ProcessState {
    const { kind } = this.#state;
    return kind === "stopped" ? { kind, why: this.stopError.message } : { kind };
  }

  /** Why it has stopped. */
  get stopError(): LocateError {
    return this.#lastError ?? endedError(this.server);
  }

  log(line: string): void {
    this.#host.session.log(line);
  }
}
