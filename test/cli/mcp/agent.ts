/** An agent for the tests: the built command as MCP server, and the official client. */

import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { buildCommand } from "../../buildCommand.js";
import { createFolder, removeFolders } from "../../folders.js";
import { createOfferCheck } from "../../offers.js";

const repository = join(import.meta.dirname, "../../..");
const clients: Client[] = [];

/** A copy of one of test/projects. */
export function copyProject(project: string): string {
  const path = createFolder();
  cpSync(join(repository, "test/projects", project), path, { recursive: true });
  return path;
}

/** Ends clients that a failed test has left running, and removes the folders. */
export async function cleanUp(): Promise<void> {
  await Promise.all(clients.splice(0).map((client) => client.close()));
  removeFolders();
}

/** An environment without the user's servers.json and cache; node_modules comes first. */
export function createEnvironment(servers: object = {}): Record<string, string> {
  const settings = createFolder();
  writeFileSync(join(settings, "servers.json"), JSON.stringify(servers));
  const path = [join(repository, "node_modules/.bin"), process.env["PATH"] ?? ""].join(delimiter);
  return {
    ...(process.env as Record<string, string>),
    PATH: path,
    LSP_LOCATE_SERVERS: join(settings, "servers.json"),
    XDG_CACHE_HOME: settings,
    XDG_STATE_HOME: settings,
  };
}

export interface AgentOptions {
  readonly args?: readonly string[];
  /** A program and its arguments that start the command. */
  readonly wrapper?: readonly string[];
  /** Merged over the included servers.json. */
  readonly servers?: object;
  /** Instead of a new one; agents that share it share locks and journals. */
  readonly environment?: Readonly<Record<string, string>>;
  /** The folders of the client's roots; without this it has no roots. */
  readonly roots?: () => readonly string[];
  /** Whether the client tries the newest MCP version first; else it begins with `initialize`. */
  readonly isModern?: boolean;
}

export interface ToolAnswer {
  readonly text: string;
  readonly isError: boolean;
}

export interface CallOptions {
  readonly signal?: AbortSignal;
  readonly onprogress?: (progress: { readonly progress: number; readonly message?: string | undefined }) => void;
}

export interface Agent {
  readonly client: Client;
  /** The working directory of the command. */
  readonly folder: string;
  /** Resolves with the text of an answer or an error. */
  call(tool: string, args: object, options?: CallOptions): Promise<ToolAnswer>;
  /** Resolves with the text of an answer; rejects with that of an error. */
  text(tool: string, args: object): Promise<string>;
  file(path: string): string;
  write(path: string, text: string): void;
  /** Sends the Locates that answers have offered, and closes the connection. */
  end(): Promise<void>;
}

/** Starts the command in a folder. */
export async function startAgent(cwd: string, options: AgentOptions = {}): Promise<Agent> {
  const { args = [], wrapper = [], servers, roots, isModern = false } = options;
  const { environment = createEnvironment(servers) } = options;
  const client = new Client(
    { name: "test", version: "1" },
    {
      capabilities: roots ? { roots: { listChanged: true } } : {},
      versionNegotiation: { mode: isModern ? "auto" : "legacy" },
    },
  );
  if (roots)
    client.setRequestHandler("roots/list", () => ({ roots: roots().map((path) => ({ uri: `file://${path}` })) }));
  const [program = "", ...rest] = [...wrapper, process.execPath, await buildCommand(), "mcp", ...args];
  const transport = new StdioClientTransport({
    command: program,
    args: rest,
    cwd,
    env: { ...environment },
    stderr: "ignore",
  });
  clients.push(client);
  await client.connect(transport);
  const send: Agent["call"] = async (tool, args, { signal, onprogress } = {}) => {
    const result = await client.callTool(
      { name: tool, arguments: { ...args } },
      { timeout: 60_000, ...(signal ? { signal } : {}), ...(onprogress ? { onprogress } : {}) },
    );
    const [content] = result.content;
    return { text: content?.type === "text" ? content.text : "", isError: result.isError === true };
  };
  const offers = createOfferCheck(cwd);
  const call: Agent["call"] = async (tool, args, callOptions) => {
    const answer = await send(tool, args, callOptions);
    offers.keep(`${tool} ${JSON.stringify(args)}`, answer.text, args);
    return answer;
  };
  const resolveOffer = async (locate: string) => {
    const as = locate.split("<|>").length > 2 ? "range" : "point";
    const { text, isError } = await send("resolve", { locate, as });
    return isError ? text : undefined;
  };
  return {
    client,
    folder: cwd,
    call,
    async text(tool, args) {
      const { text, isError } = await call(tool, args);
      if (isError) throw new Error(text);
      return text;
    },
    file: (path) => readFileSync(join(cwd, path), "utf8"),
    write: (path, text) => writeFileSync(join(cwd, path), text),
    end: async () => {
      try {
        await offers.check(resolveOffer);
      } finally {
        await client.close();
      }
    },
  };
}
