/** Syntax errors, and the indentation of Python and YAML. */

import { freeText } from "../../../src/syntax/trees/parsedText.js";
import { findSyntaxErrors } from "../../../src/syntax/trees/syntaxErrors.js";
import { parse } from "../parsedSources.js";

/** Returns the 0-based lines in which errors begin. */
async function errorLines(language: string, text: string): Promise<readonly number[]> {
  const parsed = await parse(language, text);
  const lines = findSyntaxErrors(parsed).map(({ from }) => parsed.document.lineAt(from));
  freeText(parsed);
  return lines;
}

test.each<[string, string]>([
  ["python", "class A:\n  x = 1\n\n  @d\n  def f(self):\n        # c\n        pass\n # d\n  def g(self): pass\n"],
  ["python", "if x:\n    a()\nelif y:\n  b()\nelse:\n\tc(\n 1)\n"],
  ["python", "x = 1; y = 2\nif x: y(); z()\ntry:\n    a()\nexcept E:\n    b()\nfinally:\n    c()\n"],
  ["python", "match x:\n    case 1:\n        a()\n    case _:\n        b()\n"],
  ["python", 'x = """\n  a\nb"""\nfor a in b:\n    if c:\n        continue\n    with d as e:\n        pass\n'],
  ["python", "\ufeffimport a\r\n\r\n\r\ndef f():\r\n    async with a:\r\n        pass\r\n"],
  ["yaml", "a:\n- b: 1\n  c: 2\nd:\n    e: 1\n"],
])("Allowed indentation of %s is not an error: %j", async (language, text) => {
  expect(await errorLines(language, text)).toEqual([]);
});

test.each<[string, string, number]>([
  ["python", "x = 1\n    y = 2\n", 1],
  ["python", "    x = 1\n", 0],
  ["python", "class A:\n    def m(self):\n        pass\n\n      def n(self):\n        pass\n", 4],
  ["python", "class A:\n        def m(self):\n            pass\n    def z(self):\n        pass\n", 3],
  ["python", "class A:\n    x = 1\n        def m(self):\n            pass\n", 2],
  ["python", "def f():\n    if x:\n        a()\n      else:\n        b()\n", 3],
  ["python", "if x:\n    a()\n\tb()\n", 2],
  ["python", "def f():\nx = 1\n", 0],
  ["yaml", "a:\n  b: 1\n c: 2\n", 1],
  ["yaml", "a:\n  b: 1\n    c: 2\n", 0],
  ["yaml", "a:\n  - b\n - c\n", 1],
])("Forbidden indentation of %s is an error: %j", async (language, text, line) => {
  expect((await errorLines(language, text))[0]).toBe(line);
});
