/** `lsp-locate`: the proxy on stdio in front of every language that is opened, servers chosen by servers.json; and `lsp-locate --restart -- <command>`, in front of one that is started again. */

import type { Servers } from "../../backend/config/servers.js";
import {
  createMultiBackendMode,
  createSingleBackendMode,
  type RoutingMode,
} from "../../routing/instances/routingMode.js";
import type { SessionOptions } from "../options.js";
import { embeddingOf } from "../setup/embeddedServer.js";
import { openLog } from "../setup/openLog.js";
import { stopWithClient } from "../setup/sessionEnd.js";
import { openRouterSession } from "./routerSession.js";

/** Runs until the client is gone; resolves with the exit code. */
export function serveWorkspace(options: SessionOptions): Promise<number> {
  return serveRouter(() => createMultiBackendMode(embeddingOf), options);
}

/** The same with one server behind it. */
export function serveRestarting(command: readonly string[], options: SessionOptions): Promise<number> {
  return serveRouter((servers) => createSingleBackendMode(command, servers), options);
}

async function serveRouter(arrange: (servers: Servers) => RoutingMode, options: SessionOptions): Promise<number> {
  const session = await openRouterSession(options, arrange, openLog(options.log));
  const { ended, stop } = session.connect(process.stdin, process.stdout);
  stopWithClient(stop, options.clientProcessId);
  const code = await ended;
  await session.end();
  return code;
}
