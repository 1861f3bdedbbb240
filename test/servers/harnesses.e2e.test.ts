/** Claude Code, Codex, Gemini CLI and opencode, configured by `setup`, with a scripted model. */

import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { promisify } from "node:util";
import { afterTest, skip, testIf } from "../jest.js";
import { repository } from "../peer.js";
import { removeFolder } from "../removeFolder.js";
import { isOnPath } from "./scenario.js";
import { startScriptedModel, type ToolCall } from "./scriptedModel.js";

const TIMEOUT_MS = 240_000;

/** Variables with which commands share a session, and a hook has time on a busy machine. */
const sessions = { LSP_LOCATE_DAEMON: "on", CI: "", LSP_LOCATE_HOOKS: "60000" };

const files = {
  "a.py": "from b import area\n\n\ndef total(n: int) -> int:\n    return area(n)\n\n\ntotal(missing)\n",
  "b.py": "def area(n: int) -> int:\n    return n * n\n",
};

interface Harness {
  readonly program: string;
  /** As `setup` knows it. */
  readonly client: string;
  readonly words: (url: string) => readonly string[];
  /** What else has it call a hook, and a search for a text by its shell. */
  readonly hookWords?: readonly string[];
  readonly search?: ToolCall;
  readonly env: (url: string) => Record<string, string>;
  /** Of the user, in the home folder, before `setup`. */
  readonly settings?: (url: string) => readonly [path: string, text: string];
}

const harnesses: Record<"Claude Code" | "Codex" | "Gemini CLI" | "opencode", Harness> = {
  "Claude Code": {
    program: "claude",
    client: "claude-code",
    words: () => ["-p", "go", "--allowedTools", "LSP,Read,Edit,Bash", "--output-format", "json"],
    search: { name: "Bash", input: { command: "grep -rn 'def area' .", description: "search" } },
    env: (url) => ({
      ANTHROPIC_BASE_URL: url,
      ANTHROPIC_API_KEY: "none",
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
      DISABLE_AUTOUPDATER: "1",
    }),
  },
  Codex: {
    program: "codex",
    client: "codex",
    words: (url) => {
      const provider = `{ name = "scripted", base_url = "${url}/v1", wire_api = "responses", env_key = "MODEL_KEY" }`;
      const settings = ['model = "scripted"', 'model_provider = "scripted"', `model_providers.scripted = ${provider}`];
      return ["exec", "--skip-git-repo-check", ...settings.flatMap((each) => ["-c", each]), "--json", "go"];
    },
    env: () => ({ MODEL_KEY: "none" }),
    hookWords: ["--dangerously-bypass-hook-trust"],
    search: { name: "exec_command", input: { cmd: "grep -rn 'def area' ." } },
  },
  "Gemini CLI": {
    program: "gemini",
    client: "gemini-cli",
    words: () => ["-m", "gemini-2.5-pro", "--yolo", "-p", "go"],
    search: { name: "run_shell_command", input: { command: "grep -rn 'def area' .", description: "search" } },
    env: (url) => ({ GOOGLE_GEMINI_BASE_URL: url, GEMINI_API_KEY: "none", GEMINI_CLI_TRUST_WORKSPACE: "true" }),
    settings: () => [".gemini/settings.json", '{ "security": { "auth": { "selectedType": "gemini-api-key" } } }\n'],
  },
  opencode: {
    program: "opencode",
    client: "opencode",
    words: () => ["run", "-m", "scripted/scripted", "go"],
    env: () => ({
      OPENCODE_EXPERIMENTAL_LSP_TOOL: "true",
      OPENCODE_DISABLE_AUTOUPDATE: "1",
      OPENCODE_DISABLE_MODELS_FETCH: "1",
      OPENCODE_DISABLE_LSP_DOWNLOAD: "1",
    }),
    settings: (url) => {
      const models = { scripted: { name: "scripted", tool_call: true } };
      const options = { baseURL: `${url}/v1`, apiKey: "none" };
      const scripted = { npm: "@ai-sdk/openai-compatible", name: "scripted", options, models };
      const settings = { small_model: "scripted/scripted", share: "disabled", permission: { "*": "allow" } };
      const text = JSON.stringify({ ...settings, provider: { scripted } });
      return [".config/opencode/opencode.json", `${text}\n`];
    },
  },
};

