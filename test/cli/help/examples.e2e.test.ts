/**
 * The examples of the help pages and `--help` itself, run by the built command with only the
 * embedded server installed.
 */

import { execFile } from "node:child_process";
import { cpSync, mkdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { NODE_EXAMPLE, notationExamples } from "../../../src/cli/help/helpPage.js";
import { methodCommands } from "../../../src/cli/methods/commandTable.js";
import { buildCommand } from "../../buildCommand.js";
import { temporaryFolder } from "../../folders.js";
import { argumentsOf, splitShellWords } from "../shellWords.js";

const root = resolve(import.meta.dirname, "../../..");
const folder = temporaryFolder();
const project = join(folder, "project");
cpSync(join(root, "test/projects/python"), project, { recursive: true });
mkdirSync(join(folder, "bin"));

async function run(words: readonly string[]): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, [await buildCommand(), ...words], {
    cwd: project,
    env: {
      PATH: join(folder, "bin"),
      HOME: folder,
      XDG_CACHE_HOME: join(folder, "cache"),
      XDG_STATE_HOME: join(folder, "state"),
      XDG_CONFIG_HOME: join(folder, "config"),
      // Examples of daemon must not end the sessions of the user.
      XDG_RUNTIME_DIR: folder,
      LSP_LOCATE_DAEMON: "off",
      NO_COLOR: "1",
    },
  });
  return stdout;
}

/** Methods that the embedded server answers. */
const methods = [
  "search",
  "outline",
  "resolve",
  "describe",
  "nodes",
  "resolveRange",
  "hover",
  "definition",
  "references",
];
const cheapExamples = methods.flatMap((name) => methodCommands.get(name)?.examples[0] ?? []);

test.each(cheapExamples)("The example prints an answer: %s", async (example) => {
  expect((await run(argumentsOf(example) ?? [])).length).toBeGreaterThan(10);
});

test("The examples of edit show the expected diffs", async () => {
  const [replace, before, away] = methodCommands.get("edit")?.examples ?? [];
  expect(await run(argumentsOf(replace ?? "") ?? [])).toContain("\n-LIMIT = 10\n+LIMIT = 20\n");
  expect(await run(argumentsOf(before ?? "") ?? [])).toContain("\n+    print(result); return result\n");
  expect(await run(argumentsOf(away ?? "") ?? [])).toContain("\n-def größe(preis: float) -> str:\r\n");
});

test.each([...notationExamples.map(([written]) => written), NODE_EXAMPLE])(
  "The Locate %s of help resolves to a place",
  async (written) => {
    const [locate = ""] = splitShellWords(written);
    const isRange = locate.split("<|>").length > 2;
    expect(await run([isRange ? "resolveRange" : "resolve", locate])).toMatch(/^store\/(?:items|shop)\.py:\d+:\d+/);
  },
);

test.each<[readonly string[], RegExp]>([
  [["--help"], /^lsp-locate \d/],
  [["help"], /^lsp-locate \d/],
  [["hover", "--help"], /^lsp-locate hover <locate>/],
  [["hover", "store/items.py:Shelf", "-h"], /^lsp-locate hover <locate>/],
  [["help", "textDocument/hover"], /^lsp-locate hover <locate>/],
  [["help", "refs"], /^lsp-locate references <locate>/],
  [["help", "locate"], /^A Locate is/],
  [["help", "notation"], /^A Locate is/],
  [["doctor", "--help"], /^lsp-locate doctor/],
])("The command line %j prints that page", async (words, text) => {
  expect(await run(words)).toMatch(text);
});

test("Help on an unknown word is a usage error", async () => {
  await expect(run(["help", "zzzz"])).rejects.toMatchObject({
    code: 2,
    stderr:
      'lsp-locate: There is no help on "zzzz". lsp-locate --help lists the topics.\nlsp-locate --help explains the usage.\n',
  });
});
