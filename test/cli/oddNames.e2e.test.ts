/** Every command at a shell and every tool of MCP, in a workspace of files with odd names. */

import { spawn } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { escapeName, toPrintableJson } from "../../src/text/printable.js";
import { buildCommand } from "../buildCommand.js";
import { temporaryFolder } from "../folders.js";
import { type Agent, cleanUp, startAgent } from "./mcp/agent.js";
import { withoutWaitNotice } from "./waitNotice.js";

jest.setTimeout(60_000);

const isWindows = process.platform === "win32";
const names = [
  "a@b.py",
  "icon@2x.py",
  "sp ace.py",
  "héllo.py",
  "-dash.py",
  "#hash.py",
  "{{brace}}.py",
  "back`tick.py",
  // Names that Windows doesn't allow.
  ...(isWindows ? [] : ["x:1.py", "new\nline.py", 'q"uote.py', "esc\x1b]0;x\x07.py", "rlo\u202e.py"]),
];
const source = "class Cart:\n    def total(self, prices):\n        costs = sum(prices)\n        return costs\n";

const folder = temporaryFolder();
const project = join(folder, "project");
mkdirSync(project);
for (const name of ["plain.py", ...names]) writeFileSync(join(project, name), source);
mkdirSync(join(folder, "bin"));
mkdirSync(join(folder, "alone"));
writeFileSync(join(folder, "alone/plain.py"), source);
afterAll(cleanUp);

/** No server is installed, so the embedded one answers. */
const env = {
  PATH: join(folder, "bin"),
  HOME: folder,
  XDG_CACHE_HOME: join(folder, "cache"),
  LSP_LOCATE_DAEMON: "off",
};

interface Output {
  readonly stdout: string;
  readonly stderr: string;
  readonly code: number | null;
}

async function run(words: readonly string[], cwd = project): Promise<Output> {
  const main = await buildCommand();
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [main, ...words], { cwd, env });
    const output = { stdout: "", stderr: "" };
    for (const name of ["stdout", "stderr"] as const)
      child[name].setEncoding("utf8").on("data", (text: string) => {
        output[name] += text;
      });
    child.stdin.end();
    child.on("close", (code) => resolve({ ...output, stderr: withoutWaitNotice(output.stderr), code }));
  });
}

/** Replaces a file's name, as answers write it, by that of the file with a plain name. */
function toPlain(text: string, name: string): string {
  const written = [`./${name}`, escapeName(name), JSON.stringify(name).slice(1, -1), nameInDiff(name), name];
  const plain = written.reduce((done, each) => done.replaceAll(each, "plain.py"), text);
  return plain
    .replace(/"([ab]\/plain\.py)"/g, "$1")
    .replaceAll("`` plain.py ``", "`plain.py`")
    .replace(/^\{"file_path":"?plain\.py"?,"scope":\{"symbol_path":\["Cart","total"\]\}\}$/gm, "plain.py:Cart.total");
}

/** The name as git writes it in quotes. */
function nameInDiff(name: string): string {
  const letters: Readonly<Record<string, string>> = { "\n": "\\n", "\x07": "\\a", '"': '\\"' };
  const octal = (byte: number) => `\\${byte.toString(8).padStart(3, "0")}`;
  return [...name]
    .map((each) => letters[each] ?? (/[ -~]/.test(each) ? each : [...Buffer.from(each)].map(octal).join("")))
    .join("");
}

const symbolLocate = (name: string) => toPrintableJson({ file_path: name, scope: "Cart.total" });

/** A command for each kind of argument and of answer. */
const commands: readonly ((name: string) => readonly string[])[] = [
  (name) => ["resolve", symbolLocate(name)],
  (name) => ["resolveRange", symbolLocate(name)],
  (name) => ["describe", `${name}:2:9`],
  (name) => ["outline", name],
  (name) => ["nodes", symbolLocate(name)],
  (name) => ["hover", symbolLocate(name)],
  (name) => ["definition", toPrintableJson({ file_path: name, find: "sum(<|>prices" })],
  (name) => ["references", toPrintableJson({ file_path: name, find: "sum(<|>prices" })],
  (name) => ["documentHighlight", symbolLocate(name)],
  (name) => ["completion", toPrintableJson({ file_path: name, find: "= su<|>m" })],
  (name) => ["rename", toPrintableJson({ file_path: name, find: "return <|>costs" }), "paid"],
  (name) => ["edit", symbolLocate(name), "--replace=def total(self): return 1"],
  (name) => ["foldingRange", name],
  (name) => ["documentSymbol", name],
  (name) => ["diagnostic", name],
];

