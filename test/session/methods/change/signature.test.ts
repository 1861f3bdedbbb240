/** `locate/signature`: what becomes of a declaration, its family and its calls, by language. */

import type { WorkspaceEdit } from "vscode-languageserver-protocol";
import { factsOf } from "../../../../src/languages/languages.js";
import {
  changeDeclaration,
  crossedMark,
  readList,
  readParameters,
} from "../../../../src/session/methods/change/signature/parameterLists.js";
import { Document } from "../../../../src/text/document.js";
import { applyTextEdits } from "../../../../src/text/edits/textEdits.js";
import { offsetsToRange, type Position, positionToOffset } from "../../../../src/text/position.js";
import { law } from "../../../text/random.js";
import { closePairs, type Pair, pair } from "../../pair.js";

let session: Pair;
afterEach(closePairs);

/** Opens a session whose server takes each whole word for the same symbol. */
async function open(path: string, text: string) {
  const document = Document.of(text);
  const wordsLike = (position: Position) => {
    const at = positionToOffset(document, position, "utf-16");
    const word = /^[\p{ID_Continue}$]+/u.exec(text.slice(at))?.[0] ?? "";
    const found = [...text.matchAll(/[\p{ID_Continue}$]+/gu)].filter(([each]) => each === word);
    return found.map(({ index: from }) => offsetsToRange(document, { from, to: from + word.length }, "utf-16"));
  };
  session = pair({
    files: { [path]: text },
    command: ["typescript-language-server", "--stdio"],
    handlers: {
      "textDocument/documentSymbol": () => [],
      "textDocument/references": ({ position }: { position: Position }) =>
        wordsLike(position).map((range) => ({ uri: session.uri(path), range })),
      "textDocument/rename": ({ position, newName: newText }: { position: Position; newName: string }) => ({
        changes: { [session.uri(path)]: wordsLike(position).map((range) => ({ range, newText })) },
      }),
    },
  });
  await session.open();
  session.reportLoaded();
}

interface Answer {
  readonly edit: WorkspaceEdit;
  readonly left?: readonly { readonly line: number; readonly why: string }[];
  readonly refusal?: string;
}

async function change(locate: string, changes: unknown, params = {}) {
  const { result, error } = await session.request("locate/signature", { locate, changes, ...params });
  if (error) throw new Error(error.message);
  return result as Answer;
}

/** What is changed, and the lines that are left. */
async function after(path: string, before: string, symbol: string, ...changes: readonly object[]) {
  await open(path, before);
  const { edit, left = [] } = await change(`${path}:${symbol}`, changes);
  return [applyTextEdits(before, edit.changes?.[session.uri(path)] ?? [], "utf-16"), ...left.map(({ line }) => line)];
}

const flag = { add: "flag: bool", at: 0, argument: "True" };

