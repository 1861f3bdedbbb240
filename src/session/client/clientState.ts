/** The state of the client: its capabilities, its folders, and the phase of the session. */

import type { ClientCapabilities } from "vscode-languageserver-protocol";
import type { PositionEncoding } from "../../text/position.js";
import type { Roots } from "../documents/filePaths.js";

/**
 * How far the session is:
 *
 * - `new`: before `initialize`.
 * - `initializing`: `initialize` is pending.
 * - `initialized`: `initialize` has its response.
 * - `running`: `initialized` has come; our own messages may go to client and backend.
 * - `shutdown`: after `shutdown`.
 * - `over`: after `exit`, or the client is gone.
 */
export type SessionPhase = "new" | "initializing" | "initialized" | "running" | "shutdown" | "over";

/** What the client's `initialize` said, and what was negotiated. */
export interface ClientState {
  /** The id of `initialize`, as JSON text. */
  initializeId: string | undefined;
  /** When `initialize` came, as of `performance.now()`. */
  initializeAt: number;
  capabilities: ClientCapabilities;
  /** The position encoding between the client and us. */
  encoding: PositionEncoding;
  /** The client has sent `initialized` before the response to `initialize`. */
  isInitializedEarly: boolean;
  /** It answers no requests of servers, as servers.json says of clients of its name. */
  isSilent: boolean;
  roots: Roots;
}
