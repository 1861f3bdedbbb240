/**
 * How calls and sessions end: cancelled, left, told to end; and that nothing but MCP is said on
 * stdout.
 */

import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { buildCommand } from "../../buildCommand.js";
import { cleanUp, createEnvironment, startAgent } from "./agent.js";
import { createFolder } from "./folders.js";

const servers = {
  servers: { stalling: { command: [process.execPath, join(__dirname, "stalling.mjs")] } },
  languages: { stalling: { extensions: [".stalling"], servers: ["stalling"] } },
};
const asked = { question: "hover", locate: "a.stalling@word" };

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

test("a cancelled call is cancelled at the server, which has said meanwhile what it does", async () => {
  const agent = await startAgent(project(), { servers });
  const cancelling = new AbortController();
  const told: (string | undefined)[] = [];
  const call = agent.call("ask", asked, {
    signal: cancelling.signal,
    onprogress({ message }) {
      told.push(message);
      cancelling.abort();
    },
  });
  await expect(call).rejects.toThrow();
  expect(told).toEqual(["asked"]);
  expect(await agent.text("ask", asked)).toMatch(/^a\.stalling:1:3 · the only match\nprocess \d+, cancelled: 1$/);
  await agent.end();
});

/** The command as any client starts it, without the official one between. */
class Raw {
  readonly process: ChildProcessWithoutNullStreams;
  readonly lines: string[] = [];
  #rest = "";
  #arrived = () => {};

  constructor(main: string) {
    this.process = spawn(process.execPath, [main, "mcp"], { cwd: project(), env: createEnvironment(servers) });
    spawned.push(this.process);
    this.process.stdout.setEncoding("utf8").on("data", (text: string) => {
      const parts = (this.#rest + text).split("\n");
      this.#rest = parts.pop() ?? "";
      this.lines.push(...parts);
      this.#arrived();
    });
  }

  send(message: object): void {
    this.process.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
  }

  /** The first message of which this holds. */
  async heard(isIt: (message: { id?: number; method?: string; result?: unknown }) => boolean) {
    for (;;) {
      const found = this.lines.map((line) => JSON.parse(line)).find(isIt);
      if (found) return found;
      await new Promise<void>((resolve) => {
        this.#arrived = resolve;
      });
    }
  }

  /**
   * Opens the session and has the server of the project's file started; resolves with its process
   * id.
   */
  async begin(): Promise<number> {
    const clientInfo = { name: "raw", version: "1" };
    const call = { name: "ask", arguments: asked, _meta: { progressToken: 1 } };
    this.send({ id: 1, method: "initialize", params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo } });
    await this.heard(({ id }) => id === 1);
    this.send({ method: "notifications/initialized" });
    this.send({ id: 2, method: "tools/call", params: call });
    await this.heard(({ method }) => method === "notifications/progress");
    this.send({ id: 3, method: "tools/call", params: { ...call, _meta: {} } });
    const { result } = await this.heard(({ id }) => id === 3);
    return Number(/process (\d+)/.exec(JSON.stringify(result))?.[1]);
  }
}

/** The last call of each is still waiting for its answer. */
test.each<[string, (raw: Raw) => void]>([
  ["its input ends", ({ process }) => void process.stdin.end()],
  ["it is told to", ({ process }) => void process.kill("SIGTERM")],
])("it ends when %s, its servers too; on stdout were only messages", async (_when, end) => {
  const raw = new Raw(await buildCommand());
  const server = await raw.begin();
  expect(isAlive(server)).toBe(true);
  end(raw);
  const [code] = await once(raw.process, "close");
  expect(code).toBe(0);
  expect(isAlive(server)).toBe(false);
  for (const line of raw.lines) expect(JSON.parse(line)).toMatchObject({ jsonrpc: "2.0" });
});

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
