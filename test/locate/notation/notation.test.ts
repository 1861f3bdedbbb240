/** The notation, one text per line, its laws, and the errors of its common mistakes. */
import { isDeepStrictEqual } from "node:util";
import { LocateError } from "../../../src/error.js";
import type { Locate, Scope } from "../../../src/locate/locate.js";
import { formatLocate, parseLocate, parseLocateReadings, writeLocate } from "../../../src/locate/notation/notation.js";
import { formatSymbolPath, parseSymbolPath } from "../../../src/locate/notation/symbolPath.js";
import { law, pick, type Random } from "../../text/random.js";
import { errorOf } from "../check.js";

/**
 * Returns a Locate on one line, with glyphs that the notation does not use: path ⟩ scope ⟩ find.
 */
function draw({ file_path = "-", scope, find = "-" }: Locate): string {
  return `${file_path} ⟩ ${drawScope(scope)} ⟩ ${find}`;
}

function drawScope(scope: Scope | undefined): string {
  if (scope === undefined) return "-";
  if ("symbol_path" in scope) return scope.symbol_path.join(" › ");
  const character = scope.character === undefined ? "" : ` char ${scope.character}`;
  return `line ${typeof scope.line === "number" ? scope.line : scope.line.join("…")}${character}`;
}

function files(...existing: string[]): { readonly exists: (path: string) => boolean } {
  return { exists: (path) => existing.includes(path) };
}

function check(text: string, drawn: string, options = {}): void {
  test(`${JSON.stringify(text)} is ${drawn}`, () => expect(draw(parseLocate(text, options))).toBe(drawn));
}

function checkAll(text: string, ...drawn: string[]): void {
  test(`${JSON.stringify(text)} may be ${drawn.join(" or ")}`, () =>
    expect(parseLocateReadings(text).map(draw)).toEqual(drawn));
}

function fails(text: string, words: RegExp, options = {}): void {
  test(`${JSON.stringify(text.slice(0, 80))} fails: ${words}`, () =>
    expect(invalid(() => parseLocate(text, options))).toMatch(words));
}

/** Returns the message of the error for an invalid Locate. */
function invalid(work: () => unknown): string {
  const { kind, message } = errorOf(work);
  return kind === "invalid_locate" ? message : kind;
}

describe("Locates as JSON text", () => {
  test.each<Locate>([
    { file_path: "a.js", find: "x<|>", find_index: 1 },
    { file_path: "a.js", scope: { symbol_path: ["A", "b"] }, find: 'say("é")\n', fuzzy: true },
    { file_path: "a.js", scope: { line: [1, 2] }, anchor_text: "{", ancestor_node_type: "block" },
    { file_path: "a.js", anchor_text: "{", ancestor_node_type: ["block", "object"], find_index: 0, sibling: 2 },
    { handle: "place-1" },
    { file_path: `${"\u0001".repeat(1_000)}`, find: "\u0001".repeat(10_240) },
  ])("A Locate as JSON text is read as the object (case %#)", (locate) => {
    expect(parseLocateReadings(JSON.stringify(locate))).toEqual([locate]);
    expect(parseLocate(`\n ${JSON.stringify(locate, null, 2)}\n`)).toEqual(locate);
  });

  check('{"file_path":"a.ts","scope":"A.b","find":null}', "a.ts ⟩ A › b ⟩ -");
  check("{{name}}/main.py:A@x", "{{name}}/main.py ⟩ A ⟩ x");
  check("{a}.py@x", "{a}.py ⟩ - ⟩ x");
  fails(
    '{"file_path": "a.ts", find: "x"}',
    /^Invalid Locate: locate begins as JSON and is not valid: .*; expected one/s,
  );
  fails('{"path": "a.ts"}', /"file_path": "a.ts" instead of path/);
  fails("{}", /has neither scope nor find/);

  test("A path that reads as JSON can't be written in the notation", () =>
    expect(invalid(() => formatLocate({ file_path: '{"handle":"a"}' }))).toMatch(/the object form instead/));
});

