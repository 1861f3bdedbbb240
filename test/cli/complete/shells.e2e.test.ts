/** `lsp-locate complete` and its scripts, in real shells. */

import { execFileSync, spawnSync } from "node:child_process";
import { chmodSync, cpSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join, resolve } from "node:path";
import { shells } from "../../../src/cli/help/subcommandHelp.js";
import { buildCommand } from "../../buildCommand.js";
import { hasTerminals, isInstalled, runInTerminal } from "../pseudoTerminal.js";

const root = resolve(__dirname, "../../..");
const folder = realpathSync(mkdtempSync(join(tmpdir(), "complete-")));
const project = join(folder, "project");
const bin = join(folder, "bin");
const env = {
  ...process.env,
  PATH: [bin, process.env["PATH"]].join(delimiter),
  TERM: "xterm",
  HOME: folder,
  XDG_CONFIG_HOME: join(folder, "config"),
};

beforeAll(async () => {
  cpSync(join(root, "test/projects/python"), project, { recursive: true });
  writeFileSync(join(project, "my file.md"), "# 1. It's odd\n# plain\n");
  mkdirSync(bin);
  writeFileSync(join(bin, "lsp-locate"), `#!/bin/sh\nexec '${process.execPath}' '${await buildCommand()}' "$@"\n`);
  chmodSync(join(bin, "lsp-locate"), 0o755);
});
afterAll(() => rmSync(folder, { recursive: true, maxRetries: 3 }));

/** What the scripts ask, and are answered. */
function ask(...words: readonly string[]): string {
  return execFileSync(process.execPath, [join(root, "dist/command/main.js"), "complete", "--", ...words], {
    cwd: project,
    env,
    encoding: "utf8",
  });
}

test.each<[words: readonly string[], answer: string]>([
  [["ho"], "hover\tthe type or signature, and the documentation\n:4\n"],
  [["hover", "sto"], ":2\n"],
  [["hover", "--root", ""], ":16\n"],
  [["hover", "store/items.py:Shelf@se"], ":6\n"],
  [["hover", "store/items.py:Item.fr"], "store/items.py:Item.free\tmethod\n:6\n"],
  [["rename", "--new-name", "x", "store/items.py:She"], "store/items.py:Shelf\tclass\n:6\n"],
])("%j is answered in the protocol of cobra", (words, answer) => {
  expect(ask(...words)).toBe(answer);
});

test.each<[written: string, ...symbols: string[]]>([
  ["", "LIMIT", "counted", "Item", "Shelf"],
  ["Item.", "Item.name", "Item.price", "Item.label", "Item.label[1]", "Item.free"],
  ["Shelf.Full", "Shelf.Full", "Shelf.Full.hint"],
  ["Nothing"],
])("behind store/items.py:%s, its symbols, one level at a time and in their order", (written, ...symbols) => {
  const lines = ask("hover", `store/items.py:${written}`).trimEnd().split("\n");
  expect(lines.slice(0, -1).map((line) => line.replace(/^store\/items\.py:|\t.*$/g, ""))).toEqual(symbols);
});

test.each(shells)("the script for %s is printed", (shell) => {
  const script = execFileSync(process.execPath, [join(root, "dist/command/main.js"), "complete", shell], {
    env,
    encoding: "utf8",
  });
  expect(script).toContain("lsp-locate itself returns the candidates");
});

test("the scripts have no fault in their syntax", async () => {
  const check = (program: string, file: string) =>
    spawnSync(program, ["-n", join(root, "completions", file)], { encoding: "utf8" });
  expect(check("bash", "lsp-locate.bash")).toMatchObject({ status: 0, stderr: "" });
  if (isInstalled("zsh")) expect(check("zsh", "_lsp-locate")).toMatchObject({ status: 0, stderr: "" });
  // PowerShell is seldom there, and its grammar always.
  const asked = ["diagnostic", join(root, "completions/lsp-locate.ps1"), "--json"];
  const faults = execFileSync(process.execPath, [await buildCommand(), ...asked], {
    env: { ...env, PATH: bin },
    stdio: "pipe",
  });
  expect(JSON.parse(faults.toString())).toMatchObject({ result: { items: [] } });
  if (isInstalled("fish")) expect(check("fish", "lsp-locate.fish")).toMatchObject({ status: 0, stderr: "" });
});

