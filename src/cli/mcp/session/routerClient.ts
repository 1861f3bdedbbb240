/** A client of the router in this very process: every language of the workspace with its own server. */

import { LocateError, type Logger } from "../../../error.js";
import { createMultiBackendMode } from "../../../routing/instances/routingMode.js";
import { connectInProcess, type InProcessClient } from "../../client/inProcessClient.js";
import type { SessionOptions } from "../../options.js";
import { openRouterSession } from "../../serve/routerSession.js";
import { embeddingOf } from "../../setup/embeddedServer.js";
import type { SessionHost } from "./sharedSession.js";

/** It is answered by us, whatever the servers do. */
const INITIALIZE_TIMEOUT_MS = 30_000;

export async function connectRouter(
  options: SessionOptions,
  log: Logger,
  { folders, onProgress, onEnded }: SessionHost,
): Promise<InProcessClient> {
  const session = await openRouterSession(options, () => createMultiBackendMode(embeddingOf), log);
  const client = await connectInProcess(
    {
      startSession: session.connect,
      folders,
      // Each server of many has its settings from servers.json: the router answers for a client that has none.
      server: undefined,
      timeoutMs: INITIALIZE_TIMEOUT_MS,
      log,
      onProgress,
      async endError() {
        onEnded();
        return new LocateError(
          "backend_failed",
          "The session with the language servers has ended. Ask again: the next call begins another.",
        );
      },
      timeoutError: () => new Error("the session did not begin"),
    },
    new AbortController().signal,
  );
  const close = async () => {
    await client.close();
    await session.end();
  };
  return { ...client, close };
}
