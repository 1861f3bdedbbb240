/** The ends of calls and sessions; and stdout, which carries only MCP messages. */

import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { buildCommand } from "../../buildCommand.js";
import { createFolder } from "../../folders.js";
import { cleanUp, createEnvironment, startAgent } from "./agent.js";

const servers = {
  servers: { stalling: { command: [process.execPath, join(import.meta.dirname, "stalling.mjs")] } },
  languages: { stalling: { extensions: [".stalling"], servers: ["stalling"] } },
};
const question = { question: "hover", locate: "a.stalling@word" };

function project(): string {
  const path = createFolder();
  writeFileSync(join(path, "a.stalling"), "a word\n");
  return path;
}

const spawned: ChildProcessWithoutNullStreams[] = [];
afterAll(async () => {
  for (const child of spawned) child.kill();
  await cleanUp();
});

test("A cancelled call is cancelled at the server, whose progress the client has received", async () => {
  const agent = await startAgent(project(), { servers });
  const cancelling = new AbortController();
  const messages: (string | undefined)[] = [];
  const call = agent.call("ask", question, {
    signal: cancelling.signal,
    onprogress({ message }) {
      messages.push(message);
      cancelling.abort();
    },
  });
  await expect(call).rejects.toThrow();
  expect(messages).toEqual(["asked"]);
  expect(await agent.text("ask", question)).toMatch(/^a\.stalling:1:3 · the only match\nprocess \d+, cancelled: 1$/);
  await agent.end();
});

/** Its server starts, and answers nothing: every call is pending. */
const silent = {
  servers: { silent: { command: [process.execPath, "-e", "process.stdin.resume()"], untrusted: {} } },
  languages: { stalling: { extensions: [".stalling"], servers: ["silent"] } },
};

test("While 200 calls are pending others are refused, and the end of input ends the session", async () => {
  const agent = await startAgent(project(), { servers: silent });
  const refused: string[] = [];
  let hasRefusedAll = () => {};
  const allRefused = new Promise<void>((resolve) => {
    hasRefusedAll = resolve;
  });
  const calls = Array.from({ length: 250 }, async () => {
    const { text } = await agent.call("ask", question);
    if (refused.push(text) === 50) hasRefusedAll();
  });
  const settled = Promise.allSettled(calls);
  await allRefused;
  expect(new Set(refused)).toEqual(
    new Set(["200 calls are pending, and no more are taken. Wait for their answers, then call again."]),
  );
  const outline = { file_path: "a.stalling" };
  expect((await agent.call("outline", outline)).text).toMatch(/^200 calls are pending/);
  await agent.end();
  await settled;
});

/** The command without the official client. */
class RawClient {
  readonly process: ChildProcessWithoutNullStreams;
  readonly lines: string[] = [];
  #rest = "";
  #onMessage = () => {};

  constructor(main: string, args: readonly string[] = []) {
    this.process = spawn(process.execPath, [main, "mcp", ...args], { cwd: project(), env: createEnvironment(servers) });
    spawned.push(this.process);
    this.process.stdout.setEncoding("utf8").on("data", (text: string) => {
      const parts = (this.#rest + text).split("\n");
      this.#rest = parts.pop() ?? "";
      this.lines.push(...parts);
      this.#onMessage();
    });
  }

  send(message: object): void {
    this.process.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
  }

  /** Resolves with the first message that fits. */
  async waitFor(fits: (message: { id?: number; method?: string; result?: unknown }) => boolean) {
    for (;;) {
      const found = this.lines.map((line) => JSON.parse(line)).find(fits);
      if (found) return found;
      await new Promise<void>((resolve) => {
        this.#onMessage = resolve;
      });
    }
  }

  /** Opens the session and starts the server of the file; resolves with its process id. */
  async begin(): Promise<number> {
    const clientInfo = { name: "raw", version: "1" };
    const call = { name: "ask", arguments: question, _meta: { progressToken: 1 } };
    this.send({ id: 1, method: "initialize", params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo } });
    await this.waitFor(({ id }) => id === 1);
    this.send({ method: "notifications/initialized" });
    this.send({ id: 2, method: "tools/call", params: call });
    await this.waitFor(({ method }) => method === "notifications/progress");
    this.send({ id: 3, method: "tools/call", params: { ...call, _meta: {} } });
    const { result } = await this.waitFor(({ id }) => id === 3);
    return Number(/process (\d+)/.exec(JSON.stringify(result))?.[1]);
  }
}

test.each<[string, (raw: RawClient) => void]>([
  ["its input ends", ({ process }) => void process.stdin.end()],
  ["it gets SIGTERM", ({ process }) => void process.kill("SIGTERM")],
])("The MCP server and its language servers end when %s; stdout has only messages", async (_when, end) => {
  const raw = new RawClient(await buildCommand());
  const server = await raw.begin();
  expect(isAlive(server)).toBe(true);
  end(raw);
  const [code] = await once(raw.process, "close");
  expect(code).toBe(0);
  expect(isAlive(server)).toBe(false);
  for (const line of raw.lines) expect(JSON.parse(line)).toMatchObject({ jsonrpc: "2.0" });
});

test("A message of 11 MB is read, one above the limit gets an error, and the server lives on", async () => {
  const raw = new RawClient(await buildCommand(), ["--max-frame=20"]);
  await raw.begin();
  const call = (length: number) => ({ name: "search", arguments: { symbol_path: "x".repeat(length) } });
  raw.send({ id: 4, method: "tools/call", params: call(11_000_000) });
  expect(await raw.waitFor(({ id }) => id === 4)).toHaveProperty("result");
  raw.send({ method: "tools/call", params: call(21_000_000), id: 5 });
  const { error } = await raw.waitFor(({ id }) => id === 5);
  expect(error).toEqual({ code: -32600, message: expect.stringMatching(/20\.0 MB that one may have/) });
  raw.send({ id: 6, method: "ping" });
  expect(await raw.waitFor(({ id }) => id === 6)).toHaveProperty("result");
  raw.process.stdin.end();
  expect(await once(raw.process, "close")).toEqual([0, null]);
});

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
