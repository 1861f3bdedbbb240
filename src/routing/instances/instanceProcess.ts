/** One process of a member, from its start to its end: what is sent to it, what it says, and what it leaves behind. */

import { type BackendProcess, backendFailed } from "../../backend/process.js";
import type { LocateError } from "../../error.js";
import { frameOf } from "../../wire/frames.js";
import { FrameWriter } from "../../wire/frameWriter.js";
import { findValue } from "../../wire/json.js";
import { type Message, readMessages } from "../../wire/readMessages.js";
import { quoteBytes } from "../../wire/steps.js";
import { endOf, Tokens } from "../idTags.js";
import type { Routing } from "../routing.js";
import type { Member } from "./backendInstance.js";
import type { Asked } from "./pendingRequests.js";
import { noticeSilence, type Silence } from "./stallDetector.js";

const PARTIAL = Buffer.from("partialResultToken");

export interface RunOptions {
  readonly member: Member;
  readonly routing: Routing;
  /** Whose requests and tokens are whose: no two runs have the same. */
  readonly tag: string;
  /** The process has answered initialize. */
  readonly introduced: (body: Buffer) => void;
  /** It is gone, or could not even be tried. */
  readonly ended: (why: LocateError) => void;
}

/** Ids of requests that are ours as who stands between, and neither the client's nor a Locate's. */
const introductionId = '"lsp-locate:initialize"';
const shutdownId = '"lsp-locate:shutdown"';
/** How long a server may take to answer `shutdown`. */
const farewellMs = 2000;

export class Run {
  readonly tag: string;
  readonly tokens: Tokens;
  readonly silence: Silence;
  readonly #options: RunOptions;
  /** What it has asked the client and not been answered, by the id that the client knows (JSON text): what becomes of the answer's body. */
  readonly #asking = new Map<string, (body: Buffer) => Buffer>();
  /** By the client's token for parts of an answer (JSON text): the request that it was given with. */
  readonly #parts = new Map<string, Asked>();
  #process: BackendProcess | undefined;
  #outlet: FrameWriter | undefined;
  #unread = () => {};
  #isOver = false;
  #isRetiring = false;
  #saidGoodbye: (() => void) | undefined;

  constructor(options: RunOptions) {
    this.#options = options;
    this.tag = options.tag;
    this.tokens = new Tokens(options.tag);
    const { member, routing } = options;
    this.silence = noticeSilence({ name: member.server.name, log: routing.session.log });
  }

