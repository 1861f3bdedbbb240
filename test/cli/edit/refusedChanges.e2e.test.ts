/** Changes that can't be made, at the shell and over MCP: the reason is said, nothing written. */

import { execFile } from "node:child_process";
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { buildCommand } from "../../buildCommand.js";
import { createFolder } from "../../folders.js";
import { type Agent, cleanUp, createEnvironment, startAgent } from "../mcp/agent.js";

jest.setTimeout(120_000);
afterAll(cleanUp);

const run = promisify(execFile);
const servers = {
  servers: {
    actions: { command: [process.execPath, join(import.meta.dirname, "actionServer.mjs")], languages: ["python"] },
  },
  languages: { python: { servers: ["actions"], companions: [] } },
};
const files = {
  ".git/HEAD": "ref: refs/heads/main\n",
  "a.py": "a = 1\nb = a\n",
  "b.py": "import a\n",
  "many.py": "a = 1\n".repeat(10_000),
  "folder/c.py": "c = 1\n",
};

let agent: Agent;
const environment = createEnvironment(servers);

beforeAll(async () => {
  const folder = createFolder();
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(join(folder, name, ".."), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  symlinkSync("../b.py", join(folder, "folder/link.py"));
  agent = await startAgent(folder, { environment });
});

/** Returns what the shell says, with its exit code. */
async function shell(words: readonly string[]) {
  const options = { cwd: agent.folder, env: { ...environment, LSP_LOCATE_DAEMON: "off" } };
  try {
    const { stdout, stderr } = await run(process.execPath, [await buildCommand(), ...words], options);
    return { code: 0, text: stdout + stderr };
  } catch (error) {
    const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string };
    return { code, text: stdout + stderr };
  }
}

function expectNothingWritten() {
  for (const [name, text] of Object.entries(files)) expect(readFileSync(join(agent.folder, name), "utf8")).toBe(text);
}

const replacement = (locate: string, new_text: string) => ({ locate, operation: "replace", new_text });
const overlapping = [replacement("a.py@a = 1", "c = 1"), replacement("a.py:1", "d = 1")];
const failing = [replacement("a.py@a = 1", "c = 1"), replacement("b.py@nowhere", "d")];
const severalWords = (edits: readonly object[]) => ["edit", `--edits=${JSON.stringify(edits)}`, "--write"];

/** What it is, the words at the shell, the tool's call, the reason. */
test.each<[string, readonly string[], [string, object], RegExp]>([
  [
    "Overlapping edits",
    severalWords(overlapping),
    ["edit", { edits: overlapping }],
    /edits\[0\] and edits\[1\] are of the same text/,
  ],
  ["Two edits of which one fails", severalWords(failing), ["edit", { edits: failing }], /edits\[1\]/],
  [
    "A find at 10,000 places",
    ["edit", "many.py@a", "--all", "--replace=b", "--write"],
    ["edit", { ...replacement("many.py@a", "b"), at: ["all"] }],
    /matches 10,000 times/,
  ],
  [
    "A title that fits two actions",
    ["fix", "a.py:1", "import", "--write"],
    ["refactor", { action: "fix", locate: "a.py:1", title: "import" }],
    /Several actions fit "import": "Import a", "Import b"\. Write one of these titles in full\./,
  ],
  [
    "A command that never applies an edit",
    ["fix", "a.py:1", "Run nothing", "--write"],
    ["refactor", { action: "fix", locate: "a.py:1", title: "Run nothing" }],
    /its command `nothing` was run and has applied no edit/,
  ],
  [
    "A server that asks the user a question",
    ["fix", "a.py", "Run question", "--write"],
    ["refactor", { action: "fix", locate: "a.py", title: "Run question" }],
    /asks the user "Which one\?" \("This", "That"\), and an edit followed no answer/,
  ],
  [
    "A move onto an existing file",
    ["move", "a.py", "b.py", "--write"],
    ["refactor", { action: "move", locate: "a.py", to: "b.py" }],
    /it exists already/,
  ],
  [
    "A move out of the workspace",
    ["move", "a.py", "../a.py", "--write"],
    ["refactor", { action: "move", locate: "a.py", to: "../a.py" }],
    /outside of the workspace/,
  ],
  [
    "A move of a folder into itself",
    ["move", "folder", "folder/inner", "--write"],
    ["refactor", { action: "move", locate: "folder", to: "folder/inner" }],
    /itself/,
  ],
])("%s: refused, with the reason", async (_title, words, [tool, args], reason) => {
  const { code, text } = await shell(words);
  expect(text).toMatch(reason);
  expect(code).toBeGreaterThan(0);
  const answer = await agent.call(tool, { ...args, apply: true });
  expect([answer.isError, answer.text]).toEqual([true, expect.stringMatching(reason)]);
  expectNothingWritten();
});

test("Each of the titles that an error offers works when it is written at the shell", async () => {
  const { code, text } = await shell(["fix", "a.py:1", "Import a"]);
  expect([code, text]).toEqual([0, expect.stringContaining("+Import a = 1")]);
});

test("A folder is moved with a link that leads out of it, which is said at the shell and over MCP", async () => {
  const said = expect.stringContaining("is a link that leads out of it");
  const { code, text } = await shell(["move", "folder", "deep/folder"]);
  expect([code, text]).toEqual([0, said]);
  const answer = await agent.call("refactor", { action: "move", locate: "folder", to: "deep/folder" });
  expect(answer).toMatchObject({ text: said });
  expectNothingWritten();
});

test.each([
  ["a symbol that is not there", "a.py:nope", "b.py", "No symbol `nope` in `a.py`"],
  ["a symbol of a file that is not there", "x.py:a", "b.py", "There is no file x.py (looked for"],
  ["a file that is not there", "x.py", "y.py", "There is no file x.py (looked for"],
  ["a symbol to its own file", "a.py:a", "a.py", "a.py can't be the target: `a` is there already."],
])("A move of %s names its files as they were written", async (_, from, to, why) => {
  const { code, text } = await shell(["move", from, to, "--write"]);
  expect(code).toBe(1);
  expect(text).toContain(why);
  expectNothingWritten();
});
