/** The MCP server: answers tool calls, with progress and cancellation; failures are answers too. */

import { randomUUID } from "node:crypto";
import {
  type CallToolResult,
  type InputRequiredResult,
  isInputRequiredResult,
  McpServer,
  type ServerContext,
} from "@modelcontextprotocol/server";
import { z } from "zod";
import { Deadline } from "../../ask/deadline.js";
import type { Servers } from "../../backend/config/servers.js";
import type { Logger } from "../../error.js";
import { timeoutOf } from "../../session/agent/decideAgentMode.js";
import { escapeControls, escapeLine } from "../../text/printable.js";
import type { WorkspaceFolder } from "../../uri.js";
import { folderAt, type RequestClient } from "../client/inProcessClient.js";
import { VERSION } from "../setup/program.js";
import { renderFailure } from "./render/renderFailure.js";
import { type CallLimit, MAX_CALLS } from "./session/callLimit.js";
import { legacyRootsReader, modernRootsReader, type RootsReader } from "./session/clientRoots.js";
import { guardReads, type NamedFiles } from "./session/readGuard.js";
import type { SharedSession } from "./session/sharedSession.js";
import { foldersOf, pathsOfFolders } from "./session/workspaceFolders.js";
import { SERVER_INSTRUCTIONS } from "./tools/notationGuide.js";
import { normalizeArguments, withShortJson } from "./tools/toolArguments.js";
import type { ToolCall } from "./tools/toolCall.js";
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
  /** Whether only the tools are offered that write nothing. */
  readonly isReadOnly: boolean;
  readonly log: Logger;
  readonly callLimit: CallLimit;
  /** Ends changes of files in some folders that were interrupted; resolves with messages. */
  readonly recover: (folders: readonly string[]) => Promise<readonly string[]>;
}

/**
 * Returns a server with the tools; one is made for each connection. `era` is the SDK's name
 * for the client's MCP version.
 */
export function createMcpServer(options: McpServerOptions, era: "legacy" | "modern"): McpServer {
  const server = new McpServer({ name: "lsp-locate", version: VERSION }, { instructions: SERVER_INSTRUCTIONS });
  const namedFiles: NamedFiles = new Set();
  const connection = randomUUID();
  const rootsOf = era === "legacy" ? legacyRootsReader(server) : modernRootsReader();
  const offered = options.isReadOnly ? tools.filter(({ annotations }) => annotations.readOnlyHint) : tools;
  for (const tool of offered) {
    const { name, description, schema, annotations } = tool;
    server.registerTool(
      name,
      {
        description,
        inputSchema: withShortJson(z.preprocess((given) => normalizeArguments(given, schema), schema)),
        annotations,
      },
      (args, context) =>
        options.callLimit.run(
          () =>
            answerToolCall(tool, args, context, {
              ...{ ...options, rootsOf, namedFiles, connection },
              clientName: server.server.getClientVersion()?.name,
            }),
          context.mcpReq.signal,
        ) ?? REFUSED_CALL,
    );
  }
  registerStatus(server, { ...options, rootsOf });
  return server;
}

/** A resource, not a tool: people look at it, and models need not read its description. */
function registerStatus(server: McpServer, options: McpServerOptions & { readonly rootsOf: RootsReader }): void {
  server.registerResource(
    "status",
    STATUS_URI,
    { title: "Language servers", description: STATUS_DESCRIPTION, mimeType: "text/markdown" },
    async (_uri, context) => {
      const folders = await readFolders(context, options);
      if (isInputRequired(folders)) return folders;
      const client = await options.session.clientFor(folders);
      const { markdown } = await client.request<{ markdown: string }>("locate/status", {}, context.mcpReq.signal);
      return { contents: [{ uri: STATUS_URI, mimeType: "text/markdown", text: escapeControls(markdown) }] };
    },
  );
}

const STATUS_URI = "lsp-locate://status";
const STATUS_DESCRIPTION =
  "The language servers of the workspace, and the session that agents and shells share: clients, memory, age.";

async function answerToolCall(
  tool: Tool,
  args: unknown,
  context: ServerContext,
  options: McpServerOptions & {
    readonly rootsOf: RootsReader;
    readonly namedFiles: NamedFiles;
    readonly connection: string;
    readonly clientName: string | undefined;
  },
): Promise<CallToolResult | InputRequiredResult> {
  const { log } = options;
  let recovered: readonly string[] = [];
  const answer = (text: string) => textResult([text, ...recovered].join("\n"));
  try {
    const folders = await readFolders(context, options);
    if (isInputRequired(folders)) return folders;
    recovered = await options.recover(pathsOfFolders(folders));
    return answer(await callTool(tool, args, context, { ...options, folders }));
  } catch (error) {
    // The answer to a cancelled call is not read.
    if (context.mcpReq.signal.aborted) return { ...textResult("Cancelled."), isError: true };
    const message = renderFailure(error);
    if (message === undefined) log(`internal error in ${tool.name}: ${(error as Error).stack ?? String(error)}`);
    const bug = `lsp-locate failed on ${tool.name}; this is a bug in lsp-locate. ${(error as Error).message}`;
    return { ...answer(message ?? bug), isError: true };
  }
}

/** Resolves with the workspace folders, or with an answer that makes the client send its roots. */
async function readFolders(
  context: ServerContext,
  { root, rootsOf, workingDirectory }: McpServerOptions & { readonly rootsOf: RootsReader },
): Promise<readonly WorkspaceFolder[] | InputRequiredResult> {
  if (root !== undefined) return [folderAt(root)];
  const roots = await rootsOf(context);
  return isInputRequired(roots) ? roots : foldersOf(roots, workingDirectory);
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

/** What a request gets at least, also at the end of its call's time. */
const MIN_TIMEOUT_MS = 1_000;

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
    connection,
    clientName,
  }: Pick<McpServerOptions, "session" | "servers" | "allowRead"> &
    Pick<ToolCall, "folders" | "connection"> & {
      readonly namedFiles: NamedFiles;
      readonly clientName: string | undefined;
    },
): Promise<string> {
  const limit = Deadline.after(timeoutOf((await servers()).clients.get(clientName ?? "") ?? {}));
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
    request: (method, params) =>
      client.request(method, { ...params, timeout_ms: Math.max(MIN_TIMEOUT_MS, limit.leftMs) }, signal),
  };
  const call: ToolCall = {
    client: allowRead ? cancellable : guardReads(cancellable, folders, namedFiles),
    signal,
    folders,
    connection,
    permission: allowRead ? undefined : { folders: pathsOfFolders(folders), allowsOutside: true },
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
