/** One process of a member, from its start to its end: what is sent to it, what it says, and what it leaves behind. */

import { type BackendProcess, backendFailed } from "../../backend/process.js";
import type { LocateError } from "../../error.js";
import { frameOf } from "../../wire/frames.js";
import { FrameWriter } from "../../wire/frameWriter.js";
import { findValue } from "../../wire/json.js";
import { type Message, readMessages } from "../../wire/readMessages.js";
import { quoteBytes } from "../../wire/steps.js";
import { buildProgressEnd, ProgressTokens } from "../idTags.js";
import type { Routing } from "../routing.js";
import type { BackendInstance } from "./backendInstance.js";
import type { PendingRequest } from "./pendingRequests.js";
import { detectStalls, type StallDetector } from "./stallDetector.js";

const partialResultToken = Buffer.from("partialResultToken");

export interface InstanceProcessOptions {
  readonly instance: BackendInstance;
  readonly routing: Routing;
  /** Whose requests and tokens are whose: no two runs have the same. */
  readonly tag: string;
  /** The process has answered initialize. */
  readonly onInitialized: (body: Buffer) => void;
  /** It is gone, or could not even be tried. */
  readonly onEnded: (error: LocateError) => void;
}

/** Ids of requests that are ours as who stands between, and neither the client's nor a Locate's. */
const INITIALIZE_ID = '"lsp-locate:initialize"';
const SHUTDOWN_ID = '"lsp-locate:shutdown"';
/** How long a server may take to answer `shutdown`. */
const SHUTDOWN_TIMEOUT_MS = 2000;

export class InstanceProcess {
  readonly tag: string;
  readonly progressTokens: ProgressTokens;
  readonly stallDetector: StallDetector;
  readonly #options: InstanceProcessOptions;
  /** What it has asked the client and not been answered, by the id that the client knows (JSON text): what becomes of the answer's body. */
  readonly #forwardedRequests = new Map<string, (body: Buffer) => Buffer>();
  /** By the client's token for parts of an answer (JSON text): the request that it was given with. */
  readonly #requestsWithPartials = new Map<string, PendingRequest>();
  #process: BackendProcess | undefined;
  #outlet: FrameWriter | undefined;
  #stopReading = () => {};
  #isDetached = false;
  #isRetiring = false;
  #onShutdownResponse: (() => void) | undefined;

  constructor(options: InstanceProcessOptions) {
    this.#options = options;
    this.tag = options.tag;
    this.progressTokens = new ProgressTokens(options.tag);
    const { instance, routing } = options;
    this.stallDetector = detectStalls({ name: instance.server.name, log: routing.session.log });
  }

