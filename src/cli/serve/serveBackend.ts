/** The proxy on stdio, in front of one server that has been started already. */

import { loadServers } from "../../backend/config/servers.js";
import type { BackendProcess } from "../../backend/process.js";
import { proxy } from "../../proxy.js";
import { type Options, readOptions } from "../options.js";
import { indexFor } from "../setup/indexLoader.js";
import { logTo } from "../setup/openLog.js";
import { tracing } from "../setup/sessionTrace.js";
import { syntaxFor } from "../setup/syntaxLoader.js";

/** How often we look whether the client's process still lives. */
const WATCH_MS = 3000;

/** Runs until one of the two is gone; resolves with the exit code. */
export async function serve(backend: BackendProcess, argv: readonly string[], notice?: string): Promise<number> {
  const { options } = readOptions(argv);
  const log = logTo(options.log);
  const servers = await loadServers({ path: options.servers });
  for (const problem of servers.problems) log(problem.message);
  const trace = await tracing(options, log);
  trace.client(process.stdin, process.stdout);
  trace.backend(backend.command[0] ?? "backend", backend);
  const { ended, stop } = proxy({
    input: process.stdin,
    output: process.stdout,
    backend,
    servers,
    syntax: syntaxFor(servers, log),
    startIndex: indexFor(servers, log),
    notice,
    log,
  });
  const code = await untilGone(ended, stop, options);
  await trace.end();
  return code;
}

/** A session to its end, which also comes when somebody ends us or the client's process is gone. */
export function untilGone(ended: Promise<number>, stop: () => void, { clientProcessId }: Options): Promise<number> {
  for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"] as const) process.on(signal, stop);
  watchProcess(Number(clientProcessId), stop);
  return ended;
}

/** A client that was killed can't close our input where somebody else holds it open too. */
function watchProcess(pid: number, gone: () => void): void {
  if (!Number.isInteger(pid) || pid <= 0) return;
  const timer = setInterval(() => {
    try {
      process.kill(pid, 0);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === "EPERM") return; // it lives, and is somebody else's
      clearInterval(timer);
      gone();
    }
  }, WATCH_MS).unref();
}
