/** Real servers beside each other: what a pair answers is what each of the two answers alone. */

import { execFile } from "node:child_process";
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { promisify } from "node:util";
import { buildCommand } from "../buildCommand.js";
import { startAgent } from "../cli/mcp/agent.js";
import { createFolder, removeFolders } from "../folders.js";
import { setEnv, skip } from "../jest.js";
import { type Peer, repository, startPeer } from "../peer.js";
import { isOnPath } from "./scenario.js";

const TIMEOUT_MS = 180_000;
afterEach(removeFolders);
beforeEach(() => {
  const bin = join(repository, "node_modules/.bin");
  setEnv("PATH", `${bin}${delimiter}${process.env["PATH"]}`);
  setEnv("LSP_LOCATE_DAEMON", "off");
});

interface ServerPair {
  readonly main: string;
  readonly companion: string;
  /** The program of each that npm does not bring. */
  readonly programs: readonly string[];
  readonly languageId: string;
  readonly path: string;
  readonly text: string;
  /** Other files of the workspace. */
  readonly files?: Readonly<Record<string, string>>;
  /** What both are asked for the code actions of. */
  readonly find: string;
}

const python = `import os
import sys


def total(items: list[int]) -> int:
    x  =  1
    return sum(items) + "a"
`;
const script = `export function first(given: number) {
  var text: string = given;
  if (given == 1) return text;
  return undefined
}
`;
const eslintConfig = `import parser from "./parser.mjs";
export default [{ files: ["**/*.ts"], languageOptions: { parser }, rules: { "no-var": "error", eqeqeq: "error" } }];
`;

/** A parser for TypeScript that takes types away, as far as `script` has any. */
const eslintParser = `import { createRequire } from "node:module";
const espree = createRequire(createRequire(import.meta.url).resolve("eslint"))("espree");
const blank = (text) => text.replace(/: (?:number|string)/g, (type) => " ".repeat(type.length));
export const parseForESLint = (text, options) => ({
  ast: espree.parse(blank(text), { ...options, ecmaVersion: "latest", sourceType: "module" }),
});
export default { parseForESLint };
`;

const pairs: readonly ServerPair[] = [
  ...["pyright", "basedpyright", "ty", "pylsp"].map((main) => ({
    ...{ main, companion: "ruff", languageId: "python", path: "app.py", text: python, find: "os" },
    programs: main === "pyright" ? ["ruff"] : ["ruff", main],
  })),
  ...["typescript-language-server", "vtsls"].map((main) => ({
    ...{ main, companion: "vscode-eslint-language-server", programs: [], languageId: "typescript" },
    ...{ path: "first.ts", text: script, find: "<|>var" },
    files: { "eslint.config.mjs": eslintConfig, "parser.mjs": eslintParser, "tsconfig.json": "{}" },
  })),
  {
    ...{ main: "typescript-language-server", companion: "biome", programs: [], languageId: "typescript" },
    ...{ path: "first.ts", text: script, find: "<|>==" },
    files: { "biome.json": "{}", "tsconfig.json": "{}" },
  },
  {
    ...{ main: "typescript-language-server", companion: "oxlint", programs: ["oxlint"], languageId: "typescript" },
    ...{ path: "first.ts", text: `debugger;\n${script}`, find: "<|>debugger" },
    files: { ".oxlintrc.json": "{}", "tsconfig.json": "{}" },
  },
];

interface Diagnostic {
  readonly message: string;
  readonly source?: string;
  readonly range: { readonly start: { readonly line: number; readonly character: number } };
}

interface Verdict {
  readonly checked: string;
  readonly why?: string;
  readonly added: readonly { readonly message: string; readonly line: number }[];
}

/** What a session answers whose language has these servers. */
async function answersOf(
  pair: ServerPair,
  main: string,
  companions: readonly string[],
  act: (peer: Peer) => Promise<void>,
) {
  const root = createFolder();
  for (const [path, text] of Object.entries({ ...pair.files, [pair.path]: pair.text })) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  symlinkSync(join(repository, "node_modules"), join(root, "node_modules"));
  const servers = createFolder();
  const file = join(servers, "servers.json");
  writeFileSync(file, JSON.stringify({ languages: { [pair.languageId]: { servers: [main], companions } } }));
  const peer = await startPeer([], { root, timeoutMs: TIMEOUT_MS, options: ["--servers", file] });
  try {
    await act(peer);
  } finally {
    await peer.close();
  }
}

