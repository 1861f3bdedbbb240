/**
 * Resolution of Locates with scopes and finds, as points and ranges, and its errors with their
 * data.
 */
import { readFileSync } from "node:fs";
import type { Locate } from "../../../src/locate/locate.js";
import { resolve } from "../../../src/locate/resolve/resolve.js";
import { Document } from "../../../src/text/document.js";
import { law, pick } from "../../text/random.js";
import { check, fails, outline, resolveIn, symbol } from "../check.js";

describe("Lines", () => {
  test.each([
    ["a\n  ┃b\nc", "a.ts:2"],
    ["a\n  ┃b\nc", "a.ts:2-3"],
    ["a\n\n  \n  ┃b", "a.ts:2-4"],
    ["a\n┃  \nb", "a.ts:2"],
    ["a\nb\n┃", "a.ts:3"],
    ["┃", "a.ts:1"],
    ["a\r\n  ┃b\r\nc", "a.ts:2"],
    ["a\r  ┃b\rc", "a.ts:2"],
    ["abc\nd┃ef", "a.ts:2:2"],
    ["abc\ndef┃\nx", "a.ts:2:4"],
    ["💣┃x", "a.ts:1:3"],
    ["x\nx\n┃x = 2", "a.ts:2-3@<|>x ="],
    ["x\nx\ny ┃x", "a.ts:3-@x"],
  ])("The place in %j is found by %s", (source, locate) => void check(source, locate));

  test.each([
    ["a\n⟦  b⟧\nc", "a.ts:2"],
    ["a\r\n⟦b\r\nc⟧\r\nd", "a.ts:2-3"],
    ["a\n⟦b\nc\n⟧", "a.ts:2-"],
    ["a\n⟦⟧\nb", "a.ts:2"],
    ["⟦a⟧", "a.ts:1"],
    ["a\nb⟦⟧c", "a.ts:2:2"],
    ["x x\n⟦x⟧ x", "a.ts:2@x"],
  ])("The range in %j is found by %s", (source, locate) => void check(source, locate));

  test("A line past the end of the file is out of range", () => {
    expect(fails("a\nb", "a.ts:3", "line_out_of_range").data["line_count"]).toBe(2);
    expect(fails("a", "a.ts:3", "line_out_of_range").message).toContain("has one line.");
    fails("a\nb", "a.ts:1-9@a", "line_out_of_range");
    expect(fails("abc\ndef\nx", "a.ts:2:9", "line_out_of_range").message).toContain('It reads "def"');
    fails("a\nb", "a.ts:9-", "line_out_of_range", { as: "range" });
  });
});