test.each([
  ["a.py", "f", [flag], "def f(a): pass\nf(1)\n", "def f(flag: bool, a): pass\nf(True, 1)\n"],
  ["a.py", "f", [flag], "def f(): pass\nf()\n", "def f(flag: bool): pass\nf(True)\n"],
  ["a.py", "f", [{ add: "b=2" }], "def f(a): pass\nf(1)\n", "def f(a, b=2): pass\nf(1)\n"],
  ["a.py", "f", [{ add: "b", argument: "2" }], "def f(a, *r): pass\nf(1)\n", "def f(a, b, *r): pass\nf(1, 2)\n"],
  ["a.py", "f", [{ add: "b", argument: "2" }], "def f(a): pass\nf(a=1)\n", "def f(a, b): pass\nf(a=1, b=2)\n"],
  ["a.py", "f", [{ remove: "a" }], "def f(a, b): pass\nf(1, b=2)\n", "def f(b): pass\nf(b=2)\n"],
  ["a.py", "f", [{ remove: "a" }], "def f(a): pass\nf(1)\nf(\n  1,\n)\n", "def f(): pass\nf()\nf()\n"],
  [
    "a.py",
    "f",
    [{ move: "b", to: 0 }],
    "def f(a, b=1): pass\nf(1)\nf(1, 2)\n",
    "def f(b=1, a): pass\nf(a=1)\nf(2, 1)\n",
  ],
  [
    "a.py",
    "f",
    [
      { move: "b", to: 0 },
      { rename: "a", to: "c" },
    ],
    "def f(a, b=1): pass\nf(1)\n",
    "def f(b=1, c): pass\nf(c=1)\n",
  ],
  ["a.py", "f", [{ rename: "a", to: "b" }], "def f(data, a): return a\n", "def f(data, b): return b\n"],
  [
    "a.py",
    "f",
    [{ rename: "counter", to: "count" }],
    "def f(counter): return counter\n",
    "def f(count): return count\n",
  ],
  [
    "a.py",
    "f",
    [flag, { remove: "b" }],
    "def f(a, b, /, *, c): pass\nf(1, 2, c=3)\n",
    "def f(flag: bool, a, /, *, c): pass\nf(True, 1, c=3)\n",
  ],
  ["a.py", "f", [{ move: "b", to: 0 }], "def f(a, b, /, *, c): pass\n", "def f(b, a, /, *, c): pass\n"],
  [
    "a.py",
    "A.f",
    [flag],
    "class A:\n    @classmethod\n    def f(cls, a): pass\nA.f(1)\n",
    "class A:\n    @classmethod\n    def f(cls, flag: bool, a): pass\nA.f(True, 1)\n",
  ],
  ["a.py", "f", [{ remove: "a" }], "def f(a, *, b): pass\nf(1, b=2)\n", "def f(*, b): pass\nf(b=2)\n"],
  ["a.py", "f", [{ remove: "b" }], "def f(a, *, b): pass\nf(1, b=2)\n", "def f(a): pass\nf(1)\n"],
  ["a.py", "f", [{ rename: "a", to: "c" }], "def f(a): return a\nf(a=1)\n", "def f(c): return c\nf(c=1)\n"],
  [
    "a.py",
    "A.f",
    [flag],
    "class A:\n    def f(self, a): pass\nA().f(1)\nA.f(A(), 1)\n",
    "class A:\n    def f(self, flag: bool, a): pass\nA().f(True, 1)\nA.f(A(), True, 1)\n",
  ],
  [
    "a.py",
    "A",
    [flag],
    "class A:\n    def __init__(self, a): pass\nA(1)\n",
    "class A:\n    def __init__(self, flag: bool, a): pass\nA(True, 1)\n",
  ],
  [
    "a.ts",
    "f",
    [{ move: "b", to: 0 }],
    "function f(a: A, b: B) {}\nf(1, f(2, 3));\n",
    "function f(b: B, a: A) {}\nf(f(3, 2), 1);\n",
  ],
  [
    "a.ts",
    "f",
    [{ add: "c: C", argument: "{ d: 1 }" }],
    "const f = (a: A, b?: B): C => a;\nf(1, 2);\n",
    "const f = (a: A, b?: B, c: C): C => a;\nf(1, 2, { d: 1 });\n",
  ],
  ["a.ts", "f", [{ remove: "a" }], "function f<T>(a: T) {}\nf<string>(1);\n", "function f<T>() {}\nf<string>();\n"],
  [
    "a.ts",
    "A",
    [{ remove: "b" }],
    "class A { constructor(a: X, private b = 1) {} }\nnew A(1, 2);\nlet c: A;\n",
    "class A { constructor(a: X) {} }\nnew A(1);\nlet c: A;\n",
  ],
  [
    "a.go",
    "f",
    [{ remove: "b" }],
    "package p\n\nfunc f(a, b string, c int) {}\n\nfunc g() { f(1, 2, 3) }\n",
    "package p\n\nfunc f(a string, c int) {}\n\nfunc g() { f(1, 3) }\n",
  ],
  [
    "a.go",
    "f",
    [{ move: "c", to: 0 }],
    "package p\n\nfunc f(a, b string, c int) {}\n\nfunc g() { f(1, 2, 3) }\n",
    "package p\n\nfunc f(c int, a, b string) {}\n\nfunc g() { f(3, 1, 2) }\n",
  ],
  [
    "a.rs",
    "A.f",
    [{ add: "x: u8", at: 0, argument: "7" }],
    "struct A;\nimpl A { fn f(&self, a: u8) {} }\nfn g(a: &A) { a.f(1); A::f(a, 1); assert!(a.f(2)); }\n",
    "struct A;\nimpl A { fn f(&self, x: u8, a: u8) {} }\nfn g(a: &A) { a.f(7, 1); A::f(a, 7, 1); assert!(a.f(7, 2)); }\n",
  ],
  [
    "a.kt",
    "f",
    [{ add: "b: Int", at: 1, argument: "0" }],
    "fun f(a: Int, c: () -> Unit) {}\nfun g() { f(1) { }; f(a = 1, c = {}) }\n",
    "fun f(a: Int, b: Int, c: () -> Unit) {}\nfun g() { f(1, 0) { }; f(a = 1, c = {}, b = 0) }\n",
  ],
  [
    "a.rb",
    "f",
    [{ add: "b:", argument: "1" }],
    "def f(a, c: 2)\nend\nf(1)\nf 1, c: 3\n",
    "def f(a, c: 2, b:)\nend\nf(1, b: 1)\nf 1, c: 3, b: 1\n",
  ],
  [
    "A.java",
    "A.f",
    [{ add: "int b", argument: "0" }],
    "class A {\n  void f(int a) {}\n  void g() { f(1); this.f(2); }\n}\n",
    "class A {\n  void f(int a, int b) {}\n  void g() { f(1, 0); this.f(2, 0); }\n}\n",
  ],
  [
    "a.cs",
    "A.F",
    [{ move: "b", to: 0 }],
    "class A {\n  void F(int a, int b = 1) {}\n  void G() { F(1); F(1, b: 2); }\n}\n",
    "class A {\n  void F(int b = 1, int a) {}\n  void G() { F(a: 1); F(a: 1, b: 2); }\n}\n",
  ],
  [
    "a.php",
    "f",
    [{ remove: "$a" }],
    "<?php\nfunction f($a, $b) {}\nf(1, 2);\nf(b: 2, a: 1);\n",
    "<?php\nfunction f($b) {}\nf(2);\nf(b: 2);\n",
  ],
  [
    "a.c",
    "f",
    [{ add: "int b", argument: "0" }],
    "int f(void);\nint f(void) { return 1; }\nint g() { return f(); }\n",
    "int f(int b);\nint f(int b) { return 1; }\nint g() { return f(0); }\n",
  ],
  [
    "a.cpp",
    "f",
    [{ add: "int b = 0" }],
    "int f(int a);\nint f(int a) { return 1; }\n",
    "int f(int a, int b = 0);\nint f(int a, int b) { return 1; }\n",
  ],
])("%s: the changed %s is as %j say.", async (path, symbol, changes, before, expected) => {
  expect(await after(path, before, symbol, ...changes)).toEqual([expected]);
});

