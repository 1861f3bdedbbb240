/** `lsp-locate`: the proxy on stdio in front of every language that is opened, servers chosen by servers.json; and `lsp-locate --restart -- <command>`, in front of one that is started again. */

import { startBackend } from "../backend/process.js";
import { loadServers, type Servers } from "../backend/servers.js";
import { router } from "../router.js";
import { type Arrangement, byLanguage, single } from "../routing/arrangement.js";
import { embeddingOf } from "./embeddedChoice.js";
import { version } from "./help.js";
import { logTo } from "./log.js";
import type { Options } from "./options.js";
import { untilGone } from "./serve.js";
import { syntaxFor } from "./syntax.js";
import { tracing } from "./tracing.js";
import { indexFor } from "./workspaceIndex.js";

/** Runs until the client is gone; resolves with the exit code. */
export function serveWorkspace(options: Options): Promise<number> {
  return serveArranged(() => byLanguage(embeddingOf), options);
}

/** The same with one server behind it. */
export function serveRestarting(command: readonly string[], options: Options): Promise<number> {
  return serveArranged((servers) => single(command, servers), options);
}

async function serveArranged(arrange: (servers: Servers) => Arrangement, options: Options): Promise<number> {
  const log = logTo(options.log);
  const reload = () => loadServers({ path: options.servers });
  const servers = await reload();
  for (const problem of servers.problems) log(problem.message);
  const trace = await tracing(options, log);
  trace.client(process.stdin, process.stdout);
  const { ended, stop } = router({
    input: process.stdin,
    output: process.stdout,
    servers,
    reload,
    arrangement: arrange(servers),
    version,
    syntax: syntaxFor(servers, log),
    startIndex: indexFor(servers, log),
    async startProcess(name, command, how) {
      const started = await startBackend(command, how);
      trace.backend(name, started);
      return started;
    },
    log,
  });
  const code = await untilGone(ended, stop, options);
  await trace.end();
  return code;
}