/** The words of a line after Tab, as the shell that completed it takes it apart. */
async function typedIn(shell: "bash" | "zsh", line: string): Promise<readonly string[]> {
  const [start, prompt, ready, source] = {
    bash: ["bash --norc --noprofile -i", "", "", ". <(lsp-locate complete bash)"],
    // What is typed at zsh before it is ready, which it is when pasting is switched on, is lost.
    zsh: [
      "PS1='READY> ' zsh -f -i",
      "READY> ",
      "\x1b[?2004h",
      "bindkey -e; autoload -U compinit; compinit -u -D; source <(lsp-locate complete zsh)",
    ],
  }[shell] as [string, string, string, string];
  const screen = await runInTerminal(start, {
    cwd: project,
    env,
    keys: [
      [prompt, ""],
      // What is typed is on the screen, too, so the prompt is not typed as it will look.
      [ready, `${source}; PS1='LOA''DED> '\n`],
      ["LOADED> ", ""],
      // Ctrl-A, so that what is completed becomes words to print.
      [ready, `${line}\x01printf '[%s]' \x05 END\n`],
    ],
    until: "[END]",
  });
  const [, words = ""] = /\[lsp-locate\](\[.*\])\[END\]/.exec(screen) ?? [];
  return words.slice(1, -1).split("][");
}

const inShells: readonly (readonly [line: string, ...words: string[]])[] = [
  ["lsp-locate hov\t", "hover"],
  ["lsp-locate outline store/it\t", "outline", "store/items.py"],
  ["lsp-locate hover store/it\t:She\t", "hover", "store/items.py:Shelf"],
  ["lsp-locate hover store/items.py:Shelf.ad\t@self\t", "hover", "store/items.py:Shelf.add@self"],
  ["lsp-locate search --kind=cl\t", "search", "--kind=class"],
  ["lsp-locate search --ki\tcl\t", "search", "--kind", "class"],
  ["lsp-locate hover --servers=pypro\t", "hover", "--servers=pyproject.toml"],
  ["lsp-locate hover my\\ fi\t:pl\t", "hover", "my file.md:plain"],
  ["lsp-locate hover my\\ file.md:\\`\t", "hover", "my file.md:`1. It's odd`"],
];

/** One that is not there is skipped, by name. */
const inTerminal = (shell: string) => (hasTerminals && isInstalled(shell) ? test : test.skip);

describe("bash, on a terminal", () => {
  inTerminal("bash").each(inShells)("%j", async (line, ...words) => {
    expect(await typedIn("bash", line)).toEqual(words);
  });
  // It closes the quote itself.
  inTerminal("bash")("in quotes", async () => {
    const line = "lsp-locate hover 'store/items.py:Shelf.ad\t";
    expect(await typedIn("bash", line)).toEqual(["hover", "store/items.py:Shelf.add"]);
  });
});

describe("zsh, on a terminal", () => {
  inTerminal("zsh").each(inShells)("%j", async (line, ...words) => {
    expect(await typedIn("zsh", line)).toEqual(words);
  });
  inTerminal("zsh")("in quotes", async () => {
    const line = "lsp-locate hover 'store/items.py:Shelf.ad\t'";
    expect(await typedIn("zsh", line)).toEqual(["hover", "store/items.py:Shelf.add"]);
  });
});

describe("fish", () => {
  (isInstalled("fish") ? test : test.skip).each<[line: string, ...offered: string[]]>([
    ["lsp-locate hov", "hover\tthe type or signature, and the documentation"],
    ["lsp-locate hover store/items.py:She", "store/items.py:Shelf\tclass"],
    ["lsp-locate hover 'store/items.py:Shelf.ad", "store/items.py:Shelf.add\tmethod"],
    ["lsp-locate outline store/it", "store/items.py"],
    ["lsp-locate search --kind=cl", "--kind=class"],
    ["lsp-locate hover --servers=pypro", "--servers=pyproject.toml"],
  ])("%s", (line, ...offered) => {
    const script = `source ${join(root, "completions/lsp-locate.fish")}; complete -C "${line}"`;
    const { stdout } = spawnSync("fish", ["--no-config", "-c", script], { cwd: project, env, encoding: "utf8" });
    expect(stdout.trimEnd().split("\n")).toEqual(offered);
  });
});