describe("Lines", () => {
  check("a.py:42", "a.py ⟩ line 42 ⟩ -");
  check("a.py:42@x", "a.py ⟩ line 42 ⟩ x");
  check("a.py:L42@x", "a.py ⟩ line 42 ⟩ x");
  check("a.py:10,20", "a.py ⟩ line 10…20 ⟩ -");
  check("a.py:10-20", "a.py ⟩ line 10…20 ⟩ -");
  check("a.py:10, 20@x", "a.py ⟩ line 10…20 ⟩ x");
  check("a.py:10–20", "a.py ⟩ line 10…20 ⟩ -");
  check("a.py:L10-20", "a.py ⟩ line 10…20 ⟩ -");
  check("a.py:L10-L20", "a.py ⟩ line 10…20 ⟩ -");
  check("a.py:L10,L20", "a.py ⟩ line 10…20 ⟩ -");
  check("a.py:10-10", "a.py ⟩ line 10…10 ⟩ -");
  check("a.py:10-", "a.py ⟩ line 10…0 ⟩ -");
  check("a.py:10,", "a.py ⟩ line 10…0 ⟩ -");
  check("a.py:10,0", "a.py ⟩ line 10…0 ⟩ -");
  check("a.py:L10-@x", "a.py ⟩ line 10…0 ⟩ x");
  check("a.py:42:7", "a.py ⟩ line 42 char 7 ⟩ -");
  check("a.py:L42:7", "a.py ⟩ line 42 char 7 ⟩ -");
  check("a.py:42:7:", "a.py ⟩ line 42 char 7 ⟩ -");
  check("a.py:42:@x", "a.py ⟩ line 42 ⟩ x");
  check("a.py:42@a@b:c", "a.py ⟩ line 42 ⟩ a@b:c");
  check("a.py:42@@app.<|>route", "a.py ⟩ line 42 ⟩ @app.<|>route");
  fails("a.py:0", /scope\.line is 0; expected a line number from 1/);
  fails("a.py:0-4", /scope\.line is \[0, 4\]/);
  fails("a.py:20-10", /scope\.line \[20, 10\] ends before it starts.*\[10, 20\].*`10-20`/);
  fails("a.py:42:0", /scope\.character is 0/);
  fails("a.py:99999999999999999999", /scope\.line is 100000000000000000000/);
  fails("a.py:42:7@x", /scope\.character is 7 beside find.*`42@x`.*`42:7`/);
  fails("a.py:42:7:@x", /scope\.character is 7 beside find/);
  fails("a.py:-5", /`-5` begins like lines.*`42`.*backticks/);
  fails("a.py:10..20", /begins like lines/);
  fails("a.py:10:3-12:5", /begins like lines/);
});

