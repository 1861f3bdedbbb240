/** `lsp-locate complete` and its scripts, in real shells. */

import { execFileSync, spawnSync } from "node:child_process";
import { chmodSync, cpSync, mkdirSync, writeFileSync } from "node:fs";
import { delimiter, join, resolve } from "node:path";
import { shells } from "../../../src/cli/help/subcommands.js";
import { buildCommand } from "../../buildCommand.js";
import { temporaryFolder } from "../../folders.js";
import { testIf } from "../../jest.js";
import { hasTerminals, isInstalled, runInTerminal } from "../pseudoTerminal.js";

const root = resolve(import.meta.dirname, "../../..");
const folder = temporaryFolder();
const project = join(folder, "project");
const bin = join(folder, "bin");
const env = {
  ...process.env,
  PATH: [bin, process.env["PATH"]].join(delimiter),
  TERM: "xterm",
  // Bash would save its history into the folder while that is being removed.
  HISTFILE: "",
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

/** Runs `complete` as the scripts do. */
function ask(...words: readonly string[]): string {
  return execFileSync(process.execPath, [join(root, "dist/command/main.js"), "complete", "--", ...words], {
    cwd: project,
    env,
    encoding: "utf8",
  });
}

test.each<[words: readonly string[], answer: string]>([
  [
    ["ho"],
    "hover\tthe type or signature, and the documentation\nhook\twhat an agent harness calls after a search for text\n:4\n",
  ],
  [["hover", "sto"], ":2\n"],
  [["hover", "--root", ""], ":16\n"],
  [["hover", "store/items.py:Shelf@se"], ":6\n"],
  [["hover", "store/items.py:Item.fr"], "store/items.py:Item.free\tmethod\n:6\n"],
  [["rename", "--new-name", "x", "store/items.py:She"], "store/items.py:Shelf\tclass\n:6\n"],
])("The completion of %j follows the protocol of cobra", (words, answer) => {
  expect(ask(...words)).toBe(answer);
});

test.each<[written: string, ...symbols: string[]]>([
  ["", "LIMIT", "counted", "Item", "Shelf"],
  ["Item.", "Item.name", "Item.price", "Item.label", "Item.label[1]", "Item.free"],
  ["Shelf.Full", "Shelf.Full", "Shelf.Full.hint"],
  ["Nothing"],
])("After store/items.py:%s, the symbols of one level are offered in source order", (written, ...symbols) => {
  const lines = ask("hover", `store/items.py:${written}`).trimEnd().split("\n");
  expect(lines.slice(0, -1).map((line) => line.replace(/^store\/items\.py:|\t.*$/g, ""))).toEqual(symbols);
});

test.each(shells)("The script for %s is printed", (shell) => {
  const script = execFileSync(process.execPath, [join(root, "dist/command/main.js"), "complete", shell], {
    env,
    encoding: "utf8",
  });
  expect(script).toContain("lsp-locate itself returns the candidates");
});

test("The scripts have no syntax errors", async () => {
  const check = (program: string, file: string) =>
    spawnSync(program, ["-n", join(root, "completions", file)], { encoding: "utf8" });
  expect(check("bash", "lsp-locate.bash")).toMatchObject({ status: 0, stderr: "" });
  if (isInstalled("zsh")) expect(check("zsh", "_lsp-locate")).toMatchObject({ status: 0, stderr: "" });
  // PowerShell is rarely installed, but its grammar is included.
  const diagnostic = ["diagnostic", join(root, "completions/lsp-locate.ps1"), "--json"];
  const problems = execFileSync(process.execPath, [await buildCommand(), ...diagnostic], {
    env: { ...env, PATH: bin },
    stdio: "pipe",
  });
  expect(JSON.parse(problems.toString())).toMatchObject({ result: { items: [] } });
  if (isInstalled("fish")) expect(check("fish", "lsp-locate.fish")).toMatchObject({ status: 0, stderr: "" });
});

/**
 * Types a line in a shell and resolves with its words after completion, as the shell splits them.
 */
async function typeInShell(shell: "bash" | "zsh", line: string): Promise<readonly string[]> {
  const [start, prompt, ready, source] = {
    bash: ["bash --norc --noprofile -i", "", "", ". <(lsp-locate complete bash)"],
    // zsh drops what is typed before it is ready, which it is when it enables bracketed paste.
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
      // Typed text appears on the screen too, so the prompt is typed in a different form.
      [ready, `${source}; PS1='LOA''DED> '\n`],
      ["LOADED> ", ""],
      // Ctrl-A, to turn the completed line into arguments of printf.
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

/** Skips a shell that is not installed. */
const inTerminal = (shell: string) => testIf(hasTerminals && isInstalled(shell), `needs terminals and ${shell}`);

describe("bash, on a terminal", () => {
  inTerminal("bash").each(inShells)("bash completes %j", async (line, ...words) => {
    expect(await typeInShell("bash", line)).toEqual(words);
  });
  // Bash closes the quote itself.
  inTerminal("bash")("bash completes in quotes", async () => {
    const line = "lsp-locate hover 'store/items.py:Shelf.ad\t";
    expect(await typeInShell("bash", line)).toEqual(["hover", "store/items.py:Shelf.add"]);
  });
});

describe("zsh, on a terminal", () => {
  inTerminal("zsh").each(inShells)("zsh completes %j", async (line, ...words) => {
    expect(await typeInShell("zsh", line)).toEqual(words);
  });
  inTerminal("zsh")("zsh completes in quotes", async () => {
    const line = "lsp-locate hover 'store/items.py:Shelf.ad\t'";
    expect(await typeInShell("zsh", line)).toEqual(["hover", "store/items.py:Shelf.add"]);
  });
});

describe("fish", () => {
  testIf(isInstalled("fish"), "fish is not installed").each<[line: string, ...offered: string[]]>([
    ["lsp-locate hov", "hover\tthe type or signature, and the documentation"],
    ["lsp-locate hover store/items.py:She", "store/items.py:Shelf\tclass"],
    ["lsp-locate hover 'store/items.py:Shelf.ad", "store/items.py:Shelf.add\tmethod"],
    ["lsp-locate outline store/it", "store/items.py"],
    ["lsp-locate search --kind=cl", "--kind=class"],
    ["lsp-locate hover --servers=pypro", "--servers=pyproject.toml"],
  ])("fish completes %s", (line, ...offered) => {
    const script = `source ${join(root, "completions/lsp-locate.fish")}; complete -C "${line}"`;
    const { stdout } = spawnSync("fish", ["--no-config", "-c", script], { cwd: project, env, encoding: "utf8" });
    expect(stdout.trimEnd().split("\n")).toEqual(offered);
  });
});
