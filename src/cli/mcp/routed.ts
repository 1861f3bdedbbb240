/** A session with the router in this very process: every language of the workspace with its own server. */

import packageFile from "../../../package.json" with { type: "json" };
import { startBackend } from "../../backend/process.js";
import { loadServers } from "../../backend/servers.js";
import { LocateError } from "../../error.js";
import { router } from "../../router.js";
import { byLanguage } from "../../routing/arrangement.js";
import { embeddingOf } from "../embeddedChoice.js";
import { type Client, join } from "../joined.js";
import type { Log } from "../log.js";
import type { Options } from "../options.js";
import { syntaxFor } from "../syntax.js";
import { tracing } from "../tracing.js";
import { indexFor } from "../workspaceIndex.js";
import type { Surroundings } from "./session.js";

/** It is answered by us, whatever the servers do. */
const WELCOME_MS = 30_000;

export async function joinRouter(
  options: Options,
  log: Log,
  { folders, onProgress, onEnded }: Surroundings,
): Promise<Client> {
  const reload = () => loadServers({ path: options.servers });
  const servers = await reload();
  for (const problem of servers.problems) log(problem.message);
  const trace = await tracing(options, log);
  const client = await join(
    {
      serve(input, output) {
        trace.client(input, output);
        return router({
          input,
          output,
          servers,
          reload,
          arrangement: byLanguage(embeddingOf),
          version: packageFile.version,
          syntax: syntaxFor(servers, log),
          startIndex: indexFor(servers, log),
          async startProcess(name, command, how) {
            const started = await startBackend(command, how);
            trace.backend(name, started);
            return started;
          },
          log,
        });
      },
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
    await trace.end();
  };
  return { ...client, close };
}
