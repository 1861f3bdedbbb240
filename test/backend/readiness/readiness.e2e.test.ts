/**
 * The ready rules of servers.json with real servers. Servers that are not installed are skipped.
 */

import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { PassThrough } from "node:stream";
import { pathToFileURL } from "node:url";
import { createMessageConnection, StreamMessageReader, StreamMessageWriter } from "vscode-jsonrpc/node";
import { shippedServers } from "../../../src/backend/config/loadServers.js";
import type { Server } from "../../../src/backend/config/servers.js";
import { findServerProgram } from "../../../src/backend/installation/installation.js";
import { startBackend } from "../../../src/backend/process.js";
import type { ReadyState } from "../../../src/backend/readiness/readiness.js";
import { watchReadiness } from "../../../src/backend/readiness/watchReadiness.js";
import { testIf } from "../../jest.js";

const modules = join(import.meta.dirname, "../../../node_modules/.bin");
const env = { ...process.env, PATH: modules + delimiter + process.env["PATH"] };

/** Opens one file in its own folder and waits. */
async function waitFor(server: Server, program: string, file: string, text: string): Promise<ReadyState> {
  const folder = mkdtempSync(join(tmpdir(), "readiness-"));
  writeFileSync(join(folder, file), text);
  const entry = [{ directory: folder, file, command: `cc -c ${file}` }];
  writeFileSync(join(folder, "compile_commands.json"), JSON.stringify(entry));
  writeFileSync(join(folder, "tsconfig.json"), "{}");
  const rootUri = pathToFileURL(folder).href;
  const log = new PassThrough().resume();
  const backend = await startBackend([program, ...server.command.slice(1)], { cwd: folder, log });
  const connection = createMessageConnection(
    new StreamMessageReader(backend.stdout),
    new StreamMessageWriter(backend.stdin),
  );
  const watch = watchReadiness({ name: server.name, rule: server.ready });
  connection.onRequest((method, params) => {
    watch.handleMessage(method, params);
    const { items } = (params ?? {}) as { items?: readonly unknown[] };
    return method === "workspace/configuration" ? (items ?? []).map(() => null) : null;
  });
  connection.onNotification((method, params) => watch.handleMessage(method, params));
  connection.onUnhandledProgress((params) => watch.handleMessage("$/progress", params));
  connection.onError(() => {});
  connection.listen();
  try {
    await connection.sendRequest("initialize", {
      processId: process.pid,
      rootUri,
      workspaceFolders: [{ uri: rootUri, name: "it" }],
      capabilities: { window: { workDoneProgress: true }, workspace: { configuration: true, workspaceFolders: true } },
    });
    await connection.sendNotification("initialized", {});
    watch.handleInitialized();
    await connection.sendNotification("textDocument/didOpen", {
      textDocument: { uri: `${rootUri}/${file}`, languageId: server.languages[0], version: 1, text },
    });
    watch.handleDocumentOpened();
    return await watch.wait();
  } finally {
    connection.dispose();
    await backend.stop();
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

const tried = [
  ["typescript-language-server", "a.ts", "export const x = 1;\n"],
  ["vtsls", "a.ts", "export const x = 1;\n"],
  ["pyright", "a.py", "x = 1\n"],
  ["bash-language-server", "a.sh", "x=1\n"],
  ["clangd", "a.c", "int x;\n"],
  ["gopls", "a.go", "package a\n"],
] as const;

for (const [name, file, text] of tried) {
  const server = shippedServers().servers.get(name) as Server;
  const program = findServerProgram(server, { env });
  testIf(program !== undefined, `${name} is not installed: see scripts/install-programs.sh`)(
    `${name} sends the message that its readiness rule names`,
    async () => {
      expect(await waitFor(server, program as string, file, text)).toEqual({ kind: "ready", reason: "sign" });
    },
  );
}

test("Each server that npm brings and whose rule names a message is tried", () => {
  const names = [...shippedServers().servers.values()]
    .filter(({ ready }) => ["progress", "token", "log", "notification"].some((sign) => sign in Object(ready)))
    .filter((server) => findServerProgram(server, { env: { PATH: modules } }) !== undefined)
    .map(({ name }) => name);
  expect(tried.map(([name]) => name as string)).toEqual(expect.arrayContaining(names));
  expect(names).toContain("pyright");
});