describe("Symbols", () => {
  check("a.py:A.b", "a.py ⟩ A › b ⟩ -");
  check("a.py:A.b@x", "a.py ⟩ A › b ⟩ x");
  check("a.py: A.b @x", "a.py ⟩ A › b ⟩ x");
  check("a.cpp:A::b", "a.cpp ⟩ A › b ⟩ -");
  check("a.cpp:A::~A", "a.cpp ⟩ A › ~A ⟩ -");
  check(":A.b", "- ⟩ A › b ⟩ -");
  check(":A.b@x", "- ⟩ A › b ⟩ x");
  check("::A::b", "- ⟩ A › b ⟩ -");
  check("a.py::Test::run", "a.py ⟩ Test › run ⟩ -");
  check("a.ts:Foo.[Symbol.iterator]", "a.ts ⟩ Foo › [Symbol.iterator] ⟩ -");
  check("a.java:m(a.B)", "a.java ⟩ m(a.B) ⟩ -");
  check("a.java:m(a.B, c.D).e@x", "a.java ⟩ m(a.B, c.D) › e ⟩ x");
  check("a.go:(*T).Ptr", "a.go ⟩ (*T) › Ptr ⟩ -");
  check("a.rs:impl Tr<a::B> for T.run", "a.rs ⟩ impl Tr<a::B> for T › run ⟩ -");
  check("a.cpp:A::operator<@x <|>y", "a.cpp ⟩ A › operator< ⟩ x <|>y");
  check("a.cpp:A::operator->.b", "a.cpp ⟩ A › operator-> › b ⟩ -");
  check("a.cpp:A::operator()", "a.cpp ⟩ A › operator() ⟩ -");
  check("a.cpp:f(.b", "a.cpp ⟩ f( › b ⟩ -");
  check("a.md:`1. Intro`.Setup", "a.md ⟩ 1. Intro › Setup ⟩ -");
  check('a.md:"1. Intro".Setup', "a.md ⟩ 1. Intro › Setup ⟩ -");
  check("a.md:'1. Intro'.Setup", "a.md ⟩ 1. Intro › Setup ⟩ -");
  check("a.md:`a``b`", "a.md ⟩ a`b ⟩ -");
  check("a.md:`a@b`@c", "a.md ⟩ a@b ⟩ c");
  check("a.md:`a", "a.md ⟩ `a ⟩ -");
  check("a.kt:`a b`()", "a.kt ⟩ a b() ⟩ -");
  check("a.md:3-way merge", "a.md ⟩ 3-way merge ⟩ -");
  check("a.md:2024-01-02", "a.md ⟩ 2024-01-02 ⟩ -");
  check("a.css:.btn", "a.css ⟩ .btn ⟩ -");
  check("a.css:.btn:hover", "a.css ⟩ .btn:hover ⟩ -");
  check("a.css:.btn.on", "a.css ⟩ .btn › on ⟩ -");
  check("CHANGELOG.md:1.2.0", "CHANGELOG.md ⟩ 1 › 2 › 0 ⟩ -");
  check("package.json:files[1]", "package.json ⟩ files[1] ⟩ -");
  check('package.json:scripts["a:b"]', 'package.json ⟩ scripts["a:b"] ⟩ -');
  check('package.json:x["a]b"].c', 'package.json ⟩ x["a]b"] › c ⟩ -');
  check("package.json:`a.b`[1]", "package.json ⟩ a.b[1] ⟩ -");
  check("package.json:scripts.test:unit", "package.json ⟩ scripts › test:unit ⟩ -");
  check("a.py:`42`", "a.py ⟩ 42 ⟩ -");
  check("a.py:`L10`", "a.py ⟩ L10 ⟩ -");
  check("a.py:l10", "a.py ⟩ l10 ⟩ -");
  check("a.py:A\n", "a.py ⟩ A ⟩ -");
  check("a.py:`a\nb`", "a.py ⟩ a\nb ⟩ -");
  fails("a.py:A..b", /`A\.\.b` contains an empty name/);
  fails("a.py:A.", /contains an empty name/);
  fails("a.py:def run():\n  return x", /continues after a line end.*`@`/);
});

describe("Empty parts", () => {
  check("a.py:@x", "a.py ⟩ - ⟩ x");
  check("a.py:X@", "a.py ⟩ X ⟩ -");
  check("a.py::X:@", "a.py ⟩ X ⟩ -");
  check("a.py@ x ", "a.py ⟩ - ⟩  x ");
  check("a.py@<|>", "a.py ⟩ - ⟩ <|>");
  check("a.py@\n", "a.py ⟩ - ⟩ \n");
  check("a.py", "a.py ⟩ - ⟩ -", { takes: "document" });
  check("a.py:@", "a.py ⟩ - ⟩ -", { takes: "document" });
  check("a.py:", "a.py ⟩ - ⟩ -", { takes: "document" });
  fails("", /neither scope nor find/);
  fails("", /file_path is missing/, { takes: "document" });
  fails("a.py@", /neither scope nor find.*`a\.py:42`/);
  fails("@x", /file_path is missing/);
  fails(":@x", /file_path is missing/);
  fails(":42", /file_path is missing.*only where the scope is a symbol/);
  fails("a.py:42,7", /Write `42:7` for a line and a character; for lines \[7, 42\]/);
});

