/** Implementations in languages whose heads of types are not read, and what is marked in them. */

import { openDrawing } from "../drawing.js";

async function ask(method: string, files: Readonly<Record<string, string>>) {
  const { session, path, position } = await openDrawing(files);
  const params = { textDocument: { uri: session.uri(path) }, position, context: { includeDeclaration: false } };
  try {
    return await session.ask(`textDocument/${method}`, params);
  } finally {
    session.close();
  }
}

test.each([
  ["a.dart", "abstract class ┃A {}\nclass B extends A {}\n"],
  ["a.scala", "trait ┃A\nclass B extends A\n"],
  ["a.jl", "abstract type ┃A end\nstruct B <: A end\n"],
])("In %s the heads of types are not read, which is said instead of none", async (path, text) => {
  await expect(ask("implementation", { [path]: text })).rejects.toThrow(
    /^The heads of types are not read in \w+, so that it is not known what extends or implements `A`/,
  );
});

test.each([
  ["a.dart", "class ┃A {}\nA a = A();\n"],
  ["a.ex", "defmodule B do\n  def ┃run(a), do: a\n  def x, do: run(1)\nend\n"],
])("In %s scopes are not known, so that all but the declaration is by name only", async (path, text) => {
  const found = (await ask("references", { [path]: text })) as readonly { readonly byName?: true }[];
  const marked = found.filter(({ byName }) => byName === true);
  expect(marked.length).toBeGreaterThan(0);
  expect(found.length - marked.length).toBe(1);
});
