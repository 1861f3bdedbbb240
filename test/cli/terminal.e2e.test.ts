/** What the built command writes to a pipe and to a terminal besides its answers. */

import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { methodCommands } from "../../src/cli/methods/commandTable.js";
import { buildCommand } from "../buildCommand.js";
import { temporaryFolder } from "../folders.js";
import { testIf } from "../jest.js";
import { hasTerminals, runInTerminal } from "./pseudoTerminal.js";
import { splitShellWords } from "./shellWords.js";

const root = resolve(import.meta.dirname, "../..");
const folder = temporaryFolder();
const project = join(folder, "project");
cpSync(join(root, "test/projects/python"), project, { recursive: true });
mkdirSync(join(folder, "bin"));

/** No server is installed, so the embedded one answers. */
const env = {
  PATH: join(folder, "bin"),
  HOME: folder,
  XDG_CACHE_HOME: join(folder, "cache"),
  XDG_STATE_HOME: join(folder, "state"),
  XDG_CONFIG_HOME: join(folder, "config"),
  LSP_LOCATE_DAEMON: "off",
};

test("In a pipe, no method writes escape sequences or a status line", async () => {
  const main = await buildCommand();
  // One method for each kind of rendering.
  const methods = [
    "search",
    "outline",
    "resolve",
    "describe",
    "nodes",
    "hover",
    "references",
    "completion",
    "edit",
    "foldingRange",
  ];
  for (const name of methods) {
    expect(methodCommands.has(name)).toBe(true);
    const [example = ""] = methodCommands.get(name)?.examples ?? [];
    const words = splitShellWords(example.replace("lsp-locate ", ""));
    const { stdout, stderr } = spawnSync(process.execPath, [main, ...words], { cwd: project, env, encoding: "utf8" });
    expect([name, stdout.length > 10]).toEqual([name, true]);
    expect([name, `${stdout}${stderr}`.includes("\x1b")]).toEqual([name, false]);
    expect([name, /…$/m.test(stderr)]).toEqual([name, false]);
  }
});

test("A call that can't be answered says what to write instead", async () => {
  const main = await buildCommand();
  writeFileSync(join(project, "wide.py"), Buffer.from("\ufeffdef wide(): ...\n", "utf16le"));
  const errorOf = (...words: string[]) => {
    const { status, stderr } = spawnSync(process.execPath, [main, ...words], { cwd: project, env, encoding: "utf8" });
    expect(status).not.toBe(0);
    return stderr;
  };
  expect(errorOf()).toContain("To send one request: lsp-locate hover 'src/file.py:name'.");
  expect(errorOf("outline", "wide.py")).toContain("only UTF-8 is read: convert it first.");
  rmSync(join(project, "wide.py"));
  const [file = ""] = splitShellWords(methodCommands.get("outline")?.examples[0] ?? "").slice(-1);
  expect(errorOf("hover", `${file}:nosuch`)).toContain("Write a path from `lsp-locate outline`, lines, or");
  expect(errorOf("move", ":Name", "elsewhere.py")).toContain("No symbol `Name` is declared in the workspace");
});

testIf(hasTerminals, "needs terminals")(
  "On a terminal the status line appears and is erased without a trace",
  async () => {
    const main = await buildCommand();
    // A server that answers after the status line has been shown.
    const server = join(folder, "slow.mjs");
    writeFileSync(
      server,
      `let text = "";
process.stdin.on("data", (data) => {
  for (const [, body] of (text += data).matchAll(/\\r\\n\\r\\n(\\{.*?\\})(?=Content|$)/gs)) {
    const { id, method } = JSON.parse(body);
    if (method === "initialize") send({ id, result: { capabilities: { hoverProvider: true } } });
    if (method === "textDocument/hover") send({ id, result: { contents: "a word" } });
    if (method === "shutdown") send({ id, result: null });
    if (method === "exit") process.exit(0);
  }
  text = "";
});
const send = (message) => {
  const body = JSON.stringify({ jsonrpc: "2.0", ...message });
  process.stdout.write("Content-Length: " + body.length + "\\r\\n\\r\\n" + body);
};`,
    );
    const commandLine = `'${process.execPath}' '${main}' hover store/shop.py:1 -- '${process.execPath}' '${server}'`;
    const seen = await runInTerminal(commandLine, {
      cwd: project,
      env: { ...env, PATH: "/usr/bin:/bin", TERM: "xterm", SHELL: "/bin/sh" },
    });
    expect(seen).toContain("\r\x1b[Kworking …");
    expect(seen).toContain("a word");
    // Each status line was erased before anything else was written, the last one too.
    const lines = seen.split("\r\x1b[K");
    expect(lines.at(-1)).toBe("");
    expect(lines.filter((line) => line.includes("…") && line.includes("\n"))).toEqual([]);
  },
);