describe("Places as tools print them", () => {
  const there = files("src/f.rs", "a.py", "C:\\a.c");
  check("--> src/f.rs:389:22", "src/f.rs ⟩ line 389 char 22 ⟩ -", there);
  check("  --> src/f.rs:389:22\n", "src/f.rs ⟩ line 389 char 22 ⟩ -", there);
  check("src/f.rs:389:22: error: no field @x:3", "src/f.rs ⟩ line 389 char 22 ⟩ -");
  check("src/f.rs:389:22 - error TS1: no", "src/f.rs ⟩ line 389 char 22 ⟩ -");
  check("C:\\a.c:3:5: warning: x", "C:\\a.c ⟩ line 3 char 5 ⟩ -", there);
  check("a.py:3: error: Name is not defined", "a.py ⟩ line 3 ⟩ -");
  check("a.rb:3:in `run'", "a.rb ⟩ line 3 ⟩ -");
  check('File "a.py", line 61, in f', "a.py ⟩ line 61 ⟩ -");
  check('  File "a.py", line 61', "a.py ⟩ line 61 ⟩ -", there);
  check("at f (src/a.ts:3:9)", "src/a.ts ⟩ line 3 char 9 ⟩ -", files("src/a.ts"));
  check("at async src/a.ts:3:9", "src/a.ts ⟩ line 3 char 9 ⟩ -", files("src/a.ts"));
  check("at A.b(A.java:3)", "A.java ⟩ line 3 ⟩ -", files("A.java"));
  check("a.cs(12,5)", "a.cs ⟩ line 12 char 5 ⟩ -");
  check("a.cs(12,5): error CS1: x", "a.cs ⟩ line 12 char 5 ⟩ -", files("a.cs"));
  check("a.py:227:def run(self):", "a.py ⟩ line 227 ⟩ def run(self):");
  check("a.py:227:    return x@y", "a.py ⟩ line 227 ⟩ return x@y", there);
  check("a.py#L42-L50", "a.py ⟩ line 42…50 ⟩ -");
  check("a.py#L42C7-L50C1", "a.py ⟩ line 42…50 ⟩ -");
  check("a.py#L42C7", "a.py ⟩ line 42 char 7 ⟩ -");
  check("a.py#42", "a.py ⟩ line 42 ⟩ -");
  check("a.ts(42)", "a.ts ⟩ line 42 ⟩ -");
  check("a (1).ts (42-50)", "a (1).ts ⟩ line 42…50 ⟩ -");
  check("a.py, line 42", "a.py ⟩ line 42 ⟩ -");
  check("src/a.py Cart.total", "src/a.py ⟩ Cart › total ⟩ -");
  check("src/a.py#Foo.run", "src/a.py ⟩ Foo › run ⟩ -");
  check("`a.py:C.m`", "a.py ⟩ C › m ⟩ -", there);
  check('"a.py:C.m@x"', "a.py ⟩ C › m ⟩ x", there);
  check("'a.py@x'", "a.py ⟩ - ⟩ x", there);
  check("`:C.m`", "- ⟩ C › m ⟩ -", there);
  check("crate::page::Page::new", "- ⟩ crate › page › Page › new ⟩ -", there);
  check("pkg.Class#run(String, int)", "- ⟩ pkg › Class › run(String, int) ⟩ -", there);
  check("crate::page::Page", "crate ⟩ page › Page ⟩ -", files("crate"));
  check("test_a.py::T::run", "test_a.py ⟩ T › run ⟩ -", there);
  fails("a.py:227:9:@x", /scope\.character is 9 beside find/);
  fails("a.py:10:3-12:5", /begins like lines/);

  test("The leading names of a path in no file may be a crate or a package", () =>
    expect(parseLocateReadings("crate::page::Page::new", there).slice(0, 3).map(draw)).toEqual([
      "- ⟩ crate › page › Page › new ⟩ -",
      "- ⟩ page › Page › new ⟩ -",
      "- ⟩ Page › new ⟩ -",
    ]));
  test("A text that only looks like one is read as it is written where that file exists", () =>
    expect(draw(parseLocate("a.py#L4@x", files("a.py#L4", "a.py")))).toBe("a.py#L4 ⟩ - ⟩ x"));
});

