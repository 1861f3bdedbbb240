/** Lookup of symbol paths with the names that real servers give. */

import { factsOf } from "../../../src/languages/languages.js";
import type { Locate } from "../../../src/locate/locate.js";
import { writeLocate } from "../../../src/locate/notation/notation.js";
import { findSymbols, findSymbolsByName } from "../../../src/locate/symbols/findSymbols.js";
import { symbolIndexOf } from "../../../src/locate/symbols/symbolIndex.js";
import type { SymbolNode } from "../../../src/locate/symbols/symbolNode.js";
import { uniquePathOf } from "../../../src/locate/symbols/uniquePath.js";
import { law, pick, type Random } from "../../text/random.js";
import { fails, resolveIn } from "../check.js";
import { findSymbolsSlowly, uniquePathsSlowly } from "./referenceSymbols.js";

let place = 0;

/**
 * Makes a symbol with children, after those made before it. `name§kind` sets the kind; the default
 * is a class or a method.
 */
function node(text: string, ...children: readonly (SymbolNode | string)[]): SymbolNode {
  const [, name = text, kind, detail] = /^(.*?)(?:§(\d+))?(?:¶(.*))?$/s.exec(text) ?? [];
  const from = place++;
  const nodes = children.map((child) => (typeof child === "string" ? node(child) : child));
  const to = place++;
  const number = kind === undefined ? (nodes.length > 0 ? 5 : 6) : Number(kind);
  return { name, kind: number, detail: detail ?? "", from, to, nameFrom: from, nameTo: from, children: nodes };
}

/**
 * Returns the raw paths of the symbols that a path leads to: `a | b` in one container, `a ! b` in
 * several.
 */
function lead(
  roots: readonly SymbolNode[],
  path: string | readonly string[],
  language = "typescript",
  file = "src/app/models.ts",
  text = "",
): string {
  const names = typeof path === "string" ? path.split("/") : path;
  const found = findSymbols(names, roots, { language, path: file, text });
  const written = found.entries.map((entry) => {
    const parts: string[] = [];
    for (let at: typeof entry | null = entry; at !== null; at = at.parent) parts.unshift(at.node.name || "∅");
    return parts.join(" > ") + (entry.node.detail ? `¶${entry.node.detail}` : "");
  });
  return written.join(found.containerCount > 1 ? " ! " : " | ");
}

const go = [
  node("T§23", "field§8"),
  node("(*T).Ptr"),
  node("(T).Val"),
  node("(*G[K]).Gm"),
  node("init§12"),
  node("init§12"),
];
const rust = [
  node("Foo§23", "name§8"),
  node("impl Foo§19", "new", "name"),
  node("impl Display for Foo§19", "fmt"),
  node("impl<T> From<T> for Foo§19", "from"),
  node("impl Debug for Foo§19", "fmt"),
  node("tests§2", node("helper§12")),
];
const cpp = [
  node("ns§3", node("Foo", "m", "m"), "f§12¶void (int)"),
  node("ns§3", "f§12¶void (double)", "g§12"),
  node("ns::in::Foo::t<int>§12"),
  node("(anonymous namespace)§3", "hidden§12"),
  node("Bar", "run"),
  node("Bar::run§12"),
];
const ts = [
  node("useCheck§12", node("useMemo() callback§12", node("diagnostics§13", "port§7")), node("port§13")),
  node("Server", "constructor§9", "(get) v", "(set) v", "port§8"),
  node("Server§3", "port§13"),
  node('"mod"§2', "x§13"),
  node('describe("a") callback§12', "value§14"),
  node('describe("b") callback§12', "value§14"),
  node("load§13"),
  node("load§12"),
];
const java = [node("com.acme§4"), node("Foo", "Foo()§9", "m(int)", "m(String, List<A>) : void", "id§8")];
const json = [
  node("dependencies", "lodash.debounce§15", "@types/node§15"),
  node("scripts", "a:b§15", "build§15"),
  node("files§18", node("0", "x§15"), "1§15"),
];
const css = [node(".foo > .bar§5"), node("a:hover§5"), node(".btn:hover§5"), node("div#main.c.d§5")];
const markdown = [node("# Changes§15", "1.2.0§15", "## 1.1.0§15"), node("Intro (long)§15")];
const proto = [
  node("shop.v1.Item§23", "shop.v1.Item.name§8", node("shop.v1.Item.Kind§10", "shop.v1.Item.Kind.NEW§22")),
];
const vue = [node('"App.vue"§2', node("script§2", "cart§13"))];
const lua = [node("M.foo§12"), node("M:bar§12"), node("§12", "inner§13")];

