/** One level of types above and below a type, in the languages whose heads or methods show it. */

import type { TypeHierarchyItem } from "vscode-languageserver-protocol";
import { draw, type Files, openDrawing } from "../drawing.js";

/** Asks for the level at the `┃`, and compares the names of its items with the `⟦…⟧`. */
async function check(direction: "supertypes" | "subtypes", drawn: Files): Promise<void> {
  const question = Object.fromEntries(Object.entries(drawn).map(([path, text]) => [path, text.replace(/[⟦⟧]/g, "")]));
  const request = await openDrawing(question);
  const { session, path, position } = request;
  try {
    const params = { textDocument: { uri: session.uri(path) }, position };
    const items = (await session.ask("textDocument/prepareTypeHierarchy", params)) as readonly TypeHierarchyItem[];
    const found: TypeHierarchyItem[] = [];
    for (const item of items)
      found.push(...((await session.ask(`typeHierarchy/${direction}`, { item })) as readonly TypeHierarchyItem[]));
    const places = found.map(({ uri, selectionRange }) => ({ uri, range: selectionRange }));
    expect(draw(question, request, places)).toEqual(drawn);
  } finally {
    session.close();
  }
}

test.each<[string, Files]>([
  ["Java", { "A.java": "interface I {}\nclass ┃A implements I {}\nclass ⟦B⟧ extends A {}\nclass C extends B {}\n" }],
  ["Rust", { "a.rs": "trait ┃A {}\ntrait ⟦N⟧: A {}\nstruct ⟦B⟧;\nimpl A for B {}\nimpl B {}\n" }],
  ["Swift", { "a.swift": "protocol ┃A {}\nstruct B {}\nextension ⟦B⟧: A {}\nclass ⟦C⟧: A {}\n" }],
  ["C#", { "a.cs": "interface ┃I {}\npartial class ⟦A⟧ : I {}\npartial class A {}\n" }],
  ["Ruby", { "a.rb": "module ┃M; end\nclass ⟦A⟧; include M; end\nclass B < A; end\n" }],
  [
    "TypeScript",
    { "a.ts": 'import { A } from "./b";\nconst ⟦x⟧ = class extends A {};\n', "b.ts": "export class ┃A {}\n" },
  ],
  [
    "Go",
    { "a.go": "package a\ntype ┃X interface{ F() }\ntype ⟦Y⟧ interface { X; G() }\ntype ⟦Z⟧ int\nfunc (Z) F() {}\n" },
  ],
  ["Go, of a type without subtypes", { "a.go": "package a\ntype X interface{ F() }\ntype ┃Z int\nfunc (Z) F() {}\n" }],
])("Subtypes in %s are the next level below", (_language, drawn) => check("subtypes", drawn));

test.each<[string, Files]>([
  ["Python", { "a.py": "from enum import Enum\nclass ⟦A⟧: pass\nclass ┃B(A, ⟦Enum⟧): pass\n" }],
  ["Java", { "A.java": "interface I {}\nclass ⟦A⟧ implements I {}\nclass ┃B extends A implements ⟦Runnable⟧ {}\n" }],
  ["Rust", { "a.rs": "trait ⟦T⟧ {}\nstruct ┃B;\nimpl T for B {}\n" }],
  ["Swift", { "a.swift": "protocol ⟦P⟧ {}\nstruct ┃B {}\nextension B: P {}\n" }],
  ["Go", { "a.go": "package a\ntype ⟦X⟧ interface{ F() }\ntype ┃Z int\nfunc (Z) F() {}\n" }],
  ["Go, of an interface", { "a.go": "package a\ntype ⟦X⟧ interface{ F() }\ntype ┃Y interface { F(); G() }\n" }],
])("Supertypes in %s are the next level above, a name of a library at the head", (_language, drawn) =>
  check("supertypes", drawn),
);

test("A name that is no type has no hierarchy", async () => {
  const { session, path, position } = await openDrawing({ "a.ts": "const ┃x = 1;\n" });
  const params = { textDocument: { uri: session.uri(path) }, position };
  expect(await session.ask("textDocument/prepareTypeHierarchy", params)).toBeNull();
  session.close();
});

test("In a language whose heads of types are not read, that is said instead of none", async () => {
  const { session, path, position } = await openDrawing({ "a.scala": "trait ┃A\nclass B extends A\n" });
  const params = { textDocument: { uri: session.uri(path) }, position };
  await expect(session.ask("textDocument/prepareTypeHierarchy", params)).rejects.toThrow(
    /^The heads of types are not read in scala/,
  );
  session.close();
});
