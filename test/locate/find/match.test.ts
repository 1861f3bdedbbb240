/**
 * Matching of finds: the readings, the points they mean, and agreement with a slow matcher on
 * random text.
 */
import { readFileSync } from "node:fs";
import { factsOf } from "../../../src/languages/languages.js";
import {
  findMatches,
  MAX_KEPT_MATCHES,
  matchAt,
  partialReadings,
  wholeReadings,
} from "../../../src/locate/find/match.js";
import { compilePattern } from "../../../src/locate/find/pattern.js";
import { forEachToken } from "../../../src/locate/find/token.js";
import { law, pick } from "../../text/random.js";
import { check, fails } from "../check.js";
import { matchSlowly } from "./referenceMatcher.js";

const all = [...wholeReadings, ...partialReadings];

function readingOf(find: string, text: string, language = ""): { reading: string; places: string[] } | null {
  const found = findMatches(
    compilePattern({ text: find, markers: [] }),
    { text, from: 0, to: text.length, rule: factsOf(language).wordEnds },
    all,
  );
  if (found === null) return null;
  const places = Array.from({ length: found.count }, (_, index) => matchAt(found, index));
  return { reading: found.reading, places: places.map(({ from, to }) => `${from}-${to}`) };
}

/** Returns the text with its matches drawn, and the reading that found them. */
function drawn(text: string, find: string, language = ""): string {
  const found = readingOf(find, text, language);
  if (found === null) return "nothing";
  let out = "";
  let last = 0;
  for (const place of found.places) {
    const [from = 0, to = 0] = place.split("-").map(Number);
    out += `${text.slice(last, from)}⟦${text.slice(from, to)}⟧`;
    last = to;
  }
  return `${found.reading}: ${out}${text.slice(last)}`;
}

