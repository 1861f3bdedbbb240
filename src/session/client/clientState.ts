/** What is known of the client, and how far its session is. */

import type { ClientCapabilities } from "vscode-languageserver-protocol";
import type { PositionEncoding } from "../../text/position.js";
import type { Roots } from "../documents/filePaths.js";

/**
 * How far the session is: nothing said yet; `initialize` on its way; answered; `initialized` has passed, so that we may speak
 * to the backend too; `shutdown` asked; over.
 */
export type SessionPhase = "new" | "initializing" | "initialized" | "running" | "shutdown" | "over";

/** What `initialize` said of the client. */
export interface ClientState {
  /** The id of `initialize`, as JSON text. */
  initializeId: string | undefined;
  capabilities: ClientCapabilities;
  /** What positions between it and us count in. */
  encoding: PositionEncoding;
  /** It has sent `initialized` before `initialize` was answered. */
  isInitializedEarly: boolean;
  roots: Roots;
}