async function collect(pair: ServerPair, main: string, companions: readonly string[]) {
  let diagnostics: readonly string[] = [];
  let titles: readonly string[] = [];
  let edits: unknown;
  await answersOf(pair, main, companions, async (peer) => {
    const { items } = await peer.locate<{ items: readonly Diagnostic[] }>("diagnostic", { file_path: pair.path });
    diagnostics = items.map(
      ({ source, message, range: { start } }) => `${start.line}:${start.character} ${source} ${message}`,
    );
    const actions = await peer.locate<readonly { readonly title: string }[] | null>(
      "codeAction",
      `${pair.path}@${pair.find}`,
    );
    titles = (actions ?? []).map(({ title }) => title);
    edits = await peer.locate("formatting", { file_path: pair.path }).catch(() => undefined);
  });
  return { diagnostics: [...diagnostics].sort(), titles: [...titles].sort(), edits };
}

/** What a server answers alone, which other pairs may have asked for. */
const alone = new Map<string, ReturnType<typeof collect>>();

function collectAlone(pair: ServerPair, server: string): ReturnType<typeof collect> {
  // The other server's configuration is nothing to the main one.
  const key = JSON.stringify([server, pair.text, pair.find, server === pair.companion && pair.files]);
  let collected = alone.get(key);
  if (collected === undefined) alone.set(key, (collected = collect(pair, server, [])));
  return collected;
}

describe.each(pairs)("$main with $companion beside it", (pair) => {
  test(
    "The diagnostics and the code actions are those of both, and the edits that format of one",
    async () => {
      for (const program of pair.programs) if (!isOnPath(program)) skip(`${program} is not installed`);
      const both = await collect(pair, pair.main, [pair.companion]);
      const [one, other] = [await collectAlone(pair, pair.main), await collectAlone(pair, pair.companion)];
      expect(other.diagnostics).not.toEqual([]);
      expect(both.diagnostics).toEqual([...one.diagnostics, ...other.diagnostics].sort());
      expect(both.titles).toEqual([...one.titles, ...other.titles].sort());
      // Undefined where the server can't; null where it has nothing to change.
      expect(both.edits).toEqual(one.edits === undefined ? other.edits : one.edits);
    },
    TIMEOUT_MS,
  );
});

test(
  "A companion gets no document without a file that configures it",
  async () => {
    const pair = pairs.find(({ companion }) => companion === "biome");
    if (!pair) throw new Error("no pair");
    const { files: _, ...bare } = pair;
    const { diagnostics } = await collect(bare, pair.main, [pair.companion]);
    expect(diagnostics.filter((each) => each.includes("biome"))).toEqual([]);
  },
  TIMEOUT_MS,
);

test(
  "The verdict on a change has what a companion finds in it, beside a server that is asked by its own requests",
  async () => {
    const pair = pairs.find(({ companion }) => companion === "vscode-eslint-language-server");
    if (!pair) throw new Error("no pair");
    const sound = { ...pair, text: script.replace("var", "const") };
    await answersOf(sound, pair.main, [pair.companion], async (peer) => {
      const edit = { operation: "replace", new_text: "var text", check: true };
      const answer = await peer.locate<{ diagnostics: Verdict }>("edit", "first.ts@const text", edit);
      const { checked, why, added } = answer.diagnostics;
      expect([checked, why]).toEqual(["all", undefined]);
      expect(added.map(({ message, line }) => [line, message])).toEqual([
        [2, "Unexpected var, use let or const instead."],
      ]);
    });
  },
  TIMEOUT_MS,
);

