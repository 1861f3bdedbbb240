/** Lists and their elements, as the query `lists` of each language finds them. */

import { findList } from "../../../src/syntax/trees/lists.js";
import { freeText } from "../../../src/syntax/trees/parsedText.js";
import type { Stretch } from "../../../src/text/stretch.js";
import { parse } from "../parsedSources.js";

/** Describes the list around the element `⟦…⟧`, and what goes with its only element. */
async function listIn(language: string, drawn: string): Promise<string> {
  const [start = "", inner = "", end = ""] = drawn.split(/[⟦⟧]/);
  const text = start + inner + end;
  const parsed = await parse(language, text);
  const list = findList(parsed, { from: start.length, to: start.length + inner.length });
  freeText(parsed);
  if (list === undefined) return "none";
  const written = ({ from, to }: Stretch) => JSON.stringify(text.slice(from, to));
  const { type, first, last, count, owner: whole } = list;
  const index = first === last ? `${first}` : `${first}-${last}`;
  const taken = whole && ` whole ${written(whole)}${whole.list ? ` in ${whole.list.type}` : ""}`;
  return `${type} ${index}/${count}${taken ?? ""}`;
}

test.each<[string, string, string]>([
  ["typescript", "import d, { ⟦a⟧ } from 'x';", 'named_imports 0/1 whole "{ a }" in import_clause'],
  ["typescript", "import { a, ⟦b as c⟧ } from 'x';", 'named_imports 1/2 whole "{ a, b as c }" in import_clause'],
  ["typescript", "import ⟦d⟧ from 'x';", `import_clause 0/1 whole "import d from 'x';" in program`],
  ["typescript", "type T = | ⟦'a'⟧ | 'b' | 'c';", "union_type 0/3"],
  ["typescript", "type T = 'a' | ⟦'b' | 'c'⟧;", "union_type 1-2/3"],
  ["typescript", "x.a()⟦.b()⟧.c();", "call_expression 2/4"],
  ["typescript", "export const ⟦a = 1⟧;", 'lexical_declaration 0/1 whole "export const a = 1;" in program'],
  ["typescript", "interface I { a: 1; ⟦b: 2;⟧ c: 3 }", "interface_body 1/3"],
  ["typescript", "f(/* x */ ⟦a⟧, b);", "arguments 0/2"],
  ["typescript", "f(⟦a,⟧ b);", "arguments 0/2"],
  ["typescript", "f(⟦a, b⟧, c);", "arguments 0-1/3"],
  ["typescript", "f(⟦a⟧ + 1, b);", "none"],
  ["javascript", "f([⟦a⟧], b);", "array 0/1"],
  ["typescriptreact", "const a = <A b={1} ⟦c⟧ d/>;", "jsx_self_closing_element 1/3"],
  ["python", "⟦h = 1⟧; k = 2\n", "module 0/2"],
  ["erlang", "-export([a/1, ⟦b/2⟧]).\n", "export_attribute 1/2"],
  ["erlang", "f(A, ⟦B⟧) -> g(1).\n", "expr_args 1/2"],
  ["erlang", "f(A) -> case A of 1 -> 2; ⟦2 -> 3⟧ end.\n", "case_expr 1/2"],
  ["zig", "fn f(a: u8, ⟦b: u8⟧) void {}\n", "parameters 1/2"],
  ["zig", "const x = g(1, ⟦2⟧);\n", "call_expression 1/2"],
  ["zig", "const E = enum { a, ⟦b⟧ };\n", "enum_declaration 1/2"],
  ["powershell", "function F($a, ⟦$b⟧) {}\n", "parameter_list 1/2"],
  ["powershell", "[A]::new(1, ⟦2⟧)\n", "argument_expression_list 1/2"],
  ["powershell", "$y = @{ a = 1; ⟦b = 2⟧ }\n", "hash_literal_body 1/2"],
  ["clojure", "(g ⟦1⟧ 2)\n", "list_lit 1/3"],
  ["clojure", "(defn f [a ⟦b⟧] 1)\n", "vec_lit 1/2"],
  ["rholang", "new a, ⟦b⟧ in { Nil }\n", "name_decls 1/2"],
  ["rholang", "new a in { a!(1, ⟦2⟧) }\n", "arguments 1/2"],
  [
    "python",
    "from x import (\n  a,\n  ⟦b⟧,\n)\n",
    'import_from_statement 1/2 whole "from x import (\\n  a,\\n  b,\\n)" in module',
  ],
  ["python", "from x import ⟦a⟧\n", 'import_from_statement 0/1 whole "from x import a" in module'],
  ["python", "def f(a, *, ⟦b=1⟧): pass\n", "parameters 2/3"],
  ["go", "package a\nfunc f(a, ⟦b⟧ int, c string) {}\n", "parameter_declaration 1/2"],
  ["go", "package a\nfunc f(⟦a⟧ int) {}\n", "none"],
  ["go", "package a\nfunc f() { ⟦a()⟧; b() }\n", "statement_list 0/2"],
  ["json", '{"a": [1, ⟦2⟧]}', "array 1/2"],
  ["json", '{⟦"a": 1⟧}', "object 0/1"],
])("In %s, the list around the element of %j is %s", async (language, drawn, expected) => {
  expect(await listIn(language, drawn)).toBe(expected);
});
