/** A server beside the main one: its process, its documents, and our own requests to it. */

import { Deadline } from "../../ask/deadline.js";
import { featureOf } from "../../backend/capabilities/features.js";
import type { Companion } from "../../backend/config/servers.js";
import { effectiveSettings, mergeOptions, safeguardsOf, settingsIn } from "../../backend/config/settings.js";
import { isObject } from "../../backend/isObject.js";
import type { BackendProcess } from "../../backend/process.js";
import { errorMessage, type Logger } from "../../error.js";
import type { OpenDocument } from "../../files/documents/openDocument.js";
import { UriMap } from "../../uri.js";
import { frameOf } from "../../wire/frames.js";
import { buildNotification, buildRequest, buildResult } from "../../wire/messages.js";
import type { Message } from "../../wire/wholeMessages.js";
import { allowsRequest, type Capability, listCapabilities } from "../capabilities/serverCapabilities.js";
import {
  adaptNotification,
  buildDidOpen,
  type SyncKindOptions,
  snapshotOf,
  syncKindOptionsOf,
} from "../documents/syncKindAdapter.js";
import { buildNotebookOpen, type EditorNotebook } from "./editorNotebooks.js";
import { splitMessages } from "./splitMessages.js";

export interface CompanionServerHost {
  readonly companion: Companion;
  /** Starts its process. */
  start(): Promise<BackendProcess>;
  /** The params of the client's `initialize` to the main server. */
  initializeParams(): Readonly<Record<string, unknown>>;
  /** The settings of the client's last `workspace/didChangeConfiguration`. */
  clientSettings(): unknown;
  /**
   * Called when it has responded to `initialize`, and has its documents, but for those that it does
   * not take: cells of notebooks.
   */
  onRunning(refused: readonly OpenDocument[]): void;
  /** Called for its notifications, its responses to requests of the client, and its requests. */
  onMessage(message: Message): void;
  /** Called when it has exited, or does not start. */
  onExit(): void;
  readonly log: Logger;
  /** The maximum length of a message's body, if it is not the default. */
  readonly maxFrameBytes: number | undefined;
}

/** How long it may take to answer `initialize`; longer on a busy machine. */
export const START_MS = 10_000;
/** How often it is started without an answer of it to a request. */
const MAX_STARTS = 5;
/** Begins the ids of requests that we make ourselves, to the main server and its companions. */
export const COMPANION_ID_PREFIX = "lsp-locate:companion:";

/** An error that a companion answers with. */
export class CompanionError extends Error {
  readonly code: unknown;

  constructor(code: unknown, message: string) {
    super(message);
    this.code = code;
  }
}

interface PendingRequest {
  resolve(result: unknown): void;
  reject(error: Error): void;
}

export class CompanionServer {
  readonly name: string;
  readonly companion: Companion;
  readonly #host: CompanionServerHost;
  #state: "stopped" | "starting" | "running" = "stopped";
  #process: BackendProcess | undefined;
  /** Frames of requests that wait for its response to `initialize`. */
  #queue: Buffer[] = [];
  #capabilities: readonly Capability[] = [];
  #sync: SyncKindOptions = syncKindOptionsOf([]);
  /** Its documents, which are kept elsewhere. */
  readonly #documents = new UriMap<OpenDocument>();
  /** Its notebooks; their cells are among the documents. */
  readonly #notebooks = new UriMap<EditorNotebook>();
  #startCount = 0;
  /** Whether it has responded to `initialize` when it was started last. */
  #hasRun = false;
  #requestCount = 0;
  #isEnded = false;
  readonly #pending = new Map<string, PendingRequest>();

  constructor(host: CompanionServerHost) {
    this.#host = host;
    this.companion = host.companion;
    this.name = host.companion.server.name;
  }

  get state(): "stopped" | "starting" | "running" {
    return this.#state;
  }

  get capabilities(): readonly Capability[] {
    return this.#capabilities;
  }

