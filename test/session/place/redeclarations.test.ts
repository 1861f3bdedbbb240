/** Declarations that a backend leaves out because a later one has the same name. */
import type { SymbolNode } from "../../../src/locate/symbols/symbolNode.js";
import { mergeSiblings } from "../../../src/session/place/documentSymbols.js";

const METHOD = 6;
const VARIABLE = 13;

function node(name: string, from: number, kind = METHOD, children: readonly SymbolNode[] = []): SymbolNode {
  return { name, kind, from, to: from + 10, nameFrom: from + 4, nameTo: from + 6, children };
}

const positions = (nodes: readonly SymbolNode[]): string[] =>
  nodes.flatMap(({ name, from, children }) => [`${name} ${from}`, ...positions(children).map((each) => `  ${each}`)]);

describe("mergeSiblings", () => {
  it("adds the getter of which the backend lists only the setter, in source order", () => {
    const backend = [node("A", 0, 5, [node("prop", 30), node("run", 50)])];
    const syntax = [node("A", 0, 5, [node("prop", 10), node("prop", 30), node("run", 50)])];
    expect(positions(mergeSiblings(backend, syntax))).toEqual(["A 0", "  prop 10", "  prop 30", "  run 50"]);
  });
  it("adds nothing that the backend names nowhere beside", () => {
    const backend = [node("A", 0, 5, [node("run", 50)]), node("prop", 90)];
    const syntax = [node("A", 0, 5, [node("prop", 10), node("run", 50)]), node("prop", 90)];
    expect(mergeSiblings(backend, syntax)).toBe(backend);
  });
  it("adds no variables, which are assigned again and again", () => {
    const backend = [node("x", 30, VARIABLE)];
    expect(mergeSiblings(backend, [node("x", 10, VARIABLE), node("x", 30, VARIABLE)])).toBe(backend);
  });
  it("leaves the symbols of containers that the tree places elsewhere", () => {
    const backend = [node("A", 0, 5, [node("prop", 30)])];
    expect(mergeSiblings(backend, [node("A", 1, 5, [node("prop", 10), node("prop", 30)])])).toBe(backend);
  });
});