describe("Symbols", () => {
  test.each([
    ["class ┃A { run() { } }", "a.ts:A"],
    ["class A { ┃run() { } }", "a.ts:A.run"],
    ["class A { ┃run() { } }", "a.ts:run"],
    ["class A { run() { ┃return } }", "a.ts:A@return"],
    ["class A { ┃run() { } }", "a.ts:A@<|>run"],
    ["class A { run(a) { } ┃run(b) { } }", "a.ts:A.run[1]"],
    ["class A { ┃run(a) { } run(b) { } }", "a.ts:A.run"],
    ["class A { run(a) { } run(┃bb) { } }", "a.ts:A.run@bb"],
    ["class A { run(a) { x } run(┃a, b) { } }", "a.ts:A.run@a, b"],
    ["class A { run(abc) { } run(┃a) { } }", "a.ts:A.run@a"],
    ["class A { run(┃a) { a } }", "a.ts:A.run@a"],
    ["┃class A { }", "a.ts:A@<|>"],
    ["/* ┃why */\nfunction f() { /* x */ }", "a.ts:f@why"],
    // The language of a file that is named like an extension: a hyphen is part of a word.
    ["full-name: 1\n┃name: 2", { file_path: "conf/.yaml", find: "name" }],
    ["x;\n  ┃y; class A { }", { scope: { symbol_path: ["A"] }, find: "y" }],
  ])("The place in %j is found by %j", (source, locate) => void check(source, locate));

  test("A result has the path, the kind and the count of its symbol", () => {
    const resolved = check("class A { ┃run(a) { } run(b) { } }", "a.ts:run");
    expect(resolved.symbol).toEqual({ path: ["A", "run"], kind: 6, count: 2 });
    expect(resolved.match).toBeUndefined();
  });

  test.each([
    ["x; ⟦class A { run() { } }⟧ y", "a.ts:A"],
    ["class A { ⟦run() { }⟧ }", "a.ts:A.run"],
    ["class A { run() { ⟦a + b⟧; } }", "a.ts:A.run@a + b"],
    ["class A { run() { return ⟦a + b⟧; } }", "a.ts:A.run@return <|>a + b<|>;"],
  ])("The range in %j is found by %s", (source, locate) => void check(source, locate));

  // A server's range is narrower than what people mean. Each row has the source, the server's range
  // and selection, and the find.
  test.each([
    ["┃const limit = 5;", "limit = 5", "limit", "const"],
    ["┃type T struct { }", "T struct { }", "T", "type"],
    ["x = 5 // ┃the most", "x", "x", "the most"],
    ["template <class ┃K>\nclass A { };", "class A { }", "A", "K"],
    ["/** Says ┃hello. */\nfunction f() { }", "function f() { }", "f", "hello"],
    ["/** Says hello. */\nfunction f() { ┃hello }", "/** Says hello. */\nfunction f() { hello }", "f", "hello"],
    ["/** Says ┃bye. */\nfunction f() { hello }", "/** Says bye. */\nfunction f() { hello }", "f", "bye"],
    ["// one\n// ┃two\n@dec(\n  1,\n)\nfunction f() { }", "function f() { }", "f", "two"],
    ["@dec(\n  ┃first,\n)\nfunction f() { }", "function f() { }", "f", "first"],
    ["#[derive(┃Debug)]\nstruct f;", "struct f;", "f", "Debug"],
    ["a\n/*\n ┃note\n*/\nfunction f() { }", "function f() { }", "f", "note"],
    ["const f = ┃constant;", "f = constant", "f", "constan"],
    ["┃const f = constant;", "f = constant", "f", "const"],
  ])("The text in %j belongs to its symbol", (source, range, selection, find) => {
    const plain = source.replace("┃", "");
    check(source, { scope: { symbol_path: ["f"] }, find }, { symbols: [symbol(plain, "f", range, selection)] });
  });

  test("A comment that is not directly above a symbol does not belong to it", () => {
    const source = "// far\n\n// near\nfunction f() { }";
    fails(source, "a.ts:f@far", "text_not_found");
    fails("x = 1\nfunction f() { }", "a.ts:f@x", "text_not_found");
    fails("#include <far>\nvoid f() { }", "a.cpp:f@far", "text_not_found", {
      symbols: [symbol("#include <far>\nvoid f() { }", "f", "void f() { }", "f")],
    });
  });

  // The position of a name as servers give it, and its real one.
  test.each([
    ["fn f(mut ┃reader: R) {}", "reader", "mut reader: R", "mut reader"],
    ["### ┃Setup\ntext", "Setup", "### Setup\ntext", "### Setup"],
    ["fn (t *T) ┃Ptr() {}", "(*T).Ptr", "(t *T) Ptr() {}", "Ptr"],
    ["impl Display for ┃Foo {}", "impl Display for Foo", "impl Display for Foo {}", "Foo"],
    ['{ "┃name": 1 }', "name", '"name": 1', '"name"'],
    ["class A { ┃constructor() {} }", "constructor", "constructor() {}", "constructor() {}"],
    ["class A { @get() ┃v() {} }", "(get) v", "@get() v() {}", "v"],
    ["namespace A.┃B {}", "A.B", "namespace A.B {}", "A"],
    ["┃~Foo() {}", "~Foo", "~Foo() {}", "~"],
    ["void Foo::┃run() {}", "Foo::run", "void Foo::run() {}", "Foo"],
    ["/** of b */ int ┃b() {}", "b", "/** of b */ int b() {}", "/** of b */ int b() {}"],
    ["[1, ┃22, 3]", "1", "22", "22"],
    ['┃describe("x", () => {})', 'describe("x") callback', 'describe("x", () => {})', 'describe("x", () => {})'],
    ["int name_of, ┃name;", "name", "int name_of, name;", "int name_of, name;"],
    ["using ┃X = int;", "X", "using X = int;", "using"],
    ["┃.foo > .bar { }", ".foo > .bar", ".foo > .bar { }", ".foo > .bar"],
    ["A.prototype.┃run = function () { run }", "run", "function () { run }", "function () { run }"],
    ["A.prototype.┃run =\n  function run() {}", "run", "function run() {}", "run"],
    ["A['┃run'] = async () => {}", "run", "async () => {}", "async () => {}"],
    ["{ ┃run: () => {} }", "run", "() => {}", "() => {}"],
    ["a == ┃run", "run", "run", "run"],
    ["overrun = (┃run)", "run", "(run)", "("],
    ["run: ┃run: 1", "run", "run: 1", "run: 1"],
  ])("The declared name in %j is found", (source, name, range, selection) => {
    const plain = source.replace("┃", "");
    const symbols = [symbol(plain, name, range, selection)];
    check(source, { scope: { symbol_path: [name] } }, { symbols });
  });

  test("A change of a symbol is refused where its range is a value without the name", () => {
    const source = "exports.a = exports.b = function () {};";
    const symbols = [symbol(source, "b", "function () {}", "function () {}")];
    check("exports.a = exports.b = ⟦function () {}⟧;", "a.ts:b", { symbols });
    const { message } = fails(source, "a.ts:b", "inexact_write", { symbols, as: "range", purpose: "write" });
    expect(message).toBe(
      "Of `b`, only the value is known, `function () {}` in line 1, and its name is before that. Write the lines that are meant, such as `a.ts:1`, or the text as a find.",
    );
  });

  test("A name with $ is another one than without, and the error for one suggests the other", () => {
    check("const $foo = 1; const ┃foo = 2;", "a.ts:foo");
    check("const ┃$foo = 1; const foo = 2;", "a.ts:$foo");
    check("$┃foo = 1;", "a.php:foo", { symbols: [symbol("$foo = 1;", "$foo", "$foo = 1", "foo")] });
    expect(fails("const $f = 1; const fg = 2;", "a.ts:f", "symbol_not_found").message).toContain("Write `a.ts:$f`.");
    expect(fails("const f = 1;", "a.ts:$f", "symbol_not_found").message).toContain("Write `a.ts:f`.");
  });

  test("A range that ends far outside of the text is clamped", () => {
    const [node] = outline("class A { }");
    if (node === undefined) throw new Error("no symbol");
    const symbols = [{ ...node, to: 9999 }];
    check("⟦class A { }⟧", "a.ts:A", { symbols });
    check("┃class A { }", "a.ts:A@class", { symbols });
  });

  test("The error for a symbol path without symbols says that it can't be looked up", () => {
    const source = { document: Document.of("class A { }") };
    const ask = () => resolve({ scope: { symbol_path: ["A"] } }, source, "point", "read");
    expect(ask).toThrow(expect.objectContaining({ kind: "unsupported" }));
  });

  test.each<[string, readonly string[]]>([
    ["a.ts:line 2", ["a.ts:2"]],
    ["a.ts:L2:C3", ["a.ts:2:3"]],
    ["a.ts:['A', 'run']", ["a.ts:A.run"]],
    ["a.ts:A.run:2", ["a.ts:A.run", "a.ts:2"]],
    ["a.ts:A.run line 2", ["a.ts:A.run", "a.ts:2"]],
    ["a.ts:A.walk:2", ["a.ts:2"]],
  ])("The error for the scope of %s, as other tools write it, suggests %j", (locate, expected) => {
    const { message } = fails("class A {\n  run() { }\n}\n", locate, "symbol_not_found");
    expect(message).toMatch(/A scope is a symbol, or lines\./);
    expect(message.endsWith(`Write ${expected.map((each) => `\`${each}\``).join(" or ")}.`)).toBe(true);
  });

  test("Symbols in different containers are listed, each with a Locate that leads only to it", () => {
    const source = "class A { run() { x } }\nclass B { run() { y } }\nclass C { run() { } }";
    const { data } = fails(source, "a.ts:run", "symbol_ambiguous");
    const candidates = data["candidates"] as { locate: Locate; line: number; kind: string; symbol_path: string[] }[];
    expect(candidates.map(({ symbol_path, line, kind }) => [symbol_path.join("."), line, kind])).toEqual([
      ["A.run", 1, "method"],
      ["B.run", 2, "method"],
      ["C.run", 3, "method"],
    ]);
    check("class A { run() { x } }\nclass B { ┃run() { y } }\nclass C { run() { } }", candidates[1]?.locate ?? "");
    check("class A { run() { x } }\nclass B { run() { ┃y } }\nclass C { run() { } }", "a.ts:run@y");
    fails(source, "a.ts:run@run", "symbol_ambiguous");
    fails(source, "a.ts:run@nowhere", "symbol_ambiguous");
  });

  test("Of symbols in different containers, only those that hold the find are listed", () => {
    const source = "class A { run() { x } }\nclass B { run() { y } }\nclass C { run() { x } }";
    const { data, message } = fails(source, "a.ts:run@x", "symbol_ambiguous");
    expect((data["candidates"] as { symbol_path: string[] }[]).map((each) => each.symbol_path.join("."))).toEqual([
      "A.run",
      "C.run",
    ]);
    expect(message).toContain("`a.ts:A.run@x` (line 1: `class A { run() { x } }`)");
  });

  test("The error for an unknown path lists names that are similar, first where the container is the same", () => {
    const source = "class A { run() { } }\nclass B { run() { } }";
    const { message } = fails(source, "a.ts:B.rum", "symbol_not_found");
    expect(message).toMatch(/`a\.ts:B\.run` or `a\.ts:A\.run`/);
  });

  test("The error for an unknown path lists no symbol without a name", () => {
    const source = "class A { }\nclass B { }";
    const symbols = [symbol(source, "", "class A { }", "class"), symbol(source, "B", "class B { }", "B")];
    const { data } = fails(source, "a.ts:other", "symbol_not_found", { symbols });
    expect(data["children"]).toEqual(["B"]);
  });

  test("Symbols that no path distinguishes are listed with their lines", () => {
    const source = 'it("a", () => { const v = 1; });\nit("a", () => { const v = 2; });';
    const both = ['it("a", () => { const v = 1; })', 'it("a", () => { const v = 2; })'];
    const symbols = both.map((range) =>
      symbol(source, 'it("a") callback', range, range, symbol(source, "v", range.slice(16, -3), "v")),
    );
    const { data } = fails(source, "a.ts:v", "symbol_ambiguous", { symbols });
    const candidates = data["candidates"] as { locate: Locate }[];
    check(source.replace("v = 2", "┃v = 2"), candidates[1]?.locate ?? "", { symbols });
    const found = fails(source, "a.ts:v@<|>v", "symbol_ambiguous", { symbols }).data["candidates"] as {
      locate: Locate;
    }[];
    check(source.replace("v = 2", "┃v = 2"), found[1]?.locate ?? "", { symbols });
  });
});

describe("Matches", () => {
  test("A result has its reading and the starts of the other matches", () => {
    expect(check("x ┃y x", { find: "y" }).match).toEqual({ reading: "literal", count: 1, index: 0 });
    expect(check("x y ┃x", { find: "x", find_index: 1 }).match).toEqual({
      reading: "literal",
      count: 2,
      index: 1,
      starts: [0, 4],
    });
    expect(check("┃f( x )", { find: "f(x)" }).match?.reading).toBe("exact");
    expect(check("┃f(x )", { find: "f (x)" }).match?.reading).toBe("spacing");
    expect(check("xo┃unt", { find: "unt" }).match?.reading).toBe("partial");
  });

  test('The index "only" refuses several matches', () => {
    check("┃x y", { find: "x", find_index: "only" });
    const { data } = fails("x = 1\ny = x", { find: "x", find_index: "only" }, "text_ambiguous");
    expect(data["count"]).toBe(2);
    const matches = data["matches"] as { line: number; text: string; locate: Locate }[];
    expect(matches.map(({ line, text }) => [line, text])).toEqual([
      [1, "x = 1"],
      [2, "y = x"],
    ]);
    check("x = 1\ny = ┃x", matches[1]?.locate ?? "");
  });

  test("An index after the last match is out of range", () => {
    const { data, message } = fails("x x", { find: "x", find_index: 2 }, "index_out_of_range");
    expect(data["count"]).toBe(2);
    expect(message).toContain("find_index 0 to 1");
  });

  test("A change requires whole words", () => {
    check("⟦f( x )⟧", { find: "f(x)" }, { purpose: "write" });
    check("⟦f(x )⟧", { find: "f( x)" }, { purpose: "write" });
    const { data, message } = fails("counter", { find: "count" }, "inexact_write", { purpose: "write", as: "range" });
    expect(message).toContain("only as part of a longer word (line 1: `counter`)");
    expect(data["reading"]).toBe("partial");
    expect(data["candidates"]).toEqual([{ line: 1, text: "counter", matched: "count" }]);
    const fuzzy = { find: "result = transform(data)", fuzzy: true };
    const similar = fails("result = transfrom(data)", fuzzy, "inexact_write", { purpose: "write" });
    expect(similar.message).toContain("only something similar");
    expect(similar.data["reading"]).toBe("fuzzy");
  });
});

describe("Fuzzy matches", () => {
  test.each([
    ["x = 1\nresult = ┃transfrom(data)", "result = <|>transform(data)"],
    ["x = 1\n┃result = transfrom(data)", "result = transform(data)"],
    ["foo(a, b, c, ┃d)", "foo(a, b, c, e, <|>d)"],
    ["if (value === null) ┃return compute(value)", "if (value == null) <|>return compute(value)"],
    ["const total = sum(it┃ems, tax)", "const totl = sum(it<|>ems, tax)"],
    ["reslt = ┃transfrm(dta)", "result = <|>transform(data)"],
    ["foo(┃barr, bazz)", "fooo(<|>bar, baz)"],
    ["foo(a, ┃b, c, d)", "foo(a, <|>b, c, e, d)"],
    ["foo(┃a, b, c, d, e, f, g)", "foo(<|>a, b, c, d, e, g)"],
    ["result = transform┃(data)", "result = transfrm<|> (data)"],
  ])("The place in %j is similar to %j", (source, find) => {
    expect(check(source, { find, fuzzy: true }).match?.reading).toBe("fuzzy");
  });

  law("A marked word is found, whatever single word the find lacks, has too many or misspells", 20, (random) => {
    const words = ["alpha", "bravo", "charlie", "delta", "echo", "foxtrot", "golf", "hotel"];
    const changed = random(words.length);
    const marked = (changed + 1 + random(words.length - 1)) % words.length;
    const instead = pick(random, [[], ["kilo", words[changed]], [`${words[changed]}x`]]);
    const find = words
      .flatMap((word, at) => (at === changed ? instead : at === marked ? `<|>${word}` : word))
      .join(" ");
    const marker = words.map((word, at) => (at === marked ? `┃${word}` : word)).join(" ");
    check(`a b c ${marker} d e f`, { find, fuzzy: true });
  });

  test("A fuzzy range is the aligned text", () => {
    check("a; ⟦result = transfrom(data)⟧; b", { find: "result = transform(data)", fuzzy: true });
    check("a; result = ⟦transfrom(data)⟧; b", { find: "result = <|>transform(data)<|>", fuzzy: true });
  });

  test("Text that is not similar enough, or not clearly the most similar, is not found", () => {
    fails("result = transfrom(data)", { find: "result = transform(data)" }, "text_not_found");
    fails("something = else(entirely)", { find: "result = transform(data)", fuzzy: true }, "text_not_found");
    // Another operator is another token, and so is what the find lacks.
    fails("if (a !== b) c", { find: "a === b", fuzzy: true }, "text_not_found");
    fails("f(a, one, two, three, b)", { find: "f(a, b)", fuzzy: true }, "text_not_found");
    const two = "result = transfrom(data)\nresult = tranform(data)";
    const { data } = fails(two, { find: "result = transform(data)", fuzzy: true }, "text_not_found");
    expect((data["nearest"] as { line: number }[]).map(({ line }) => line).sort()).toEqual([1, 2]);
  });

  test("An exact match is preferred to a fuzzy one", () => {
    expect(
      check("result = transfrom(data); ┃result = transform(data)", { find: "result = transform(data)", fuzzy: true })
        .match?.reading,
    ).toBe("literal");
  });
});

describe("text_not_found", () => {
  const source =
    "function other() {\n  return result;\n}\n\nfunction work(data) {\n  const result = transform(data);\n  return result;\n}\n";

  test("The error lists the nearest lines", () => {
    const { data, message } = fails(source, { find: "const result = transfrom(date);" }, "text_not_found");
    expect(data["nearest"]).toEqual([expect.objectContaining({ line: 6, text: "const result = transform(data);" })]);
    expect(message).toContain("line 6");
  });

  test("The error lists a declaration that is broken into lines before a line with more of the words", () => {
    const python =
      "class A:\n    def work(\n        self, data: Data, count: Count\n    ):\n        work(self, data, count)\n";
    const { data } = fails(python, { file_path: "a.py", find: "def work(self, data, count)" }, "text_not_found");
    const text = "def work(\n        self, data: Data, count: Count";
    expect((data["nearest"] as unknown[])[0]).toMatchObject({ line: 2, lastLine: 3, text, locate: { find: text } });
  });

  test("The error finds a line that holds much more than the words of the find", () => {
    const { data } = fails(
      "a();\nout.write(compose(first, second, third), options);\n",
      { find: "Out.write" },
      "text_not_found",
    );
    expect(data["nearest"]).toMatchObject([{ line: 2 }]);
  });

  test("Words of one or two letters are similar to no other", () => {
    // Of 9 letters and signs, `=` and `1` are shared, on both sides.
    const { data } = fails("abc = 1", { find: "ab = 1" }, "text_not_found");
    expect(data["nearest"]).toMatchObject([{ line: 1, similarity: 0.44 }]);
  });

  test("The error finds the line of a misspelt word", () => {
    const { data } = fails(source, { find: "transfrm" }, "text_not_found");
    expect(data["nearest"]).toEqual([expect.objectContaining({ line: 6 })]);
  });

  test("The error for a find of several lines lists the lines where it might begin", () => {
    const { data } = fails(
      source,
      { find: "function work(data) {\n  const result = compute(data);" },
      "text_not_found",
    );
    expect((data["nearest"] as unknown[])[0]).toEqual(
      expect.objectContaining({
        line: 5,
        lastLine: 6,
        text: "function work(data) {\n  const result = transform(data);",
      }),
    );
  });

  test("The word next to the marker weighs most", () => {
    const go =
      "func (r *resolver) dirInfo() {\n  fs.entries[dir] = entries\n  entries, err, originalError := r.fs.ReadDirectory(path)\n}\n";
    const { data } = fails(go, "a.ts@entries, err := fs.<|>readdir(", "text_not_found");
    const [first] = data["nearest"] as { line: number; locate: Locate }[];
    expect(first?.line).toBe(3);
    expect(first?.locate).toEqual({
      file_path: "a.ts",
      find: "entries, err, originalError := r.fs.<|>ReadDirectory(path)",
    });
  });

  // A source, a Locate with a mistake, and the Locate that the error suggests.
  test.each([
    ["a(one)\nb\na(one)\n", "a.ts:3@a(onne)", { scope: { line: 3 }, find: "a(one)" }],
    ["total(one)\nb\ntotal(one)\n", "a.ts@totl(one)", { scope: { line: 1 }, find: "total(one)" }],
    ["total(one)\nb\n", "a.ts@totl(one)", { find: "total(one)" }],
    [
      "x\ntotal(one)\nsum(two)\n",
      "a.ts:1-3@totl(one)\nsum(two)",
      { scope: { line: [2, 3] }, find: "total(one)\nsum(two)" },
    ],
    // A word that is spelled otherwise in a long line, also where it is marked.
    ["func (mx *Mux) Use(middlewares ...func(Handler) Handler) {\n", "a.ts@middlwares", { find: "middlewares" }],
    ["if mx.handler != nil || x.of(first, second) {\n", "a.ts@mx.<|>handlr", { find: "mx.<|>handler" }],
    ["if mx.handler != nil || x.of(first, second) {\n", "a.ts@mx.handlr<|>", { find: "mx.handler<|>" }],
    ["if  mx . handler(a) {\n", "a.ts@mx.handlr(<|>a", { find: "mx . handler(<|>a" }],
    // Two words of the line are as similar: the line itself is offered.
    ["call(count1, count2)\n", "a.ts@count3", { find: "call(count1, count2)" }],
    // A marker inside a word that is spelled otherwise has no place in the word.
    ["other(handler)\n", "a.ts@han<|>dlr", { find: "other(handler)" }],
    ["\tvec<|>total<|>(one)\n", "a.ts@totl(one)", { find: "vec<|>total<|>(one)" }],
    [`total("${"x".repeat(300)}", one)\n`, 'a.ts@totl("x", one)', { scope: { line: 1 } }],
  ])("In %j, the suggestion for %s leads to one place", (text, written, expected) => {
    const { data } = fails(text, written, "text_not_found");
    const [first] = data["nearest"] as { locate: Locate }[];
    expect(first?.locate).toEqual({ file_path: "a.ts", ...expected });
    if (first) resolveIn(text, { ...first.locate, find_index: "only" });
  });

  test("The error lists matches outside of the scope with their symbols", () => {
    const { data, message } = fails(source, "a.ts:other@transform", "text_not_found");
    expect(data["outside"]).toEqual([{ line: 6, text: "const result = transform(data);", symbol: "work.result" }]);
    expect(data["outside_count"]).toBe(1);
    expect(message).toContain("`work.result`");
    expect(fails(source, "a.ts:1-3@transform", "text_not_found").data["outside_count"]).toBe(1);
    const without = fails("function f() { }\nx = 1;\n", "a.ts:f@x", "text_not_found");
    expect(without.data["outside"]).toEqual([{ line: 2, text: "x = 1;", symbol: null }]);
    expect(without.message).toContain("write the scope that holds it, line 2.");
  });

  test("The error says what was read as the marker", () => {
    expect(fails(source, { find: "nothing <|>here" }, "text_not_found").message).toContain("`<|>`");
  });

  // The text, a find with a mistake, and the hint in the error.
  test.each([
    ["a = 1\nb = 2", "a = 1\\nb = 2", "two characters"],
    ["foo(1, 2, 3)", "foo(1, ... 3)", "not a wildcard"],
    ["foo(1, 2)", "foo(… 2)", "not a wildcard"],
    ["a = b", "<|>a = b<|>", "Two markers select a range"],
    ["MyClass()", "myclass()", 'case-sensitive: the text has "MyClass()"'],
    ["x = 'hi'", 'x = "hi"', "other quotes"],
    ["x = 'hi'", "x = “hi”", "other quotes"],
    ['x = "hi"', 'x = \\"hi\\"', "no backslashes"],
    ["if (a < b)", "if (a &lt; b)", "no entities"],
    ["let x = 1\nlet y = 2", "12: let x = 1", "line numbers"],
  ])("In %j, the error for %j has a hint", (text, find, says) => {
    const { data, message } = fails(text, { find }, "text_not_found");
    expect((data["hints"] as string[]).join(" ")).toContain(says);
    expect(message).toContain(says);
  });
});

describe("Locates that can't be resolved", () => {
  test("A Locate with neither scope nor find is invalid", () =>
    void fails("x", { file_path: "a.ts" }, "invalid_locate"));
  test("An anchor can't be resolved from text alone", () => {
    fails("x", { anchor_text: "x", ancestor_node_type: "y" }, "unsupported");
  });
});

test("Every first word of a line of a real file is found by its line", () => {
  const source = readFileSync("src/locate/resolve/resolve.ts", "utf8");
  const lines = source.split("\n");
  lines.forEach((line, at) => {
    const word = /\w+/.exec(line)?.[0];
    if (word === undefined) return;
    const { from } = resolveIn(source, { scope: { line: at + 1 }, find: word }, { symbols: [] });
    const start = lines.slice(0, at).reduce((sum, each) => sum + each.length + 1, 0);
    expect(from).toBe(start + line.indexOf(word));
  });
});

test("An error that shows part of a long line does not cut a surrogate pair in two", () => {
  const halves = /[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/;
  for (const shift of ["", "a"]) {
    const bombs = shift + "💣".repeat(200);
    expect(fails(bombs, "a.ts:1:999", "line_out_of_range").message).not.toMatch(halves);
    const { data } = fails(`${bombs} x ${bombs} x`, { find: "x", find_index: "only" }, "text_ambiguous");
    for (const { text } of data["matches"] as { text: string }[]) expect(text).not.toMatch(halves);
  }
});
