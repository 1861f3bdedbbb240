/** A client of the router in this very process: every language of the workspace with its own server. */

import { LocateError } from "../../../error.js";
import { createMultiBackendMode } from "../../../routing/instances/routingMode.js";
import { type Client, join } from "../../client/inProcessClient.js";
import type { Options } from "../../options.js";
import { routed } from "../../serve/routerSession.js";
import { embeddingOf } from "../../setup/embeddedServer.js";
import type { Log } from "../../setup/openLog.js";
import type { Surroundings } from "./sharedSession.js";

/** It is answered by us, whatever the servers do. */
const WELCOME_MS = 30_000;

export async function joinRouter(
  options: Options,
  log: Log,
  { folders, onProgress, onEnded }: Surroundings,
): Promise<Client> {
  const session = await routed(options, () => createMultiBackendMode(embeddingOf), log);
  const client = await join(
    {
      serve: session.between,
      folders,
      // Each server of many has its settings from servers.json: the router answers for a client that has none.
      server: undefined,
      timeout: WELCOME_MS,
      log,
      onProgress,
      async whyEnded() {
        onEnded();
        return new LocateError(
          "backend_failed",
          "The session with the language servers has ended. Ask again: the next call begins another.",
        );
      },
      noAnswer: () => new Error("the session did not begin"),
    },
    new AbortController().signal,
  );
  const close = async () => {
    await client.close();
    await session.end();
  };
  return { ...client, close };
}
