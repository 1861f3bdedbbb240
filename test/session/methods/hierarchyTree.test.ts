/** `levels: "all"` of supertypes, subtypes and calls. */

import type { Position } from "vscode-languageserver-protocol";
import { closePairs, type Pair, pair } from "../pair.js";

let session: Pair;
afterEach(closePairs);

const text = "class A { f() {} g() {} }\nclass B { f() {} }\nclass C { g() {} h() {} }\nclass D {}\n";
const names = ["A", "B", "C", "D"];

/** Opens a session whose server knows these types below each. */
async function open(below: Readonly<Record<string, readonly string[]>>) {
  const itemOf = (name: string) => {
    const line = names.indexOf(name);
    const range = { start: { line, character: 6 }, end: { line, character: 7 } };
    return { name, kind: 5, uri: session.uri("a.ts"), range, selectionRange: range };
  };
  session = pair({
    files: { "a.ts": text },
    command: ["typescript-language-server", "--stdio"],
    serverCapabilities: { typeHierarchyProvider: true },
    handlers: {
      "textDocument/documentSymbol": () => [],
      "textDocument/prepareTypeHierarchy": ({ position }: { position: Position }) => [
        itemOf(names[position.line] ?? ""),
      ],
      "typeHierarchy/subtypes": ({ item }: { item: { name: string } }) => (below[item.name] ?? []).map(itemOf),
      "typeHierarchy/supertypes": ({ item }: { item: { name: string } }) => (below[item.name] ?? []).map(itemOf),
    },
  });
  await session.open();
  session.reportLoaded();
}

interface Tree {
  readonly name: string;
  readonly overrides?: readonly string[];
  readonly children?: readonly Tree[];
}

/** Writes a tree in brackets: a type with what it overrides, and those below it. */
function draw(trees: readonly Tree[]): string {
  return trees
    .map(({ name, overrides = [], children }) => {
      const below = children === undefined ? "…" : draw(children);
      return `${name}${overrides.join("")}${below === "" ? "" : `(${below})`}`;
    })
    .join(" ");
}

test.each([
  ["subtypes", { A: ["B"] }, "Bf"],
  ["subtypes", { A: ["B"], B: ["C"] }, "Bf(Cg)"],
  ["subtypes", { A: ["B", "C"], B: ["D"], C: ["D"] }, "Bf(D) Cg(D(…))"],
  ["subtypes", { A: ["B"], B: ["A", "B"] }, "Bf(Afg(Bf(…)) Bf(…))"],
  ["supertypes", { A: ["C"], C: ["D"] }, "Cg(D)"],
  ["subtypes", {}, ""],
])("All levels of %s in %j are %s.", async (method, below, tree) => {
  await open(below);
  const { result } = await session.request(`locate/${method}`, { locate: "a.ts:A", levels: "all", place: true });
  expect(draw(result.result)).toBe(tree);
  expect(result).not.toHaveProperty("hint");
});

test("Levels other than all are refused.", async () => {
  await open({});
  const { error } = await session.request("locate/subtypes", { locate: "a.ts:A", levels: 2 });
  expect(error.message).toBe('levels is 2. Write "all" for all levels, or leave it out for the next one.');
});

