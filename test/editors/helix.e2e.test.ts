/**
 * The recipe for Helix. Helix needs a terminal, so this reads its configuration and runs the shell
 * commands it would run.
 */
import { spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describeIf } from "../jest.js";
import { repository } from "../peer.js";
import { PackagedGrammars, theEngine } from "../syntax/packagedGrammars.js";
import { makeWorkspace, unsupportedReason, type Workspace } from "./workspace.js";

const textOf = (file: string) => readFileSync(join(repository, "editors/helix", file), "utf8");

test.each(["languages.toml", "config.toml"])("%s is TOML.", async (file) => {
  const grammar = new PackagedGrammars().of("toml");
  if (grammar === undefined) throw new Error("there is no grammar for TOML");
  theEngine().open(1, grammar, textOf(file));
  expect(await theEngine().syntaxErrors(1)).toEqual([]);
  theEngine().close(1);
});

test("Each language occurs once, with the declared server.", () => {
  const entries = textOf("languages.toml").split("[[language]]\n").slice(1);
  const names = entries.map((entry) => /^name = "(\w+)"\nlanguage-servers = \["lsp-locate"\]\n+$/.exec(entry)?.[1]);
  expect(names.length).toBeGreaterThan(10);
  expect(names).not.toContain(undefined);
  expect(new Set(names).size).toBe(names.length);
  expect(textOf("languages.toml")).toContain('[language-server.lsp-locate]\ncommand = "lsp-locate"\n');
});

/** Returns what a key is bound to: a literal string of TOML, without escapes. */
function binding(key: string): string {
  const [, written = ""] = new RegExp(`^${key} = '''(.*?)'''$`, "ms").exec(textOf("config.toml")) ?? [];
  return written;
}

/**
 * Names that the shell would run if they were pasted into a command; the last has a folder that
 * ends with a line end.
 */
const hostile = ["a'$(touch PWNED)'.py", 'a"$(touch PWNED)`touch PWNED`".py', "-x.py", "x\n/\ntouch PWNED\n.py"];

const describeWithShell = describeIf(unsupportedReason === undefined, unsupportedReason ?? "");

describeWithShell("what the keys have the shell do", () => {
  let workspace: Workspace;
  beforeAll(async () => {
    workspace = await makeWorkspace();
    for (const [name, does] of [
      ["wl-copy", "cat > copied"],
      ["wl-paste", "cat clipboard"],
    ] as const) {
      writeFileSync(join(workspace.programs, name), `#!/bin/sh\n${does}\n`);
      chmodSync(join(workspace.programs, name), 0o755);
    }
  });
  afterAll(() => workspace.remove());

  const at = (name: string) => join(workspace.project, name);
  /** As in Helix, which shows stderr if the shell command fails. */
  const shell = (script: string) => {
    const options = { cwd: workspace.project, env: workspace.env, encoding: "utf8" } as const;
    const { status, stdout, stderr } = spawnSync("sh", ["-c", script], options);
    return status === 0 ? stdout.trim() : stderr;
  };

  /** Returns the path that `:open` gets. */
  function opened(clipboard: string): string {
    writeFileSync(at("clipboard"), clipboard);
    const [, script = ""] = /^:open %sh\{(.*)\}$/s.exec(binding("g")) ?? [];
    // Helix would expand it, or not find the end of the expansion.
    expect(script).not.toContain("%");
    expect(script.split("{")).toHaveLength(script.split("}").length);
    return shell(script);
  }

  test.each([
    ["app/src/cart.ts:Cart.total", "app/src/cart.ts:10:3"],
    ["app/src/main.ts@<|>cart.total()", "app/src/main.ts:5:28"],
    [":Stock.put", "tools/stock.py:10:9"],
  ])("Space l g goes to %s.", (locate, place) => {
    expect(opened(locate)).toBe(place);
  });

  test.each([
    ["app/src/cart.ts:Cart.totl", "Write `app/src/cart.ts:Cart.total`."],
    ["app/src/cart.ts@'$(touch PWNED)'`touch PWNED`", "touch PWNED"],
    ["--trace=PWNED", "file"],
  ])("A Locate that matches nothing opens a text with what to write: %s.", (locate, said) => {
    const file = opened(locate);
    expect(readFileSync(file, "utf8")).toContain(said);
    rmSync(file);
    expect(existsSync(at("PWNED"))).toBe(false);
  });

  /** Returns what Helix runs to copy, with its own expansions, which it expands once. */
  function copied(buffer_name: string, cursor_line = "1", cursor_column = "1"): string {
    const script = binding("c")
      .replace(/^:sh /, "")
      .replaceAll("%%", "%")
      .replace("%{buffer_name}", () => buffer_name)
      .replace("%{cursor_line}", cursor_line)
      .replace("%{cursor_column}", cursor_column);
    expect(script).not.toContain("%{");
    return shell(script);
  }

  test("Space l c shows and copies the Locate of the cursor.", () => {
    expect(copied("app/src/cart.ts", "10", "3")).toBe("app/src/cart.ts:Cart.total");
    expect(readFileSync(at("copied"), "utf8")).toBe("app/src/cart.ts:Cart.total");
  });

  test("Without a Locate, its error is shown.", () => {
    expect(copied("app/src/crat.ts")).toContain("There is no file");
  });

  test.each(hostile)("The file name %j is not run as a command.", (name) => {
    mkdirSync(dirname(at(name)), { recursive: true });
    writeFileSync(at(name), "def first():\n    return 1\n");
    rmSync(at("copied"), { force: true });
    // Its Locate if the short notation can express it, and nothing else.
    const said = copied(name, "1", "5");
    expect(existsSync(at("PWNED"))).toBe(false);
    if (!name.includes("\n")) expect(readFileSync(at("copied"), "utf8")).toBe(said);
  });
});
