/**
 * One process of a backend instance: its start, its traffic, its shutdown, and what is left of it
 * at the client.
 */

import type { Server } from "../../backend/config/servers.js";
import { stoppedError, watchForStop } from "../../backend/guard/stoppedServer.js";
import { hangError, lostWorkerError } from "../../backend/guard/unresponsive.js";
import { type BackendProcess, backendFailed, killForFrame, type SharedUse } from "../../backend/process.js";
import type { LocateError, Logger } from "../../error.js";
import { startWorkClock } from "../../files/write/processWatch.js";
import { frameOf } from "../../wire/frames.js";
import { FrameWriter } from "../../wire/frameWriter.js";
import { findValue } from "../../wire/json.js";
import { buildCancel, buildNotification, buildRequest } from "../../wire/messages.js";
import { quoteBytes } from "../../wire/steps.js";
import { type Message, readWholeMessages } from "../../wire/wholeMessages.js";
import { buildProgressEnd, ProgressTokens } from "../idTags.js";
import type { PendingRequest } from "./delivery/pendingRequests.js";
import { detectStalls, type StallDetector } from "./stallDetector.js";

const partialResultToken = Buffer.from("partialResultToken");

export interface InstanceProcessOptions {
  /** The key of the instance, for the log. */
  readonly key: string;
  readonly server: Pick<Server, "name" | "workerExit" | "brokenError">;
  /** Marks the ids and tokens of this process at the client. No two processes have the same. */
  readonly tag: string;
  readonly toClient: Pick<FrameWriter, "send" | "cork" | "uncork" | "onDrain">;
  /** Whether it is ended when it hangs; the embedded server is. */
  readonly isSupervised: boolean;
  /** The maximum length of a message's body, if it is not the default. */
  readonly maxFrameBytes: number | undefined;
  readonly log: Logger;
  /** Starts the process. Errors: why it cannot be started. */
  start(): Promise<BackendProcess>;
  /**
   * Builds the body of the `initialize` request. `id` is JSON text; `isShared`: whether the process
   * serves other sessions, too.
   */
  buildInitialize(id: string, isShared: boolean): Buffer;
  /** Returns the settings that the server is sent after `initialized`; `undefined` for none. */
  settings(): unknown;
  /** Called with the body of the response to `initialize`. */
  onInitialized(body: Buffer): void;
  /** Called for every other message of the process. */
  onMessage(message: Message): void;
  /** Called when the process has read everything that was sent to it. */
  onDrain(): void;
  /** Called when nothing is sent to the process any more, for whatever reason. */
  onDetach(): void;
  /** Called when the process has exited by itself. */
  onEnded(error: LocateError): void;
}

/**
 * Ids of the proxy's own requests, apart from those of the client and of its conversation with the
 * backend.
 */
const INITIALIZE_ID = '"lsp-locate:initialize"';
const SHUTDOWN_ID = '"lsp-locate:shutdown"';
const PROBE_ID = '"lsp-locate:probe"';
/** No server knows it: the error in the response shows that the server is alive. */
const PROBE_METHOD = "$/probe";
/** How long a server may take to respond to `shutdown`. */
const SHUTDOWN_TIMEOUT_MS = 2000;
/** How long the output of a process is still read after its exit. */
const DRAIN_MS = 200;

export class InstanceProcess {
  readonly tag: string;
  readonly progressTokens: ProgressTokens;
  readonly stallDetector: StallDetector;
  /** When it was sent `initialize`, as of `performance.now()`. */
  initializeSentAt = 0;
  readonly #options: InstanceProcessOptions;
  /**
   * By the id that the client has for it (JSON text): each pending request of the process to the
   * client, as the function that rewrites the body of the response.
   */
  readonly #forwardedRequests = new Map<string, (body: Buffer) => Buffer>();
  /** By the client's token for partial results (JSON text): the request that it came with. */
  readonly #requestsWithPartials = new Map<string, PendingRequest>();
  #process: BackendProcess | undefined;
  #outlet: FrameWriter | undefined;
  #stopReading = () => {};
  #endStopWatch = () => {};
  #isDetached = false;
  #isRetiring = false;
  #onShutdownResponse: (() => void) | undefined;

  constructor(options: InstanceProcessOptions) {
    this.#options = options;
    this.tag = options.tag;
    this.progressTokens = new ProgressTokens(options.tag);
    const supervision = {
      probe: () => this.send(frameOf(buildRequest(PROBE_ID, PROBE_METHOD))),
      startClock: () => startWorkClock(this.pid),
      onHang: () => this.#process?.kill(hangError(options.server.name)),
    };
    this.stallDetector = detectStalls({
      name: options.server.name,
      log: options.log,
      supervision: options.isSupervised ? supervision : undefined,
    });
  }

  /** Its process id; undefined before it has been started. */
  get pid(): number | undefined {
    return this.#process?.pid;
  }

  /** Present where the process serves other sessions, too. */
  get shared(): SharedUse | undefined {
    return this.#process?.shared;
  }