describe("Several readings", () => {
  checkAll("package.json:dependencies.@types/node", "package.json ⟩ dependencies › @types/node ⟩ -");
  checkAll(
    "package.json:dependencies.@types/node@^20",
    "package.json ⟩ dependencies › @types/node ⟩ ^20",
    "package.json ⟩ dependencies › @types/node@^20 ⟩ -",
  );
  checkAll("a.json:deps.a@b@c", "a.json ⟩ deps › a ⟩ b@c", "a.json ⟩ deps › a@b ⟩ c", "a.json ⟩ deps › a@b@c ⟩ -");
  checkAll("a.java:m(@A b)", "a.java ⟩ m(@A b) ⟩ -", "a.java ⟩ m( ⟩ A b)");
  checkAll("a.css::root", "a.css ⟩ root ⟩ -", "a.css ⟩ :root ⟩ -");
  checkAll("a.m:A.init:@x", "a.m ⟩ A › init ⟩ x", "a.m ⟩ A › init: ⟩ x", "a.m ⟩ A › init:@x ⟩ -");
  checkAll("a.py:42@a@b", "a.py ⟩ line 42 ⟩ a@b");
  checkAll("a.py@a@b", "a.py ⟩ - ⟩ a@b");
  checkAll("a.py:A@x\ny@z", "a.py ⟩ A ⟩ x\ny@z");
  const long = "x".repeat(500);
  checkAll(`a.py:A@${long}@y`, `a.py ⟩ A ⟩ ${long}@y`);
});

