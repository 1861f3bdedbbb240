/** `levels: "all"` of supertypes and subtypes. */

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
