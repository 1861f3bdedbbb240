/** `lsp-locate mcp`: an MCP server on stdio, for agents that know tools and no LSP. */

import { serveStdio } from "@modelcontextprotocol/server/stdio";
import { loadServers } from "../../backend/config/servers.js";
import { createMcpServer } from "../mcp/server.js";
import { connectRouter } from "../mcp/session/routerClient.js";
import { createSharedSession } from "../mcp/session/sharedSession.js";
import { UsageError } from "../options.js";
import { openLog } from "../setup/openLog.js";
import { aborted, inputEnd, outputEnd } from "../setup/sessionEnd.js";
import { readRootOption } from "../setup/workspaceRoot.js";
import { type CommandCall, interruptSignal } from "./commandCall.js";

/** Runs until the client is gone, or the signal comes: then the servers are ended too. Resolves with the exit code. */
export async function run({ options }: CommandCall): Promise<number> {
  const signal = interruptSignal();
  if (process.stdin.isTTY)
    throw new UsageError("mcp is a server for an agent to start: it speaks MCP on stdin and stdout.");
  const workingDirectory = process.cwd();
  const root = readRootOption(options, workingDirectory);
  const log = openLog(options.log);
  const session = createSharedSession((surroundings) => connectRouter(options, log, surroundings));
  const servers = () => loadServers({ path: options.servers });
  const clientEnded = Promise.race([inputEnd(), outputEnd(), aborted(signal)]);
  const serving = serveStdio(({ era }) => createMcpServer({ session, servers, root, workingDirectory, log }, era), {
    onerror: ({ message }) => log(message),
  });
  await clientEnded;
  await serving.close();
  await session.end();
  return 0;
}
