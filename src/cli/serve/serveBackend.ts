/** The proxy on stdio, in front of one server that has been started already. */

import { loadServers } from "../../backend/config/loadServers.js";
import type { BackendProcess } from "../../backend/process.js";
import { proxy } from "../../proxy.js";
import { type Options, readOptions } from "../options.js";
import { createIndexLoader } from "../setup/indexLoader.js";
import { openLog } from "../setup/openLog.js";
import { openSessionTrace } from "../setup/sessionTrace.js";
import { createSyntaxLoader } from "../setup/syntaxLoader.js";

/** How often we look whether the client's process still lives. */
const CLIENT_POLL_INTERVAL_MS = 3000;

/** Runs until one of the two is gone; resolves with the exit code. */
export async function serveBackend(backend: BackendProcess, argv: readonly string[], notice?: string): Promise<number> {
  const { options } = readOptions(argv);
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
  const code = await waitForEnd(ended, stop, options);
  await trace.end();
  return code;
}

/** A session to its end, which also comes when somebody ends us or the client's process is gone. */
export function waitForEnd(ended: Promise<number>, stop: () => void, { clientProcessId }: Options): Promise<number> {
  for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"] as const) process.on(signal, stop);
  pollClientProcess(Number(clientProcessId), stop);
  return ended;
}

/** A client that was killed can't close our input where somebody else holds it open too. */
function pollClientProcess(pid: number, onExit: () => void): void {
  if (!Number.isInteger(pid) || pid <= 0) return;
  const timer = setInterval(() => {
    try {
      process.kill(pid, 0);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === "EPERM") return; // it lives, and is somebody else's
      clearInterval(timer);
      onExit();
    }
  }, CLIENT_POLL_INTERVAL_MS).unref();
}
