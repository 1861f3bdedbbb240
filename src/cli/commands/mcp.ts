/** `lsp-locate mcp`: an MCP server on stdio, for agents that use tools instead of LSP. */

import { resolve } from "node:path";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import { loadServersFor } from "../../backend/config/loadServers.js";
import { limitEnd } from "../../backend/guard/guard.js";
import { workingFolder, workingFolderProblem } from "../../files/workingFolder.js";
import { createEndLimit } from "../../session/endLimit.js";
import { connectRouter } from "../client/routerClient.js";
import { createMcpServer } from "../mcp/server.js";
import { CallLimit } from "../mcp/session/callLimit.js";
import { connectSharedRouter } from "../mcp/session/sharedRouterClient.js";
import { createSharedSession } from "../mcp/session/sharedSession.js";
import { StdioTransport } from "../mcp/session/stdioTransport.js";
import { readMaxFrameBytes, UsageError } from "../options.js";
import { openLog } from "../setup/openLog.js";
import { recoverForSession } from "../setup/recoverInterrupted.js";
import { aborted, inputEnd, outputEnd } from "../setup/sessionEnd.js";
import { enterRoot, readRootOption } from "../setup/workspaceRoot.js";
import { type CommandCall, interruptSignal } from "./commandCall.js";

/**
 * Runs until the client closes the streams or a signal arrives, then ends the servers. Resolves
 * with the exit code.
 */
export async function run(call: CommandCall): Promise<number> {
  const signal = interruptSignal();
  if (process.stdin.isTTY)
    throw new UsageError("mcp is a server that an agent starts: it speaks MCP on stdin and stdout.");
  const workingDirectory = workingFolder();
  const root = readRootOption(call.options, workingDirectory);
  const options = { ...call.options };
  for (const name of ["servers", "trace"] as const)
    if (options[name] !== undefined) options[name] = resolve(workingDirectory, options[name]);
  const { log, flush } = openLog(options.log);
  enterRoot(root);
  const problem = workingFolderProblem();
  if (problem !== undefined) log(problem);
  const shared = { root, workingDirectory, allowRead: options["allow-read"] === true, log };
  const isReadOnly = options["read-only"] === true;
  // A trace records a session of this process, and other limits are those of its own messages.
  const isShared = options.trace === undefined && options["max-frame"] === undefined;
  const session = createSharedSession(async (host) => {
    const shared = isShared ? await connectSharedRouter(options, log, host) : undefined;
    return shared ?? (await connectRouter(options, log, host)).client;
  });
  const servers = () => loadServersFor(options);
  const transport = new StdioTransport(process.stdin, process.stdout, readMaxFrameBytes(options));
  const clientEnded = Promise.race([inputEnd(), outputEnd(), aborted(signal), transport.closed]);
  const callLimit = new CallLimit();
  const recover = recoverForSession(log);
  const serving = serveStdio(
    ({ era }) => createMcpServer({ ...shared, isReadOnly, session, servers, callLimit, recover }, era),
    {
      transport,
      onerror: ({ message }) => log(message),
    },
  );
  await clientEnded;
  limitEnd();
  const endLimit = createEndLimit();
  endLimit.begin();
  await endLimit.within(serving.close().then(session.end));
  await endLimit.within(flush());
  return 0;
}