  /** Starts the process and greets it. */
  async start(): Promise<void> {
    const { instance, routing, onEnded } = this.#options;
    let started: BackendProcess;
    try {
      started = await routing.startProcess(instance);
    } catch (error) {
      if (!this.#isDetached) onEnded(error as LocateError);
      return;
    }
    if (this.#isDetached) {
      void started.stop();
      return;
    }
    this.#process = started;
    this.#outlet = new FrameWriter(started.stdin);
    started.stdin.on("drain", () => {
      instance.handleDrain();
      routing.relieved();
    });
    const { toClient } = routing.session;
    const reading = readMessages({
      from: started.stdout,
      onMessage: (message) => this.#receive(message),
      onStray: (bytes) => routing.session.log(`${instance.key} wrote what is no message: ${quoteBytes(bytes)}`),
      beforeChunk: () => toClient.cork(),
      afterChunk: () => toClient.uncork(),
      onDrain: (resume) => toClient.onDrain(resume),
    });
    this.#stopReading = () => reading.stop();
    void started.exited.then(async (exit) => {
      // What it said last may still be in its pipe.
      await Promise.race([reading.ended, new Promise((resolve) => setTimeout(resolve, 200).unref())]);
      this.#handleExit(exit.error ?? backendFailed(started, exit));
    });
    const initialize = routing.arrangement.buildInitializeRequest(
      INITIALIZE_ID,
      instance,
      routing.clientInitialize(),
      routing.session.client.roots.folders,
    );
    this.send(frameOf(initialize));
  }

  send(frame: Buffer): void {
    this.#outlet?.pass(frame, false);
  }

  /** Bytes that its process has not taken yet. */
  get unsentBytes(): number {
    return this.#outlet?.bufferedBytes ?? 0;
  }

  get outlet(): FrameWriter | undefined {
    return this.#outlet;
  }

  /** It has been introduced and may be told everything. */
  sendInitialized(): void {
    this.#notify("initialized", {});
    const settings = this.#options.routing.settingsFor(this.#options.instance.server);
    // Some servers ask for their settings, some only wait to be told.
    if (settings !== undefined) this.#notify("workspace/didChangeConfiguration", { settings });
  }

  /** Notes under which token parts of the answer may come. */
  expectPartialResults(request: PendingRequest): void {
    const { body } = request.message;
    if (!body.includes(partialResultToken)) return;
    const token = findValue(body, ["params", "partialResultToken"]);
    if (token) this.#requestsWithPartials.set(body.toString("latin1", token.from, token.to), request);
  }

  /** It is answered: no parts come any more. */
  forgetPartialResults({ id }: PendingRequest): void {
    for (const [token, request] of this.#requestsWithPartials)
      if (request.id === id) this.#requestsWithPartials.delete(token);
  }

  /** The method whose answer a `$/progress` is part of; undefined where it is none. */
  methodOfPartialResult(body: Buffer): string | undefined {
    const token = this.#requestsWithPartials.size > 0 ? findValue(body, ["params", "token"]) : undefined;
    return token && this.#requestsWithPartials.get(body.toString("latin1", token.from, token.to))?.method;
  }

  /** A request of its own is on its way to the client, under that id (JSON text). */
  noteForwardedRequest(id: string, translate: (body: Buffer) => Buffer): void {
    this.#forwardedRequests.set(id, translate);
  }

  /** The client has answered it, with that body; of what was never asked, or was answered before, nothing comes. */
  forwardResponse(id: string, body: Buffer): void {
    const translate = this.#forwardedRequests.get(id);
    if (this.#forwardedRequests.delete(id) && translate) this.send(frameOf(translate(body)));
  }

  /** Resolves when it has answered `shutdown`, is gone, or takes too long. */
  shutDown(): Promise<void> {
    return new Promise((resolve) => {
      this.#onShutdownResponse = resolve;
      setTimeout(resolve, SHUTDOWN_TIMEOUT_MS).unref();
      this.send(frameOf(`{"jsonrpc":"2.0","id":${SHUTDOWN_ID},"method":"shutdown"}`));
    });
  }

  /** The same for one that nobody wants to hear any more: what else it says is left out. */
  retire(): Promise<void> {
    this.#isRetiring = true;
    return this.shutDown();
  }

  /** Says `exit`, and sees that it does. Resolves when it has. */
  async end(): Promise<void> {
    this.#notify("exit", undefined);
    this.#outlet?.uncork();
    this.#detach();
    await this.#process?.stop();
  }

  /** Nobody listens to it any longer. */
  abandon(): void {
    this.#detach();
    void this.#process?.stop();
  }

  #detach(): void {
    this.#isDetached = true;
    this.#outlet = undefined;
    this.#options.routing.relieved();
    this.#clearAtClient();
  }

  #receive(message: Message): void {
    const { instance, routing, onInitialized } = this.#options;
    if (this.#isDetached) return;
    this.stallDetector.noteMessage();
    if (this.#isRetiring && (message.method !== undefined || message.id !== SHUTDOWN_ID)) return;
    if (message.method === undefined && message.id === INITIALIZE_ID) onInitialized(message.body);
    else if (message.method === undefined && message.id === SHUTDOWN_ID) this.#onShutdownResponse?.();
    else {
      if (message.method === undefined && instance.backend.conversation.isOwnId(message.id)) instance.resetFailures();
      routing.receive(message, instance);
    }
  }

  #handleExit(error: LocateError): void {
    this.#onShutdownResponse?.();
    if (this.#isDetached) return;
    this.#detach();
    this.#options.onEnded(error);
  }

  /** What it had begun at the client is ended there. */
  #clearAtClient(): void {
    this.#stopReading();
    this.stallDetector.end();
    const { toClient } = this.#options.routing.session;
    for (const token of this.progressTokens.openTokens()) toClient.send(frameOf(buildProgressEnd(token)));
    for (const id of this.#forwardedRequests.keys()) {
      toClient.send(frameOf(`{"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":${id}}}`));
    }
    this.#forwardedRequests.clear();
  }

  #notify(method: string, params: unknown): void {
    this.send(frameOf(JSON.stringify({ jsonrpc: "2.0", method, ...(params === undefined ? {} : { params }) })));
  }
}
