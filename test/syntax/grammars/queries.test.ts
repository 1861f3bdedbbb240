/** Mistakes in queries that tree-sitter does not report. */

import { readdirSync, readFileSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import queryFiles from "../../../queries/files.json" with { type: "json" };

const folder = resolve(import.meta.dirname, "../../../queries");
const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith(".scm"));

test("There are queries to check.", () => expect(files.length).toBeGreaterThan(40));

test("queries/files.json lists the queries of each folder.", () => {
  const folders = [...new Set(files.map((file) => dirname(file)))].sort();
  const queriesIn = (each: string) =>
    files.filter((file) => dirname(file) === each).map((file) => basename(file, ".scm"));
  expect(queryFiles).toEqual(Object.fromEntries(folders.map((each) => [each, queriesIn(each).sort()])));
});

test.each(files)("%s has no predicate after the parentheses of its pattern, where it would be lost.", (file) => {
  expect(strayPredicates(readFileSync(join(folder, file), "utf8"))).toEqual([]);
});

const readme = readFileSync(join(folder, "README.md"), "utf8");

test.each(["outline", "scopes"])("queries/README.md explains every capture and property of %s.scm.", (name) => {
  const from = readme.indexOf(`## ${name}.scm`);
  const end = readme.indexOf("\n## ", from + 1);
  const section = readme.slice(from, end < 0 ? undefined : end);
  const queries = files
    .filter((file) => file.endsWith(`${name}.scm`))
    .map((file) => readFileSync(join(folder, file), "utf8"));
  const code = queries.map((query) => query.replace(/^\s*;.*$/gm, "").replace(/"(?:[^"\\]|\\.)*"/g, "")).join("\n");
  // Captures of outlines have free names, because templates use them.
  const captures =
    name === "outline" ? [] : [...code.matchAll(/@([a-z]+)[\w.]*/g)].map(([, capture = ""]) => `@${capture}`);
  const properties = [...code.matchAll(/#set! ([a-z]+)/g)].map(([, property = ""]) => `(#set! ${property}`);
  const documented = (word: string) => new RegExp(`${word.replace(/[(]/g, "\\(")}\\b`).test(section);
  const missing = [...new Set([...captures, ...properties])].filter((word) => !documented(word));
  expect(missing.filter((word) => !word.startsWith("@_"))).toEqual([]);
});

/** Returns the lines on which a predicate is outside of all parentheses. */
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
