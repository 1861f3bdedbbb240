/** A client of `lsp-locate mcp`, without a library. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { memoryOf } from "./processUsage.mjs";

/** Starts the program as MCP server. `options` are those of `spawn`. */
export async function startMcpClient(proxy, options) {
  const child = spawn(process.execPath, [proxy, "mcp"], { ...options, stdio: ["pipe", "pipe", "inherit"] });
  const pending = new Map();
  createInterface(child.stdout).on("line", (line) => {
    const { id, result, error } = JSON.parse(line);
    const { resolve, reject } = pending.get(id) ?? {};
    pending.delete(id);
    if (error === undefined) resolve?.(result);
    else reject?.(new Error(error.message));
  });
  const send = (message) => child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
  let count = 0;
  const request = (method, params) =>
    new Promise((resolve, reject) => {
      const id = ++count;
      pending.set(id, { resolve, reject });
      send({ id, method, params });
    });
  const clientInfo = { name: "bench", version: "1" };
  await request("initialize", { protocolVersion: "2025-06-18", capabilities: {}, clientInfo });
  send({ method: "notifications/initialized" });
  return {
    /** Resolves with the text of the answer; rejects with that of an error. */
    async call(name, args) {
      const { content, isError } = await request("tools/call", { name, arguments: args });
      if (isError) throw new Error(content[0].text);
      return content[0].text;
    },
    memoryBytes: () => (memoryOf(child.pid, "now") ?? 0) * 1024 * 1024,
    async end() {
      const exit = once(child, "exit");
      child.stdin.end();
      await exit;
    },
  };
}
