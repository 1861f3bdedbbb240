/**
 * Every command at a shell and every tool of MCP, with a server and a file name full of control
 * characters: none of them leaves as it is.
 */

import { spawn } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { askMethods, methodCommands } from "../../src/cli/methods/commandTable.js";
import { toPrintableJson } from "../../src/text/printable.js";
import { buildCommand } from "../buildCommand.js";
import { temporaryFolder } from "../folders.js";
import { type Agent, cleanUp, startAgent } from "./mcp/agent.js";
import { withoutWaitNotice } from "./waitNotice.js";

jest.setTimeout(120_000);

const folder = temporaryFolder();
const project = join(folder, "project");
const file = "esc\x1b]0;x\x07\x9b45m\u202e\n.py";
const server = join(import.meta.dirname, "hostileServer.mjs");
mkdirSync(join(project, ".git"), { recursive: true });
writeFileSync(join(project, file), "def total(x):\n    return '\x1b[45m\u202e'\n");
writeFileSync(join(project, "plain.py"), "def total(x):\n    return x\n");
afterAll(cleanUp);

interface Output {
  readonly stdout: string;
  readonly stderr: string;
  readonly code: number | null;
}

async function run(words: readonly string[], mode = "answer"): Promise<Output> {
  const main = await buildCommand();
  const backend = words[0] === "doctor" ? [] : ["--", process.execPath, server, mode];
  const env = {
    PATH: process.env["PATH"],
    HOME: folder,
    XDG_CACHE_HOME: join(folder, "cache"),
    LSP_LOCATE_SERVERS: join(folder, "servers.json"),
    FORCE_COLOR: "1",
    LSP_LOCATE_DAEMON: "off",
  };
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [main, ...words, ...backend], { cwd: project, env });
    const output = { stdout: "", stderr: "" };
    child.stdout.setEncoding("utf8").on("data", (text: string) => {
      output.stdout += text;
    });
    child.stderr.setEncoding("utf8").on("data", (text: string) => {
      output.stderr += text;
    });
    child.stdin.end();
    child.on("close", (code) => resolve({ ...output, stderr: withoutWaitNotice(output.stderr), code }));
  });
}