describe("Readings", () => {
  test.each([
    // The find, and the matches with their reading.
    ["foo", "literal: a ⟦foo⟧ foobar ⟦foo⟧"],
    ["foo(x)", "literal: ⟦foo(x)⟧ foo( x )"],
    ["foo(x)", "exact: ⟦foo( x )⟧ + ⟦foo (x)⟧"],
    ["foo(x, y)", "spacing: ⟦foo( x,y )⟧"],
    ["foo(x, y)", "exact: ⟦foo(x,\n  y)⟧ foo(x,y)"],
    ["foo", "partial: ⟦foo⟧bar bar⟦foo⟧"],
    ["aa", "partial: ⟦aa⟧⟦aa⟧a"],
    ["o b", "partial: fo⟦o b⟧ar"],
    ["o( b", "partial_spacing: fo⟦o(b⟧ar"],
    ["ount =", "partial: c⟦ount =⟧ 1"],
    ["a, b", "spacing: ⟦a,b⟧"],
    ["return x", "exact: ⟦return\n\tx⟧"],
    ["=b", "nothing"],
    ["= b", "literal: a == b ⟦= b⟧"],
    ["<b", "literal: a⟦<b⟧"],
    ["List<x>", "literal: Map<k, ⟦List<x>⟧>"],
    [">>", "literal: a⟦>>⟧b"],
    [">>", "exact: a⟦> >⟧b"],
    ["a >> b", "exact: ⟦a > > b⟧"],
    ["-", "literal: a ⟦-⟧ b -> c --d"],
    ["=", "literal: a == b ⟦=⟧ c != d => e"],
    ["..", "literal: a⟦..⟧b ...c ..=d"],
    ["&", "literal: ⟦&⟧x && ⟦&⟧y"],
    ["*", "literal: a ⟦*⟧ b ** c"],
    ["!", "literal: ⟦!⟧⟦!⟧x != y"],
    ["()", "literal: f⟦()⟧ g( )"],
    ["( )", "literal: f() g⟦( )⟧"],
    ['""', 'literal: x = ⟦""⟧ + " "'],
    ['" "', 'literal: x = "" + ⟦" "⟧'],
    ["''", "nothing"],
    ["f(a,)", "spacing: ⟦f(a)⟧"],
    ["f(a, )", "spacing: ⟦f(a,)⟧ ⟦f(a)⟧"],
    ["[1, 2,\n]", "spacing: ⟦[1, 2]⟧"],
    ["f([a,], b,)", "spacing: ⟦f([a], b)⟧ ⟦f( [a,], b )⟧"],
    ["f(a)", "nothing"],
    [" foo", "literal: (foo) ⟦foo⟧"],
    ["  foo", "exact: x\n⟦foo⟧"],
    [" foo", "spacing: (⟦foo⟧"],
    ["foo ", "literal: foo; ⟦foo⟧ "],
    ["é", "literal: ⟦é⟧ été"],
    ["名前 =", "literal: ⟦名前 =⟧ 1"],
    ["💣", "literal: /* ⟦💣⟧ */"],
    ["𝒳", "literal: x𝒳 ⟦𝒳⟧"],
    ["a.*b", "nothing"],
    ["$", "literal: a⟦$⟧b"],
    // A comma at the edge has to be there.
    ["f(a,), b,", "spacing: ⟦f(a), b,⟧ c"],
    ["f(a,), b,", "nothing"],
    [",) x", "literal: f(a⟦,) x⟧"],
    [",) x", "nothing"],
    // The beginning of the find recurs in it.
    ["a b a c", "exact: a b  ⟦a  b a  c⟧"],
    ["a b c d", "nothing"],
  ])("The find %j gives %j", (find, expected) => {
    const text = expected === "nothing" ? nothingIn[find] : expected.replace(/^\w+: /, "").replace(/[⟦⟧]/g, "");
    expect(drawn(text ?? "", find)).toBe(expected);
  });

  const nothingIn: Readonly<Record<string, string>> = {
    "=b": "a==b",
    "''": "x = ' '",
    "f(a)": "f(a, ) f(a,)",
    "a.*b": "axxb",
    "f(a,), b,": "f(a), b c",
    ",) x": "f(a) x",
    "a b c d": "a b c  c d",
  };

  test.each([
    ["css", "color", "literal: background-color: red; ⟦color⟧: blue"],
    ["css", "main", "partial: --⟦main⟧-color"],
    ["yaml", "name", "literal: full-name: 1\n⟦name⟧: 2"],
    ["shellscript", "foo", "literal: foo-bar; ⟦foo⟧"],
    ["markdown", "well", "literal: well-known ⟦well⟧ done"],
    ["typescript", "foo", "literal: ⟦foo⟧-bar"],
    ["php", "name", "literal: $name->⟦name⟧"],
    ["php", "$name", "literal: ⟦$name⟧"],
    ["ruby", "empty", "literal: empty? ⟦empty⟧"],
    ["ruby", "save", "literal: save! ⟦save⟧"],
    ["ruby", "x", "literal: ⟦x⟧!=1"],
    ["ruby", "empty?", "literal: ⟦empty?⟧"],
  ])("In %s, the find %j gives %j", (language, find, expected) => {
    expect(drawn(expected.replace(/^\w+: /, "").replace(/[⟦⟧]/g, ""), find, language)).toBe(expected);
  });

  test("A find with \\n is literal in a text with \\r\\n", () => {
    expect(drawn("a\r\n  b\r\na b", "a\n  b")).toBe("literal: ⟦a\r\n  b⟧\r\na b");
  });
});

