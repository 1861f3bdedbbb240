/**
 * Agent mode: what a session does for a harness that speaks plain LSP. A session that is not in
 * agent mode has no such object.
 *
 * The code is loaded when the client's `initialize` turns agent mode on. Until then the client gets
 * nothing, not even the response to `initialize`, so that it opens no document whose file may
 * change unnoticed. What it sends all the same is kept, in order.
 */

import type { Backend } from "../../ask/backend/backend.js";
import type { Frame } from "../../wire/frames.js";
import { copyMessage, type Message } from "../../wire/readMessages.js";
import type { AgentHost, AgentSession } from "./agentSession.js";
import type { AgentDecision } from "./decideAgentMode.js";
import { type OpenWatchers, SingleBackendFiles } from "./fileWatching.js";

export interface AgentOptions {
  /** The command line option; if undefined, the client's name decides. */
  readonly option: boolean | undefined;
  /** Gives a message of the client to the steps of the proxy or the router. */
  readonly forward: (message: Message) => void;
  /** Watches files for the only backend of a session. */
  readonly openWatchers?: OpenWatchers | undefined;
}

export class AgentMode {
  readonly decision: AgentDecision;
  /** The files that the only backend of a session watches. */
  readonly watchedFiles: SingleBackendFiles | undefined;
  /** Resolves when the code is loaded, and the messages up to then are handled. */
  readonly loaded: Promise<void>;
  readonly #host: AgentHost;
  readonly #forward: (message: Message) => void;
  #session: AgentSession | undefined;
  /** The messages of both sides until the code is loaded; undefined from then on. */
  #early: { readonly received: Message[]; readonly sent: Buffer[] } | undefined = { received: [], sent: [] };
  #isEnded = false;

  constructor(decision: AgentDecision, host: AgentHost, { forward, openWatchers }: AgentOptions) {
    this.decision = decision;
    this.#host = host;
    this.#forward = forward;
    this.watchedFiles = openWatchers && new SingleBackendFiles(openWatchers, host);
    host.toClient.filter = (frame) => this.filter(frame);
    this.loaded = this.#load();
  }

  /** Takes a message of the client, and forwards it now, later or not at all. */
  receive(message: Message): void {
    if (this.#early) this.#early.received.push(copyMessage(message));
    else if (this.#session) this.#session.receive(message);
    else this.#forward(message);
  }

  /**
   * Whether messages with that method, or responses, may differ for the client. It is asked before
   * a frame is held until it is whole.
   */
  filters(method: string | undefined): boolean {
    return this.#early !== undefined || this.#session?.filters(method) === true;
  }

  /** Returns a frame for the client as the client gets it; undefined for one that is held back. */
  filter(frame: Buffer): Buffer | undefined {
    if (!this.#early) return this.#session ? this.#session.filter(frame) : frame;
    this.#early.sent.push(Buffer.from(frame));
    return undefined;
  }

  /**
   * Takes diagnostics that a backend publishes for the client. Before the code is loaded, no
   * document is open.
   */
  publish(frame: Frame, backend: Backend): void {
    if (this.#session) this.#session.publish(frame, backend);
    else this.#host.toClient.send(frame.bytes);
  }

  /** Takes a `$/progress` of a backend. */
  noteProgress(body: Buffer, backend: Backend): void {
    this.#session?.noteProgress(body, backend);
  }

  /** Releases what is held back; from now on everything passes. */
  end(): void {
    this.#isEnded = true;
    this.watchedFiles?.end();
    this.#session?.end();
  }

  async #load(): Promise<void> {
    try {
      const { AgentSession } = await loadAgentSession();
      this.#session = new AgentSession(this.#host, this.#forward);
      if (this.#isEnded) this.#session.end();
    } catch (error) {
      // As when the package is replaced while it runs. The session goes on as that of an editor.
      this.#host.log(`agent mode is off, since its code can't be loaded: ${String(error)}`);
    }
    const { sent = [], received = [] } = this.#early ?? {};
    this.#early = undefined;
    for (const frame of sent) this.#host.toClient.send(frame);
    for (const message of received) this.receive(message);
  }
}

/** Loads the code, ahead of `initialize` where it is clear that the session will need it. */
export function loadAgentSession(): Promise<typeof import("./agentSession.js")> {
  return import("./agentSession.js");
}
