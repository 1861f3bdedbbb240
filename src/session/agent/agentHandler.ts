/**
 * The handler of all messages in agent mode, in both directions. Until its code is loaded the
 * messages are queued; if it can't be loaded, they pass.
 */

import type { CancellationToken } from "vscode-jsonrpc/node";
import type { Backend, Backends } from "../../ask/backend/backend.js";
import type { DiagnosticsStore } from "../../ask/diagnostics/diagnosticsStore.js";
import type { DiskChangeTracker } from "../../ask/documents/diskChanges.js";
import type { UnopenedFiles } from "../../ask/documents/unopenedFiles.js";
import type { Servers } from "../../backend/config/servers.js";
import type { Logger } from "../../error.js";
import type { Frame } from "../../wire/frames.js";
import type { FrameWriter } from "../../wire/frameWriter.js";
import { copyMessage, type Message } from "../../wire/wholeMessages.js";
import type { ClientState, SessionPhase } from "../client/clientState.js";
import type { ContextOptions, RequestContext } from "../client/requestContext.js";
import type { OpenDocuments } from "../documents/openDocuments.js";
import type { OpenSharedAnswer } from "./answers/sharedAnswers.js";

export interface AgentHandler {
  /** Takes a message of the client, and forwards it now, later or not at all. */
  receive(message: Message): void;
  /**
   * Whether messages with that method, or responses, may differ for the client. It is asked before
   * a frame is held until it is whole.
   */
  filters(method: string | undefined): boolean;
  /** Returns a frame for the client as the client gets it; undefined for one that is held back. */
  filter(frame: Buffer): Buffer | undefined;
  /** Takes diagnostics that a backend publishes for the client. */
  publish(frame: Frame, backend: Backend): void;
  /** Takes a `$/progress` of a backend. */
  noteProgress(body: Buffer, backend: Backend): void;
  /** Releases what is held back; from now on everything passes. */
  end(): void;
}

/** The parts of a session that agent mode uses. */
export interface AgentHost {
  readonly phase: SessionPhase;
  readonly toClient: FrameWriter;
  /** Gives a message of the client to the steps of the proxy or the router. */
  readonly forward: (message: Message) => void;
  readonly client: ClientState;
  readonly servers: Servers;
  readonly backends: Backends;
  readonly documents: OpenDocuments;
  readonly unopenedFiles: UnopenedFiles;
  readonly diskChanges: DiskChangeTracker;
  readonly diagnostics: DiagnosticsStore;
  readonly openSharedAnswer: OpenSharedAnswer | undefined;
  /** Makes what answering a request needs of the session. */
  createContext(token: CancellationToken, snapshot: undefined, options: ContextOptions): RequestContext;
  readonly log: Logger;
}

type PassingHost = Pick<AgentHost, "toClient" | "forward">;

/** Queues the messages of client and backend while the handler is loaded. */
export class EarlyMessages implements AgentHandler {
  readonly #host: PassingHost;
  readonly #received: Message[] = [];
  readonly #sent: Buffer[] = [];

  constructor(host: PassingHost) {
    this.#host = host;
  }

  receive(message: Message): void {
    this.#received.push(copyMessage(message));
  }

  filters(): boolean {
    return true;
  }

  filter(frame: Buffer): undefined {
    this.#sent.push(Buffer.from(frame));
  }

  /** No document is open yet. */
  publish({ bytes }: Frame): void {
    this.#host.toClient.send(bytes);
  }

  noteProgress(): void {}

  end(): void {}

  /** Gives the queued messages to the handler. */
  release(handler: AgentHandler): void {
    for (const frame of this.#sent) this.#host.toClient.send(frame);
    for (const message of this.#received) handler.receive(message);
  }
}

/** Returns a handler by which everything passes, as in the session of an editor. */
export function passAll({ toClient, forward }: PassingHost): AgentHandler {
  return {
    receive: forward,
    filters: () => false,
    filter: (frame) => frame,
    publish: ({ bytes }) => toClient.send(bytes),
    noteProgress: () => {},
    end: () => {},
  };
}
