/** The paths that match a pattern, and what is known at each folder on the way. */

import { canMatchBelow, describeExcess, Globs, newestIn, ownersOf, segmentsOf } from "../../../src/files/glob/globs.js";
import { law, pick, type Random } from "../../text/random.js";

/** Returns a function that says whether a path, with forward slashes, matches a pattern. */
function globMatcher(pattern: string, isCaseless: boolean): (path: string) => boolean {
  const globs = new Globs<true>(isCaseless);
  for (const segments of segmentsOf(pattern)) globs.add({ base: [], segments }, true);
  return (path) => {
    let nodes = globs.start;
    for (const name of path.split("/")) if (name !== "") nodes = globs.step(nodes, name);
    return ownersOf(nodes).length > 0;
  };
}

const fits = (pattern: string, path: string) => expect([path, globMatcher(pattern, false)(path)]).toEqual([path, true]);
const misses = (pattern: string, path: string) =>
  expect([path, globMatcher(pattern, false)(path)]).toEqual([path, false]);

test("`*` matches any number of characters in one segment", () => {
  fits("*.go", "a.go");
  fits("*.go", ".go");
  fits("a*", "a");
  fits("*", ".hidden");
  fits("a*b*c", "a--b--c");
  misses("*.go", "a/b.go");
  misses("*.go", "a.gox");
  misses("a/*", "a");
});

test("`?` matches one character, however wide", () => {
  fits("?.go", "a.go");
  fits("?.go", "💣.go");
  misses("?.go", ".go");
  misses("a?b", "a/b");
});

test("`**` matches any number of segments", () => {
  fits("**", "a/b/c");
  fits("**/*.py", "a.py");
  fits("**/*.py", "a/.b/c.py");
  fits("a/**", "a");
  fits("a/**", "a/b/c");
  fits("a/**/b", "a/b");
  fits("a/**/b", "a/x/y/b");
  fits("**/a/**/b", "x/a/y/a/b");
  fits("**/**/a", "a");
  misses("a/**/b", "a/x/y/c");
  misses("a/**", "b/a");
});

test("Two stars within a segment are the same as one", () => {
  fits("**.py", "a.py");
  fits("a**b", "axxb");
  misses("**.py", "a/b.py");
});

test("Braces match one of several alternatives", () => {
  fits("**/*.{ts,js}", "a/b.js");
  fits("**/*.{go}", "a/b.go");
  fits("*.{c,c{c,pp}}", "a.cpp");
  fits("{package,tsconfig}.json", "tsconfig.json");
  fits("a{,.lock}", "a");
  fits("a{,.lock}", "a.lock");
  fits("{[,],x}.c", ",.c");
  misses("**/*.{ts,js}", "a/b.tsx");
  misses("{1..3}", "2");
});

test("Alternatives in braces may have several segments", () => {
  fits("{**/*.py,src/*.pyi}", "a/b/c.py");
  fits("{**/*.py,src/*.pyi}", "src/a.pyi");
  fits("{a/b,c}/{d,e/f}.x", "a/b/e/f.x");
  fits("x/{a,{b/c,d}}/y", "x/b/c/y");
  fits("{**,a}/b", "x/y/b");
  misses("{**/*.py,src/*.pyi}", "a/b.pyi");
  misses("{a/b,c}/{d,e/f}.x", "a/d.x");
});

test("Brackets match one character of a set", () => {
  fits("a[0-9]", "a7");
  fits("a[!0-9]", "ax");
  fits("a[^0-9]", "ax");
  fits("a[]x]", "a]");
  fits("a[!]x]", "ab");
  fits("a[.\\]", "a\\");
  fits("[💣é]", "💣");
  misses("a[0-9]", "ax");
  misses("a[!0-9]", "a7");
  misses("a[!0-9]", "a");
  misses("a[!0-9]", "a/");
});

test("Other special characters of a shell match themselves", () => {
  for (const name of ["a (copy)", "a|b", "x+y", "@(a)", "!a", '"a"', "$x", "^", "it's", "a.b", "-a", "~", "#a"]) {
    fits(`${name}/*.go`, `${name}/b.go`);
  }
  misses("a.b", "axb");
  misses("a|b", "a");
  misses("!a", "b");
  misses("+(a)", "aa");
});

test("An unclosed bracket or brace matches itself", () => {
  for (const name of ["a[", "a{", "a{b", "a]", "a}", "a[]"]) fits(name, name);
  fits("*[", "a[");
  fits("[z-a]", "[z-a]");
});

test("A slash at either end and `./` are ignored", () => {
  fits("/home/me/**/*.go", "/home/me/a/b.go");
  fits("a/", "a");
  fits("./a", "a");
  misses("/home/me/**/*.go", "/home/you/b.go");
});

test("Case counts unless the file system ignores it", () => {
  const isMatch = globMatcher("Src/*.[A-Z]", true);
  expect(["src/A.C", "SRC/a.c"].map(isMatch)).toEqual([true, true]);
  misses("Src/*.C", "src/a.C");
});