describe("Points", () => {
  test.each([
    ["a ┃foo(x)", "a.ts@foo"],
    ["self . ┃value", "a.ts@self.<|>value"],
    ["self┃ . value", "a.ts@self<|> .value"],
    ["self ┃. value", "a.ts@self<|>.value"],
    ["obj .┃ \n", "a.ts@obj.<|>"],
    ["return    ┃x", "a.ts@return <|>x"],
    ["return┃    x", "a.ts@return<|> x"],
    // Whitespace on both sides of the marker: the token after it.
    ["return    ┃x", "a.ts@return <|> x"],
    ["return\n  ┃x", "a.ts@return <|> x"],
    ["foo┃ bar", "a.ts@foo<|> bar"],
    ["x = <|> + y ┃z", "a.ts@x = <|> + y <<|>> z"],
    ["f(┃x)", "a.ts@f( <|> x )"],
    ["f(a┃)", "a.ts@f(a, <|> )"],
    ["a  ┃b", "a.ts@ <|> b"],
    ["a  ┃b", "a.ts@a \n<|> b"],
    ['say("  ┃")', 'a.ts@say(" <|> ")'],
    ["x = ┃\n  1", "a.ts@x = <|> "],
    ["foo┃bar", "a.ts@foo<|>bar"],
    ["f(foo ┃)", "a.ts@foo<|>)"],
    ["f(┃ )", "a.ts@f(<|>"],
    ["a =┃> b", "a.ts@=<|>> b"],
    ["x = ┃1", "a.ts@x = <|>"],
    ["x =   ┃1", "a.ts@x = <|>"],
    ["x =  ┃\n  1", "a.ts@x = <|>"],
    ["x =┃1", "a.ts@x = <|>"],
    ["f {\n    ┃x }", "a.ts@f {\n<|>"],
    ["x = ┃", "a.ts@x = <|>"],
    ["a┃  b", "a.ts@<|> b"],
    ["a\n┃  b", "a.ts@<|> b"],
    ["a┃\n  b", "a.ts@<|>\n b"],
    ["cou┃nter", "a.ts@ou<|>nt"],
    ["/* 💣 */ f(1, ┃💣)", "a.ts@1, <|>💣"],
    ['x = ""┃ + ""', 'a.ts@x = ""<|>'],
    ['say("┃hi")', 'a.ts@say("<|>hi")'],
    ['say("┃ ")', 'a.ts@say("<|> ")'],
    ['say(" ┃")', 'a.ts@say(" <|>")'],
    ['say("  ┃")', 'a.ts@say(" <|>")'],
    ["f(a┃)", "a.ts@f(a<|>,)"],
    ["f(a┃)", "a.ts@f(a,<|>)"],
    ["f(a\n┃)", "a.ts@f(a,\n<|>)"],
    ["┃x = 1", "a.ts@<|>"],
    ["x┃ = 1", "a.ts@<|> "],
    ["x ┃= 1", "a.ts@ <|>"],
    ["Vec┃<T>", "a.ts@Vec<|><T>"],
    ["Vec<┃T>", "a.ts@Vec<<|>T>"],
  ])("The point in %j is found by %j", (source, locate) => void check(source, locate));

  test.each([
    ["⟦return a⟧ + b", "a.ts@return <|>a"],
    ["return ⟦a + b⟧;", "a.ts@return <|>a + b<|>"],
    ["return ⟦a+b⟧ ;", "a.ts@return <|>a + b<|>;"],
    ["f(⟦x⟧ , y)", "a.ts@f(<|>x<|>, y)"],
    ["f(⟦⟧x)", "a.ts@f(<|><|>x)"],
    ["return ⟦a + b⟧ ;", "a.ts@return <|> a + b <|> ;"],
    ['say("⟦⟧  ")', 'a.ts@say("<|> <|> ")'],
    ["f(⟦a⟧ )", "a.ts@f(<|>a, <|> )"],
    ["⟦foo⟧bar", "a.ts@<|>foo<|>bar"],
    ["a ⟦b\r\nc⟧ d", "a.ts@b c"],
    ["a⟦  ⟧b", { find: " " }],
  ])("The range in %j is found by %j", (source, locate) => void check(source, locate as string));

  test("The index of a find counts the matches of one reading", () => {
    check("foo foobar ┃foo", { find: "foo", find_index: 1 });
    fails("foo foobar foo", { find: "foo", find_index: 2 }, "index_out_of_range");
    check("aa ┃aa", { find: "aa", find_index: 1 });
  });
});

/** Real code for laws: this project's own, and a large generated file. */
const real = ["src/locate/find/match.ts", "src/text/document.ts", "test/locate/find/match.test.ts"].map((path) =>
  readFileSync(path, "utf8"),
);

