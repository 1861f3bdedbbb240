/** The proxy on stdio, with one server that is already started. */

import { loadServers } from "../../backend/config/loadServers.js";
import type { BackendProcess } from "../../backend/process.js";
import { proxy } from "../../proxy.js";
import type { SessionOptions } from "../options.js";
import { createIndexLoader } from "../setup/indexLoader.js";
import { openLog } from "../setup/openLog.js";
import { stopWithClient } from "../setup/sessionEnd.js";
import { openSessionTrace } from "../setup/sessionTrace.js";
import { createSyntaxLoader } from "../setup/syntaxLoader.js";

/** Runs until the client or the server ends; resolves with the exit code. */
export async function serveBackend(backend: BackendProcess, options: SessionOptions, notice?: string): Promise<number> {
  const log = openLog(options.log);
  const servers = await loadServers({ path: options.servers });
  for (const problem of servers.problems) log(problem.message);
  const trace = await openSessionTrace(options, log);
  trace.tapClient(process.stdin, process.stdout);
  trace.tapBackend(backend.command[0] ?? "backend", backend);
  const { ended, stop } = proxy({
    input: process.stdin,
    output: process.stdout,
    backend,
    servers,
    syntax: createSyntaxLoader(servers, log),
    startIndex: createIndexLoader(servers, log),
    notice,
    log,
  });
  stopWithClient(stop, options.clientProcessId);
  const code = await ended;
  await trace.end();
  return code;
}