/** Returns what the model has been sent after these calls, and the project's folder. */
async function converse(
  name: keyof typeof harnesses,
  calls: readonly ToolCall[],
  { hooks = false, more = {} }: { readonly hooks?: boolean; readonly more?: Readonly<Record<string, string>> } = {},
): Promise<{ readonly conversation: string; readonly project: string }> {
  const { program, client, words, hookWords = [], env, settings } = harnesses[name];
  const root = realpathSync(mkdtempSync(join(tmpdir(), "locate-harness-")));
  afterTest(() => removeFolder(root));
  const [home, project, bin, tmp] = [join(root, "home"), join(root, "project"), join(root, "bin"), join(root, "tmp")];
  for (const folder of [home, join(project, ".git"), bin, tmp]) mkdirSync(folder, { recursive: true });
  for (const [path, text] of Object.entries({ ...files, ...more })) writeFileSync(join(project, path), text);
  symlinkSync(join(repository, "dist/command/main.js"), join(bin, "lsp-locate"));
  const model = await startScriptedModel(calls);
  if (settings !== undefined) {
    const [path, text] = settings(model.url);
    mkdirSync(join(home, path, ".."), { recursive: true });
    writeFileSync(join(home, path), text);
  }
  const run = (command: string, args: readonly string[]) => {
    const path = [bin, join(repository, "node_modules/.bin"), process.env["PATH"]].join(delimiter);
    const folders = { HOME: home, PWD: project, TMPDIR: tmp, XDG_STATE_HOME: join(root, "state") };
    const own = { ...folders, PATH: path, ...(hooks && sessions) };
    const child = promisify(execFile)(command, args, {
      cwd: project,
      env: { ...process.env, ...own, ...env(model.url) },
      timeout: TIMEOUT_MS,
    });
    // Codex reads its standard input to the end.
    child.child.stdin?.end();
    return child;
  };
  await run("lsp-locate", ["setup", client, "--write", ...(hooks ? ["--hooks"] : [])]);
  // Harnesses start MCP servers with few of their own variables, so a session may start.
  afterTest(() => run("lsp-locate", ["daemon", "stop", "--everywhere"]));
  // A hook asks the session that runs, and starts none.
  if (hooks) await run("lsp-locate", ["search", "area"]);
  await run(program, [...words(model.url), ...(hooks ? hookWords : [])]);
  return { conversation: model.conversation(), project };
}

function testWith(name: keyof typeof harnesses): typeof test {
  return testIf(isOnPath(harnesses[name].program), `${name} is not installed: see scripts/install-programs.sh`);
}

testWith("Claude Code")(
  "Claude Code's LSP tool gets whole answers from a cold start, and the problems of its edits",
  async () => {
    const ask = (operation: string, at: object): ToolCall => ({ name: "LSP", input: { operation, ...at } });
    const problemOfEdit = '\\"absent\\" is not defined';
    const area = { filePath: "b.py", line: 1, character: 5 };
    const { conversation } = await converse("Claude Code", [
      ask("findReferences", area),
      ask("incomingCalls", area),
      ask("hover", { filePath: "a.py", line: 4, character: 5 }),
      ask("goToDefinition", { filePath: "a.py", line: 5, character: 12 }),
      ask("documentSymbol", { filePath: "b.py", line: 1, character: 1 }),
      ask("workspaceSymbol", { ...area, query: "a.py:total" }),
      { name: "Read", input: { file_path: "b.py" } },
      { name: "Edit", input: { file_path: "b.py", old_string: "n * n", new_string: "n * absent" } },
      { ...ask("hover", area), until: problemOfEdit },
    ]);
    expect(conversation).toContain("Found 3 references across 2 files");
    expect(conversation).toContain("total (Function) - Line 4 [calls at: 5:12]");
    expect(conversation).toContain("(function) def total(n: int) -> int");
    expect(conversation).toContain("Defined in b.py:1:5");
    expect(conversation).toContain("a.py:4:5, the only symbol of that path");
    expect(conversation).toContain('\\"missing\\" is not defined');
    expect(conversation).toContain(problemOfEdit);
  },
  TIMEOUT_MS,
);