describe("Beside tsserver, eslint's problem is shown, and mended by its title", () => {
  const open = (): string => {
    const root = createFolder();
    const texts = { "eslint.config.mjs": eslintConfig, "parser.mjs": eslintParser, "tsconfig.json": "{}" };
    for (const [path, text] of Object.entries({ ...texts, "first.ts": script })) writeFileSync(join(root, path), text);
    symlinkSync(join(repository, "node_modules"), join(root, "node_modules"));
    return root;
  };
  const title = "Use '===' instead of '=='";
  const mended = script.replace("==", "===");
  const problems = [/Type 'number' is not assignable to type 'string'/, /Unexpected var, use let or const instead/];

  test(
    "at the shell",
    async () => {
      const root = open();
      const main = await buildCommand();
      const run = async (...words: string[]): Promise<string> => {
        const env = { ...process.env, LSP_LOCATE_SERVERS: join(createFolder(), "servers.json") };
        writeFileSync(env.LSP_LOCATE_SERVERS, "{}");
        const running = promisify(execFile)(process.execPath, [main, ...words], { cwd: root, env });
        return (await running.catch((failure: { readonly stdout: string }) => failure)).stdout;
      };
      const shown = await run("diagnostic", "first.ts");
      for (const problem of problems) expect(shown).toMatch(problem);
      await run("fix", "first.ts@==", title, "--write");
      expect(readFileSync(join(root, "first.ts"), "utf8")).toBe(mended);
    },
    TIMEOUT_MS,
  );

  test(
    "over MCP",
    async () => {
      const agent = await startAgent(open());
      try {
        const shown = await agent.text("diagnostics", { file_path: "first.ts" });
        for (const problem of problems) expect(shown).toMatch(problem);
        await agent.text("refactor", { action: "fix", locate: "first.ts@==", title, apply: true });
        expect(agent.file("first.ts")).toBe(mended);
      } finally {
        await agent.client.close();
      }
    },
    TIMEOUT_MS,
  );
});

test(
  "Three linters beside one server: the diagnostics are those of all",
  async () => {
    if (!isOnPath("oxlint")) skip("oxlint is not installed: see scripts/install-programs.sh");
    const linters = ["vscode-eslint-language-server", "biome", "oxlint"];
    const files = { "eslint.config.mjs": eslintConfig, "parser.mjs": eslintParser, "tsconfig.json": "{}" };
    const pair = { ...(pairs.find(({ main }) => main === "typescript-language-server") as ServerPair) };
    const whole = {
      ...pair,
      text: `debugger;\n${script}`,
      find: "<|>debugger",
      files: { ...files, "biome.json": "{}", ".oxlintrc.json": "{}" },
    };
    const { diagnostics } = await collect(whole, pair.main, linters);
    const sources = new Set(diagnostics.map((each) => each.split(" ")[1]));
    expect(sources).toEqual(new Set(["typescript", "eslint", "biome", "oxc"]));
  },
  TIMEOUT_MS,
);

/** Programs that stand for a linter, as it fails. */
const failing = {
  "is not installed": undefined,
  "exits at once": "process.exit(1)",
  "does not answer": "process.stdin.resume()",
  "answers with errors": `
    let bytes = Buffer.alloc(0);
    process.stdin.on("data", (chunk) => {
      bytes = Buffer.concat([bytes, chunk]);
      for (let end; (end = bytes.indexOf("\\r\\n\\r\\n")) >= 0; ) {
        const length = Number(/Content-Length: (\\d+)/.exec(bytes.subarray(0, end))[1]);
        if (bytes.length < end + 4 + length) return;
        const { id, method } = JSON.parse(bytes.subarray(end + 4, end + 4 + length));
        bytes = bytes.subarray(end + 4 + length);
        if (method === "exit") process.exit(0);
        if (method === undefined || id === undefined) continue;
        const capabilities = { textDocumentSync: 2, codeActionProvider: true, hoverProvider: true, diagnosticProvider: {} };
        const answer = method === "initialize" ? { result: { capabilities } } : { error: { code: -32603, message: "no" } };
        const body = JSON.stringify({ jsonrpc: "2.0", id, ...answer });
        process.stdout.write("Content-Length: " + Buffer.byteLength(body) + "\\r\\n\\r\\n" + body);
      }
    });`,
} as const;

test.each(Object.entries(failing))(
  "A companion that %s costs only its part",
  async (_, program) => {
    const root = createFolder();
    writeFileSync(join(root, "app.py"), python);
    const file = join(createFolder(), "servers.json");
    const command = program === undefined ? ["no-such-linter"] : [process.execPath, "-e", program];
    const servers = { linter: { command, languages: ["lint"] } };
    const languages = { python: { servers: ["pyright"], companions: ["linter"] } };
    writeFileSync(file, JSON.stringify({ servers, languages }));
    const peer = await startPeer([], { root, timeoutMs: TIMEOUT_MS, options: ["--servers", file] });
    try {
      const hover = await peer.locate<{ contents: { value: string } }>("hover", "app.py:total");
      expect(hover.contents.value).toContain("def total");
      expect(await peer.locate("definition", "app.py@sum<|>(items)")).not.toBeNull();
      const { items } = await peer.locate<{ items: readonly Diagnostic[] }>("diagnostic", { file_path: "app.py" });
      expect(items.map(({ source }) => source)).toContain("Pyright");
    } finally {
      await peer.close();
    }
  },
  TIMEOUT_MS,
);
