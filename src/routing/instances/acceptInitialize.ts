/** A server's response to `initialize`, as far as it is recorded for requests to the server. */

import type { Backend } from "../../ask/backend/backend.js";
import type { Server, Servers } from "../../backend/config/servers.js";
import type { LocateError } from "../../error.js";
import { initializeResultOf, recordInitializeResult } from "../../session/sessionLifecycle.js";
import { initializeErrorIn } from "./instanceErrors.js";
import type { ServedFolders } from "./servedFolders.js";

interface InitializedServer {
  readonly server: Server;
  readonly backend: Backend;
  readonly servers: Servers;
  readonly folders: ServedFolders;
  /** When `initialize` was sent, by `performance.now()`. */
  readonly sentAt: number;
}

/**
 * Records the result in the body of a response. Returns why the server can't serve, if so; throws
 * if the capabilities are not of the shape LSP gives them.
 */
export function acceptInitialize(
  body: Buffer,
  { server, backend, servers, folders, sentAt }: InitializedServer,
): LocateError | undefined {
  const refusal = initializeErrorIn(body, server);
  if (refusal) return refusal;
  const result = initializeResultOf(body) ?? {};
  // A server that finds its projects itself takes any file.
  const takesFolders = result.capabilities?.workspace?.workspaceFolders?.supported === true;
  if (!takesFolders && server.root !== "workspace") folders.restrictToRoot();
  recordInitializeResult(result, backend, { folders: folders.all.length, servers, sentAt });
  backend.name = server.name;
  backend.readiness?.handleInitialized();
  return undefined;
}
