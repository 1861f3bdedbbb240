/** `lsp-locate mcp`: an MCP server on stdio, for agents that use tools instead of LSP. */

import { serveStdio } from "@modelcontextprotocol/server/stdio";
import { loadServers } from "../../backend/config/loadServers.js";
import { createMcpServer } from "../mcp/server.js";
import { connectRouter } from "../mcp/session/routerClient.js";
import { createSharedSession } from "../mcp/session/sharedSession.js";
import { UsageError } from "../options.js";
import { openLog } from "../setup/openLog.js";
import { aborted, inputEnd, outputEnd } from "../setup/sessionEnd.js";
import { readRootOption } from "../setup/workspaceRoot.js";
import { type CommandCall, interruptSignal } from "./commandCall.js";

/**
 * Runs until the client closes the streams or a signal arrives, then ends the servers. Resolves
 * with the exit code.
 */
export async function run({ options }: CommandCall): Promise<number> {
  const signal = interruptSignal();
  if (process.stdin.isTTY)
    throw new UsageError("mcp is a server that an agent starts: it speaks MCP on stdin and stdout.");
  const workingDirectory = process.cwd();
  const root = readRootOption(options, workingDirectory);
  const log = openLog(options.log);
  const session = createSharedSession((host) => connectRouter(options, log, host));
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
