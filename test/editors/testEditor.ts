/**
 * Tests what works in every editor with its recipe, in one session over TypeScript and Python with
 * the servers from npm.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { canRun, type Editor, startEditor } from "./editor.js";
import type { EditorRecipe } from "./recipes.js";
import { makeWorkspace, unsupportedReason, type Workspace } from "./workspace.js";

/** The tests of one editor. A place is drawn in its line: `┃` is the cursor. */
export function testEditor({ editor: name, program, args, check }: EditorRecipe): void {
  if (unsupportedReason !== undefined) {
    test.skip(`${name} is tried in a workspace: ${unsupportedReason}`, () => {});
    return;
  }
  if (!canRun({ program, args: check })) {
    test.skip(`${name} is not installed: see scripts/install-programs.sh`, () => {});
    return;
  }
  jest.setTimeout(100_000);
  let workspace: Workspace;
  let editor: Editor;
  const call = (what: string, ...words: readonly unknown[]) => editor.call(what, ...words);
  const open = async (path: string, at: string) => {
    await call("open", path);
    await call("at", at);
  };

  beforeAll(async () => {
    workspace = await makeWorkspace();
    editor = startEditor({ program, args }, workspace.project, workspace.env);
  });
  afterAll(() => {
    editor.kill();
    workspace.remove();
  });

  test("A file is served without any message that the user must read.", async () => {
    await call("open", "app/src/main.ts");
    expect(await call("messages")).toBe("");
  });

  // Comes first: servers that have published diagnostics have loaded; before that, they guess
  // definitions.
  test.each([
    ["app/src/broken.ts", "Type 'string' is not assignable to type 'number'."],
    ["tools/broken.py", '"nowhere_defined" is not defined'],
  ])("The diagnostics of %s are shown.", async (path, message) => {
    await call("open", path);
    const messages = (await call("diagnostics")) as readonly string[];
    expect(messages.join("\n")).toContain(message);
  });

  test.each([
    ["app/src/main.ts", "new ┃Cart()", "app/src/cart.ts: export class ┃Cart {"],
    ["app/src/main.ts", 'sum = "💣 " + cart.┃total()', "app/src/cart.ts: ┃total(): number {"],
    ["tools/report.py", 'stock.┃put("💣", 1)', "tools/stock.py: def ┃put(self, name: str, count: int) -> None:"],
  ])("In %s, the definition of %s is found.", async (path, at, drawn) => {
    await open(path, at);
    expect(await call("definition")).toBe(drawn);
  });

  test.each([
    ["app/src/main.ts", 'sum = "💣 " + cart.┃total()', "Cart.total(): number"],
    ["tools/report.py", "def ┃report()", "Says how much there is."],
  ])("In %s, the hover over %s is shown.", async (path, at, text) => {
    await open(path, at);
    expect(await call("hover")).toContain(text);
  });

  test.each([
    ["app/src/cart.ts:Cart.total", "app/src/cart.ts: ┃total(): number {"],
    ["app/src/main.ts@+ <|>cart.total()", 'app/src/main.ts: export const sum = "💣 " + ┃cart.total();'],
    ["tools/report.py:report@stock.<|>counts", 'tools/report.py: return "💣 %s" % stock.┃counts'],
    [":Stock.put", "tools/stock.py: def ┃put(self, name: str, count: int) -> None:"],
    [
      '{"file_path":"tools/stock.py","find":"<|>counts","find_index":2}',
      "tools/stock.py: self.counts[name] = self.┃counts.get(name, 0) + count",
    ],
  ])("The command goes to the Locate %s.", async (locate, drawn) => {
    await open("scripts/deploy.sh", "┃#!/");
    expect(await call("go", locate)).toBe(drawn);
  });

  test.each([
    ["app/src/cart.ts:Cart.totl", "No symbol `Cart.totl` in `app/src/cart.ts`", "Write `app/src/cart.ts:Cart.total`."],
    [":main", "`main`", "`service/main.go:main`"],
    ["app/src/crat.ts:Cart", "There is no file app/src/crat.ts", "There is: app/src/cart.ts."],
  ])("A Locate that matches nothing says what to write: %s.", async (locate, wrong, better) => {
    await open("tools/report.py", "def ┃report()");
    const failure = await call("go", locate);
    expect(failure).toContain(wrong);
    expect(failure).toContain(better);
    expect(await call("here")).toBe("tools/report.py: def ┃report() -> str:");
  });

  test("Without an open project, a Locate says what to do first.", async () => {
    await call("leave");
    expect(await call("go", "app/src/cart.ts:Cart")).toContain("lsp-locate does not serve this buffer");
  });

  test.each([
    ["app/src/cart.ts", "  ┃total(): number", "app/src/cart.ts:Cart.total"],
    ["tools/report.py", '"💣 %s" % stock.┃counts', undefined],
    ["app/src/main.ts", "cart.add(┃3)", undefined],
  ])("In %s, the copied Locate of the cursor leads back to it: %s.", async (path, at, expected) => {
    await open(path, at);
    const here = await call("here");
    const copied = await call("copy");
    if (expected !== undefined) expect(copied).toBe(expected);
    await open("scripts/deploy.sh", "┃#!/");
    expect(await call("go", copied)).toBe(here);
  });

  test("The copied Locate of a selection covers all of it.", async () => {
    await call("open", "app/src/main.ts");
    const copied = await call("copySelected", 'sum = ┃"💣 "', '"💣 " + cart');
    expect(copied).toBe('app/src/main.ts:sum@"💣 " + cart');
  });

  test("Unsaved text counts.", async () => {
    await open("app/src/main.ts", "cart.add(3);┃");
    await call("insert", "\nconst unsaved = 1;\ncart.");
    expect(await call("completion")).toEqual(expect.arrayContaining(["add", "total"]));
    await call("insert", "prices;");
    await call("open", "tools/report.py");
    expect(await call("go", "app/src/main.ts@<|>unsaved")).toBe("app/src/main.ts: const ┃unsaved = 1;");
    expect(readFileSync(join(workspace.project, "app/src/main.ts"), "utf8")).not.toContain("unsaved");
  });

  test("A rename changes every file.", async () => {
    await open("app/src/cart.ts", "  ┃total(): number");
    expect(await call("rename", "amount")).toEqual([
      'app/src/main.ts: export const sum = "💣 " + cart.amount();',
      "app/src/cart.ts: amount(): number {",
    ]);
  });

  test("One server serves all languages, and ends when the editor quits.", async () => {
    expect(workspace.startedProcesses()).toHaveLength(1);
    expect(await editor.quit()).toBe(0);
    await Promise.all(workspace.startedProcesses());
    expect(workspace.startedProcesses()).toHaveLength(1);
  });
}
