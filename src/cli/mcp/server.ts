/** The MCP server: answers tool calls, with progress and cancellation; failures are answers too. */

import {
  type CallToolResult,
  type InputRequiredResult,
  isInputRequiredResult,
  McpServer,
  type ServerContext,
} from "@modelcontextprotocol/server";
import { z } from "zod";
import type { Servers } from "../../backend/config/servers.js";
import type { Logger } from "../../error.js";
import { escapeControls, escapeLine } from "../../text/printable.js";
import { folderAt, type RequestClient } from "../client/inProcessClient.js";
import { VERSION } from "../setup/version.js";
import { renderFailure } from "./render/renderFailure.js";
import { type CallLimit, MAX_CALLS } from "./session/callLimit.js";
import { legacyRootsReader, modernRootsReader, type RootsReader } from "./session/clientRoots.js";
import { guardReads, type NamedFiles } from "./session/readGuard.js";
import type { SharedSession } from "./session/sharedSession.js";
import { foldersOf } from "./session/workspaceFolders.js";
import { normalizeArguments } from "./tools/normalizeArguments.js";
import type { ToolCall } from "./tools/toolCall.js";
import { SERVER_INSTRUCTIONS } from "./tools/toolDescriptions.js";
import { type Tool, tools } from "./tools/tools.js";

export interface McpServerOptions {
  readonly session: SharedSession;
  /** Loads the current servers.json. */
  readonly servers: () => Promise<Servers>;
  /** `--root`, absolute; with it, the client's roots are not used. */
  readonly root: string | undefined;
  readonly workingDirectory: string;
  /** Whether files outside of the workspace may be read that no answer has named. */
  readonly allowRead: boolean;
  readonly log: Logger;
  readonly callLimit: CallLimit;
}

/**
 * Returns a server with the tools; one is made for each connection. `era` is the SDK's name
 * for the client's MCP version.
 */
export function createMcpServer(options: McpServerOptions, era: "legacy" | "modern"): McpServer {
  const server = new McpServer({ name: "lsp-locate", version: VERSION }, { instructions: SERVER_INSTRUCTIONS });
  const namedFiles: NamedFiles = new Set();
  const rootsOf = era === "legacy" ? legacyRootsReader(server) : modernRootsReader();
  for (const tool of tools) {
    const { name, description, schema, annotations } = tool;
    server.registerTool(
      name,
      { description, inputSchema: z.preprocess((given) => normalizeArguments(given, schema), schema), annotations },
      (args, context) =>
        options.callLimit.run(() => answerToolCall(tool, args, context, { ...options, rootsOf, namedFiles })) ??
        REFUSED_CALL,
    );
  }
  return server;
}

async function answerToolCall(
  tool: Tool,
  args: unknown,
  context: ServerContext,
  options: McpServerOptions & { readonly rootsOf: RootsReader; readonly namedFiles: NamedFiles },
): Promise<CallToolResult | InputRequiredResult> {
  const { root, workingDirectory, log, rootsOf } = options;
  try {
    const roots = root === undefined ? await rootsOf(context) : [];
    if (isInputRequired(roots)) return roots;
    const folders = root === undefined ? foldersOf(roots, workingDirectory) : [folderAt(root)];
    return textResult(await callTool(tool, args, context, { ...options, folders }));
  } catch (error) {
    // The answer to a cancelled call is not read.
    if (context.mcpReq.signal.aborted) return { ...textResult("Cancelled."), isError: true };
    const message = renderFailure(error);
    if (message === undefined) log(`internal error in ${tool.name}: ${(error as Error).stack ?? String(error)}`);
    const bug = `lsp-locate failed on ${tool.name}; this is a bug in lsp-locate. ${(error as Error).message}`;
    return { ...textResult(message ?? bug), isError: true };
  }
}

const REFUSED_CALL = {
  ...textResult(`${MAX_CALLS} calls are pending, and no more are taken. Wait for their answers, then call again.`),
  isError: true,
};

function isInputRequired(value: object): value is InputRequiredResult {
  return isInputRequiredResult(value);
}

/** Control and invisible characters would mislead the model. */
function textResult(text: string): CallToolResult {
  return { content: [{ type: "text", text: escapeControls(text) }] };
}

async function callTool(
  tool: Tool,
  args: unknown,
  { mcpReq: { id, _meta, signal, notify } }: ServerContext,
  {
    session,
    servers,
    folders,
    allowRead,
    namedFiles,
  }: Pick<McpServerOptions, "session" | "servers" | "allowRead"> &
    Pick<ToolCall, "folders"> & { readonly namedFiles: NamedFiles },
): Promise<string> {
  const client = await session.clientFor(folders);
  const workDoneToken = `call-${JSON.stringify(id)}`;
  let reports = 0;
  const stopListening = session.onProgress(workDoneToken, (message) => {
    const progressToken = _meta?.progressToken;
    if (progressToken === undefined || message === "") return;
    // The total is unknown: the number only increases with each report.
    const params = { progressToken, progress: ++reports, message: escapeLine(message) };
    void notify({ method: "notifications/progress", params }).catch(() => {});
  });
  const cancellable: RequestClient = {
    encoding: client.encoding,
    agreedEncoding: client.agreedEncoding,
    request: (method, params) => client.request(method, params, signal),
  };
  const call: ToolCall = {
    client: allowRead ? cancellable : guardReads(cancellable, folders, namedFiles),
    signal,
    folders,
    servers,
    params: { workDoneToken },
    runExclusive: session.runExclusive,
  };
  try {
    return await tool.answer(args, call);
  } finally {
    stopListening();
  }
}