testWith("Claude Code")(
  "Claude Code's edit is checked by a type checker and by the linter beside it",
  async () => {
    if (!isOnPath("ruff")) skip("ruff is not installed: see scripts/install-programs.sh");
    const file = { file_path: "b.py" };
    const ofLinter = "Undefined name `absent`";
    const { conversation } = await converse("Claude Code", [
      { name: "Read", input: file },
      { name: "Edit", input: { ...file, old_string: "n * n", new_string: "n * absent" } },
      { name: "Read", input: file, until: ofLinter },
    ]);
    expect(conversation).toContain('\\"absent\\" is not defined');
    expect(conversation).toContain(ofLinter);
  },
  TIMEOUT_MS,
);

describe("A model is told of a use that an answer may leave out", () => {
  // The server can't resolve the import, which may all the same mean the file.
  const more = { "far.py": "from shop.b import area\n\narea(2)\n" };
  const doubt = /textDocument\/references at b\.py:1: also in the text, not in the answer.*far\.py:1, far\.py:3/;
  const at = { operation: "findReferences", filePath: "b.py", line: 1, character: 5 };

  testWith("Claude Code")(
    "by Claude Code, as a new diagnostic",
    async () => {
      const again: ToolCall = { name: "Bash", input: { command: "true", description: "wait" }, until: "far.py:3" };
      const { conversation } = await converse("Claude Code", [{ name: "LSP", input: at }, again], { more });
      expect(conversation).toContain("Found 3 references across 2 files");
      expect(conversation).toMatch(doubt);
    },
    TIMEOUT_MS,
  );

  testWith("opencode")(
    "by opencode, in the answer",
    async () => {
      const { conversation } = await converse("opencode", [{ name: "lsp", input: at, until: "far.py:3" }], { more });
      expect(conversation).toMatch(doubt);
    },
    TIMEOUT_MS,
  );
});

testWith("Codex")(
  "Codex asks over MCP, and does not edit without approval",
  async () => {
    const call = (name: string, input: object): ToolCall => ({ name, namespace: "mcp__lsp_locate", input });
    const { conversation, project } = await converse("Codex", [
      call("ask", { question: "references", locate: "b.py:area" }),
      call("edit", { locate: "b.py@n * n", operation: "replace", new_text: "n + n" }),
    ]);
    expect(conversation).toContain("2 uses and the declaration in 2 files");
    expect(conversation).toContain("requires approval");
    expect(readFileSync(join(project, "b.py"), "utf8")).toBe(files["b.py"]);
  },
  TIMEOUT_MS,
);

testWith("Gemini CLI")(
  "Gemini CLI asks and edits over MCP",
  async () => {
    // It refuses arguments of other types than the schema has.
    const call = (name: string, input: object): ToolCall => ({ name: `mcp_lsp-locate_${name}`, input });
    const { conversation, project } = await converse("Gemini CLI", [
      call("ask", { question: ["references"], locate: "b.py:area" }),
      call("rename", { locate: "b.py:area", new_name: "square", apply: "true" }),
      call("diagnostics", { file_path: "a.py" }),
    ]);
    expect(conversation).toContain("2 uses and the declaration in 2 files");
    expect(readFileSync(join(project, "a.py"), "utf8")).toBe(files["a.py"].replaceAll("area", "square"));
    expect(conversation).toContain('\\"missing\\" is not defined');
  },
  TIMEOUT_MS,
);

describe.each(["Claude Code", "Codex", "Gemini CLI"] as const)("%s", (name) => {
  testWith(name)(
    "gets the Locate of a symbol with the answer of a grep for it, by the hook",
    async () => {
      // On a busy machine a hook may take longer than it may.
      const until = "area is the function b.py:area. Its uses";
      const { conversation } = await converse(name, [{ ...(harnesses[name].search as ToolCall), until }], {
        hooks: true,
      });
      expect(conversation).toContain("b.py:1:def area");
      expect(conversation).toContain(until);
    },
    TIMEOUT_MS,
  );
});
