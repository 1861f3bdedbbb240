/** The router as this command runs it, between any two streams: servers by servers.json, and traced where that is asked for. */

import type { Readable, Writable } from "node:stream";
import { loadServers, type Servers } from "../../backend/config/servers.js";
import { startBackend } from "../../backend/process.js";
import type { Logger } from "../../error.js";
import { type Router, router } from "../../router.js";
import type { RoutingMode } from "../../routing/instances/routingMode.js";
import type { SessionOptions } from "../options.js";
import { createIndexLoader } from "../setup/indexLoader.js";
import { openSessionTrace } from "../setup/sessionTrace.js";
import { createSyntaxLoader } from "../setup/syntaxLoader.js";
import { VERSION } from "../setup/version.js";

export interface RouterSession {
  /** Joins a client to it; once. */
  connect(input: Readable, output: Writable): Router;
  /** To be called when the session is over. */
  end(): Promise<void>;
}

export async function openRouterSession(
  options: SessionOptions,
  arrange: (servers: Servers) => RoutingMode,
  log: Logger,
): Promise<RouterSession> {
  const reloadServers = () => loadServers({ path: options.servers });
  const servers = await reloadServers();
  for (const problem of servers.problems) log(problem.message);
  const trace = await openSessionTrace(options, log);
  return {
    connect(input, output) {
      trace.tapClient(input, output);
      return router({
        input,
        output,
        servers,
        reloadServers,
        mode: arrange(servers),
        version: VERSION,
        syntax: createSyntaxLoader(servers, log),
        startIndex: createIndexLoader(servers, log),
        async startProcess(name, command, how) {
          const started = await startBackend(command, how);
          trace.tapBackend(name, started);
          return started;
        },
        log,
      });
    },
    end: () => trace.end(),
  };
}