/** Our own colours: bold, dim, and foregrounds. The hostile texts set a background. */
const ownColours = /\x1b\[(?:[0-2]|22|3[0-9])m/g;
const raw = /[\0-\x08\x0b-\x1f\x7f-\x9f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\u{e0000}-\u{e007f}]/u;

function rawControlsIn(text: string): string | undefined {
  const found = raw.exec(text.replace(ownColours, ""));
  return found === null ? undefined : JSON.stringify(text.slice(Math.max(0, found.index - 40), found.index + 10));
}

beforeAll(() =>
  writeFileSync(
    join(folder, "servers.json"),
    JSON.stringify({
      servers: { hostile: { command: [process.execPath, server, "answer"], languages: ["python"] } },
      languages: { python: { servers: ["hostile"] } },
    }),
  ),
);

const locate = toPrintableJson({ file_path: file, find: "total" });
const words: Readonly<Record<string, readonly string[]>> = {
  point: [locate],
  points: [locate],
  range: [locate],
  ranges: [locate],
  document: [file],
  position: [`${file}:1:5`],
  symbol: ["total"],
};
const options: Readonly<Record<string, readonly string[]>> = {
  rename: ["--new-name=other"],
  edit: ["--replace=other"],
  onTypeFormatting: ['--params={"ch":"}"}'],
  colorPresentation: ['--params={"color":{"red":1,"green":0,"blue":0,"alpha":1}}'],
  inlineValue: [
    '--params={"context":{"frameId":1,"stoppedLocation":{"start":{"line":0,"character":0},"end":{"line":0,"character":1}}}}',
  ],
  "semanticTokens/full/delta": ['--params={"previousResultId":"1"}'],
};

/** Those that find nothing to do in the answers of this server. */
const refusing = ["fix", "delete", "move", "signature"];

test.each(refusing)("lsp-locate %s is refused without a raw control character", async (name) => {
  const shown = await run([name, ...(words["range"] ?? []), ...(name === "move" ? ["moved.py"] : [])]);
  expect(shown.code).not.toBe(0);
  expect(rawControlsIn(shown.stderr)).toBeUndefined();
});

const answering = [...methodCommands.values()].filter(({ name }) => !refusing.includes(name));
test.each(answering.map((command) => [command.name, command] as const))(
  "lsp-locate %s writes no raw control character",
  async (name, { takes, changesFiles }) => {
    const args = [name, ...(words[takes] ?? []), ...(options[name] ?? [])];
    const shown = await run(args);
    expect([
      shown.code,
      shown.stderr.replace(/^lsp-locate: (?:nothing is written|Edited as text|Not checked).*\n/gm, ""),
    ]).toEqual([0, ""]);
    // A diff in a pipe is for a program: `git apply` needs each byte.
    if (!changesFiles) expect(rawControlsIn(shown.stdout)).toBeUndefined();
  },
);

test.each([
  ["codeAction", locate],
  ["documentSymbol", file],
  ["rename", locate, "other"],
])("The JSON of lsp-locate %s is valid, and escapes control characters", async (...args) => {
  const { stdout } = await run([...args, "--json"]);
  expect(rawControlsIn(stdout)).toBeUndefined();
  expect(() => JSON.parse(stdout)).not.toThrow();
});

test.each([
  ["a server that refuses", ["hover", locate], "refuse"],
  ["a server that ends", ["hover", locate], "die"],
  ["a server that refuses, as JSON", ["hover", locate, "--json"], "refuse"],
  ["a server that ends, as JSON", ["hover", locate, "--json"], "die"],
  ["a place that is a file", ["hover", file], "answer"],
  ["a missing file", ["outline", `no${file}`], "answer"],
  ["a missing text", ["hover", toPrintableJson({ file_path: file, find: file })], "answer"],
  ["an ambiguous symbol", ["resolve", ":total"], "answer"],
  ["an unknown method", [file, "\x1b[45m\u202e"], "answer"],
  ["an unknown option", ["hover", "--\x1b[45m\u202e"], "answer"],
  ["a second argument", ["hover", locate, "\x1b[45m\u202e"], "answer"],
  ["an unknown language", ["doctor", "\x1b[45m\u202e"], "answer"],
  ["the doctor's report", ["doctor", "python"], "answer"],
  ["the doctor's report as JSON", ["doctor", "python", "--json"], "answer"],
])("The output about %s has no raw control character", async (_title, args, mode) => {
  const { stdout, stderr } = await run(args, mode);
  expect(`${stdout}${stderr}`).not.toBe("");
  expect(rawControlsIn(stdout)).toBeUndefined();
  expect(rawControlsIn(stderr)).toBeUndefined();
});

describe("MCP", () => {
  let agent: Agent;
  const hostile = { command: [process.execPath, server, "answer"], languages: ["python"] };
  beforeAll(async () => {
    agent = await startAgent(project, {
      servers: { servers: { hostile }, languages: { python: { servers: ["hostile"] } } },
    });
  });
  afterAll(() => agent.end());

  test.each<[string, object]>([
    ...askMethods.map((question): [string, object] => ["ask", { question, locate }]),
    ["outline", { file_path: file }],
    ["search", { symbol_path: "total" }],
    ["resolve", { locate }],
    ["resolve", { locate, as: "range" }],
    ["resolve", { locate, as: "nodes" }],
    ["resolve", { locate: ":total" }],
    ["resolve", { locate: { file_path: file, find: "nothing like it" } }],
    ["rename", { locate, new_name: "other" }],
    ["edit", { locate, operation: "replace", new_text: "\x1b[45m" }],
    ["diagnostics", { file_path: file }],
    ["outline", { file_path: `no${file}` }],
  ])("%s with %j answers without a raw control character", async (tool, args) => {
    const progress: string[] = [];
    const { text } = await agent.call(tool, args, { onprogress: ({ message = "" }) => progress.push(message) });
    expect(text).not.toBe("");
    expect([text, ...progress].map(rawControlsIn)).toEqual([text, ...progress].map(() => undefined));
  });
});