test.each([
  ["a.py", "def f(a): pass\nf(*x)\n", [{ remove: "a" }], 2, "it spreads arguments, and which they are is not known"],
  ["a.py", "def f(a): pass\nmap(f, x)\n", [{ remove: "a" }], 2, "it is no call with arguments in brackets"],
  ["a.py", "def f(a):\n  return a\nf(1)\n", [{ remove: "a" }], 2, "it uses `a`, which goes"],
  [
    "a.py",
    "def f(a): pass\nf(1, 2)\n",
    [{ add: "b=1", at: 0 }],
    2,
    "it passes more arguments than there are parameters",
  ],
  ["a.py", "def f(a): pass\nf(b=2)\n", [{ remove: "a" }], 2, "it passes `b`, which the declaration does not have"],
  ["a.c", "void f(int a) {}\n#define F() f(1)\n", [{ remove: "a" }], 2, "it is no call with arguments in brackets"],
  [
    "a.ts",
    "function f(a = 1, b = 2) {}\nf(1);\n",
    [{ move: "b", to: 0 }],
    2,
    "it leaves out an argument, and passes one that comes after it",
  ],
  [
    "a.kt",
    "fun f(a: Int, b: () -> Unit) {}\nfun g() = f(1) { }\n",
    [{ move: "b", to: 0 }],
    2,
    "it passes a function after its brackets",
  ],
])("In %s, %j names line %s after %j.", async (path, before, changes, line, why) => {
  await open(path, before);
  const { left, refusal } = await change(`${path}:f`, changes);
  expect(left).toEqual([expect.objectContaining({ line, why })]);
  expect(refusal).toBe("1 place can't be changed, and may need it.");
});

test.each([
  [
    "a.rs",
    "fn f(a: u8, b: u8) {}\nmacro_rules! m { () => { f(1, 2) } }\nfn g() { dbg!(f(3, 4)); }\n",
    { remove: "a" },
    "fn f(b: u8) {}\nmacro_rules! m { () => { f(2) } }\nfn g() { dbg!(f(4)); }\n",
  ],
  [
    "a.py",
    "def f(*, a, b=2): pass\nf(a=1, b=3)\nf(b=3, a=1)\nf(a=1)\n",
    { remove: "b" },
    "def f(*, a): pass\nf(a=1)\nf(a=1)\nf(a=1)\n",
  ],
  ["a.py", "def f(*, a): pass\nf(a=1)\n", { add: "c", argument: "3" }, "def f(*, a, c): pass\nf(a=1, c=3)\n"],
])("In %s, calls in macros and by keywords alone are changed: %j with %j", async (path, before, wanted, expected) => {
  await open(path, before);
  const { edit, refusal } = await change(`${path}:f`, [wanted]);
  expect(applyTextEdits(before, edit.changes?.[session.uri(path)] ?? [], "utf-16")).toBe(expected);
  expect(refusal).toBeUndefined();
});