test.each([
  // Full paths, suffixes, and what a suffix does not match.
  ["Server", "Server | Server", ts],
  ["Server/constructor", "Server > constructor", ts],
  ["constructor", "Server > constructor", ts],
  ["useCheck/diagnostics", "useCheck > useMemo() callback > diagnostics", ts],
  ["diagnostics", "useCheck > useMemo() callback > diagnostics", ts],
  ["value", 'describe("a") callback > value ! describe("b") callback > value', ts],
  ['describe("b") callback/value', 'describe("b") callback > value', ts],
  ["v", "Server > (get) v | Server > (set) v", ts],
  ["(set) v", "Server > (set) v", ts],
  ["v[1]", "Server > (set) v", ts],
  ["v[2]", "", ts],
  ["mod/x", '"mod" > x', ts],
  ['"mod"/x', '"mod" > x', ts],
  ["useCheck/port", "useCheck > port", ts],
  ["load", "load | load", ts],
  ["load()", "load", ts],
  ["Server/port", "Server > port | Server > port", ts],
  ["nope", "", ts],
  ["Server/nope", "", ts],
  // The file, its module, its package.
  ["models/Server", "Server | Server", ts],
  ["app/models/Server", "Server | Server", ts],
  ["models/ts/Server", "Server | Server", ts],
  ["other/Server", "", ts],
  ["crate/load", "load | load", ts],
  ["com/acme/Foo", "Foo", java],
  ["acme/Foo/id", "Foo > id", java],
  // A class before its constructor; overloads by their parameters.
  ["Foo", "Foo", java],
  ["Foo/Foo", "Foo > Foo()", java],
  ["m", "Foo > m(int) | Foo > m(String, List<A>) : void", java],
  ["m(int)", "Foo > m(int)", java],
  ["m(String,List<A>)", "Foo > m(String, List<A>) : void", java],
  ["Foo/m[1]", "Foo > m(String, List<A>) : void", java],
  ["T", "T", go],
  ["T/Ptr", "(*T).Ptr", go],
  ["T/Val", "(T).Val", go],
  ["Ptr", "(*T).Ptr", go],
  ["(*T)/Ptr", "(*T).Ptr", go],
  [["(*T).Ptr"], "(*T).Ptr", go],
  ["G/Gm", "(*G[K]).Gm", go],
  ["T/field", "T > field", go],
  ["init", "init | init", go],
  ["Foo", "Foo | impl Foo | impl Display for Foo | impl<T> From<T> for Foo | impl Debug for Foo", rust],
  ["Foo/new", "impl Foo > new", rust],
  ["Foo/name", "Foo > name | impl Foo > name", rust],
  ["Foo/fmt", "impl Display for Foo > fmt ! impl Debug for Foo > fmt", rust],
  ["impl Display for Foo/fmt", "impl Display for Foo > fmt", rust],
  ["impl Debug for Foo", "impl Debug for Foo", rust],
  ["tests/helper", "tests > helper", rust],
  ["ns/f", "ns > f¶void (int) | ns > f¶void (double)", cpp],
  ["ns/f(double)", "ns > f¶void (double)", cpp],
  ["f[1]", "ns > f¶void (double)", cpp],
  ["ns/g", "ns > g", cpp],
  ["ns/Foo/m[1]", "ns > Foo > m", cpp],
  ["Foo/t", "ns::in::Foo::t<int>", cpp],
  ["ns/in/Foo/t", "ns::in::Foo::t<int>", cpp],
  ["hidden", "(anonymous namespace) > hidden", cpp],
  ["Bar/run", "Bar > run | Bar::run", cpp],
  [["Bar::run"], "Bar::run", cpp],
  ["M/foo", "M.foo", lua],
  ["M/bar", "M:bar", lua],
  [["M:bar"], "M:bar", lua],
  ["inner", "∅ > inner", lua],
  // Names that repeat their containers, and a quoted name.
  ["Item/name", "shop.v1.Item > shop.v1.Item.name", proto],
  ["shop/v1/Item/name", "shop.v1.Item > shop.v1.Item.name", proto],
  ["shop/v1/Item/Kind/NEW", "shop.v1.Item > shop.v1.Item.Kind > shop.v1.Item.Kind.NEW", proto],
  [["App.vue", "script", "cart"], '"App.vue" > script > cart', vue],
  // Other separators, last.
  [["Server#constructor"], "Server > constructor", ts],
  [["Server->constructor"], "Server > constructor", ts],
  [["useCheck\\diagnostics"], "useCheck > useMemo() callback > diagnostics", ts],
])("The path %j leads to %j", (path, expected, roots) => {
  const file = roots === java ? "src/main/java/com/acme/Foo.java" : "src/app/models.ts";
  expect(lead(roots, path, "typescript", file)).toBe(expected);
});