  /** The names of the commands that it has announced or registered. */
  get commands(): readonly unknown[] {
    return this.#capabilities.flatMap(({ method, options }) => {
      const { commands } = options as { readonly commands?: readonly unknown[] };
      return method === "workspace/executeCommand" && Array.isArray(commands) ? commands : [];
    });
  }

  /** Returns its documents as they are now. */
  documents(): Iterable<OpenDocument> {
    return this.#documents.values();
  }

  has(uri: string): boolean {
    return this.#documents.get(uri) !== undefined;
  }

  /** Whether it is to be asked: it may, and can, as far as is known before it runs. */
  canAnswer(method: string): boolean {
    const { offers } = this.companion;
    if (offers !== undefined && !offers.includes(method)) return false;
    if (this.#state !== "running") return offers !== undefined && (this.#hasRun || this.#state === "starting");
    // No server announces a method that is not in LSP.
    return (offers !== undefined && featureOf(method) === undefined) || allowsRequest(this.#capabilities, method);
  }

  /** Whether its diagnostics are pulled. */
  get canPull(): boolean {
    return allowsRequest(this.#capabilities, "textDocument/diagnostic");
  }

  /** Adds what it has registered by itself. */
  addCapabilities(added: readonly Capability[]): void {
    this.#capabilities = [...this.#capabilities, ...added];
  }

  hasNotebook(uri: string): boolean {
    return this.#notebooks.get(uri) !== undefined;
  }

  /** Opens a notebook, unless it runs and takes none. */
  openNotebook(notebook: EditorNotebook): void {
    if (this.#state === "running" && !this.#takesNotebooks) return;
    this.#notebooks.set(notebook.uri, notebook);
    this.#addCells(notebook);
    this.start();
    if (this.#state === "running") this.send(buildNotebookOpen(notebook));
  }

  /** Sends a notification about one of its notebooks, of which some cells may be closed by it. */
  notifyNotebook(message: Message, notebook: EditorNotebook, closed: readonly OpenDocument[]): void {
    for (const { uri } of closed) this.#documents.delete(uri);
    this.#addCells(notebook);
    if (notebook.isClosed) this.#notebooks.delete(notebook.uri);
    if (!notebook.isClosed && this.#state === "stopped") this.restart();
    else if (allowsRequest(this.#capabilities, message.method ?? "")) this.forward(message);
  }

  get #takesNotebooks(): boolean {
    return allowsRequest(this.#capabilities, "notebookDocument/didOpen");
  }

  #addCells({ documents }: EditorNotebook): void {
    const { languages } = this.companion;
    for (const each of documents)
      if (!each.isClosed && languages.includes(each.languageId)) this.#documents.set(each.uri, each);
  }

  open(document: OpenDocument): void {
    this.#documents.set(document.uri, document);
    this.start();
    if (this.#state === "running" && this.#sync.openClose) this.send(buildDidOpen(snapshotOf(document)));
  }

  /** Sends a notification about one of its documents, which has changed or was closed by it. */
  notify(message: Message, document: OpenDocument): void {
    if (document.isClosed) this.#documents.delete(document.uri);
    if (!document.isClosed && this.#state === "stopped") this.restart();
    // One that is started now gets the text with its documents.
    else this.forward(message, document);
  }

  /** Sends a notification, if it is running and wants it. The message has bytes of its own. */
  forward(message: Message, document?: OpenDocument): void {
    if (this.#state !== "running") return;
    const frame = adaptNotification(message, this.#sync, () => document?.text);
    if (frame) this.send(frame);
  }

  /** Starts it, unless it has been started too often. Requests are queued until it runs. */
  start(): void {
    if (this.#state !== "stopped" || !this.#mayStart) return;
    this.#startCount++;
    this.#hasRun = false;
    this.#state = "starting";
    this.#start().catch((error: unknown) => {
      if (this.#state !== "starting") return; // its exit was handled
      this.#host.log(`${this.name} can't be used beside another server: ${errorMessage(error)}`);
      void this.#process?.stop();
      this.#reset();
    });
  }

  /** Starts it again if it has run and is gone. */
  restart(): void {
    if (this.#hasRun) this.start();
  }

  get #mayStart(): boolean {
    return !this.#isEnded && this.#startCount < MAX_STARTS;
  }

  async #start(): Promise<void> {
    const { companion, maxFrameBytes } = this.#host;
    const started = await this.#host.start();
    if (this.#isEnded) return void started.stop();
    this.#process = started;
    const read = splitMessages({
      take: (message) => this.#receive(message),
      pass: () => {},
      oversized: () => void started.stop(),
      maxFrameBytes,
    });
    started.stdout.on("data", read).on("error", () => {});
    started.stdin.on("error", () => {});
    void started.exited.then(({ error }) => {
      if (this.#process !== started) return;
      this.#host.log(`${this.name}, beside another server, has exited. ${error?.message ?? ""}`.trimEnd());
      this.#reset();
    });
    const { promise, frame } = this.#newRequest("initialize", this.#initializeParams());
    started.stdin.write(frame);
    const result = await Deadline.ofWork(START_MS).before(promise);
    if (result === undefined) throw new Error(`it has not answered initialize within ${START_MS / 1000} s`);
    const capabilities = isObject(result) && isObject(result["capabilities"]) ? result["capabilities"] : {};
    const encoding = capabilities["positionEncoding"] ?? capabilities["offsetEncoding"] ?? "utf-16";
    if (encoding !== companion.encoding)
      throw new Error(`it counts positions in ${String(encoding)}, and the other server in ${companion.encoding}`);
    this.#capabilities = listCapabilities(capabilities);
    this.#sync = syncKindOptionsOf(this.#capabilities);
    this.#state = "running";
    this.#hasRun = true;
    this.send(frameOf(buildNotification("initialized", {})));
    if (companion.server.settings !== undefined || this.#host.clientSettings() !== undefined)
      this.send(frameOf(buildNotification("workspace/didChangeConfiguration", { settings: this.#settings() })));
    const refused = this.#sendDocuments();
    for (const frame of this.#queue.splice(0)) this.send(frame);
    this.#host.onRunning(refused);
  }

  /** Sends its documents and notebooks. Returns the documents that it does not take. */
  #sendDocuments(): readonly OpenDocument[] {
    const notebooks = [...this.#notebooks.values()];
    const inNotebooks = new Set(notebooks.flatMap(({ documents }) => documents));
    const cells: OpenDocument[] = [];
    for (const document of this.#documents.values()) {
      if (inNotebooks.has(document)) cells.push(document);
      else if (this.#sync.openClose) this.send(buildDidOpen(snapshotOf(document)));
    }
    if (this.#takesNotebooks) {
      for (const each of notebooks) this.send(buildNotebookOpen(each));
      return [];
    }
    for (const { uri } of notebooks) this.#notebooks.delete(uri);
    for (const { uri } of cells) this.#documents.delete(uri);
    return cells;
  }

  /** Sends a frame: now, or when it runs. */
  send(frame: Buffer): void {
    if (this.#state === "starting") this.#queue.push(frame);
    else if (this.#state === "running") this.#process?.stdin.write(frame);
  }

  /** Returns the result of a request. Rejects with its error, or if it does not run. */
  request(method: string, params: unknown): Promise<unknown> {
    if (this.#state !== "running") return Promise.reject(new Error("it does not run"));
    const { promise, frame } = this.#newRequest(method, params);
    this.send(frame);
    return promise;
  }

  /** Tells it of the client's settings, together with its own. */
  sendSettings(): void {
    if (this.#state === "running")
      this.send(frameOf(buildNotification("workspace/didChangeConfiguration", { settings: this.#settings() })));
  }

  #settings(): unknown {
    const { server } = this.companion;
    const merged = mergeOptions(server.settings ?? {}, this.#host.clientSettings() ?? {});
    return effectiveSettings(merged, undefined, server);
  }

  #newRequest(method: string, params: unknown): { readonly promise: Promise<unknown>; readonly frame: Buffer } {
    const id = `"${COMPANION_ID_PREFIX}${++this.#requestCount}"`;
    const promise = new Promise((resolve, reject) => this.#pending.set(id, { resolve, reject }));
    return { promise, frame: frameOf(buildRequest(id, method, params)) };
  }

  end(): void {
    this.#isEnded = true;
    const running = this.#process;
    this.#reset();
    if (!running) return;
    running.stdin.write(frameOf(buildRequest(`"${COMPANION_ID_PREFIX}shutdown"`, "shutdown")));
    running.stdin.write(frameOf(buildNotification("exit")));
    void running.stop();
  }

  #reset(): void {
    this.#process = undefined;
    this.#state = "stopped";
    this.#queue = [];
    for (const { reject } of this.#pending.values()) reject(new Error("it has exited"));
    this.#pending.clear();
    this.#host.onExit();
  }

  #receive(message: Message): undefined {
    const { method, id, body } = message;
    if (method === undefined && this.#state === "running") this.#startCount = 0;
    const pending = method === undefined && id !== undefined ? this.#pending.get(id) : undefined;
    if (id !== undefined && pending) {
      this.#pending.delete(id);
      const { result, error } = parse(body) as {
        readonly result?: unknown;
        readonly error?: { readonly code?: unknown };
      };
      if (error) pending.reject(new CompanionError(error.code, body.toString("utf8", 0, MAX_ERROR_BYTES)));
      else pending.resolve(result);
    } else if (method !== undefined && id !== undefined && this.#answersItself(method)) {
      this.send(frameOf(buildResult(id, this.#answerTo(method, body))));
    } else this.#host.onMessage(message);
  }

  /** Whether its requests of a method are answered here: the client knows the main server alone. */
  #answersItself(method: string): boolean {
    return /^workspace\/(?:configuration|workspaceFolders)$|^window\/workDoneProgress\/create$/.test(method);
  }

  #answerTo(method: string, body: Buffer): unknown {
    if (method === "workspace/workspaceFolders") return this.#host.initializeParams()["workspaceFolders"];
    if (method !== "workspace/configuration") return null;
    const { params } = parse(body) as { readonly params?: { readonly items?: readonly { section?: string }[] } };
    const settings = this.#settings();
    return (params?.items ?? []).map(({ section }) => settingsIn(settings, section) ?? null);
  }

  /**
   * The client's params, with its own options. We pull its diagnostics, whatever the client does,
   * and all servers of a document must count in the same encoding.
   */
  #initializeParams(): Readonly<Record<string, unknown>> {
    const { server } = this.companion;
    const { capabilities, ...params } = this.#host.initializeParams();
    const given = isObject(capabilities) ? capabilities : {};
    const workspace = isObject(given["workspace"]) ? given["workspace"] : {};
    const textDocument = isObject(given["textDocument"]) ? given["textDocument"] : {};
    return {
      ...params,
      initializationOptions: mergeOptions(server.initializationOptions, safeguardsOf(server)?.initializationOptions),
      capabilities: {
        ...given,
        general: { positionEncodings: [this.companion.encoding] },
        textDocument: { ...textDocument, diagnostic: { dynamicRegistration: true } },
        workspace: {
          ...workspace,
          configuration: true,
          didChangeConfiguration: { dynamicRegistration: true },
          workspaceFolders: true,
          diagnostics: { refreshSupport: true },
        },
      },
    };
  }
}

const MAX_ERROR_BYTES = 500;

function parse(body: Buffer): unknown {
  return JSON.parse(body.toString("utf8"));
}
