/**
 * Sessions of every mode, with a server that ignores the end of its input and every signal but
 * SIGKILL, as its child process does.
 */

import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { chmodSync, existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { createFolder } from "../../folders.js";
import { frameOf } from "../../peer.js";

export const modes = ["one server", "--restart", "routed", "mcp", "shell"] as const;
export type Mode = (typeof modes)[number];

/** Until the first line of its input it ends at the end of the input, as most servers do. */
const serverScript = `
read -r line || exit 0
trap '' TERM INT HUP
sleep 600 &
echo up >"$1"
cat >/dev/null
wait
`;

export interface StubbornSession {
  readonly child: ChildProcessWithoutNullStreams;
  /** Resolves with the exit code or signal when the process has exited. */
  readonly exited: Promise<number | string>;
  /** Resolves when the server and its child run, or when the session has ended. */
  up(): Promise<void>;
  /** Sends the notification `exit`. */
  sendExit(): void;
  stderr(): string;
}

export interface StubbornOptions {
  /** The built command. */
  readonly main: string;
  /** Added to the environment. */
  readonly env: Readonly<Record<string, string>>;
  /** A command that runs the rest of its arguments. */
  readonly prefix?: readonly string[];
}

export function startStubborn(mode: Mode, { main, env, prefix = [] }: StubbornOptions): StubbornSession {
  const folder = createFolder();
  // The server may run as another user.
  chmodSync(folder, 0o777);
  const upFile = join(folder, "up");
  const script = join(folder, "server.sh");
  writeFileSync(script, serverScript);
  writeFileSync(join(folder, "a.up"), "word\n");
  const server = ["/bin/sh", script, upFile];
  const serversFile = join(folder, "servers.json");
  const entry = { command: server, languages: ["up"], ready: "at once" };
  const language = { extensions: [".up"], servers: ["up"] };
  writeFileSync(serversFile, JSON.stringify({ servers: { up: entry }, languages: { up: language } }));
  const words: Record<Mode, readonly string[]> = {
    "one server": ["--", ...server],
    "--restart": ["--restart", "--", ...server],
    routed: [],
    mcp: ["mcp"],
    shell: ["hover", "a.up:1", "--", ...server],
  };
  const [program = "", ...args] = [...prefix, process.execPath, main, ...words[mode]];
  const child = spawn(program, args, {
    cwd: folder,
    env: { ...process.env, LSP_LOCATE_SERVERS: serversFile, HOME: folder, ...env },
  });
  let stderr = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    stderr += text;
  });
  child.stdout.resume();
  child.stdin.on("error", () => {});
  let hasExited = false;
  const exited = new Promise<number | string>((resolve) => {
    child.on("exit", (code, signal) => {
      hasExited = true;
      resolve(code ?? signal ?? "nothing");
    });
  });
  if (mode === "mcp") startMcp(child);
  else if (mode !== "shell") startLsp(child, folder);
  return {
    child,
    exited,
    async up() {
      while (!existsSync(upFile) && !hasExited) await pause(10);
    },
    sendExit: () => child.stdin.write(frameOf({ jsonrpc: "2.0", method: "exit" })),
    stderr: () => stderr,
  };
}

function startLsp({ stdin }: ChildProcessWithoutNullStreams, folder: string): void {
  const rootUri = pathToFileURL(folder).href;
  const textDocument = { uri: `${rootUri}/a.up`, languageId: "up", version: 1, text: "word\n" };
  const params = { processId: null, rootUri, capabilities: {} };
  stdin.write(frameOf({ jsonrpc: "2.0", id: 1, method: "initialize", params }));
  stdin.write(frameOf({ jsonrpc: "2.0", method: "initialized", params: {} }));
  stdin.write(frameOf({ jsonrpc: "2.0", method: "textDocument/didOpen", params: { textDocument } }));
  const position = { line: 0, character: 0 };
  stdin.write(frameOf({ jsonrpc: "2.0", id: 2, method: "textDocument/hover", params: { textDocument, position } }));
}

function startMcp({ stdin }: ChildProcessWithoutNullStreams): void {
  const clientInfo = { name: "test", version: "1" };
  const send = (message: object) => stdin.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
  send({ id: 1, method: "initialize", params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo } });
  send({ method: "notifications/initialized" });
  const question = { question: "hover", locate: "a.up@word" };
  send({ id: 2, method: "tools/call", params: { name: "ask", arguments: question } });
}