test("A matcher gives the same answers whatever it has matched before", () => {
  const names = ["a.go", "A.GO", "a.İ", "a.i", "aİ", "bbb", "x💣x", "💣", "💣σ", "💣Σ", "ax", "dx"];
  // So many different characters that what was kept of the first ones is forgotten.
  const characters = Array.from({ length: 3000 }, (_, n) => String.fromCodePoint(0x4e00 + n));
  for (const pattern of ["*.{go,İ}", "[!b]?*", "*[a-c]x", "💣*Σ"]) {
    for (const isCaseless of [true, false]) {
      const kept = globMatcher(pattern, isCaseless);
      const alone = names.map((name) => globMatcher(pattern, isCaseless)(name));
      for (let round = 0; round < 2; round++) {
        expect(names.map(kept)).toEqual(alone);
        for (const character of characters) kept(`${character}xx`);
      }
    }
  }
});

test("A pattern with many stars takes linear time", () => {
  const name = "a".repeat(255);
  misses(`**/${"*a".repeat(100)}b`, name);
  fits(`**/${"*a".repeat(100)}`, name);
  misses(`${"{a,aa,a*}".repeat(40)}b`, name);
  misses(`${"{*,{*,{*,a}}}".repeat(40)}b`, name);
  misses(`${"*?".repeat(100)}b`, name);
});

test("A pattern over the limits matches all that it could, and more, but not other folders", () => {
  const pattern = `src/${"{a/,b/}".repeat(24)}x.py`;
  expect(describeExcess(pattern)).toBe("its braces have more than 256 alternatives");
  expect(segmentsOf(pattern)).toEqual([["src", "**"]]);
  fits(pattern, `src/${"a/".repeat(24)}x.py`);
  misses(pattern, "lib/x.py");
  expect(segmentsOf(`${"{a/,b/}".repeat(8)}x`)).toHaveLength(256);
  const long = `lib/${"x".repeat(5000)}`;
  expect(describeExcess(long)).toBe("it has more than 4096 characters");
  expect(segmentsOf(long)).toEqual([["lib", "**"]]);
});

test("Unclosed and nested braces and brackets take linear time", () => {
  for (const piece of ["{", "[", "{[", "{a,", "[!", "}", "{,"]) {
    const pattern = piece.repeat(4096 / piece.length);
    expect(segmentsOf(pattern)).toHaveLength(1);
    expect(globMatcher(pattern, false)("x")).toBe(false);
  }
  fits(`${"{".repeat(1000)}a${"}".repeat(1000)}`, "a");
  fits(`${"{b/,".repeat(200)}a${"}".repeat(200)}`, "a");
});

/** Follows a path through patterns and returns what is known at its end. */
function followed(patterns: readonly string[], path: string, onlyNamed = "") {
  const globs = new Globs<string>(false);
  for (const [number, pattern] of patterns.entries()) {
    for (const segments of segmentsOf(pattern)) globs.add({ base: [], segments }, pattern, number);
  }
  let nodes = globs.start;
  for (const name of path.split("/")) nodes = globs.step(nodes, name, name === onlyNamed);
  return { owners: ownersOf(nodes), canGoOn: canMatchBelow(nodes), newest: newestIn(nodes) };
}

test("At each folder it is known whether anything below can match, and the newest such pattern", () => {
  const patterns = ["**/*.py", "src/*.c", "src/deep/{a,b}"];
  expect(followed(patterns, "src")).toEqual({ owners: [], canGoOn: true, newest: 2 });
  expect(followed(patterns, "src/x.c")).toEqual({ owners: ["src/*.c"], canGoOn: true, newest: 1 });
  expect(followed(patterns.slice(1), "src/x.c")).toEqual({ owners: ["src/*.c"], canGoOn: false, newest: 0 });
  expect(followed(patterns.slice(1), "lib")).toEqual({ owners: [], canGoOn: false, newest: -1 });
});

test("A folder that is entered only by its name is not matched by a wildcard", () => {
  const entered = (pattern: string, path: string) => followed([pattern], path, "node_modules").canGoOn;
  expect(entered("**", "node_modules")).toBe(false);
  expect(entered("*/a", "node_modules")).toBe(false);
  expect(entered("[n]ode_modules/a", "node_modules")).toBe(false);
  expect(entered("**/node_modules/**", "a/node_modules/b")).toBe(true);
  expect(entered("{src,node_modules}/*.js", "node_modules")).toBe(true);
  expect(entered("**/.git/HEAD", "a/.git")).toBe(true);
  expect(entered("**/.git/HEAD", "a/node_modules")).toBe(false);
});

test("The segments of a base have no special characters", () => {
  const globs = new Globs<string>(false);
  globs.add({ base: ["[id]", "{a}"], segments: ["*"] }, "page");
  const owners = (path: string) =>
    ownersOf(path.split("/").reduce((nodes, name) => globs.step(nodes, name), globs.start));
  expect(owners("[id]/{a}/x")).toEqual(["page"]);
  expect(owners("i/a/x")).toEqual([]);
});