describe("Paths that contain : or @", () => {
  check("C:\\x.py:3", "C:\\x.py ⟩ line 3 ⟩ -");
  check("c:/x.py:A@b", "c:/x.py ⟩ A ⟩ b");
  check("\\\\?\\C:\\x.py:A", "\\\\?\\C:\\x.py ⟩ A ⟩ -");
  check("file:///a/b.py:A@x", "file:///a/b.py ⟩ A ⟩ x");
  check("file:///c:/b.py:A@x", "file:///c:/b.py ⟩ A ⟩ x");
  check("file:///c%3A/b.py:42:7", "file:///c%3A/b.py ⟩ line 42 char 7 ⟩ -");
  check("untitled:Untitled-1:3", "untitled:Untitled-1 ⟩ line 3 ⟩ -");
  check("untitled:Untitled-1@x", "untitled:Untitled-1 ⟩ - ⟩ x");
  check("vscode-notebook-cell:/a.ipynb#W0s:run", "vscode-notebook-cell:/a.ipynb#W0s ⟩ run ⟩ -");
  check("vscode-remote://ssh-remote+me@host:22/a.py:A", "vscode-remote://ssh-remote+me@host:22/a.py ⟩ A ⟩ -");
  check("jdt://contents/rt.jar/java.lang/String.class?=p:A", "jdt://contents/rt.jar/java.lang/String.class?=p ⟩ A ⟩ -");
  // Its classes of a library with a page of its documentation have a URI in their query.
  const assert =
    "jdt://contents/junit.jar/org.junit/Assert.java?=y/junit.jar=/javadoc_location=/jar:file:%5C/m2%5C/junit-javadoc.jar%5C!%5C/=/%3Corg.junit%28Assert.class";
  check(assert, `${assert} ⟩ - ⟩ -`, { takes: "document" });
  check(`${assert}:Assert.fail`, `${assert} ⟩ Assert › fail ⟩ -`);
  check(`${assert}@a: b/c`, `${assert} ⟩ - ⟩ a: b/c`);
  check("jar:file:///a.jar!/b/C.class:C", "jar:file:///a.jar!/b/C.class ⟩ C ⟩ -");
  check("git:/a/b.py:A", "git:/a/b.py ⟩ A ⟩ -");
  check("x.json:http://a", "x.json ⟩ http://a ⟩ -");
  check("x.yaml:paths./pets/{id}", "x.yaml ⟩ paths › /pets/{id} ⟩ -");
  check("node_modules/@types/node/fs.d.ts:readFile@<|>path", "node_modules/@types/node/fs.d.ts ⟩ readFile ⟩ <|>path");
  check("node_modules\\@types\\node\\fs.d.ts@x", "node_modules\\@types\\node\\fs.d.ts ⟩ - ⟩ x");
  check("@types/node/fs.d.ts:readFile", "@types/node/fs.d.ts ⟩ readFile ⟩ -");
  check("n/.pnpm/lodash@4.17.21/index.js:debounce", "n/.pnpm/lodash@4.17.21/index.js ⟩ debounce ⟩ -");
  check("n/.pnpm/a@1.2.3_b@4.5.6/x.js@y", "n/.pnpm/a@1.2.3_b@4.5.6/x.js ⟩ - ⟩ y");
  check("/go/pkg/mod/gopkg.in/yaml.v3@v3.0.1/yaml.go:Node", "/go/pkg/mod/gopkg.in/yaml.v3@v3.0.1/yaml.go ⟩ Node ⟩ -");
  check("/opt/llvm@17/include/a.h:A", "/opt/llvm@17/include/a.h ⟩ A ⟩ -");
  check("a.py@1/x", "a.py ⟩ - ⟩ 1/x");
  check("app.py@@app.<|>route", "app.py ⟩ - ⟩ @app.<|>route");
  check("a.py@x:y", "a.py ⟩ - ⟩ x:y");
  check("a@b.py:A", "a ⟩ - ⟩ b.py:A");
  check("a@b.py:A", "a@b.py ⟩ A ⟩ -", files("a@b.py"));
  check("a:b.py@x", "a:b.py ⟩ - ⟩ x", files("a:b.py"));
  check("a:b.py@x", "a ⟩ b › py ⟩ x", files("a", "a:b.py"));
  check("memo:1:3", "memo:1 ⟩ line 3 ⟩ -", files("memo:1"));
  check("untitled:x", "untitled ⟩ x ⟩ -", files("untitled"));
  check("a@b.py", "a@b.py ⟩ - ⟩ -", { ...files("a@b.py"), takes: "document" });
  fails("a@b.py", /neither scope nor find.*`a@b\.py:42`/, files("a@b.py"));
  test("Few files are checked for existence, however many ends the path may have", () => {
    let checked = 0;
    parseLocateReadings(`a.py@${"x:y@".repeat(1000)}`, { exists: () => ++checked < 0 });
    expect(checked).toBeLessThanOrEqual(20);
  });
});

