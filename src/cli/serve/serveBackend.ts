/** The proxy on stdio, with one server that is already started. */

import { loadServersFor } from "../../backend/config/loadServers.js";
import { recogniseServer } from "../../backend/config/recogniseServer.js";
import { remoteRuleOf, type Server, type Servers } from "../../backend/config/servers.js";
import { safeguardsOf } from "../../backend/config/settings.js";
import { serversAt } from "../../backend/config/trust.js";
import { limitEnd } from "../../backend/guard/guard.js";
import { restrictCommand } from "../../backend/installation/restrictCommand.js";
import { type BackendProcess, refusedBackend } from "../../backend/process.js";
import { LocateError } from "../../error.js";
import { workingFolder } from "../../files/workingFolder.js";
import { proxy } from "../../proxy.js";
import type { OpenWatchers } from "../../session/agent/fileWatching.js";
import { readAgentOption, readMaxFrameBytes, type SessionOptions } from "../options.js";
import { createIndexLoader } from "../setup/indexLoader.js";
import { openLog } from "../setup/openLog.js";
import { recoverForSession } from "../setup/recoverInterrupted.js";
import { stopWithClient } from "../setup/sessionEnd.js";
import { openSessionTrace } from "../setup/sessionTrace.js";
import { startServerProcess } from "../setup/startServerProcess.js";
import { createSyntaxLoader } from "../setup/syntaxLoader.js";

interface ServedServer {
  /** The servers as loaded for the choice, so that servers.json is read once. */
  readonly servers?: Servers;
  /** Its entry, where the command alone does not tell it. */
  readonly server?: Server | undefined;
  /** A message for the client. */
  readonly notice?: string | undefined;
}

/** Few sessions need file watchers of their own. */
const openWatchers: OpenWatchers = async (host) =>
  (await import("../../routing/files/fileWatchers.js")).watchFiles(host);

/** Starts a command in a workspace that may be untrusted, or with `--map`, and serves it. */
export async function serveRestricted(command: readonly string[], options: SessionOptions): Promise<number> {
  const servers = await loadServersFor(options);
  const restrictedServers = serversAt(servers, workingFolder());
  const entry = { name: command[0] ?? "", ...recogniseServer(servers, command), paths: servers.commandPaths ?? [] };
  const mapping = remoteRuleOf(entry);
  const start = (words: readonly string[], env?: Server["env"]) =>
    startServerProcess(words, { ...(env && { env }), ...(mapping && { mapping }) }, readMaxFrameBytes(options));
  if (!restrictedServers.isUntrusted) return serveBackend(await start(command), options, { servers });
  const restricted = restrictCommand(restrictedServers, command);
  if (restricted instanceof LocateError) return serveBackend(refusedBackend(command, restricted), options, { servers });
  const { server } = restricted;
  const env = safeguardsOf(server)?.env;
  return serveBackend(await start(restricted.command, env), options, { servers, server });
}

/** Runs until the client or the server ends; resolves with the exit code. */
export async function serveBackend(
  backend: BackendProcess,
  options: SessionOptions,
  { servers: loaded, server, notice }: ServedServer = {},
): Promise<number> {
  const { log, flush } = openLog(options.log);
  const servers = serversAt(loaded ?? (await loadServersFor(options)), workingFolder());
  for (const problem of servers.problems) log(problem.message);
  const trace = await openSessionTrace(options, log);
  trace.tapClient(process.stdin, process.stdout);
  trace.tapBackend(backend.command[0] ?? "backend", backend);
  const { ended, endLimit, stop } = proxy({
    input: process.stdin,
    output: process.stdout,
    backend,
    servers,
    server,
    syntax: createSyntaxLoader(servers, log),
    startIndex: createIndexLoader(servers, log),
    notice,
    recover: recoverForSession(log),
    agent: readAgentOption(options),
    openWatchers,
    maxFrameBytes: readMaxFrameBytes(options),
    log,
  });
  void endLimit.begun.then(limitEnd);
  stopWithClient(stop, options.clientProcessId);
  const code = await ended;
  await endLimit.within(trace.end());
  await endLimit.within(flush());
  return code;
}
