/** The description of places as Locates, and the law that each leads back to its place. */
import { describeLocate as describeInLibrary, resolveLocate } from "../../../src/index.js";
import { describeStretch } from "../../../src/locate/describe/describeStretch.js";
import { insertMarkers, readMarker } from "../../../src/locate/find/marker.js";
import type { Locate } from "../../../src/locate/locate.js";
import { formatLocate } from "../../../src/locate/notation/notation.js";
import { resolve } from "../../../src/locate/resolve/resolve.js";
import type { SymbolNode } from "../../../src/locate/symbols/symbolNode.js";
import { Document } from "../../../src/text/document.js";
import { isInseparableAt } from "../../../src/text/lineEnd.js";
import { law, pick, randomText } from "../../text/random.js";
import { errorOf, outline } from "../check.js";
import { leadsBack, leadsBackOrRefuses, randomPlace } from "./leadsBack.js";

interface Options {
  readonly symbols?: readonly SymbolNode[];
  readonly languageId?: string;
}

/**
 * Expects the place drawn in the source to be described so, and the description to lead back to it.
 */
function check(drawn: string, expected: string | Locate, options: Options = {}): void {
  const source = drawn.replace(/[┃⟦⟧]/g, "");
  const as = drawn.includes("⟦") ? "range" : "point";
  const from = drawn.search(/[┃⟦]/);
  const place = { from, to: as === "point" ? from : drawn.indexOf("⟧") - 1 };
  const given = { document: Document.of(source), symbols: options.symbols ?? outline(source), ...options };
  const locate = describeStretch(place, { ...given, file_path: "a.ts" }, as);
  const written = typeof expected === "string" ? formatLocate(locate) : locate;
  expect(written).toEqual(typeof expected === "string" ? expected : { file_path: "a.ts", ...expected });
  expect(resolve(locate, given, as, "read")).toMatchObject(place);
}

