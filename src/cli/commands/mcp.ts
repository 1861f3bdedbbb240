/** `lsp-locate mcp`: an MCP server on stdio, for agents that know tools and no LSP. */

import { serveStdio } from "@modelcontextprotocol/server/stdio";
import { loadServers } from "../../backend/config/servers.js";
import { locateServer } from "../mcp/server.js";
import { joinRouter } from "../mcp/session/routerClient.js";
import { locateSession } from "../mcp/session/sharedSession.js";
import { type Options, UsageError } from "../options.js";
import { logTo } from "../setup/openLog.js";
import { rootGiven } from "../setup/workspaceRoot.js";

/** Runs until the client is gone, or the signal comes: then the servers are ended too. Resolves with the exit code. */
export async function mcp(options: Options, signal: AbortSignal): Promise<number> {
  if (process.stdin.isTTY)
    throw new UsageError("mcp is a server for an agent to start: it speaks MCP on stdin and stdout.");
  const workingDirectory = process.cwd();
  const root = rootGiven(options, workingDirectory);
  const log = logTo(options.log);
  const session = locateSession((surroundings) => joinRouter(options, log, surroundings));
  const servers = () => loadServers({ path: options.servers });
  const clientGone = gone(signal);
  const serving = serveStdio(({ era }) => locateServer({ session, servers, root, workingDirectory, log }, era), {
    onerror: ({ message }) => log(message),
  });
  await clientGone;
  await serving.close();
  await session.end();
  return 0;
}

/** Our input has ended, nobody reads our output, or somebody ends us. */
function gone(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => resolve();
    if (signal.aborted) end();
    signal.addEventListener("abort", end, { once: true });
    process.stdin.once("end", end).once("close", end);
    process.stdout.on("error", end);
  });
}
