/** A million damaged frames in each mode: no crash, bounded memory, an end at the end of input. */

import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Writable } from "node:stream";
import { pathToFileURL } from "node:url";
import { frameOf } from "../../src/wire/frames.js";
import { buildCommand } from "../buildCommand.js";
import { type Random, randomFrom } from "../text/random.js";
import { clientMessages, mutatedFrame, serverMessages } from "./mutatedFrames.js";

const seed = Number(process.env["FUZZ_SEED"] ?? Math.floor(Math.random() * 1e9));
const FRAMES = Number(process.env["FUZZ_COUNT"]) || (process.env["TEST_SOAK"] === "full" ? 1_000_000 : 2_000);
const FRAMES_PER_WRITE = 50;
const SERVER_FRAMES = 5_000;
const MAX_RESIDENT_MB = 700;
const END_TIMEOUT_MS = 15_000;

jest.setTimeout(3_600_000);

let folder: string;
let child: ChildProcess | undefined;
beforeAll(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), "locate-fuzz-")));
  writeFileSync(join(folder, "a.fuzz"), "a b\nc");
  writeFileSync(join(folder, "a.py"), "a = 1\ndef b(): return a\n");
  const random = randomFrom(seed);
  const frames = Array.from({ length: SERVER_FRAMES }, () => mutatedFrame(serverMessages(uriOf("a.fuzz")), random));
  writeFileSync(join(folder, "frames"), Buffer.concat(frames));
  const languages = { fuzz: { extensions: [".fuzz"], servers: ["fuzz"] } };
  const servers = { fuzz: { command: server, languages: ["fuzz"] } };
  writeFileSync(join(folder, "servers.json"), JSON.stringify({ servers, languages }));
});
afterAll(() => {
  child?.kill("SIGKILL");
  rmSync(folder, { recursive: true, force: true });
});

const server = [process.execPath, join(import.meta.dirname, "mutatingServer.mjs")];
const uriOf = (path: string) => pathToFileURL(join(folder, path)).href;

interface Mode {
  readonly args: readonly string[];
  readonly begin: () => Buffer;
  readonly next: (random: Random) => Buffer;
}

const lsp = (path: string): Omit<Mode, "args"> => ({
  begin() {
    const uri = pathToFileURL(folder).href;
    const params = { processId: null, rootUri: uri, workspaceFolders: [{ uri, name: "w" }], capabilities: {} };
    const messages = [
      { id: 0, method: "initialize", params },
      { method: "initialized", params: {} },
      clientMessages(uriOf(path))[0],
      clientMessages(uriOf(path))[5],
    ];
    return Buffer.concat(messages.map((message) => frameOf(JSON.stringify({ jsonrpc: "2.0", ...message }))));
  },
  next: (random) => mutatedFrame(clientMessages(uriOf(path)), random),
});

const toolCalls = [
  { id: 1, method: "tools/list" },
  { id: 2, method: "tools/call", params: { name: "outline", arguments: { file: "a.py" } } },
  { id: 3, method: "tools/call", params: { name: "resolve", arguments: { locate: "a.py@b" } } },
  { method: "notifications/cancelled", params: { requestId: 2 } },
];
const mcp: Omit<Mode, "args"> = {
  begin() {
    const params = { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "fuzz", version: "1" } };
    const messages = [{ id: 0, method: "initialize", params }, { method: "notifications/initialized" }];
    return Buffer.from(messages.map((message) => `${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`).join(""));
  },
  // The damaged body of a frame, as a line.
  next: (random) => Buffer.concat([mutatedFrame(toolCalls, random), Buffer.from("\n")]),
};

const modes: Readonly<Record<string, Mode>> = {
  "one server": { args: ["--", ...server], ...lsp("a.fuzz") },
  "many servers": { args: [], ...lsp("a.fuzz") },
  "--restart": { args: ["--restart", "--", ...server], ...lsp("a.fuzz") },
  embedded: { args: ["embedded"], ...lsp("a.py") },
  mcp: { args: ["mcp"], ...mcp },
};

test.each(Object.keys(modes))(`Damaged messages do not crash or hang: %s (FUZZ_SEED=${seed})`, async (name) => {
  const mode = modes[name] as Mode;
  const random = randomFrom(seed);
  for (let sent = 0; sent < FRAMES; ) {
    const session = await start(mode);
    while (sent < FRAMES && !session.isOver()) {
      const frames = Array.from({ length: FRAMES_PER_WRITE }, () => mode.next(random));
      sent += frames.length;
      await session.write(Buffer.concat(frames));
      if (sent % 10_000 === 0) expect(session.residentMegabytes()).toBeLessThan(MAX_RESIDENT_MB);
    }
    if (!session.isOver()) expect(session.residentMegabytes()).toBeLessThan(MAX_RESIDENT_MB);
    const { code, signal, stderr } = await session.end();
    const lines = stderr.split("\n");
    const crash = lines.findIndex((line) => /internal error|^ {4}at |FATAL ERROR/.test(line));
    expect([signal, crash < 0 ? [] : lines.slice(Math.max(0, crash - 1), crash + 8)]).toEqual([null, []]);
    // A message over the limit ends a session; so does the end of input.
    expect([0, 1, 137, 143]).toContain(code);
  }
});

/** Resolves when the stream takes more, or has failed. */
function drained(stream: Writable): Promise<void> {
  return new Promise((resolve) => {
    const settle = () => {
      stream.off("drain", settle).off("error", settle);
      resolve();
    };
    stream.on("drain", settle).on("error", settle);
  });
}

async function start({ args, begin }: Mode) {
  const started = spawn(process.execPath, [await buildCommand(), ...args], {
    cwd: folder,
    env: {
      ...process.env,
      FUZZ_FRAMES: join(folder, "frames"),
      LSP_LOCATE_SERVERS: join(folder, "servers.json"),
      XDG_CACHE_HOME: folder,
    },
    stdio: "pipe",
  });
  child = started;
  let stderr = "";
  let exit: { code: number | null; signal: string | null } | undefined;
  started.stderr.on("data", (chunk: Buffer) => {
    // The beginning, and what comes with a crash.
    if (stderr.length < 1_000_000 || /internal error|FATAL/.test(chunk.toString())) stderr += chunk.toString();
  });
  started.stdout.resume();
  started.stdin.on("error", () => {});
  const exited = once(started, "exit").then(([code, signal]) => {
    exit = { code, signal };
    return exit;
  });
  started.stdin.write(begin());
  return {
    isOver: () => exit !== undefined,
    async write(bytes: Buffer): Promise<void> {
      if (!started.stdin.write(bytes)) await Promise.race([drained(started.stdin), exited]);
    },
    /** The resident memory, where the system tells it. */
    residentMegabytes(): number {
      const path = `/proc/${started.pid}/status`;
      const status = existsSync(path) ? readFileSync(path, "utf8") : "";
      return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1] ?? 0) / 1024;
    },
    async end() {
      started.stdin.end();
      const timer = setTimeout(() => started.kill("SIGKILL"), END_TIMEOUT_MS);
      const { code, signal } = await exited;
      clearTimeout(timer);
      return { code, signal, stderr };
    },
  };
}
