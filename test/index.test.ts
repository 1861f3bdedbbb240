/** The public API of the library. */
import { formatLocate, LocateError, parseLocate, resolveLocate, type SymbolNode } from "../src/index.js";

const text = '{ "dependencies": { "@types/node": "1" } }';

function node(name: string, range: string, children: readonly SymbolNode[] = []): SymbolNode {
  const from = text.indexOf(range);
  return { name, kind: 2, from, to: from + range.length, nameFrom: from, nameTo: from + name.length + 2, children };
}

const symbols = [node("dependencies", text.slice(2, -2), [node("@types/node", '"@types/node": "1"')])];

test("A Locate is parsed, formatted and resolved", () => {
  const locate = parseLocate("a.ts:2@<|>x");
  expect(formatLocate(locate)).toBe("a.ts:2@<|>x");
  expect(resolveLocate(locate, { text: "x\nx" })).toEqual({
    from: 2,
    to: 2,
    match: { reading: "literal", count: 1, index: 0 },
  });
  expect(resolveLocate("a.ts@a b", { text: "x a\tb", as: "range" })).toMatchObject({ from: 2, to: 5 });
});

test("The next @ is tried where no symbol has the path", () => {
  const { from } = resolveLocate("package.json:dependencies.@types/node", { text, symbols });
  expect(text.slice(from)).toMatch(/^@types/);
});

test("Failures are LocateErrors", () => {
  const ask = () => resolveLocate("package.json:devDependencies", { text, symbols });
  expect(ask).toThrow(LocateError);
  expect(ask).toThrow(expect.objectContaining({ kind: "symbol_not_found" }));
});