test.each([
  ["dependencies/lodash/debounce", "dependencies > lodash.debounce", "json", json],
  [["dependencies", "@types/node"], "dependencies > @types/node", "json", json],
  ['scripts["a:b"]', "scripts > a:b", "json", json],
  [["scripts/build"], "scripts > build", "json", json],
  ["files[1]", "files > 1", "json", json],
  [["files[0]", "x"], "files > 0 > x", "json", json],
  ["files[0]/x", "files > 0 > x", "json", json],
  ["files[7]", "", "json", json],
  // A number is a name before it is an index.
  ["years[1]", "years > 1", "json", [node("years", "0a§15", "0b§15", "1§15")]],
  [[".foo > .bar"], ".foo > .bar", "css", css],
  [[".foo > ", "bar"], ".foo > .bar", "css", css],
  ["bar", "", "css", css],
  [["div#main", "c", "d"], "div#main.c.d", "css", css],
  [[".btn:hover"], ".btn:hover", "css", css],
  ["1/2/0", "# Changes > 1.2.0", "markdown", markdown],
  ["Changes/1/1/0", "# Changes > ## 1.1.0", "markdown", markdown],
  [["Intro (long)"], "Intro (long)", "markdown", markdown],
])("The path %j leads to %j in %s", (path, expected, language, roots) => {
  expect(lead(roots, path, language)).toBe(expected);
});

const dollars = [node("$foo§13"), node("foo§13"), node("$only§13"), node("Shop", "$price§7", "price")];

test.each([
  ["foo", "foo", "typescript"],
  ["$foo", "$foo", "typescript"],
  ["only", "", "typescript"],
  ["Shop/price", "Shop > price", "java"],
  ["foo", "$foo | foo", "php"],
  ["$foo", "$foo", "php"],
  ["only", "$only", "ruby"],
  ["$only", "$only", "ruby"],
  ["Shop/price", "Shop > $price | Shop > price", "php"],
])("With names that begin with $, the path %j leads to %j in %s", (path, expected, language) => {
  expect(lead(dollars, path, language)).toBe(expected);
});

test("A path may begin with a package that the text declares, or that is listed next to its contents", () => {
  const roots = [node("App\\Models§3"), node("User", "save")];
  expect(lead(roots, "App/Models/User/save", "php", "x.php")).toBe("User > save");
  const alone = [node("Run§12")];
  expect(lead(alone, "server/Run", "go", "cmd/main.go", "// x\npackage server\n")).toBe("Run");
  expect(lead(alone, "client/Run", "go", "cmd/main.go", "package server\n")).toBe("");
});

test("A variable is preferred to a property of an object, but not to one of a class", () => {
  const roots = [node("a§12", node("conf§13", "port§7")), node("b§12", "port§13")];
  expect(lead(roots, "port")).toBe("b > port");
  expect(lead([node("A", "port§7"), node("b§12", "port§13")], "port")).toBe("A > port ! b > port");
});

const trees = [go, rust, cpp, ts, java, lua];

test("Every symbol that can have a unique path has one", () => {
  for (const roots of trees) {
    const context = { language: "typescript" };
    for (const entry of findAll(roots)) {
      const path = uniquePathOf(entry, roots, context);
      if (path === null) continue;
      const found = findSymbols(path, roots, context);
      expect([path, found.entries[0]?.node === entry.node, found.containerCount]).toEqual([path, true, 1]);
    }
  }
});

function findAll(roots: readonly SymbolNode[]) {
  const names = roots.flatMap(function names(each): string[] {
    return [each.name, ...each.children.flatMap(names)];
  });
  return names.flatMap((name) => findSymbols([name], roots, { language: "typescript" }).entries);
}

