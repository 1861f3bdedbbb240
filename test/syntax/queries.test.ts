/** What can be wrong with a query without a word from the parser. */

import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";

const folder = resolve(__dirname, "../../queries");
const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith(".scm"));

test("there are queries", () => expect(files.length).toBeGreaterThan(40));

test.each(files)("%s: no predicate stands behind the parentheses of its pattern, where it is lost", (file) => {
  expect(strayPredicates(readFileSync(join(folder, file), "utf8"))).toEqual([]);
});

/** The lines on which a predicate stands outside of all parentheses. */
function strayPredicates(query: string): number[] {
  const lines: number[] = [];
  let depth = 0;
  let line = 1;
  for (const [token] of query.matchAll(/"(?:[^"\\]|\\.)*"|;[^\n]*|\n|[()[\]]#?/g)) {
    if (token === "\n") line++;
    else if (token === "(#" && depth === 0) lines.push(line);
    if (/^[([]/.test(token)) depth++;
    else if (/^[)\]]/.test(token)) depth--;
  }
  return lines;
}
