/**
 * Runs the examples of docs/shell.md and docs/shell in copies of the Python project, with pyright
 * in a shared session, as a user's: `sh` blocks must succeed, `console` blocks must give the
 * documented output. Those that change files have a copy each.
 */

import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { delimiter, dirname, join, resolve } from "node:path";
import { methodCommands } from "../../src/cli/methods/commandTable.js";
import { buildCommand } from "../buildCommand.js";
import { isInstalled } from "../cli/pseudoTerminal.js";
import { temporaryFolder } from "../folders.js";
import { testIf } from "../jest.js";
import { pagesIn, textOf } from "./markdown.js";

const root = resolve(import.meta.dirname, "../..");
const text = ["docs/shell.md", ...pagesIn("docs/shell")].map(textOf).join("\n");
// Before the folder is removed.
afterAll(() => expect(runScript("lsp-locate daemon stop --all", folder).status).toBe(0));
const folder = temporaryFolder();
const bin = join(folder, "bin");
const opened = join(folder, "opened");
let copies = 0;

const env = {
  ...process.env,
  PATH: [bin, join(root, "node_modules/.bin"), dirname(process.execPath), "/usr/bin", "/bin"].join(delimiter),
  HOME: folder,
  XDG_CONFIG_HOME: join(folder, "config"),
  XDG_CACHE_HOME: join(folder, "cache"),
  XDG_STATE_HOME: join(folder, "state"),
  XDG_RUNTIME_DIR: join(folder, "run"),
  LSP_LOCATE_DAEMON: "on",
  LSP_LOCATE_SERVERS: undefined,
  NO_COLOR: undefined,
  FORCE_COLOR: undefined,
};