describe("The description of a point", () => {
  test.each([
    // A declared name is described by the symbol alone.
    ["class ┃A { run() { } }", "a.ts:A"],
    ["class A { ┃run() { } }", "a.ts:A.run"],
    ["class A { run(a) { } ┃run(b) { } }", "a.ts:A.run[1]"],
    ["namespace N { class ┃A { } } class A { }", "a.ts:N.A"],
    ["const ┃$foo = 1; const foo = 2;", "a.ts:$foo"],
    ["const $foo = 1; const ┃foo = 2;", "a.ts:foo"],
    // Text in the innermost symbol, as short as possible.
    ["class A { run() { ┃return x } }", "a.ts:A.run@return"],
    ["function f() { return 1 }\nfunction g() { ┃return 2 }", "a.ts:g@return"],
    ["function f() { const a = ┃b; }", "a.ts:f@b"],
    ["function f() { g(x, ┃y) }", "a.ts:f@y"],
    ["function f() { g(x┃) }", "a.ts:f@x<|>)"],
    ["function f() { g┃(x) }", "a.ts:f@(x)"],
    ["function f() { lon┃ger }", "a.ts:f@lon<|>ger"],
    ["function f() { return longer┃ }", "a.ts:f@longer<|>"],
    ["function f() { a = b; a = ┃c }", "a.ts:f@c"],
    ["function f() { a(1); ┃a(2) }", "a.ts:f@a(2)"],
    ["function f() { x = 1; y = ┃1; }", "a.ts:f@y = <|>1"],
    ["function f() {\n  x\n  ┃x\n  y\n}", "a.ts:f@x\n  y"],
    // Rather more of one line than the next to it.
    ["b\n┃a cccccc\na dddd", "a.ts@a cccccc"],
    ["// why\n┃function f() { }", "a.ts:f@function"],
    ["// ┃why\nfunction f() { }", "a.ts:f@why"],
    ["class A {\n  // ┃why\n  run() { }\n}", "a.ts:A.run@why"],
    // Without a symbol, text in the file.
    ["one ┃two", "a.ts@two"],
    ["x; ┃y; class A { }", "a.ts:A@y"],
    ["class A {\n}\n\n┃y", "a.ts@y"],
    // Equal text, with its index.
    ["0 0\n0 ┃0\n0 0", "a.ts@0\n0 <|>0\n0"],
    ["a\na\n┃a\na\na\na\na\na\na\na\na\na\na\na", { find: "a", find_index: 2 }],
    // Places that text can't express.
    ["a\n┃\nb", "a.ts:2"],
    ["a\n  ┃  b", "a.ts:2:3"],
    ["a\n┃   \nb", "a.ts:2"],
    ["a\n  ┃ \nb", "a.ts:2:3"],
    ["┃", "a.ts:1"],
    ["a\n┃", "a.ts:2"],
    // The edges of a line.
    ["a\n┃  b", "a.ts@<|>  b"],
    ["x = ┃\ny", "a.ts@x = <|>"],
    ["x =┃", "a.ts@x =<|>"],
    // Line ends, wide characters.
    ["x\r\nb\r\n┃x\r\nc", "a.ts@x\nc"],
    ["x\rb\r┃x\rc", "a.ts@x\nc"],
    ["💣┃x", "a.ts@x"],
    ["a 💣┃ b", "a.ts@a 💣<|>"],
    // Text that looks like a marker.
    ["a ┃<|> b", "a.ts@<<|>><|> b"],
    ["a <|> ┃b", "a.ts@b"],
    ["Map<┃>", "a.ts@>"],
  ])("The place in %j is described as %j", (drawn, expected) => check(drawn, expected));

  test("A hyphen is part of a word in the languages that allow it", () => {
    check("a-b: ┃b", "a.ts@b", { languageId: "yaml", symbols: [] });
    check("┃b-c: b", "a.ts@b-c", { languageId: "yaml", symbols: [] });
  });

  test("A place inside a line end counts as the one before it", () => {
    const document = Document.of("a\r\nb");
    expect(describeStretch({ from: 2, to: 2 }, { document }, "point")).toEqual({ find: "a<|>" });
  });

  test("The library describes a place in the same way", () => {
    const text = "one two";
    const locate = describeInLibrary({ from: 4, to: 4 }, { text, file_path: "a.ts" });
    expect(locate).toEqual({ file_path: "a.ts", find: "two" });
    expect(resolveLocate(locate, { text })).toMatchObject({ from: 4, to: 4 });
    expect(describeInLibrary({ from: 0, to: 3 }, { text })).toEqual({ find: "one" });
  });

  test("A description without a file has no path", () => {
    const document = Document.of("one two");
    expect(describeStretch({ from: 4, to: 4 }, { document }, "point")).toEqual({ find: "two" });
  });
});