law("A stretch of real code is found by its text and, reformatted, by its tokens", 3, (random) => {
  const text = pick(random, real);
  const borders: number[] = [];
  forEachToken(text, 0, text.length, (from, to) => borders.push(from, to));
  for (let round = 0; round < 20; round++) {
    const first = random(borders.length / 2 - 20);
    const last = first + random(20);
    const [from = 0, to = 0] = [borders[2 * first], borders[2 * last + 1]];
    const find = text.slice(from, to);
    if (find.trim() === "") continue;
    const found = readingOf(find, text);
    expect(found?.reading).toBe("literal");
    const place = `${from}-${to}`;
    // Matches don't overlap: one that begins earlier may cover it.
    const holds = (places: readonly string[]) =>
      places.some((each) => Number(each.split("-")[0]) < to && Number(each.split("-")[1]) > from);
    expect(found?.places.includes(place) || holds(found?.places ?? [])).toBe(true);
    const widened = find.replace(/\s+/g, (gap) => gap + pick(random, [" ", "\n", "\t "]));
    const again = readingOf(widened, text);
    expect(["literal", "exact"]).toContain(again?.reading);
    expect(holds(again?.places ?? [])).toBe(true);
  }
});

law("Each reading alone agrees with the slow matcher, including commas before brackets", 3, (random) => {
  const pieces = ["a", "ab", "b a", "(", ")", "]", ",", ",)", ", ]", ">", '"', " ", "\n", "="];
  for (let round = 0; round < 150; round++) {
    const some = (most: number) => Array.from({ length: 1 + random(most) }, () => pick(random, pieces)).join("");
    const text = some(14);
    const from = random(text.length);
    let find = random(2) === 0 ? text.slice(from, from + 1 + random(8)) : some(6);
    if (random(3) === 0) find = find.replace(/([)\]])/, pick(random, [",$1", ", $1", " $1"]));
    if (find.trim() === "") continue;
    const previous: unknown[] = [null];
    for (const reading of all) {
      const slow = matchSlowly(find, text, reading);
      const found = findMatches(
        compilePattern({ text: find, markers: [] }),
        { text, from: 0, to: text.length, rule: factsOf("").wordEnds },
        [reading],
      );
      const places = Array.from({ length: found?.count ?? 0 }, (_, i) => matchAt(found!, i)).map(
        ({ from, to }) => `${from}-${to}`,
      );
      if (found === null && previous.some((each) => JSON.stringify(each) === JSON.stringify(slow))) continue;
      previous.push(slow);
      expect({ find, text, reading, places }).toEqual({ find, text, reading, places: slow });
    }
  }
});

law("The readings in turn agree with a slow and obvious matcher", 3, (random) => {
  const pieces = [
    "a",
    "b",
    "ab",
    "a b",
    "(",
    ")",
    "]",
    ",",
    "=",
    "==",
    ">",
    ">=",
    '"',
    "'",
    " ",
    "  ",
    "\n",
    "-",
    "💣",
    ".",
    "...",
  ];
  for (let round = 0; round < 150; round++) {
    const some = (most: number) => Array.from({ length: 1 + random(most) }, () => pick(random, pieces)).join("");
    const text = some(14);
    const from = random(text.length);
    const find = random(2) === 0 ? text.slice(from, from + 1 + random(6)) : some(5);
    if (find.trim() === "") continue;
    const slow = all.map((reading) => ({ reading, places: matchSlowly(find, text, reading) }));
    expect({ find, text, ...readingOf(find, text) }).toEqual({
      find,
      text,
      ...slow.find(({ places }) => places.length > 0),
    });
  }
});

test("All matches are counted, and the places of the first 100,000 kept", () => {
  const text = "a ".repeat(250_000);
  const scope = { text, from: 0, to: text.length, rule: factsOf("").wordEnds };
  const found = findMatches(compilePattern({ text: "a", markers: [] }), scope, all);
  expect([found?.count, found?.borders.length]).toEqual([250_000, 2 * MAX_KEPT_MATCHES]);
});

test("An index above those kept is refused with the highest one", () => {
  fails("a ".repeat(150_000), { file_path: "a.ts", find: "a", find_index: 120_000 }, "index_out_of_range");
});
