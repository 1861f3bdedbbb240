/** The router as this command runs it, between any two streams: servers by servers.json, and traced where that is asked for. */

import type { Readable, Writable } from "node:stream";
import packageFile from "../../../package.json" with { type: "json" };
import { loadServers, type Servers } from "../../backend/config/servers.js";
import { startBackend } from "../../backend/process.js";
import { type Router, router } from "../../router.js";
import type { RoutingMode } from "../../routing/instances/routingMode.js";
import type { Options } from "../options.js";
import { indexFor } from "../setup/indexLoader.js";
import type { Log } from "../setup/openLog.js";
import { tracing } from "../setup/sessionTrace.js";
import { syntaxFor } from "../setup/syntaxLoader.js";

export interface Routed {
  /** Joins a client to it; once. */
  between(input: Readable, output: Writable): Router;
  /** To be called when the session is over. */
  end(): Promise<void>;
}

export async function routed(options: Options, arrange: (servers: Servers) => RoutingMode, log: Log): Promise<Routed> {
  const reloadServers = () => loadServers({ path: options.servers });
  const servers = await reloadServers();
  for (const problem of servers.problems) log(problem.message);
  const trace = await tracing(options, log);
  return {
    between(input, output) {
      trace.client(input, output);
      return router({
        input,
        output,
        servers,
        reloadServers,
        mode: arrange(servers),
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
    end: () => trace.end(),
  };
}