law("The lookup of any path in any tree ends, and returns only existing symbols", 3, (random) => {
  const names = ["a", "b", "a.b", "impl a for b", "(*a).b", "", "callback", "a(int)", '"a"', "[0]", "a[1]"];
  const grow = (depth: number): SymbolNode =>
    node(pick(random, names), ...Array.from({ length: depth > 3 ? 0 : random(4) }, () => grow(depth + 1)));
  const roots = Array.from({ length: 4 }, () => grow(0));
  for (let round = 0; round < 80; round++) {
    const path = Array.from({ length: 1 + random(4) }, () => pick(random, names) || "x");
    const found = findSymbols(path, roots, { language: "typescript" });
    expect(found.entries.length === 0).toBe(found.containerCount === 0);
    for (const entry of found.entries) {
      const reaching = uniquePathOf(entry, roots, { language: "typescript" });
      if (reaching !== null)
        expect(findSymbols(reaching, roots, { language: "typescript" }).entries[0]?.node).toBe(entry.node);
    }
  }
});

/** Few names for one tree, so that they recur. */
const alphabets: readonly (readonly string[])[] = [
  ["a", "b", "c"],
  ["a", "b", "a", "b", "", "callback", 'it("a") callback', '"callback"', "<lambda>", "(anonymous namespace)"],
  ["A", "B", "A::B", "B::A::a", "a", "A.a", "~A", "operator()", "operator[]", "ns"],
  ["Foo", "impl Foo", "impl Debug for Foo", "impl<T> From<T> for Foo", "fmt", "from", "impl", "Foo<T>"],
  ["T", "(*T).a", "(T).a", "(*T[K]).b", "(*T)", "a", "b", "(T x)"],
  ["m(int)", "m(String, List<A>) : void", "m", "m()", "f : T", "f", "(get) f", "(set) f"],
  ['"a"', "a", "'a.b'", "a.b", "$a", "$$a", "@a", "#a", "## a", "a/1", "a/b", "a b", "a\0b", " a "],
  ["a", "[0]", "a[0]", "a[1]", 'a["b"]', "b", "0", "1", "a[-1]", "a[]", "# a", "# # a", `'"a"'`, "a#b", "self.a"],
];
const languages = ["typescript", "rust", "php", "json", "markdown", "css"];

function randomTree(random: Random, names: readonly string[]): SymbolNode[] {
  const [most, deepest] = [1 + random(5), 2 + random(4)];
  let left = 20 + random(80);
  const grow = (depth: number): SymbolNode => {
    left--;
    const kind = pick(random, ["", "§5", "§7", "§12", "§13", "§3"]);
    const children = Array.from({ length: random(most + 1) }, () =>
      depth < deepest && left > 0 ? [grow(depth + 1)] : [],
    );
    return node(`${pick(random, names)}${kind}`, ...children.flat());
  };
  const roots: SymbolNode[] = [];
  while (left > 0) roots.push(grow(0));
  // Some servers return symbols unsorted, or several in the same place.
  if (random(4) === 0) roots.reverse();
  return roots;
}

law("The unique path of every symbol is the one that an exhaustive lookup finds", 1, (random) => {
  for (const names of alphabets) {
    const roots = randomTree(random, names);
    const context = { language: pick(random, languages), path: "src/a/b.ts", text: "package ns.a\n" };
    const { entries } = symbolIndexOf(roots, factsOf(context.language).nameRule);
    const paths = entries.map((entry) => uniquePathOf(entry, roots, context));
    expect(paths).toEqual(uniquePathsSlowly(roots, context));
    // The heading `# a` may look like the file's folder `a`.
    for (const [at, path] of paths.entries())
      if (path !== null && !path.includes("# a"))
        expect([path, findSymbols(path, roots, context).entries[0]?.order]).toEqual([path, entries[at]?.order]);
    for (let round = 0; round < 6; round++) {
      const path = Array.from(
        { length: 1 + random(4) },
        () => pick(random, [...names, "a", "b", "src", "a[1]"]) || "x",
      );
      const [found, wanted] = [findSymbolsByName(path, roots, context), findSymbolsSlowly(path, roots, context)];
      expect([path, found.entries.map(({ order }) => order), found.containerCount]).toEqual([path, ...wanted]);
    }
  }
});

