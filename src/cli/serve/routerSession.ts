/**
 * The router between two streams: with the servers of servers.json, and with `--trace`, recorded.
 */

import type { Readable, Writable } from "node:stream";
import { loadServersFor } from "../../backend/config/loadServers.js";
import type { Servers } from "../../backend/config/servers.js";
import type { BackendProcess } from "../../backend/process.js";
import type { Logger } from "../../error.js";
import { type Router, router } from "../../router.js";
import type { Sharing, StartProcess } from "../../routing/hostInstances.js";
import type { RoutingMode } from "../../routing/instances/selection/routingMode.js";
import type { SharedServerSpec } from "../../routing/sharing/attachment.js";
import type { OpenSharedAnswer } from "../../session/agent/answers/sharedAnswers.js";
import type { RecoverChanges } from "../../session/session.js";
import { readAgentOption, readMaxFrameBytes, readTimeoutMs, type SessionOptions } from "../options.js";
import { isOwnEmbedded } from "../setup/embeddedServer.js";
import { createIndexLoader } from "../setup/indexLoader.js";
import { VERSION } from "../setup/program.js";
import { openSessionTrace } from "../setup/sessionTrace.js";
import { startServerProcess } from "../setup/startServerProcess.js";
import { createSyntaxLoader } from "../setup/syntaxLoader.js";

export interface RouterSession {
  /** Connects a client; to be called once. */
  connect(input: Readable, output: Writable): Router;
  /** Ends the trace; to be called when the session is over. */
  end(): Promise<void>;
}

/** Where a session gets servers that others share. */
export interface SharedServers {
  readonly sharing: Sharing;
  /** Resolves with undefined if there are none to be had: the session starts its own. */
  attach(spec: SharedServerSpec): Promise<BackendProcess | undefined>;
  /** Opens answers that are completed where the servers are. */
  readonly openAnswer?: OpenSharedAnswer;
  /** Ends those in a folder that was moved, replaced or deleted. `folder` is absolute. */
  endIn?(folder: string): void;
}

export interface RouterSessionHost {
  readonly log: Logger;
  /** Receives what servers write to stderr; this process's stderr by default. */
  readonly serverLog?: Writable | undefined;
  readonly shared?: SharedServers | undefined;
  /** As the router's option. */
  readonly recover?: RecoverChanges | undefined;
  /** Whether the session ends soon: the embedded server then runs in this process. */
  readonly endsSoon?: boolean | undefined;
  /** Whether the client reads and writes notebooks as scripts. */
  readonly readsNotebooks?: boolean | undefined;
}

export async function openRouterSession(
  options: SessionOptions,
  createMode: (servers: Servers) => RoutingMode,
  { log, serverLog = process.stderr, shared, recover, endsSoon, readsNotebooks = false }: RouterSessionHost,
): Promise<RouterSession> {
  const maxFrameBytes = readMaxFrameBytes(options);
  const agent = readAgentOption(options);
  const startTimeoutMs = options.timeout === undefined ? undefined : readTimeoutMs(options.timeout);
  const reloadServers = async () => ({ ...(await loadServersFor(options)), readsNotebooks });
  const servers = await reloadServers();
  for (const problem of servers.problems) log(problem.message);
  const trace = await openSessionTrace(options, log);
  const syntax = createSyntaxLoader(servers, log, { endsSoon: endsSoon === true });
  const start: StartProcess = async (_name, command, startOptions, spec) => {
    if (endsSoon && startOptions.env === undefined && isOwnEmbedded(command, servers)) {
      const { embeddedInProcess } = await import("./embeddedSession.js");
      return embeddedInProcess(command, { servers, syntax: await syntax(), log });
    }
    const attached = spec && (await shared?.attach(spec));
    return attached ?? startServerProcess(command, { ...startOptions, log: serverLog, readsNotebooks }, maxFrameBytes);
  };
  return {
    connect(input, output) {
      trace.tapClient(input, output);
      return router({
        input,
        output,
        servers,
        reloadServers,
        mode: createMode(servers),
        version: VERSION,
        syntax,
        startIndex: createIndexLoader(servers, log, { endsSoon: endsSoon === true }),
        sharing: shared?.sharing,
        openSharedAnswer: shared?.openAnswer,
        async startProcess(name, ...target) {
          const backend = await start(name, ...target);
          trace.tapBackend(name, backend);
          return backend;
        },
        recover,
        agent,
        maxFrameBytes,
        startTimeoutMs,
        log,
      });
    },
    end: () => trace.end(),
  };
}
