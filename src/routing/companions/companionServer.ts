/** The server beside the main one: its process, its start, and the bridge's own requests to it. */

import type { Server } from "../../backend/config/servers.js";
import { settingsIn } from "../../backend/config/settings.js";
import { isObject } from "../../backend/isObject.js";
import type { BackendProcess } from "../../backend/process.js";
import { errorMessage, type Logger } from "../../error.js";
import { frameOf } from "../../wire/frames.js";
import { buildNotification, buildRequest, buildResult } from "../../wire/messages.js";
import type { Message } from "../../wire/wholeMessages.js";
import { splitMessages } from "./splitMessages.js";

export interface BridgedServerHost {
  readonly server: Server;
  /** Starts its process. */
  start(): Promise<BackendProcess>;
  /** The params of the client's `initialize` to the main server. */
  initializeParams(): Readonly<Record<string, unknown>>;
  /** Called for its notifications, and its responses to requests of the client. */
  onMessage(message: Message): void;
  /** Called when it asks the client to pull the diagnostics again. */
  onRefresh(): void;
  /** Called when it has exited, or does not start. */
  onExit(): void;
  readonly log: Logger;
  /** The maximum length of a message's body, if it is not the default. */
  readonly maxFrameBytes: number | undefined;
}

/** How often it is started. */
const MAX_STARTS = 5;
/** Begins the ids of the bridge's own requests, to both servers. */
export const BRIDGE_ID_PREFIX = "lsp-locate:bridge:";

/** An error that the bridged server answers with. */
export class BridgedServerError extends Error {
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

export class BridgedServer {
  readonly #host: BridgedServerHost;
  /** Frames that wait for its response to `initialize`; undefined at other times. */
  #queue: Buffer[] | undefined;
  #process: BackendProcess | undefined;
  #startCount = 0;
  #requestCount = 0;
  #isEnded = false;
  #hasRun = false;
  readonly #pending = new Map<string, PendingRequest>();

  constructor(host: BridgedServerHost) {
    this.#host = host;
  }

  /** Whether it runs, or is starting. */
  get isStarted(): boolean {
    return this.#process !== undefined || this.#queue !== undefined;
  }

  /** Whether it has responded to `initialize` when it was started last. */
  get hasRun(): boolean {
    return this.#hasRun;
  }

  /** Starts it, unless it has been started too often. Frames are queued until it runs. */
  start(): void {
    if (this.isStarted || this.#isEnded || this.#startCount >= MAX_STARTS) return;
    this.#startCount++;
    this.#hasRun = false;
    this.#queue = [];
    this.#start().catch((error: unknown) => {
      if (this.#queue === undefined) return; // its exit was handled
      this.#host.log(`${this.#host.server.name} can't be used beside another server: ${errorMessage(error)}`);
      void this.#process?.stop();
      this.#reset();
    });
  }

  async #start(): Promise<void> {
    const { server, maxFrameBytes } = this.#host;
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
    void started.exited.then(({ error }) => {
      if (this.#process !== started) return;
      this.#host.log(`${server.name}, beside another server, has exited. ${error?.message ?? ""}`.trimEnd());
      this.#reset();
    });
    const { promise, frame } = this.#newRequest("initialize", this.#initializeParams());
    started.stdin.write(frame);
    await promise;
    this.#hasRun = true;
    started.stdin.write(frameOf(buildNotification("initialized", {})));
    const { settings } = server;
    if (settings) started.stdin.write(frameOf(buildNotification("workspace/didChangeConfiguration", { settings })));
    const queued = this.#queue ?? [];
    this.#queue = undefined;
    for (const frame of queued) started.stdin.write(frame);
  }

  /** Sends a frame: now, or when it runs. */
  send(frame: Buffer): void {
    if (this.#queue) this.#queue.push(frame);
    else this.#process?.stdin.write(frame);
  }

  /** Returns the result of a request. Rejects with its error, or if it does not run. */
  request(method: string, params: unknown): Promise<unknown> {
    if (!this.isStarted) return Promise.reject(new Error("it does not run"));
    const { promise, frame } = this.#newRequest(method, params);
    this.send(frame);
    return promise;
  }

  #newRequest(method: string, params: unknown): { readonly promise: Promise<unknown>; readonly frame: Buffer } {
    const id = `"${BRIDGE_ID_PREFIX}${++this.#requestCount}"`;
    const promise = new Promise((resolve, reject) => this.#pending.set(id, { resolve, reject }));
    return { promise, frame: frameOf(buildRequest(id, method, params)) };
  }

  end(): void {
    this.#isEnded = true;
    const running = this.#process;
    this.#reset();
    if (!running) return;
    running.stdin.write(frameOf(buildRequest(`"${BRIDGE_ID_PREFIX}shutdown"`, "shutdown")));
    running.stdin.write(frameOf(buildNotification("exit")));
    void running.stop();
  }

  #reset(): void {
    this.#process = undefined;
    this.#queue = undefined;
    for (const { reject } of this.#pending.values()) reject(new Error("it has exited"));
    this.#pending.clear();
    this.#host.onExit();
  }

  #receive(message: Message): undefined {
    const { method, id, body } = message;
    const pending = method === undefined && id !== undefined ? this.#pending.get(id) : undefined;
    if (id !== undefined && pending) {
      this.#pending.delete(id);
      const { result, error } = parse(body) as {
        readonly result?: unknown;
        readonly error?: { readonly code?: unknown };
      };
      if (error) pending.reject(new BridgedServerError(error.code, body.toString("utf8", 0, MAX_ERROR_BYTES)));
      else pending.resolve(result);
    } else if (method !== undefined && id !== undefined) {
      if (method === "workspace/diagnostic/refresh") this.#host.onRefresh();
      this.send(frameOf(buildResult(id, this.#answerTo(method, body))));
    } else this.#host.onMessage(message);
  }

  /** Answers its requests in the client's place: it shows nothing and registers nothing there. */
  #answerTo(method: string, body: Buffer): unknown {
    if (method === "workspace/workspaceFolders") return this.#host.initializeParams()["workspaceFolders"];
    if (method !== "workspace/configuration") return null;
    const { params } = parse(body) as { readonly params?: { readonly items?: readonly { section?: string }[] } };
    return (params?.items ?? []).map(({ section }) => settingsIn(this.#host.server.settings, section) ?? null);
  }

  /**
   * The client's params, with its own options. The bridge pulls diagnostics, whatever the client
   * does, and both servers must count in the same encoding.
   */
  #initializeParams(): Readonly<Record<string, unknown>> {
    const { capabilities, ...params } = this.#host.initializeParams();
    const given = isObject(capabilities) ? capabilities : {};
    const workspace = isObject(given["workspace"]) ? given["workspace"] : {};
    return {
      ...params,
      initializationOptions: this.#host.server.initializationOptions,
      capabilities: {
        ...given,
        general: { positionEncodings: ["utf-16"] },
        workspace: { ...workspace, configuration: true, diagnostics: { refreshSupport: true } },
      },
    };
  }
}

const MAX_ERROR_BYTES = 500;

function parse(body: Buffer): unknown {
  return JSON.parse(body.toString("utf8"));
}
