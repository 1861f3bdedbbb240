/**
 * Worktrees of git, nested in the main one and beside it, each with two real servers: no answer,
 * edit or candidate is from the wrong tree.
 */

import { execFile, execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import type { Location, SymbolInformation, WorkspaceEdit } from "vscode-languageserver-protocol";
import { pathOfUri } from "../../src/uri.js";
import { buildCommand } from "../buildCommand.js";
import { cleanUp, createEnvironment, startAgent } from "../cli/mcp/agent.js";
import { createFolder } from "../folders.js";
import { testIf } from "../jest.js";
import { type Peer, startPeer } from "../peer.js";

afterAll(cleanUp);

/** Global names in scripts, and modules by name: a server sees those of nested worktrees. */
const files: Readonly<Record<string, string>> = {
  "shop.py": "class Cart:\n    def total(self) -> int:\n        return 1\n",
  "till.py": "from shop import Cart\n\ncart = Cart()\nprint(cart.total())\n",
  "prices.ts": "function grandTotal(): number {\n  return 1;\n}\n",
  "page.ts": "const shown = grandTotal() + 1;\n",
  "tsconfig.json": "{}",
  ".gitignore": ".claude/\n",
};

const isFull = process.env["TEST_SOAK"] === "full";

/** The trees, by the path from the main one. `trees/b` is in no ignored or hidden folder. */
const trees = isFull ? [".", ".claude/worktrees/a", "trees/b", "../beside"] : [".", "trees/b", "../beside"];

function git(cwd: string, ...words: string[]): void {
  const identity = ["-c", "user.name=test", "-c", "user.email=test@example.org", "-c", "init.defaultBranch=main"];
  execFileSync("git", [...identity, ...words], { cwd, stdio: "pipe" });
}

/** Makes a repository with three further worktrees; returns the main one. */
function createTrees(): string {
  const main = join(createFolder(), "main");
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(main, path)), { recursive: true });
    writeFileSync(join(main, path), text);
  }
  git(main, "init", "--quiet");
  git(main, "add", ".");
  git(main, "commit", "--quiet", "--message", "First");
  for (const tree of trees.slice(1)) git(main, "worktree", "add", "--quiet", "--detach", tree);
  return main;
}

interface Answer<Result> {
  readonly result: Result;
  readonly unconfirmed?: { readonly places: readonly object[] };
}

const main = createTrees();

/** Returns the innermost tree that a file is in, as in `trees`; undefined outside of all. */
function treeOf(uri: string): string | undefined {
  return trees.findLast((tree) => (pathOfUri(uri) ?? "").startsWith(`${join(main, tree)}/`));
}

function editedTrees({ changes = {}, documentChanges = [] }: WorkspaceEdit): readonly (string | undefined)[] {
  const edited = documentChanges.flatMap((change) => ("textDocument" in change ? [change.textDocument.uri] : []));
  return [...Object.keys(changes), ...edited].map(treeOf);
}

/** A symbol of each server. */
const symbols = ["shop.py:Cart.total", "prices.ts:grandTotal"];

async function withPeer(options: readonly string[], use: (peer: Peer) => Promise<void>): Promise<void> {
  const peer = await startPeer([], { root: main, options, capabilities: "poor" });
  try {
    await use(peer);
  } finally {
    await peer.close();
  }
}

jest.setTimeout(300_000);

test("In a routed session, each worktree has servers of its own, and answers stay in it", () =>
  withPeer([], async ({ locate, request }) => {
    for (const [tree, symbol] of trees.flatMap((each) => symbols.map((symbol) => [each, symbol] as const))) {
      const at = join(main, tree, symbol);
      const references = await locate<Answer<Location[]>>("references", at, { place: true });
      expect([at, ...references.result.map(({ uri }) => treeOf(uri))]).toEqual([at, tree, tree]);
      expect(references.unconfirmed?.places ?? []).toEqual([]);
      const rename = await locate<Answer<WorkspaceEdit>>("rename", at, { newName: "renamed", place: true });
      expect([at, ...editedTrees(rename.result)]).toEqual([at, tree, tree]);
      expect(rename.unconfirmed?.places ?? []).toEqual([]);
    }
    const { backends } = await request<{ backends: readonly { root: string }[] }>("locate/status", {});
    expect(backends.map(({ root }) => pathOfUri(root)).sort()).toEqual(
      trees.flatMap((tree) => [join(main, tree), join(main, tree)]).sort(),
    );
    const found = await locate<{ file_path: string }>("resolve", ":Cart.total");
    expect(found.file_path).toBe("shop.py");
    const search = await request<{ symbols: readonly { uri: string }[] }>("locate/search", {
      symbol_path: "grandTotal",
    });
    expect(search.symbols.map(({ uri }) => treeOf(uri))).toEqual(["."]);
  }));