test.each(commands.map((command, n) => [command("<file>").join(" "), command, names[n % names.length] ?? ""] as const))(
  "lsp-locate %s answers for a file with an odd name as for any other",
  async (_title, command, name) => {
    const [odd, plain] = await Promise.all([run(command(name)), run(command("plain.py"))]);
    // The name of a file in a Locate may need the object form.
    const isDescribe = command(name)[0] === "describe";
    const plainText = (output: string) => (isDescribe ? "" : toPlain(output, name));
    expect({ ...odd, stdout: plainText(odd.stdout), stderr: toPlain(odd.stderr, name) }).toEqual({
      ...plain,
      stdout: plainText(plain.stdout),
    });
    expect(`${odd.stdout}${odd.stderr}`).not.toMatch(/[\x1b\x07\u202e]/);
  },
);

const isOddAtShell = (name: string) => /^-|[:{\n\x1b]/.test(name);
test.each(names.filter(isOddAtShell))("What describe prints for %j leads back", async (name) => {
  const described = await run(["describe", `${name}:2:9`]);
  const { stdout } = await run(["resolve", described.stdout.replace(/\n$/, ""), "--json"]);
  expect(JSON.parse(stdout)).toMatchObject({ file_path: name, position: { line: 2, character: 9 } });
});

test("A search finds the files with odd names, and the others as without them", async () => {
  const [{ stdout }, { stdout: alone }] = await Promise.all([
    run(["search", "Cart.total"]),
    run(["search", "Cart.total"], join(folder, "alone")),
  ]);
  const blocks = stdout.split(/\n(?=\S)/).map((block) => block.trimEnd());
  expect(blocks).toContain(alone.split("\n")[0]);
  expect(blocks.map((block) => block.replace(/:2:9 .*/s, "")).sort()).toEqual(
    ["plain.py", ...names].map((name) => escapeName(name.replace(/^-/, "./-"))).sort(),
  );
});

describe("MCP", () => {
  let agent: Agent;
  beforeAll(async () => {
    agent = await startAgent(project, { servers: { languages: { python: { servers: ["embedded"] } } } });
  });
  afterAll(() => agent.end());

  const calls: readonly ((name: string) => [string, object])[] = [
    (name) => ["outline", { file_path: name }],
    (name) => ["resolve", { locate: { file_path: name, scope: "Cart.total" } }],
    (name) => ["resolve", { locate: symbolLocate(name), as: "range" }],
    (name) => ["resolve", { locate: symbolLocate(name), as: "nodes" }],
    (name) => ["ask", { question: "hover", locate: symbolLocate(name) }],
    (name) => ["ask", { question: "references", locate: { file_path: name, find: "sum(<|>prices" } }],
    (name) => ["edit", { locate: symbolLocate(name), operation: "replace", new_text: "def total(self): return 1" }],
    (name) => ["rename", { locate: { file_path: name, find: "return <|>costs" }, new_name: "paid" }],
    (name) => ["diagnostics", { file_path: name }],
  ];

  test.each(calls.map((call) => [call("<file>")[0], JSON.stringify(call("<file>")[1]), call] as const))(
    "%s with %s answers for every file as for a plain one",
    async (_tool, _args, call) => {
      const plain = await agent.call(...call("plain.py"));
      if (plain.isError) throw new Error(plain.text);
      for (const name of names) {
        const odd = await agent.call(...call(name));
        expect([name, toPlain(odd.text, name)]).toEqual([name, plain.text]);
      }
    },
  );

  test("Each Locate of a search leads back", async () => {
    const lines = (await agent.text("search", { symbol_path: "Cart.total" })).split("\n").slice(1);
    expect(lines).toHaveLength(names.length + 1);
    for (const line of lines) {
      const [, quoted, plain] = /^- method (?:`` (.*) ``|`([^`]*)`) at 2:9$/.exec(line) ?? [];
      expect(await agent.text("resolve", { locate: quoted ?? plain })).toContain(":2:9, Cart.total");
    }
  });

  test("The candidates of an ambiguous symbol lead back", async () => {
    const { text } = await agent.call("resolve", { locate: ":Cart.total" });
    const quoted = [...text.slice(text.indexOf("Write one of")).matchAll(/`` (.*?) ``|`([^`]*)`/g)];
    const listed = text.split("\n").filter((line) => line.startsWith("- "));
    const suggested = [...quoted.map(([, odd, plain]) => odd ?? plain), ...listed.map((line) => line.slice(2))];
    expect(suggested.length).toBeGreaterThan(5);
    for (const locate of suggested) expect(await agent.text("resolve", { locate })).toContain(":2:9, Cart.total");
  });
});