describe("Formatting", () => {
  const writes = (locate: Locate, text: string) =>
    test(`${JSON.stringify(locate)} is written as ${text}`, () => expect(formatLocate(locate)).toBe(text));
  const refuses = (locate: Locate, words: RegExp) =>
    test(`${JSON.stringify(locate)} can't be written: ${words}`, () =>
      expect(invalid(() => formatLocate(locate))).toMatch(words));
  const symbol = (...symbol_path: string[]): Locate => ({ file_path: "a", scope: { symbol_path } });

  writes({ file_path: "a.py", scope: { line: 42 } }, "a.py:42");
  writes({ file_path: "a.py", scope: { line: 42, character: 7 } }, "a.py:42:7");
  writes({ file_path: "a.py", scope: { line: [10, 20] }, find: "x" }, "a.py:10-20@x");
  writes({ file_path: "a.py", scope: { line: [10, 0] } }, "a.py:10-");
  writes({ file_path: "a.py", find: "@x:\ny" }, "a.py@@x:\ny");
  writes({ file_path: "a.py" }, "a.py");
  writes({ file_path: "a.py", find: "x", fuzzy: false }, "a.py@x");
  writes({ scope: { symbol_path: ["A", "b"] } }, ":A.b");
  writes(symbol("A", "b c"), "a:A.b c");
  writes(symbol("1. Intro", "Setup"), "a:`1. Intro`.Setup");
  writes(symbol("42"), "a:`42`");
  writes(symbol("L10"), "a:`L10`");
  writes(symbol("10-20"), "a:`10-20`");
  writes(symbol("227:def f", "x"), "a:`227:def f`.`x`");
  writes(symbol(".btn:hover"), "a:.btn:hover");
  writes(symbol("A", ".b"), "a:A.`.b`");
  writes(symbol("files[1]"), "a:files[1]");
  writes(symbol('scripts["a:b"]'), 'a:scripts["a:b"]');
  writes(symbol("m(a.B)"), "a:m(a.B)");
  writes(symbol("@types/node"), "a:`@types/node`");
  writes(symbol(":root"), "a:`:root`");
  writes(symbol("a`b"), "a:a`b");
  writes(symbol("a`.b"), 'a:"a`.b"');
  writes(symbol('a`."b'), 'a:`a``."b`');
  writes(symbol(" a "), "a:` a `");
  writes(symbol("operator<", "x>"), "a:`operator<`.`x>`");
  writes(symbol('"a', 'b"'), 'a:`"a`.b"');
  writes({ file_path: "C", scope: { symbol_path: ["\\x"] } }, "C:`\\x`");
  writes({ file_path: "llvm", find: "17/x" }, "llvm:@17/x");
  writes({ file_path: "C:\\x.py", scope: { line: 3 } }, "C:\\x.py:3");
  refuses({ file_path: "a@b.py", find: "x" }, /file_path `a@b\.py` would be read as `a`.*object form/);
  refuses({ file_path: "a:b.py", find: "x" }, /file_path `a:b\.py` would be read as `a`/);
  refuses({ file_path: "a\nb.py:c", find: "x" }, /object form/);
  refuses({ file_path: "a.py", find: "x", find_index: 0 }, /find_index is no part of the notation.*object form/);
  refuses({ file_path: "a.py", find: "x", find_index: 2 }, /find_index is no part of the notation.*object form/);
  refuses({ file_path: "a.py", find: "x", fuzzy: true }, /fuzzy/);
  refuses({ file_path: "a.py", anchor_text: "x" }, /anchor_text/);
  refuses({ handle: "h1" }, /handle/);
  test("Paths of existing files can be written", () =>
    expect(formatLocate({ file_path: "a@b.py", find: "x" }, files("a@b.py"))).toBe("a@b.py@x"));

  test.each<[Locate, boolean]>([
    [{ file_path: "a.py", scope: { symbol_path: ["total"] } }, false],
    [{ file_path: "a@b.py", scope: { symbol_path: ["total"] } }, true],
    [{ file_path: "new\nline.py", scope: { line: 4 } }, true],
    [{ file_path: "r\u202e.py", find: "x" }, true],
    [{ file_path: "a.py", find: "x\ny" }, true],
    [{ file_path: "a.py", find: "x", find_index: 2 }, true],
  ])("%j is written on one line that is read back; as JSON: %j", (locate, isJson) => {
    const written = writeLocate(locate);
    expect(written.startsWith("{")).toBe(isJson);
    expect(written).not.toMatch(/[\n\u202e]/);
    expect(parseLocate(written)).toEqual(locate);
  });
  test("A file that exists needs no JSON", () =>
    expect(writeLocate({ file_path: "a@b.py", find: "x" }, files("a@b.py"))).toBe("a@b.py@x"));
});