  /** Starts the process and greets it. */
  async start(): Promise<void> {
    const { member, routing, ended } = this.#options;
    let started: BackendProcess;
    try {
      started = await routing.start(member);
    } catch (error) {
      if (!this.#isOver) ended(error as LocateError);
      return;
    }
    if (this.#isOver) {
      void started.stop();
      return;
    }
    this.#process = started;
    this.#outlet = new FrameWriter(started.stdin);
    started.stdin.on("drain", () => {
      member.drained();
      routing.relieved();
    });
    const { toClient } = routing.session;
    const reading = readMessages({
      from: started.stdout,
      onMessage: (message) => this.#hear(message),
      onStray: (bytes) => routing.session.log(`${member.key} wrote what is no message: ${quoteBytes(bytes)}`),
      beforeChunk: () => toClient.cork(),
      afterChunk: () => toClient.uncork(),
      onDrain: (resume) => toClient.onDrain(resume),
    });
    this.#unread = () => reading.stop();
    void started.exited.then(async (exit) => {
      // What it said last may still be in its pipe.
      await Promise.race([reading.ended, new Promise((resolve) => setTimeout(resolve, 200).unref())]);
      this.#over(exit.error ?? backendFailed(started, exit));
    });
    const greeting = routing.arrangement.introduction(introductionId, member, routing.introduction());
    this.send(frameOf(greeting));
  }

  send(frame: Buffer): void {
    this.#outlet?.pass(frame, false);
  }

  /** Bytes that its process has not taken yet. */
  get backlog(): number {
    return this.#outlet?.bufferedBytes ?? 0;
  }

  get outlet(): FrameWriter | undefined {
    return this.#outlet;
  }

  /** It has been introduced and may be told everything. */
  greet(): void {
    this.#say("initialized", {});
    const settings = this.#options.routing.settingsFor(this.#options.member.server);
    // Some servers ask for their settings, some only wait to be told.
    if (settings !== undefined) this.#say("workspace/didChangeConfiguration", { settings });
  }

  /** Notes under which token parts of the answer may come. */
  expectParts(asked: Asked): void {
    const { body } = asked.message;
    if (!body.includes(PARTIAL)) return;
    const token = findValue(body, ["params", "partialResultToken"]);
    if (token) this.#parts.set(body.toString("latin1", token.from, token.to), asked);
  }

  /** It is answered: no parts come any more. */
  expectNoMore({ id }: Asked): void {
    for (const [token, asked] of this.#parts) if (asked.id === id) this.#parts.delete(token);
  }

  /** The method whose answer a `$/progress` is part of; undefined where it is none. */
  partOf(body: Buffer): string | undefined {
    const token = this.#parts.size > 0 ? findValue(body, ["params", "token"]) : undefined;
    return token && this.#parts.get(body.toString("latin1", token.from, token.to))?.method;
  }

  /** A request of its own is on its way to the client, under that id (JSON text). */
  asks(id: string, translate: (body: Buffer) => Buffer): void {
    this.#asking.set(id, translate);
  }

  /** The client has answered it, with that body; of what was never asked, or was answered before, nothing comes. */
  answered(id: string, body: Buffer): void {
    const translate = this.#asking.get(id);
    if (this.#asking.delete(id) && translate) this.send(frameOf(translate(body)));
  }

  /** Resolves when it has answered `shutdown`, is gone, or takes too long. */
  shutDown(): Promise<void> {
    return new Promise((resolve) => {
      this.#saidGoodbye = resolve;
      setTimeout(resolve, farewellMs).unref();
      this.send(frameOf(`{"jsonrpc":"2.0","id":${shutdownId},"method":"shutdown"}`));
    });
  }

  /** The same for one that nobody wants to hear any more: what else it says is left out. */
  retire(): Promise<void> {
    this.#isRetiring = true;
    return this.shutDown();
  }

  /** Says `exit`, and sees that it does. Resolves when it has. */
  async end(): Promise<void> {
    this.#say("exit", undefined);
    this.#outlet?.uncork();
    this.#leave();
    await this.#process?.stop();
  }

  /** Nobody listens to it any longer. */
  abandon(): void {
    this.#leave();
    void this.#process?.stop();
  }

  #leave(): void {
    this.#isOver = true;
    this.#outlet = undefined;
    this.#options.routing.relieved();
    this.#forget();
  }

  #hear(message: Message): void {
    const { member, routing, introduced } = this.#options;
    if (this.#isOver) return;
    this.silence.spoke();
    if (this.#isRetiring && (message.method !== undefined || message.id !== shutdownId)) return;
    if (message.method === undefined && message.id === introductionId) introduced(message.body);
    else if (message.method === undefined && message.id === shutdownId) this.#saidGoodbye?.();
    else {
      if (message.method === undefined && member.backend.conversation.isOwnId(message.id)) member.hasAnswered();
      routing.heard(message, member);
    }
  }

  #over(why: LocateError): void {
    this.#saidGoodbye?.();
    if (this.#isOver) return;
    this.#leave();
    this.#options.ended(why);
  }

  /** What it had begun at the client is ended there. */
  #forget(): void {
    this.#unread();
    this.silence.end();
    const { toClient } = this.#options.routing.session;
    for (const token of this.tokens.open()) toClient.send(frameOf(endOf(token)));
    for (const id of this.#asking.keys()) {
      toClient.send(frameOf(`{"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":${id}}}`));
    }
    this.#asking.clear();
  }

  #say(method: string, params: unknown): void {
    this.send(frameOf(JSON.stringify({ jsonrpc: "2.0", method, ...(params === undefined ? {} : { params }) })));
  }
}