describe("The description of a range", () => {
  test.each([
    ["class A { ⟦run() { return }⟧ }", "a.ts:A.run"],
    ["function f() { return ⟦a + b⟧ }", "a.ts:f@a + b"],
    ["function f() { a + b; return ⟦a + b⟧ }", "a.ts:f@return <|>a + b<|>"],
    ["function f() { x(⟦1⟧); x(2) }", "a.ts:f@1"],
    ["function f() { lo⟦ng⟧er }", "a.ts:f@lo<|>ng<|>er"],
    ["⟦one⟧ two", "a.ts@one"],
    ["a⟦ ⟧b", "a.ts@a<|> <|>b"],
    ["a\n⟦  b⟧\nc", "a.ts@<|>  b<|>"],
    ["⟦  b⟧\n  b", "a.ts@<|>  b<|>\n  b"],
    [`${"  b\n".repeat(9)}⟦  b⟧\n${"  b\n".repeat(9)}`, "a.ts:10"],
    [`${"b\n".repeat(9)}⟦b⟧ c\n${"b\n".repeat(9)}`, "a.ts@<|>b<|> c"],
    [`⟦  a\n${"  line of text\n".repeat(30)}  b⟧\nc`, "a.ts:1-32"],
    ["a⟦⟧ b", "a.ts@a<|><|>"],
    ["a  ⟦⟧  b", "a.ts:1:4"],
    ["a ⟦<|>⟧ b", "a.ts@a <<|>><|><<|>>"],
    ["a⟦\n⟧b", "a.ts@a<|>\n<|>b"],
    ["⟦\n\na⟧ b", "a.ts@<|>\n\na<|>"],
    ["b ⟦a\n⟧", "a.ts@<|>a\n<|>"],
  ])("The place in %j is described as %j", (drawn, expected) => check(drawn, expected));

  test("A range that the syntax tree gives a symbol is described by that symbol", () => {
    const source = "export const x = 1;";
    const [symbol] = outline(source);
    const whole = { from: 0, codeFrom: 0, to: source.length };
    const declarationAt = (name: number) => (name === symbol?.nameFrom ? whole : undefined);
    const given = { document: Document.of(source), symbols: symbol === undefined ? [] : [symbol], declarationAt };
    expect(describeStretch({ from: 0, to: source.length }, given, "range")).toEqual({ scope: { symbol_path: ["x"] } });
  });

  test("The error for a range inside whitespace offers the text without that whitespace", () => {
    const document = Document.of("a\n    b\n");
    const error = errorOf(() => describeStretch({ from: 4, to: 7 }, { document }, "range"));
    expect(error.kind).toBe("unsupported");
    expect(error.data["nearest"]).toEqual({ find: "b" });
    expect(error.data["start"]).toEqual({ scope: { line: 2, character: 3 } });
    expect(error.message).toMatch(/inside whitespace.*\.$/);
  });

  test("A range too long to be quoted is refused", () => {
    const document = Document.of("word ".repeat(5_000));
    const error = errorOf(() => describeStretch({ from: 5, to: 20_004 }, { document }, "range"));
    expect(error.kind).toBe("unsupported");
    expect(error.message).toContain("too long to be quoted");
  });
});

describe("Inserted markers", () => {
  test.each([
    ["ab", [1], "a<|>b"],
    ["ab", [], "ab"],
    ["a<|>b", [1], "a<<|>><|>b"],
    ["a<|>b", [], "<<|>>a<|>b"],
    ["<>", [1], "<<<<<<<<<<<|>>>>>>>>>>>"],
    ["<", [1], "<<|>"],
  ])("The markers of %j at %j give %j", (text, offsets, expected) =>
    expect(insertMarkers(text, offsets, "point")).toBe(expected),
  );

  test("A whole find with a literal marker is between two deeper ones as a range", () => {
    expect(insertMarkers("a<|>b", [], "range")).toBe("<<|>>a<|>b<<|>>");
  });

  law("Inserted markers are read at their offsets", 10, (random) => {
    const text = Array.from({ length: random(8) }, () => pick(random, ["<", ">", "|", "a"])).join("");
    const marks = pick(random, ["point", "range"] as const);
    const offsets = Array.from({ length: marks === "point" ? 1 : 2 }, () => random(text.length + 1)).sort();
    const find = insertMarkers(text, offsets, marks);
    if (find !== null) expect(readMarker(find, marks)).toMatchObject({ text, markers: offsets });
  });
});

describe("Laws", () => {
  law("The description of every point of a random text leads back to it", 3, (random) => {
    const text = `${randomText(random, 20)}${pick(random, ["", "<|>", "<<|>>", " <", "> a"])}${randomText(random, 20)}`;
    const source = { document: Document.of(text), symbols: outline(text), file_path: "a.ts" };
    for (let at = 0; at <= text.length; at++)
      if (!isInseparableAt(text, at)) leadsBack({ from: at, to: at }, source, "point");
  });

  law("The description of every range without whitespace at its edges leads back to it", 3, (random) => {
    const text = `${randomText(random, 25)}class A { run() { ${randomText(random, 10)} } }`;
    const source = { document: Document.of(text), symbols: outline(text), file_path: "a.ts" };
    for (let count = 0; count < 30; count++) {
      const place = randomPlace(random, text, 30);
      const said = text.slice(place.from, place.to);
      if (said === said.trim()) leadsBack(place, source, "range");
      else leadsBackOrRefuses(place, source);
    }
  });
});
