/** The MCP server: from a tool's call to its answer, with progress, cancelling, and failures as answers. */

import {
  type CallToolResult,
  type InputRequiredResult,
  isInputRequiredResult,
  McpServer,
  type ServerContext,
} from "@modelcontextprotocol/server";
import { z } from "zod";
import packageFile from "../../../package.json" with { type: "json" };
import type { Servers } from "../../backend/config/servers.js";
import { folderAt } from "../client/inProcessClient.js";
import type { Log } from "../setup/openLog.js";
import { failureWords } from "./render/renderFailure.js";
import { askedRoots, type RootsOf, requestedRoots } from "./session/clientRoots.js";
import type { LocateSession } from "./session/sharedSession.js";
import { foldersOf } from "./session/workspaceFolders.js";
import { meantArguments } from "./tools/normalizeArguments.js";
import type { Call } from "./tools/toolCall.js";
import { instructions } from "./tools/toolDescriptions.js";
import { type Tool, tools } from "./tools/tools.js";

export interface Serving {
  readonly session: LocateSession;
  /** As servers.json has them now. */
  readonly servers: () => Promise<Servers>;
  /** `--root`, absolute: then nobody is asked. */
  readonly root: string | undefined;
  readonly workingDirectory: string;
  readonly log: Log;
}

/** A server with the seven tools; it is made anew for each opening of a connection. `era` is the SDK's word for which MCP the client speaks. */
export function locateServer(serving: Serving, era: "legacy" | "modern"): McpServer {
  const server = new McpServer({ name: "lsp-locate", version: packageFile.version }, { instructions });
  const rootsOf = era === "legacy" ? askedRoots(server) : requestedRoots();
  for (const tool of tools) {
    const { name, description, schema, annotations } = tool;
    server.registerTool(
      name,
      { description, inputSchema: z.preprocess((given) => meantArguments(given, schema), schema), annotations },
      (args, context) => answer(tool, args, context, { ...serving, rootsOf }),
    );
  }
  return server;
}

async function answer(
  tool: Tool,
  args: unknown,
  context: ServerContext,
  { session, servers, root, workingDirectory, log, rootsOf }: Serving & { readonly rootsOf: RootsOf },
): Promise<CallToolResult | InputRequiredResult> {
  try {
    const roots = root === undefined ? await rootsOf(context) : [];
    if (isInputRequired(roots)) return roots;
    const folders = root === undefined ? foldersOf(roots, workingDirectory) : [folderAt(root)];
    return said(await called(tool, args, context, { session, servers, folders }));
  } catch (error) {
    // Nobody reads the answer to what was cancelled.
    if (context.mcpReq.signal.aborted) return { ...said("Cancelled."), isError: true };
    const words = failureWords(error);
    if (words === undefined) log(`internal error in ${tool.name}: ${(error as Error).stack ?? String(error)}`);
    const bug = `lsp-locate failed on ${tool.name}; this is a bug of its own. ${(error as Error).message}`;
    return { ...said(words ?? bug), isError: true };
  }
}

function isInputRequired(value: object): value is InputRequiredResult {
  return isInputRequiredResult(value);
}

function said(text: string): CallToolResult {
  return { content: [{ type: "text", text }] };
}

async function called(
  tool: Tool,
  args: unknown,
  { mcpReq: { id, _meta, signal, notify } }: ServerContext,
  { session, servers, folders }: Pick<Serving, "session" | "servers"> & Pick<Call, "folders">,
): Promise<string> {
  const client = await session.within(folders);
  const workDoneToken = `call-${JSON.stringify(id)}`;
  let reports = 0;
  const release = session.hear(workDoneToken, (message) => {
    const progressToken = _meta?.progressToken;
    if (progressToken === undefined || message === "") return;
    // How much there is to do nobody knows: the numbers only say that it goes on.
    const params = { progressToken, progress: ++reports, message };
    void notify({ method: "notifications/progress", params }).catch(() => {});
  });
  const call: Call = {
    client: { ...client, request: (method, params) => client.request(method, params, signal) },
    signal,
    folders,
    servers,
    params: { workDoneToken },
    alone: session.alone,
  };
  try {
    return await tool.answer(args, call);
  } finally {
    release();
  }
}