/** Whether a path matches, by trying all possibilities. */
function fitsSlowly(segments: readonly string[], path: readonly string[]): boolean {
  const [first, ...rest] = segments;
  if (first === undefined) return path.length === 0;
  if (first === "**") return path.some((_, at) => fitsSlowly(rest, path.slice(at))) || fitsSlowly(rest, []);
  return path.length > 0 && isName(first, path[0] as string) && fitsSlowly(rest, path.slice(1));
}

function isName(pattern: string, name: string): boolean {
  if (pattern === "") return name === "";
  if (pattern[0] === "*") return isName(pattern.slice(1), name) || (name !== "" && isName(pattern, name.slice(1)));
  return name !== "" && (pattern[0] === "?" || pattern[0] === name[0]) && isName(pattern.slice(1), name.slice(1));
}

function some(random: Random, choices: readonly string[]): string[] {
  return Array.from({ length: 1 + random(4) }, () => pick(random, choices));
}

law("Following segments finds the same matches as trying all possibilities", 50, (random) => {
  const patterns = Array.from({ length: 3 }, () => some(random, ["**", "*", "a", "b", "a*", "*b", "?", "a?b", "**"]));
  const globs = new Globs<number>(false);
  for (const [at, segments] of patterns.entries()) globs.add({ base: [], segments }, at);
  for (let tries = 0; tries < 20; tries++) {
    const path = some(random, ["a", "b", "ab", "aab", "c"]);
    const found = ownersOf(path.reduce((nodes, name) => globs.step(nodes, name), globs.start)).sort();
    const wanted = patterns.flatMap((segments, at) => (fitsSlowly(segments, path) ? [at] : []));
    expect({ patterns, path, found }).toEqual({ patterns, path, found: wanted });
  }
});

/** A pattern as a tree: a text, or what the pieces in a row match. */
type Part = string | readonly Part[][];

/** Writes a pattern as text. */
function written(parts: readonly Part[]): string {
  return parts.map((part) => (typeof part === "string" ? part : `{${part.map(written).join(",")}}`)).join("");
}

/** Lists all patterns without braces. */
function expanded(parts: readonly Part[]): string[] {
  const [first, ...rest] = parts;
  if (first === undefined) return [""];
  const beginnings = typeof first === "string" ? [first] : first.flatMap(expanded);
  return beginnings.flatMap((beginning) => expanded(rest).map((end) => beginning + end));
}

function withoutGlobstars(parts: readonly Part[]): Part[] {
  return parts.map((part) => (typeof part === "string" ? part.replace("**", "§") : part.map(withoutGlobstars)));
}

function randomParts(random: Random, depth: number): Part[] {
  const texts = ["a", "b", "*", "?", "/", "**", "/**/", "[ab]", "[!a]", "[a-b]", "[!a-b]", "c", "."];
  return Array.from({ length: random(4) }, () =>
    depth > 0 && random(4) === 0
      ? Array.from({ length: 1 + random(3) }, () => randomParts(random, depth - 1))
      : pick(random, texts),
  );
}

/** Whether a pattern without braces matches a path, by trying all possibilities. */
function pathFitsSlowly(pattern: string, path: readonly string[]): boolean {
  const trySegments = (segments: readonly string[], names: readonly string[]): boolean => {
    const [first, ...rest] = segments;
    if (first === undefined) return names.length === 0;
    if (first === "**") return names.some((_, at) => trySegments(rest, names.slice(at))) || trySegments(rest, []);
    const [name, ...others] = names;
    return name !== undefined && nameFitsSlowly(first, name) && trySegments(rest, others);
  };
  return trySegments(
    pattern.split("/").filter((name) => name !== "" && name !== "."),
    path,
  );
}

function nameFitsSlowly(pattern: string, name: string): boolean {
  if (pattern === "") return name === "";
  if (pattern[0] === "*")
    return nameFitsSlowly(pattern.slice(1), name) || (name !== "" && nameFitsSlowly(pattern, name.slice(1)));
  const [set] = /^\[[^\]]*\]/.exec(pattern) ?? [];
  if (set === undefined)
    return (
      name !== "" && (pattern[0] === "?" || pattern[0] === name[0]) && nameFitsSlowly(pattern.slice(1), name.slice(1))
    );
  const isIn = set.includes("-") ? "ab".includes(name[0] ?? "-") : set.includes(name[0] ?? "]");
  return name !== "" && isIn !== set.startsWith("[!") && nameFitsSlowly(pattern.slice(set.length), name.slice(1));
}

law("A pattern with braces and sets matches what one of its alternatives matches", 100, (random) => {
  const parts = randomParts(random, 3);
  const pattern = written(parts);
  const alternatives = expanded(parts);
  // Only a `**` that is written as such matches several segments.
  const isMadeOfStars = expanded(withoutGlobstars(parts)).some((alternative) => alternative.includes("**"));
  if (alternatives.length > 100 || isMadeOfStars) return;
  const isMatch = globMatcher(pattern, false);
  for (let tries = 0; tries < 10; tries++) {
    const path = some(random, ["a", "b", "ab", "ba", "c", "a.b", "abc"]);
    const wanted = alternatives.some((alternative) => pathFitsSlowly(alternative, path));
    expect([pattern, path.join("/"), isMatch(path.join("/"))]).toEqual([pattern, path.join("/"), wanted]);
  }
});