testIf(isFull, "only in the full form")("In agent mode, plain requests are kept to the worktree", () =>
  withPeer(["--agent"], async ({ request }) => {
    for (const tree of trees) {
      const uri = (path: string) => pathToFileURL(join(main, tree, path)).href;
      for (const [path, position] of [
        ["shop.py", { line: 1, character: 9 }],
        ["prices.ts", { line: 0, character: 10 }],
      ] as const) {
        const at = { textDocument: { uri: uri(path) }, position };
        const references = await request<Location[]>("textDocument/references", {
          ...at,
          context: { includeDeclaration: true },
        });
        expect(new Set(references.map(({ uri }) => treeOf(uri)))).toEqual(new Set([tree]));
        const edit = await request<WorkspaceEdit>("textDocument/rename", { ...at, newName: "renamed" });
        expect(new Set(editedTrees(edit))).toEqual(new Set([tree]));
      }
    }
    const found = await request<SymbolInformation[]>("workspace/symbol", { query: "grandTotal" });
    expect(found.map(({ location }) => treeOf(location.uri))).toEqual(["."]);
  }),
);

async function runCommand(...words: readonly string[]): Promise<string> {
  const run = promisify(execFile);
  const options = { cwd: main, env: createEnvironment() };
  return (await run(process.execPath, [await buildCommand(), ...words], options)).stdout;
}

const read = (tree: string, path: string) => readFileSync(join(main, tree, path), "utf8");

test.each(isFull ? trees.slice(1) : ["trees/b"])(
  "At the shell, answers about %s and edits stay in it",
  async (tree) => {
    const found = await runCommand("references", `${tree}/shop.py:Cart.total`);
    const named = new Set((found.match(/\S+\.py/g) ?? []).map((path) => join(main, path)));
    expect([...named]).toEqual([join(main, tree, "shop.py"), join(main, tree, "till.py")]);
    await runCommand("rename", `${tree}/prices.ts:grandTotal`, "sum", "--write");
    for (const each of trees) {
      const name = each === tree ? "sum" : "grandTotal";
      expect([each, read(each, "page.ts")]).toEqual([each, `const shown = ${name}() + 1;\n`]);
      expect(read(each, "prices.ts")).toContain(`function ${name}()`);
    }
    git(join(main, tree), "checkout", "--quiet", ".");
  },
);

test("Over MCP, answers and edits stay in the worktree, and the others go on when one is removed", async () => {
  const roots = [main, join(main, "../beside")];
  const agent = await startAgent(main, { roots: () => roots });
  const references = (tree: string) =>
    agent.call("ask", { question: "references", locate: join(main, tree, "shop.py:Cart.total") });
  // Paths begin with the name of a root where both roots have them.
  const fileOf = (path: string) => join(main, /^(?:main|beside)\//.test(path) ? ".." : ".", path);
  for (const tree of isFull ? trees : ["trees/b", "."]) {
    const { text } = await references(tree);
    const named = new Set(text.match(/^\S+\.py/gm)?.map(fileOf));
    expect([...named]).toEqual([join(main, tree, "shop.py"), join(main, tree, "till.py")]);
    const rename = { locate: join(main, tree, "shop.py:Cart.total"), new_name: "sum", apply: true };
    await agent.text("rename", rename);
    expect(trees.filter((each) => read(each, "till.py").includes("sum()"))).toEqual([tree]);
    git(join(main, tree), "checkout", "--quiet", ".");
  }
  git(main, "worktree", "remove", "--force", "trees/b");
  const gone = await references("trees/b");
  expect(gone.isError).toBe(true);
  expect(gone.text).toContain("trees/b does not exist");
  expect((await references(".")).isError).toBe(false);
  await agent.end();
});
