/**
 * The router on stdio: with a server for each language, or with one command that is restarted
 * (`--restart`).
 */

import type { Servers } from "../../backend/config/servers.js";
import { serversAt } from "../../backend/config/trust.js";
import { limitEnd } from "../../backend/guard/guard.js";
import type { Logger } from "../../error.js";
import { workingFolder } from "../../files/workingFolder.js";
import {
  createMultiBackendMode,
  createSingleBackendMode,
  type RoutingMode,
} from "../../routing/instances/selection/routingMode.js";
import type { Options, SessionOptions } from "../options.js";
import { embeddingOf } from "../setup/embeddedServer.js";
import { openLog } from "../setup/openLog.js";
import { recoverInterrupted } from "../setup/recoverInterrupted.js";
import { stopWithClient } from "../setup/sessionEnd.js";
import { daemonServers } from "./daemonServers.js";
import { openRouterSession, type SharedServers } from "./routerSession.js";

/**
 * Serves every language with the servers of servers.json, until the client ends. Resolves with the
 * exit code.
 */
export function serveWorkspace(options: Options): Promise<number> {
  return serveRouter(
    () => createMultiBackendMode(embeddingOf),
    options,
    (log) => daemonServers(options, log),
  );
}

/** Serves with one command, which is restarted when it ends. Resolves with the exit code. */
export function serveRestarting(command: readonly string[], options: SessionOptions): Promise<number> {
  return serveRouter((servers) => createSingleBackendMode(command, serversAt(servers, workingFolder())), options);
}

async function serveRouter(
  createMode: (servers: Servers) => RoutingMode,
  options: SessionOptions,
  findShared?: (log: Logger) => SharedServers,
): Promise<number> {
  const { log, flush } = openLog(options.log);
  const session = await openRouterSession(options, createMode, { log, shared: findShared?.(log) });
  const { ended, endLimit, stop } = session.connect(process.stdin, process.stdout);
  void endLimit.begun.then(limitEnd);
  void recoverInterrupted(log, [workingFolder()]);
  stopWithClient(stop, options.clientProcessId);
  const code = await ended;
  await endLimit.within(session.end());
  await endLimit.within(flush());
  return code;
}
