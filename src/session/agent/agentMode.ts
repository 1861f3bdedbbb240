/**
 * Agent mode: what a session does for a harness that speaks plain LSP. A session that is not in
 * agent mode has no such object.
 *
 * The code is loaded when the client's `initialize` turns agent mode on. Until then the client gets
 * nothing, not even the response to `initialize`, so that it opens no document whose file may
 * change unnoticed. What it sends all the same is kept, in order.
 */

import { type AgentHandler, type AgentHost, EarlyMessages, passAll } from "./agentHandler.js";
import type { AgentDecision } from "./decideAgentMode.js";
import { type OpenWatchers, SingleBackendFiles } from "./fileWatching.js";

export class AgentMode {
  readonly decision: AgentDecision;
  /** The files that the only backend of a session watches. */
  readonly watchedFiles: SingleBackendFiles | undefined;
  /** Resolves when the code is loaded, and the messages up to then are handled. */
  readonly loaded: Promise<void>;
  #handler: AgentHandler;
  #isEnded = false;

  /** `openWatchers` watches files for the only backend of a session. */
  constructor(decision: AgentDecision, host: AgentHost, openWatchers: OpenWatchers | undefined) {
    this.decision = decision;
    this.watchedFiles = openWatchers && new SingleBackendFiles(openWatchers, host);
    const early = new EarlyMessages(host);
    this.#handler = early;
    host.toClient.filter = (frame) => this.#handler.filter(frame);
    this.loaded = this.#load(host).then(() => early.release(this.#handler));
  }

  /** Handles the messages of both sides. */
  get handler(): AgentHandler {
    return this.#handler;
  }

  /** Releases what is held back; from now on everything passes. */
  end(): void {
    this.#isEnded = true;
    this.watchedFiles?.end();
    this.#handler.end();
  }

  async #load(host: AgentHost): Promise<void> {
    try {
      const { AgentSession } = await loadAgentSession();
      this.#handler = new AgentSession(host, this.decision.entry);
      if (this.#isEnded) this.#handler.end();
    } catch (error) {
      // As when the package is replaced while it runs. The session goes on as that of an editor.
      host.log(`agent mode is off, since its code can't be loaded: ${String(error)}`);
      this.#handler = passAll(host);
    }
  }
}

/** Loads the code, ahead of `initialize` where it is clear that the session will need it. */
export function loadAgentSession(): Promise<typeof import("./agentSession.js")> {
  return import("./agentSession.js");
}