beforeAll(async () => {
  mkdirSync(bin);
  mkdirSync(env.XDG_RUNTIME_DIR, { mode: 0o700 });
  const program = (name: string, script: string) =>
    writeFileSync(join(bin, name), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  program("lsp-locate", `exec '${process.execPath}' '${await buildCommand()}' "$@"`);
  // In place of interactive programs: fzf selects the first line, and code records its arguments.
  program("fzf", "head -n 1");
  program("code", `echo "$@" >> '${opened}'`);
});

function runScript(script: string, cwd: string) {
  return spawnSync("bash", ["-c", script], { cwd, env, encoding: "utf8" });
}

function project(): string {
  const cwd = join(folder, `project-${copies++}`);
  cpSync(join(root, "test/projects/python"), cwd, { recursive: true });
  const git = (...words: readonly string[]) =>
    execFileSync("git", ["-c", "user.name=Ann", "-c", "user.email=ann@example.org", ...words], { cwd });
  git("init", "--quiet");
  // Keeps the line ends of the files, which are of several kinds.
  git("-c", "core.autocrlf=false", "add", "--all");
  git("commit", "--quiet", "--message=all");
  return cwd;
}

let shared: string | undefined;

/** Returns a copy for a script: that of all scripts that change nothing, or one of its own. */
function projectFor(script: string): string {
  if (/--write|git apply|patch |lsp-locate (?:init|undo|daemon)| > /.test(script)) return project();
  shared ??= project();
  return shared;
}

function blocks(language: string): readonly string[] {
  return [...text.matchAll(/^```(\w*)\n([\s\S]*?)^```$/gm)].flatMap(([, name, code]) =>
    name === language ? [code as string] : [],
  );
}

test("Every code block is a script or a terminal session, which are run", () => {
  const languages = [...text.matchAll(/^```(\w*)\n[\s\S]*?^```$/gm)].map(([, name]) => name);
  expect(languages.filter((name) => name !== "sh" && name !== "console")).toEqual([]);
  expect(languages.length).toBeGreaterThan(14);
});

/** Whether a command may fail: the exit code of `doctor` depends on the installed servers. */
const mayFail = (line: string) => line.startsWith("lsp-locate doctor");

const scripts = blocks("sh").map((block) => [block.split("\n", 1)[0] as string, block] as const);

describe.each(scripts)("$ %s …", (_title, block) => {
  const needed = ["jq", "patch"].filter((program) => new RegExp(`\\b${program} `).test(block));
  const missing = needed.filter((program) => !isInstalled(program));
  testIf(missing.length === 0, `not installed: ${missing.join(", ")}`)("runs", () => {
    const lines = block.split("\n").filter((line) => line !== "" && !mayFail(line));
    const script = `set -e\n${lines.join("\n")}`;
    const { status, stderr } = runScript(script, projectFor(script));
    expect({ status, stderr }).toEqual({ status: 0, stderr: expect.not.stringMatching(/No language server|error/i) });
  });
});

test.each(blocks("console").map((block) => [block.split("\n", 1)[0] as string, block] as const))(
  "%s",
  (typed, block) => {
    const script = typed.replace(/^\$ /, "");
    const { stdout } = runScript(`${script} 2>&1`, projectFor(script));
    expect(`${typed}\n${stdout.replaceAll(folder, "~")}`).toBe(block);
  },
);

test("A rename applied as a patch changes the files as --write does", () => {
  const read = (cwd: string) => ["prices", "shop"].map((name) => readFileSync(join(cwd, `store/${name}.py`), "utf8"));
  const [written, applied, below, patched] = [project(), project(), project(), project()];
  const rename = "lsp-locate rename store/prices.py:größe label";
  expect(runScript(`${rename} --write`, written).status).toBe(0);
  const wanted = read(written);
  expect(wanted.join()).not.toContain("größe");
  expect(runScript(`${rename} | git apply`, applied).status).toBe(0);
  expect(read(applied)).toEqual(wanted);
  if (!isInstalled("patch")) return;
  expect(runScript(`${rename} | patch -p1 --binary`, patched).status).toBe(0);
  expect(read(patched)).toEqual(wanted);
  // The paths of a diff are relative to the working directory.
  expect(runScript("cd store; lsp-locate rename prices.py:größe label | patch -p1 --binary", below).status).toBe(0);
  expect(read(below)).toEqual(wanted);
});

test("The editor is opened at each place", () => {
  const lines = readFileSync(opened, "utf8").trimEnd().split("\n");
  const [chosen, ...places] = lines.map((line) => line.replace(/^--goto .*\/store\//, ""));
  const all = ["prices.py:4:5", "prices.py:12:12", "prices.py:12:23", "shop.py:2:26", "shop.py:18:45"];
  expect(all).toContain(chosen);
  expect(places.sort()).toEqual([...all].sort());
});

/** The keys are those of the results in docs/protocol. */
test.each([
  ["hover store/items.py:Shelf", ["place", "result"]],
  ["resolve 'store/shop.py:total@result = 0.0'", ["file_path", "markdown", "match", "position", "symbol", "target"]],
  ["resolveRange store/shop.py:total", ["file_path", "markdown", "range", "symbol", "target"]],
  ["search total", ["count", "markdown", "symbols"]],
  ["outline store/shop.py", ["markdown", "symbols"]],
  ["nodes store/shop.py:total", ["markdown", "nodes"]],
  ["describe store/shop.py:8:5", ["locate", "markdown", "notation"]],
  ["edit store/items.py:LIMIT --replace='LIMIT = 1'", ["edit", "markdown", "place", "unit"]],
  ["edit store/items.py:LIMIT --replace='LIMIT = 1' --write", ["edit", "markdown", "place", "unit", "written"]],
  [
    "rename store/items.py:LIMIT MOST --write",
    ["diagnostics", "place", "remaining", "result", "unconfirmed", "written"],
  ],
  ["hover store/items.py:Nothing", ["error"]],
  ["hover store/items.py:0", ["error"]],
])("lsp-locate %s --json prints the documented keys", (typed, keys) => {
  const { stdout } = runScript(`lsp-locate ${typed} --json`, projectFor(typed));
  expect(Object.keys(JSON.parse(stdout)).sort()).toEqual(keys);
});

test("Every method that docs/shell.md names exists", () => {
  const named = [...text.matchAll(/lsp-locate (\w+) \S*\.py/g)].map(([, name]) => name as string);
  expect(named.length).toBeGreaterThan(15);
  expect(named.filter((name) => !methodCommands.has(name))).toEqual([]);
});
