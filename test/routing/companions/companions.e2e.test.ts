/** A server beside another one, both real processes: in the shell, and in a session. */

import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdtempSync, realpathSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { createMessageConnection, StreamMessageReader, StreamMessageWriter } from "vscode-jsonrpc/node";
import { buildCommand } from "../../buildCommand.js";
import { removeFolder } from "../../removeFolder.js";

const folder = realpathSync(mkdtempSync(join(tmpdir(), "locate-bridge-")));
afterAll(() => removeFolder(folder));
const modules = join(import.meta.dirname, "../../../node_modules");

function program(name: string, capabilities: object, script: string): string {
  const path = join(folder, name);
  writeFileSync(
    path,
    `#!${process.execPath}
const rpc = require(${JSON.stringify(join(modules, "vscode-jsonrpc/lib/node/main.js"))});
const connection = rpc.createMessageConnection(new rpc.StreamMessageReader(process.stdin), new rpc.StreamMessageWriter(process.stdout));
const range = (line) => ({ start: { line, character: 0 }, end: { line, character: 3 } });
connection.onRequest("initialize", (params) => { options = params.initializationOptions; return { capabilities: ${JSON.stringify({ textDocumentSync: 2, ...capabilities })} }; });
connection.onRequest("shutdown", () => null);
connection.onNotification("exit", () => process.exit(0));
let options;
${script}
connection.listen();`,
  );
  chmodSync(path, 0o755);
  return path;
}

const main = program(
  "main",
  { definitionProvider: true, documentSymbolProvider: true, executeCommandProvider: { commands: ["names"] } },
  `connection.onRequest("textDocument/definition", ({ textDocument: { uri } }) => ({ uri, range: range(1) }));
   connection.onRequest("textDocument/documentSymbol", () => []);
   connection.onRequest("workspace/executeCommand", ({ arguments: [prefix] }) => ({ body: prefix + options.name }));`,
);
const beside = program(
  "beside",
  { documentSymbolProvider: true },
  `let answer;
   connection.onNotification("answer", ([, name]) => answer(name));
   connection.onRequest("textDocument/documentSymbol", async () => {
     const name = await new Promise((resolve) => { answer = resolve; connection.sendNotification("ask", [1, "from "]); });
     return [{ name, kind: 5, range: range(0), selectionRange: range(0) }];
   });`,
);
writeFileSync(
  join(folder, "servers.json"),
  JSON.stringify({
    servers: {
      main: { command: [main], languages: ["script"], ready: "at once" },
      beside: {
        command: [beside],
        languages: ["sfc"],
        bridge: {
          with: { main: { initializationOptions: { name: "main" } } },
          notification: "ask",
          response: "answer",
          command: "names",
          methods: ["textDocument/documentSymbol"],
        },
      },
    },
    languages: { script: { extensions: [".script"] }, sfc: { extensions: [".sfc"] } },
  }),
);
writeFileSync(join(folder, "a.sfc"), "one\ntwo\n");

const env = { ...process.env, LSP_LOCATE_DAEMON: "off", XDG_CACHE_HOME: folder, LOCALAPPDATA: folder };
const servers = join(folder, "servers.json");

test("The shell starts both, and each answers what it is for", async () => {
  const command = await buildCommand();
  const ask = async (...args: string[]) => {
    const words = [command, ...args, `--servers=${servers}`];
    return (await promisify(execFile)(process.execPath, words, { cwd: folder, env })).stdout;
  };
  expect(await ask("outline", "a.sfc")).toContain("from main");
  expect(await ask("definition", "a.sfc@one")).toContain("a.sfc:2:1");
});

test("So does a session with many servers", async () => {
  const child = spawn(process.execPath, [await buildCommand(), `--servers=${servers}`], {
    cwd: folder,
    env,
    stdio: ["pipe", "pipe", "ignore"],
  });
  const ended = once(child, "exit");
  const connection = createMessageConnection(
    new StreamMessageReader(child.stdout),
    new StreamMessageWriter(child.stdin),
  );
  connection.onRequest(() => null);
  connection.listen();
  const rootUri = pathToFileURL(folder).href;
  await connection.sendRequest("initialize", { processId: process.pid, rootUri, capabilities: {} });
  await connection.sendNotification("initialized", {});
  const outline = await connection.sendRequest<{ markdown: string }>("locate/outline", { file_path: "a.sfc" });
  expect(outline.markdown).toContain("from main");
  const definition = await connection.sendRequest("locate/definition", { locate: "a.sfc@one" });
  expect(definition).toMatchObject({ range: { start: { line: 1 } } });
  await connection.sendRequest("shutdown");
  await connection.sendNotification("exit");
  // It may write into its cache until then.
  await ended;
  connection.dispose();
});
