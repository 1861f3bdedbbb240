/** A client of the router in this process, with a server for each language of the workspace. */

import type { Writable } from "node:stream";
import { LocateError, type Logger } from "../../error.js";
import type { Router } from "../../router.js";
import { createMultiBackendMode, type ServerWish } from "../../routing/instances/selection/routingMode.js";
import { pathOfUri, type WorkspaceFolder } from "../../uri.js";
import type { SessionOptions } from "../options.js";
import { openRouterSession, type SharedServers } from "../serve/routerSession.js";
import { embeddingOf } from "../setup/embeddedServer.js";
import { connectInProcess, type InProcessClient } from "./inProcessClient.js";

export interface RouterClientOptions extends SessionOptions {
  /** Which server is to answer, if the user has said it. */
  readonly wish?: ServerWish | undefined;
}

/** What a session is started with. */
export interface SessionHost {
  folders(): readonly WorkspaceFolder[];
  onProgress(text: string, token: unknown): void;
  /** Receives what servers write to stderr, if not that of this process. */
  readonly serverLog?: Writable | undefined;
  readonly shared?: SharedServers | undefined;
  readonly endsSoon?: boolean | undefined;
  /** Called when the session has ended, for whatever reason. */
  onEnded(): void;
}

/** `initialize` is answered by the router itself, whatever the servers do. */
const INITIALIZE_TIMEOUT_MS = 30_000;

export interface RouterClient {
  readonly client: InProcessClient;
  readonly router: Router;
}

export async function connectRouter(
  options: RouterClientOptions,
  log: Logger,
  { folders, onProgress, onEnded, ...host }: SessionHost,
): Promise<RouterClient> {
  let router: Router | undefined;
  const createMode = () => createMultiBackendMode(embeddingOf, options.wish, { readsCapabilities: false });
  const session = await openRouterSession(options, createMode, { ...host, readsNotebooks: true, log });
  const client = await connectInProcess(
    {
      startSession(input, output) {
        router = session.connect(input, output);
        return router;
      },
      folders,
      timeoutMs: INITIALIZE_TIMEOUT_MS,
      log,
      onProgress,
      async endError() {
        onEnded();
        return new LocateError(
          "backend_failed",
          "The session with the language servers has ended. Try again: the next call starts a new one.",
        );
      },
      timeoutError: () => new Error("the session did not start"),
      onFolderLost() {
        onEnded();
        for (const { uri } of folders()) host.shared?.endIn?.(pathOfUri(uri) ?? uri);
        void session.end();
      },
    },
    new AbortController().signal,
  );
  const close = async () => {
    await client.close();
    await session.end();
  };
  if (router === undefined) throw new Error("the session was not connected");
  return { client: { ...client, close }, router };
}
