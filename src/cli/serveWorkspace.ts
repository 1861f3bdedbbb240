/** `lsp-locate`: the proxy on stdio in front of every language that is opened, servers chosen by servers.json. */

import { loadServers } from "../backend/servers.js";
import { router } from "../router.js";
import { embeddingOf } from "./embeddedChoice.js";
import { version } from "./help.js";
import { logTo } from "./log.js";
import type { Options } from "./options.js";
import { untilGone } from "./serve.js";
import { syntaxFor } from "./syntax.js";
import { indexFor } from "./workspaceIndex.js";

/** Runs until the client is gone; resolves with the exit code. */
export async function serveWorkspace(options: Options): Promise<number> {
  const log = logTo(options.log);
  const reload = () => loadServers(options.servers === undefined ? {} : { path: options.servers });
  const servers = await reload();
  for (const problem of servers.problems) log(problem.message);
  const { ended, stop } = router({
    input: process.stdin,
    output: process.stdout,
    servers,
    reload,
    embedding: embeddingOf,
    version,
    syntax: syntaxFor(servers, log),
    startIndex: indexFor(servers, log),
    stderr: process.stderr,
    log,
  });
  return untilGone(ended, stop, options);
}