  /**
   * Starts the process and sends `initialize`. Errors: whatever prevents that; the process is then
   * abandoned.
   */
  async start(): Promise<void> {
    try {
      await this.#start();
    } catch (error) {
      if (this.#isDetached) return;
      this.abandon();
      throw error;
    }
  }

  async #start(): Promise<void> {
    const { key, toClient, maxFrameBytes, log } = this.#options;
    const started = await this.#options.start();
    if (this.#isDetached) {
      void started.stop();
      return;
    }
    this.#process = started;
    this.#outlet = new FrameWriter(started.stdin);
    started.stdin.on("drain", () => this.#options.onDrain());
    const reading = readWholeMessages({
      from: started.stdout,
      onMessage: (message) => this.#receive(message),
      onStray: (bytes) => log(`${key} wrote what is no message: ${quoteBytes(bytes)}`),
      onOversized: killForFrame(started),
      maxFrameBytes,
      beforeChunk: () => toClient.cork(),
      afterChunk: () => toClient.uncork(),
      onDrain: (resume) => toClient.onDrain(resume),
    });
    this.#stopReading = () => reading.stop();
    if (started.pid !== undefined)
      this.#endStopWatch = watchForStop(started.pid, () => started.kill(stoppedError(this.#options.server.name)));
    void started.exited.then(async (exit) => {
      // Its last messages may still be in the pipe.
      await Promise.race([reading.ended, new Promise((resolve) => setTimeout(resolve, DRAIN_MS).unref())]);
      this.#handleExit(exit.error ?? backendFailed(started, exit));
    });
    this.initializeSentAt = performance.now();
    this.send(frameOf(this.#options.buildInitialize(INITIALIZE_ID, started.shared !== undefined)));
  }

  send(frame: Buffer): void {
    this.#outlet?.pass(frame, false);
  }

  /** How many bytes the process has not read yet. */
  get unsentBytes(): number {
    return this.#outlet?.bufferedBytes ?? 0;
  }

  get outlet(): FrameWriter | undefined {
    return this.#outlet;
  }

  /** Sends `initialized` and the settings. */
  sendInitialized(): void {
    this.#notify("initialized", {});
    const settings = this.#options.settings();
    // Some servers request their settings, others only wait for the notification.
    if (settings !== undefined) this.#notify("workspace/didChangeConfiguration", { settings });
  }

  /** Notes the token under which partial results of a request may come. */
  expectPartialResults(request: PendingRequest): void {
    const { body } = request.message;
    if (!body.includes(partialResultToken)) return;
    const token = findValue(body, ["params", "partialResultToken"]);
    if (token) this.#requestsWithPartials.set(body.toString("latin1", token.from, token.to), request);
  }

  /** The response has come, and no partial results come after it. */
  forgetPartialResults({ id }: PendingRequest): void {
    for (const [token, request] of this.#requestsWithPartials)
      if (request.id === id) this.#requestsWithPartials.delete(token);
  }

  /**
   * Returns the method of the request that a `$/progress` has partial results of; `undefined` if it
   * has none.
   */
  methodOfPartialResult(body: Buffer): string | undefined {
    const token = this.#requestsWithPartials.size > 0 ? findValue(body, ["params", "token"]) : undefined;
    return token && this.#requestsWithPartials.get(body.toString("latin1", token.from, token.to))?.method;
  }

  /** Notes that a request of the process goes to the client under this id (JSON text). */
  noteForwardedRequest(id: string, translate: (body: Buffer) => Buffer): void {
    this.#forwardedRequests.set(id, translate);
  }

  /**
   * Sends the client's response on to the process, unless the request is unknown or has had its
   * response.
   */
  forwardResponse(id: string, body: Buffer): void {
    const translate = this.#forwardedRequests.get(id);
    if (this.#forwardedRequests.delete(id) && translate) this.send(frameOf(translate(body)));
  }

  /** Sends `shutdown`. Resolves at the response, at the exit of the process, or at the timeout. */
  shutDown(): Promise<void> {
    return new Promise((resolve) => {
      this.#onShutdownResponse = resolve;
      setTimeout(resolve, SHUTDOWN_TIMEOUT_MS).unref();
      this.send(frameOf(buildRequest(SHUTDOWN_ID, "shutdown")));
    });
  }

  /** Does the same, and drops all other messages of the process from now on. */
  retire(): Promise<void> {
    this.#isRetiring = true;
    return this.shutDown();
  }

  /** Sends `exit`. Resolves when the process has exited; it is killed if it does not. */
  async end(): Promise<void> {
    this.#notify("exit", undefined);
    this.#outlet?.uncork();
    this.#detach();
    await this.#process?.stop();
  }

  /** Stops the process without a word, and drops its messages. */
  abandon(): void {
    this.#detach();
    void this.#process?.stop();
  }

  #detach(): void {
    this.#isDetached = true;
    this.#endStopWatch();
    this.#outlet = undefined;
    this.#options.onDetach();
    this.#clearAtClient();
  }

  #receive(message: Message): void {
    if (this.#isDetached) return;
    this.stallDetector.noteMessage();
    if (this.#isRetiring && (message.method !== undefined || message.id !== SHUTDOWN_ID)) return;
    if (message.method === undefined && message.id === INITIALIZE_ID) this.#options.onInitialized(message.body);
    else if (message.method === undefined && message.id === PROBE_ID) return;
    else if (message.method === undefined && message.id === SHUTDOWN_ID) this.#onShutdownResponse?.();
    else {
      const lost = this.#onShutdownResponse ? undefined : lostWorkerError(message, this.#options.server);
      // The request whose response shows it is sent again, as all others are.
      if (!lost || message.method !== undefined) this.#options.onMessage(message);
      if (lost) this.#process?.kill(lost);
    }
  }

  #handleExit(error: LocateError): void {
    this.#onShutdownResponse?.();
    if (this.#isDetached) return;
    this.#detach();
    this.#options.onEnded(error);
  }

  /** Ends the progress that the process has begun at the client, and cancels its requests there. */
  #clearAtClient(): void {
    this.#stopReading();
    this.stallDetector.end();
    const { toClient } = this.#options;
    for (const token of this.progressTokens.openTokens()) toClient.send(frameOf(buildProgressEnd(token)));
    for (const id of this.#forwardedRequests.keys()) {
      toClient.send(frameOf(buildCancel(id)));
    }
    this.#forwardedRequests.clear();
  }

  #notify(method: string, params: unknown): void {
    this.send(frameOf(buildNotification(method, params)));
  }
}