describe("Calls of all levels", () => {
  const calls = "function a() { b(); }\nfunction b() { c(); a(); }\nfunction c() {}\n";

  /** Opens a session whose server knows these callers of each function. */
  async function openCalls(
    callers: Readonly<Record<string, readonly string[]>>,
    files: Readonly<Record<string, string>>,
  ) {
    const itemOf = (name: string, path = "a.ts") => {
      const line = ["a", "b", "c"].indexOf(name);
      const range = { start: { line, character: 9 }, end: { line, character: 10 } };
      return { name, kind: name === "a.ts" ? 2 : 12, uri: session.uri(path), range, selectionRange: range };
    };
    session = pair({
      files: { "a.ts": calls, ...files },
      command: ["typescript-language-server", "--stdio"],
      serverCapabilities: { callHierarchyProvider: true },
      handlers: {
        "textDocument/documentSymbol": () => [],
        "textDocument/prepareCallHierarchy": ({ position }: { position: Position }) => [
          itemOf(["a", "b", "c"][position.line] ?? ""),
        ],
        "callHierarchy/incomingCalls": ({ item }: { item: { name: string } }) =>
          (callers[item.name] ?? []).map((name) => ({
            from: itemOf(...(name.split("@") as [string])),
            fromRanges: [],
          })),
        "callHierarchy/outgoingCalls": ({ item }: { item: { name: string } }) =>
          (callers[item.name] ?? []).map((name) => ({ to: itemOf(...(name.split("@") as [string])), fromRanges: [] })),
      },
    });
    await session.open();
    session.reportLoaded();
  }

  interface Call {
    readonly from?: { readonly name: string };
    readonly to?: { readonly name: string };
    readonly children?: readonly Call[];
  }

  const drawCalls = (trees: readonly Call[]): string =>
    draw(
      trees.map(({ from, to, children }) => ({
        name: (from ?? to)?.name ?? "",
        ...(children && { children: treesOf(children) }),
      })),
    );
  const treesOf = (trees: readonly Call[]): readonly Tree[] =>
    trees.map(({ from, to, children }) => ({
      name: (from ?? to)?.name ?? "",
      ...(children && { children: treesOf(children) }),
    }));

  test.each([
    ["incomingCalls", { c: ["b"], b: ["a"], a: ["b"] }, "b(a(b(…)))"],
    ["outgoingCalls", { c: ["a", "b"], a: ["b"] }, "a(b) b(…)"],
    ["outgoingCalls", { c: ["a@node_modules/x/a.ts"], a: ["b"] }, "a"],
    ["incomingCalls", {}, ""],
  ])("Of %s in %j they are %s.", async (method, callers, tree) => {
    await openCalls(callers, { "node_modules/x/a.ts": calls });
    const { result } = await session.request(`locate/${method}`, { locate: "a.ts:c", levels: "all", place: true });
    expect(drawCalls(result.result)).toBe(tree);
  });

  test("A function of a library that several call is listed once, and the others are counted.", async () => {
    const library = "a@node_modules/x/a.ts";
    await openCalls({ c: ["b", library], b: [library, library] }, { "node_modules/x/a.ts": calls });
    const { result } = await session.request("locate/outgoingCalls", { locate: "a.ts:c", levels: "all", place: true });
    expect(drawCalls(result.result)).toBe("b(a)");
    expect(result.hint).toBe("Further calls of the same functions of libraries are left out: 2.");
  });

  test("Those of 2,500 functions are cut, and that is said.", async () => {
    const count = 2_500;
    const text = Array.from({ length: count }, (_, n) => `function f${n}() { f${n + 1}(); }`).join("\n");
    const itemOf = (line: number) => {
      const range = { start: { line, character: 9 }, end: { line, character: 10 } };
      return { name: `f${line}`, kind: 12, uri: session.uri("many.ts"), range, selectionRange: range };
    };
    session = pair({
      files: { "many.ts": text },
      command: ["typescript-language-server", "--stdio"],
      serverCapabilities: { callHierarchyProvider: true },
      handlers: {
        "textDocument/documentSymbol": () => [],
        "textDocument/prepareCallHierarchy": ({ position }: { position: Position }) => [itemOf(position.line)],
        "callHierarchy/outgoingCalls": ({ item }: { item: { name: string } }) =>
          item.name === "f0"
            ? Array.from({ length: count - 1 }, (_, n) => ({ to: itemOf(n + 1), fromRanges: [] }))
            : [],
      },
    });
    await session.open();
    session.reportLoaded();
    const { result } = await session.request("locate/outgoingCalls", {
      locate: "many.ts:f0",
      levels: "all",
      place: true,
    });
    expect(result.hint).toMatch(/^There may be more functions: (?:it has more than 2000 functions|.*time)/);
  });

  test("Levels and a choice of uses are not taken together.", async () => {
    await openCalls({}, {});
    const { error } = await session.request("locate/incomingCalls", { locate: "a.ts:c", levels: "all", uses: "tests" });
    expect(error.message).toBe("levels is for all uses: leave uses out, or ask for one level.");
  });
});
