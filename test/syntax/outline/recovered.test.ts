/** Declarations in what a grammar can't read, recovered from their heads. */

import { type OutlineSymbol, outlineOf } from "../../../src/syntax/outline/outlineSymbols.js";
import { RECOVERED_DETAIL } from "../../../src/syntax/outline/recovered.js";
import { freeText } from "../../../src/syntax/trees/parsedText.js";
import { parse } from "../parsedSources.js";

/** A code that no grammar reads. */
const BROKEN = ")) §§ ((";

/** Returns `kind name` of each symbol with those in it, and `*` where only its head was read. */
async function outline(language: string, text: string): Promise<readonly string[]> {
  const parsed = await parse(language, text);
  const lines: string[] = [];
  const write = (symbols: readonly OutlineSymbol[], path: string): void => {
    for (const { name, kind, detail, isLocal, children } of symbols) {
      if (!isLocal) lines.push(`${kind} ${path}${name}${detail === RECOVERED_DETAIL ? "*" : ""}`);
      write(children, `${path}${name}.`);
    }
  };
  write(outlineOf(parsed), "");
  freeText(parsed);
  return lines;
}

test.each([
  [
    "kotlin",
    `class Call(val a: Int) {\n    fun start() {\n        ${BROKEN}\n    }\n    fun stop() = 1\n}\nenum class State { ON }\n`,
    ["Call", "Call.start", "Call.stop", "State"],
  ],
  [
    "swift",
    `public final class View {\n  func show() {\n    ${BROKEN}\n  }\n  static func hide() -> Int { 1 }\n}\nprotocol Drawable {}\n`,
    ["View", "View.show", "View.hide", "Drawable"],
  ],
  [
    "csharp",
    `public class Store {\n  public void Add(int a) {\n    ${BROKEN}\n  }\n  public int Count() { return 1; }\n}\npublic enum Kind { A }\n`,
    ["Store", "Store.Add", "Store.Count", "Kind"],
  ],
  [
    "java",
    `public class Store {\n  public void add(int a) {\n    ${BROKEN}\n  }\n  int count() { return 1; }\n}\n`,
    ["Store", "Store.add", "Store.count"],
  ],
  [
    "php",
    `<?php\nclass Store {\n  public function add($a) {\n    ${BROKEN}\n  }\n  function count() { return 1; }\n}\n`,
    ["Store", "Store.add", "Store.count"],
  ],
  [
    "ruby",
    `class Store\n  def add(a)\n    ${BROKEN}\n  end\n\n  def count\n    1\n  end\nend\n`,
    ["Store", "Store.add", "Store.count"],
  ],
  [
    "cpp",
    `class Store {\n public:\n  void add(int a) {\n    ${BROKEN}\n  }\n  int count() { return 1; }\n};\n`,
    ["Store", "Store.add", "Store.count"],
  ],
  [
    "rust",
    `impl Store {\n    pub fn add(&mut self) {\n        ${BROKEN}\n    }\n    fn count(&self) -> i32 { 1 }\n}\n`,
    ["Store.add", "Store.count"],
  ],
  ["go", `func add() {\n\t${BROKEN}\n}\n\nfunc count() int { return 1 }\n`, ["add", "count"]],
  [
    "typescript",
    `export class Store {\n  add(a: number) {\n    ${BROKEN}\n  }\n  count() { return 1; }\n}\n`,
    ["Store", "Store.add", "Store.count"],
  ],
  [
    "python",
    `class Store:\n    def add(self):\n        ${BROKEN}\n\n    def count(self):\n        return 1\n`,
    ["Store", "Store.add", "Store.count"],
  ],
])("What is declared around code that can't be read is in the outline of %s: %j", async (language, text, names) => {
  const found = (await outline(language, text)).map((line) => line.replace(/^.* /, "").replaceAll("*", ""));
  expect(names.filter((name) => !found.some((each) => each.endsWith(name)))).toEqual([]);
});

test("What is in an error is marked, and what is read is not", async () => {
  const lines = await outline(
    "kotlin",
    `class A {\n    fun a() {\n        ${BROKEN}\n    }\n}\n\nclass B {\n    fun b() = 1\n}\n`,
  );
  expect(lines.filter((line) => line.includes("B"))).toEqual(["class B", "method B.b"]);
});

test("A file that is half of another language still has what its own half declares", async () => {
  const half = "def f(self):\n    return [x for x in self.items if x]\n".repeat(30);
  const lines = await outline("kotlin", `class A {\n    fun a() = 1\n}\n\n${half}\nclass B {\n    fun b() = 1\n}\n`);
  for (const name of ["class A", "method A.a", "class B", "method B.b"])
    expect(lines.map((line) => line.replaceAll("*", ""))).toContain(name);
});

test("A file of 5,000 errors has an outline", async () => {
  const lines = await outline("kotlin", `class A {\n${`  fun f() { ${BROKEN} }\n`.repeat(5_000)}}\n`);
  expect(lines.length).toBeGreaterThan(1);
});