test("A parameter with a default value at the end leaves what is passed on as it is.", async () => {
  await open("a.py", "def f(a): pass\nmap(f, x)\nf(*x)\n");
  expect(await change("a.py:f", [{ add: "b=1" }])).not.toHaveProperty("refusal");
});

test("With a place that is left, nothing is applied, unless it is anyway.", async () => {
  await open("a.py", "def f(a): pass\nf(*x)\nf(1)\n");
  const answer = await change("a.py:f", [{ remove: "a" }], { apply: true });
  expect(answer).toMatchObject({ applied: false, failureReason: expect.stringContaining('apply: "anyway"') });
});

test.each([
  [undefined, "changes is missing. Write an array such as"],
  [[], "changes is []. Write an array such as"],
  [[{ add: "b" }], 'Callers have to pass "b": write argument'],
  [[{ remove: "z" }], "changes[0].remove: there is no parameter z. It has a."],
  [[{ move: "a", to: 5 }], "changes[0].to is 5, and 0 is after the last parameter."],
  [[{ move: "a" }], "changes[0].to is missing. Write a place in the list: 0 is before the first parameter."],
  [[{ remove: "a", to: 1 }], "changes[0] has to, which remove does not take: remove takes nothing more."],
  [[{ drop: "a" }], "changes[0] must have one of add, remove, move and rename"],
])("The changes %j are refused.", async (changes, message) => {
  await open("a.py", "def f(a): pass\n");
  await expect(change("a.py:f", changes)).rejects.toThrow(message);
});

test("A parameter is not moved over a mark, which says how callers pass it.", async () => {
  await open("a.py", "def f(a, *, b): pass\n");
  await expect(change("a.py:f", [{ move: "b", to: 0 }])).rejects.toThrow("A parameter can't be moved over `*`");
});

test("A declaration with other parameters is left as it is, also where one of them has that name.", async () => {
  const text = "class A:\n    def f(self, a, b): pass\nclass B(A):\n    def f(self, b): return b\n";
  await open("a.py", text);
  const { edit, left } = await change("a.py:A.f", [{ rename: "a", to: "c" }]);
  expect(left).toEqual([expect.objectContaining({ line: 4, why: "it has another number of parameters" })]);
  const after = applyTextEdits(text, edit.changes?.[session.uri("a.py")] ?? [], "utf-16");
  expect(after).toBe(text.replace("self, a, b", "self, c, b"));
});

law("Whatever order parameters get, each stays, once, and what they are marked by", 20, (random) => {
  const rules = factsOf("python");
  const texts = ["data", "a", "ta: int = 1", "da=(1, 2)", "counter"].slice(0, 1 + random(5));
  for (const mark of ["*", "/"]) if (random(2) === 0) texts.splice(random(texts.length), 0, mark);
  const text = `(${texts.join(", ")})`;
  const starts = texts.map((_, index) => 1 + texts.slice(0, index).join(", ").length + (index > 0 ? 2 : 0));
  const elements = texts.map((each, index) => ({ from: starts[index] ?? 0, to: (starts[index] ?? 0) + each.length }));
  const inside = { from: 1, to: text.length - 1 };
  const written = readList({ inside, elements, separator: ",", hasClosure: false }, text);
  const list = readParameters(written, rules);
  const order = list.parameters.map((_, old) => ({ old, rank: random(1_000) })).sort((a, b) => a.rank - b.rank);
  if (crossedMark(order, list)) return;
  const changed = { parameters: order, names: new Map() };
  const [change] = changeDeclaration(
    list,
    changed,
    ({ text: added }) => added,
    (element) => texts[element] ?? "",
  );
  const after = change ? text.slice(0, change.from) + change.insert + text.slice(change.to) : text;
  const isMark = (each: string) => /^[*/]$/.test(each);
  const entries = after.slice(1, -1).split(/, (?!2\))/);
  expect(entries.filter((each) => !isMark(each))).toEqual(order.map(({ old }) => list.parameters[old]?.text));
  expect(entries.filter(isMark)).toEqual(texts.filter(isMark));
});

test("A change of a thousand calls in one file ends.", async () => {
  const calls = "f(f(1))\n".repeat(500);
  expect(await after("a.py", `def f(a): pass\n${calls}`, "f", { add: "b", at: 0, argument: "2" })).toEqual([
    `def f(b, a): pass\n${"f(2, f(2, 1))\n".repeat(500)}`,
  ]);
});