describe("symbol_not_found", () => {
  const source = "class MyClass { my_method() { } other() { } }\nfunction helper() { }";
  test.each([
    ["a.ts:MyClas", [], ["MyClass", "helper"], [["MyClass"]]],
    ["a.ts:MyClass.nope", ["MyClass"], ["my_method", "other"], []],
    ["a.ts:MyClass.mymethod", ["MyClass"], ["my_method", "other"], [["MyClass", "my_method"]]],
    ["a.ts:HELPER", [], ["MyClass", "helper"], [["helper"]]],
    ["a.ts:Wrong.my_method", [], ["MyClass", "helper"], [["MyClass", "my_method"]]],
    ["a.ts:zzz", [], ["MyClass", "helper"], []],
    ["a.ts:helper[-1]", [], ["MyClass", "helper"], [["helper"]]],
    ["a.ts:helper[1.5]", [], ["MyClass", "helper"], [["helper"]]],
  ])("The error for %s lists what exists and what may be meant", (locate, existing, children, likely) => {
    const { data, message } = fails(source, locate, "symbol_not_found");
    expect(data["existing_path"]).toEqual(existing);
    expect(data["children"]).toEqual(children);
    expect(data["likely_paths"]).toEqual(likely);
    expect(message).toContain("Write ");
  });

  test("The error lists the contents of all symbols of a path, as of overloads", () => {
    const { data } = fails("function f() { }\nfunction f() { let index = 1; }", "a.ts:f.nope", "symbol_not_found");
    expect(data["children"]).toEqual(["index"]);
  });

  test("Of a path of many long names, a prefix of up to 1,000 characters is looked up", () => {
    const names = Array.from({ length: 90 }, (_, at) => `${at}`.padEnd(1_000, "name"));
    for (const symbol_path of [
      ["MyClass", ...names],
      ["MyClass", "other", "a", ...names.slice(1)],
    ]) {
      const { data } = fails(source, { file_path: "a.ts", scope: { symbol_path } }, "symbol_not_found");
      expect(data["existing_path"]).toEqual(symbol_path[1] === "other" ? ["MyClass", "other"] : ["MyClass"]);
    }
  });

  // A parameter is no symbol.
  test.each([
    ["function f(args) { g(args); }", "a.ts:f.args", "a.ts:f@args"],
    ["function f() { }\nfunction f(args) { }", "a.ts:f.args", "a.ts:f@args"],
    ["class A { f(args) { } }\nclass B { f() { } }", "a.ts:A.f.args", "a.ts:A.f@args"],
    ["class A { f(args) { } }\nfunction args() { }", "a.ts:A.f.args", "a.ts:A.f@args"],
    ["function f($a) { }", "a.ts:f.$a", "a.ts:f@$a"],
    ["function f(args) { }", "a.ts:f.arg", undefined],
    ["function f(args) { }", "a.ts:f.args.length", undefined],
    ["function f(a, b) { }", "a.ts:f.a.b", undefined],
    ["function f() { }\nlet args = 1;", "a.ts:f.args", undefined],
    ["class A { f(args) { } }\nclass B { f(args) { } }", "a.ts:f.args", undefined],
    ["function f(args) { }", "a.ts:f.args@x", undefined],
  ])("In %j, the error for %s suggests the text %s", (text, locate, expected) => {
    const { data, message } = fails(text, locate, "symbol_not_found");
    expect(data["locate"] && writeLocate(data["locate"] as Locate)).toBe(expected);
    if (expected === undefined) return expect(message).not.toContain("for the text");
    expect(message).toContain(`Write \`${expected}\` for the text`);
    resolveIn(text, expected);
  });

  test("The error names another symbol of that name after the text", () => {
    const text = "class A { f(args) { } }\nfunction args() { }";
    const { message } = fails(text, "a.ts:A.f.args", "symbol_not_found");
    expect(message).toMatch(
      /Write `a\.ts:A\.f@args` for the text `args` in `A\.f`; for another symbol, `a\.ts:args`\.$/,
    );
  });

  test("The error says how many symbols of a container it does not list", () => {
    const methods = Array.from({ length: 23 }, (_, at) => `m${at}() { }`).join(" ");
    const { data, message } = fails(`class Big { ${methods} }`, "a.ts:Big.nope", "symbol_not_found");
    expect(data["children"]).toHaveLength(20);
    expect(message).toContain("`m19` and 3 more.");
  });
});