describe("Laws", () => {
  const odd = "a B 42 L10 . :: : @ ` \" ' [ ] ( ) < > | - , / \\ 💣 é # { } [0] -> 1.2.3".split(" ").concat(" ", "\n");
  const paths = "a.py src/b.ts C:\\x.py file:///c:/x.py n/@types/n.d.ts untitled:U-1 Makefile".split(" ");
  const nasty = (random: Random, most: number) =>
    Array.from({ length: 1 + random(most) }, () => pick(random, odd)).join("");
  const someScope = (random: Random): Scope => {
    const line = 1 + random(99);
    if (random(4) > 0) return { symbol_path: Array.from({ length: 1 + random(3) }, () => nasty(random, 5)) };
    return { line: random(2) === 0 ? line : [line, random(3) === 0 ? 0 : line + random(9)] };
  };
  const someLocate = (random: Random, file_path: string): Locate => ({
    file_path,
    ...(random(4) > 0 ? { scope: someScope(random) } : {}),
    ...(random(2) > 0 ? { find: nasty(random, 8) } : {}),
  });
  const many = (round: () => void) => {
    for (let left = 200; left > 0; left--) round();
  };

  law("parse(format(l)) is l for any names and finds", 2, (random) =>
    many(() => {
      const locate = someLocate(random, pick(random, paths));
      same(locate, parseLocate(formatLocate(locate), { takes: "document" }));
    }),
  );

  law("parse(format(l)) is l for any path, or format refuses", 2, (random) =>
    many(() => {
      const locate = someLocate(random, nasty(random, 4));
      const text = unlessInvalid(() => formatLocate(locate));
      if (text !== undefined) same(locate, parseLocate(text, { takes: "document" }));
    }),
  );

  law("parse(format(l)) is l for any path that exists", 2, (random) =>
    many(() => {
      const locate = someLocate(random, nasty(random, 4).replaceAll("\n", ""));
      const options = files(locate.file_path ?? "");
      const text = unlessInvalid(() => formatLocate(locate, options));
      if (text !== undefined) same(locate, parseLocate(text, { ...options, takes: "document" }));
    }),
  );

  law("parseSymbolPath(formatSymbolPath(p)) is p", 2, (random) =>
    many(() => {
      const path = Array.from({ length: 1 + random(4) }, () => nasty(random, 6));
      same(path, parseSymbolPath(formatSymbolPath(path)));
    }),
  );

  law("Any text is either a Locate that format writes again, or invalid_locate", 2, (random) =>
    many(() => {
      const text = nasty(random, 12);
      const locate = unlessInvalid(() => parseLocate(text));
      if (locate !== undefined) same(locate, parseLocate(formatLocate(locate)));
    }),
  );

  test("A hostile text is read in linear time", () => {
    for (const piece of ["(", ":", "@", "`", '"', "[<", "(@", ".`", "a.", "1", " ", '["', "''.", "@1.2.3", "::@"]) {
      const text = `a.py:x${piece.repeat(16_000 / piece.length)}`;
      unlessInvalid(() => parseLocateReadings(text, { exists: () => false }));
      expect(parseSymbolPath(text) ?? []).toEqual(expect.any(Array));
    }
  });
  fails("x".repeat(1_000_000), /is a text of 1000000 characters; expected at most 32768/);
});

/** Returns the Locate of a text, or undefined where it is refused with a LocateError. */
function unlessInvalid<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch (error) {
    if (error instanceof LocateError && error.kind === "invalid_locate") return undefined;
    throw error;
  }
}

/** Equality without the cost of `expect`, which is used only for the message of a failure. */
function same(wanted: unknown, got: unknown): void {
  if (!isDeepStrictEqual(got, wanted)) expect(got).toEqual(wanted);
}
