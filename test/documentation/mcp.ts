/**
 * MCP in the documentation: starts the configured servers and repeats the conversations. The client
 * uses no SDK, to be independent of the one that the server uses.
 */
import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { expectLike } from "./expectLike.js";

interface Configuration {
  readonly mcpServers: Readonly<Record<string, { readonly command: string; readonly args: readonly string[] }>>;
}

interface McpClient {
  readonly initializeResult: unknown;
  /** Calls a tool; returns the text of its answer. */
  call(tool: string, args: unknown): Promise<string>;
  /** Closes the server's input; returns its exit code. */
  end(): Promise<unknown>;
}

/**
 * Checks that every server of a configuration starts, answers `initialize` as an MCP server, and
 * exits when its input is closed.
 */
export async function expectMcpServers(json: string, cwd: string, path: string): Promise<void> {
  const { mcpServers } = JSON.parse(json) as Configuration;
  for (const [name, { command, args }] of Object.entries(mcpServers)) {
    const client = await startClient([command, ...args], cwd, path);
    expect(client.initializeResult).toMatchObject({ serverInfo: { name }, capabilities: { tools: {} } });
    expect(await client.end()).toBe(0);
  }
}

/** Calls the tool of each `→ tool { … }` and compares its answer with the text after `←`. */
export async function expectMcpConversation(conversation: string, cwd: string, path: string): Promise<void> {
  const client = await startClient(["lsp-locate", "mcp"], cwd, path);
  try {
    for (const part of conversation.split(/^→ /m).slice(1)) {
      const [, tool = "", args = "", answer = ""] = /^(\w+) ([\s\S]*?)\n← ([\s\S]*)$/.exec(part) ?? [];
      expectLike(await client.call(tool, JSON.parse(args)), answer.replace(/^ {2}/gm, ""));
    }
  } finally {
    await client.end();
  }
}

async function startClient([command = "", ...args]: readonly string[], cwd: string, path: string): Promise<McpClient> {
  const child = spawn(command, args, { cwd, env: { ...process.env, PATH: path }, stdio: ["pipe", "pipe", "ignore"] });
  const exit = new Promise((resolve) => child.on("close", resolve));
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
  const send = (message: object) => child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
  let id = 0;
  const request = async (method: string, params: object) => {
    const requestId = ++id;
    send({ id: requestId, method, params });
    for (;;) {
      const { value, done } = await lines.next();
      if (done) throw new Error(`the server ended before it answered ${method}`);
      const message = JSON.parse(value) as { id?: unknown; result?: unknown };
      if (message.id === requestId) return message.result;
    }
  };
  const clientInfo = { name: "documentation", version: "1" };
  const initializeResult = await request("initialize", { protocolVersion: "2025-06-18", capabilities: {}, clientInfo });
  send({ method: "notifications/initialized" });
  return {
    initializeResult,
    call: async (name, args) => {
      const { content } = (await request("tools/call", { name, arguments: args })) as { content: { text: string }[] };
      return content.map(({ text }) => text).join("\n");
    },
    end: () => {
      child.stdin.end();
      return exit;
    },
  };
}
