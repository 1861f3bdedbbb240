import { containerOf, keyOfSymbolText, parseSymbol } from "../../../src/scip/file/symbols.js";

/** Draws a symbol's descriptors as their names and kinds. */
function draw(symbol: string): string | undefined {
  return parseSymbol(symbol)
    ?.descriptors.map(({ name, kind }) => `${name}:${kind}`)
    .join(" ");
}

test.each([
  ["scip-go gomod example.com/a . pkg/Type#", "pkg:namespace Type:type"],
  ["scip-typescript npm a 1.0 src/`a.ts`/f().", "src:namespace a.ts:namespace f:method"],
  ["s m p 1 C#run(+1).(x)", "C:type run:method x:parameter"],
  ["s m p 1 C#[T]", "C:type T:type parameter"],
  ["s m p 1 `a``b`#", "a`b:type"],
  ["s m p 1 `with space`/m!", "with space:namespace m:macro"],
  ["s m p 1 `pkg.mod`/__init__:", "pkg.mod:namespace __init__:meta"],
  ["s m p 1 C#`<constructor>`().", "C:type <constructor>:method"],
  ["s m p 1 C#$x+1.", "C:type $x+1:term"],
  ["s . . . f().", "f:method"],
  ["double  space m p 1 x.", "x:term"],
])("The symbol %s has the descriptors %s", (symbol, drawn) => expect(draw(symbol)).toBe(drawn));

test.each(["", "local 1", "a b c", "s m p 1 x", "s m p 1 `open", "s m p 1 (x", "s m p 1 x("])(
  "%j is no symbol of a package",
  (symbol) => expect(parseSymbol(symbol)).toBeUndefined(),
);

test("The symbol around a member is its type", () => expect(containerOf("s m p 1 C#run().")).toBe("s m p 1 C#"));

test.each([
  ["s m p 1 x.", "s m p 2 x.", true],
  ["s m p . x.", "s m p v1.0 x.", true],
  ["s m p 1 x.", "s m p 1 y.", false],
  ["s m p 1 x.", "s m q 1 x.", false],
  ["s m p  p 1 x.", "s m p  p 2 x.", true],
  ["s m p  p 1 x.", "s m p  q 1 x.", false],
])("The keys of %s and %s are equal: %s", (one, other, isEqual) => {
  expect(JSON.stringify(keyOfSymbolText(one)) === JSON.stringify(keyOfSymbolText(other))).toBe(isEqual);
});

test("Symbols that differ in a character of their names have different keys and slots", () => {
  const names = Array.from({ length: 40_000 }, (_, n) => `s m p 1 a/b/C${n}#m${n % 7}.`);
  const keys = names.map(keyOfSymbolText);
  expect(new Set(keys.map(({ high, low }) => `${high}:${low}`)).size).toBe(names.length);
  // Of as many slots at random, 63 % are taken.
  expect(new Set(keys.map(({ high, low }) => (high ^ low) & 0x7fff)).size).toBeGreaterThan(0.6 * 0x8000);
});
