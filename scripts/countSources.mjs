/**
 * Counts what there is to read: statements (from syntax trees), lines, the share of comments, small
 * files, files with one importer, and what is loaded with an entry.
 *
 * `node scripts/countSources.mjs [--root <checkout>] [--list] [entry in src/ …]`; `--list` names
 * the files that are counted.
 */
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { dirname, join, posix, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { parseSync } from "oxc-parser";

/** A file with at most so many lines is small. */
const SMALL_LINES = 40;
/** What is counted beside `src/`, as code may move there. */
const otherSources = ["scripts", "queries", "schema", "servers.json"];

const { values: options, positionals: entries } = parseArgs({
  options: { root: { type: "string" }, list: { type: "boolean" } },
  allowPositionals: true,
});
const root = resolve(options.root ?? dirname(dirname(fileURLToPath(import.meta.url))));

const files = new Map(pathsIn("src").map((path) => [path.slice("src/".length), countFile(path)]));
const importers = new Map([...files.keys()].map((file) => [file, []]));
for (const [file, { imported }] of files) for (const target of imported) importers.get(target)?.push(file);
printSizes();
printFiles();
for (const entry of entries) printClosure(entry.replace(/^src\//, ""));

function printSizes() {
  const counts = [...files.values()];
  print("src", `${sum(counts, "statements")} statements, ${sum(counts, "lines")} lines, ${files.size} files`);
  const others = otherSources.map((path) => ({ path, counts: pathsIn(path).map(countFile) }));
  for (const { path, counts } of others)
    print(path, `${sum(counts, "statements")} statements, ${sum(counts, "lines")} lines`);
  const everything = [...counts, ...others.flatMap((other) => other.counts)];
  print("all of these", `${sum(everything, "statements")} statements`);
  const share = (100 * sum(counts, "commentLength")) / sum(counts, "length");
  print("comments in src", `${share.toFixed(1)} % of the text`);
  const tests = filesIn("test").map((path) => ({
    lines: readFileSync(join(root, path), "utf8").split("\n").length - 1,
  }));
  print("test", `${sum(tests, "lines")} lines in ${tests.length} files, with the data of tests`);
}

function printFiles() {
  const names = [...files.keys()];
  const single = names.filter((file) => importers.get(file).length === 1);
  printList("files with one importer", single);
  printList(
    "of these, next to that importer",
    single.filter((file) => posix.dirname(importers.get(file)[0]) === posix.dirname(file)),
  );
  printList(
    `files with at most ${SMALL_LINES} lines`,
    names.filter((file) => files.get(file).lines <= SMALL_LINES),
  );
  printList(
    "files without importer",
    names.filter((file) => importers.get(file).length === 0),
  );
  const alike = (file) => names.filter((other) => posix.basename(other) === posix.basename(file));
  printList("files that share their name", names.filter((file) => alike(file).length > 1).sort(byBaseName));
}

function printClosure(entry) {
  if (!files.has(entry)) return print(entry, "no such file in src");
  const reached = new Set([entry]);
  for (const file of reached) for (const target of files.get(file).loaded) if (files.has(target)) reached.add(target);
  const counts = [...reached].map((file) => files.get(file));
  print(`loaded with ${entry}`, `${reached.size} files, ${sum(counts, "lines")} lines`);
}

/** Returns the paths of the sources in a folder, or the path of a file, from the root. */
function pathsIn(path) {
  return filesIn(path).filter((name) => /\.(?:ts|mjs|scm|json)$/.test(name) && !name.includes("/projects/"));
}

/** Returns the files that git tracks at a path or below it. */
function filesIn(path) {
  const names = execFileSync("git", ["ls-files", "-z", "--", path], { cwd: root, encoding: "utf8" });
  return names.split("\0").filter((name) => name !== "" && existsSync(join(root, name)));
}

/** Counts a file of code, of tree-sitter queries or of JSON. Lengths are in UTF-16 code units. */
function countFile(path) {
  const text = readFileSync(join(root, path), "utf8");
  const lines = text.split("\n").length - 1;
  const length = text.length;
  if (path.endsWith(".json")) {
    return { statements: countMembers(JSON.parse(text)), lines, length, commentLength: 0 };
  }
  if (path.endsWith(".scm")) {
    const comments = text.match(/^\s*;.*$/gm) ?? [];
    return { statements: countPatterns(text), lines, length, commentLength: comments.join("").length };
  }
  const { program, comments, module } = parseSync(path, text);
  const commentLength = comments.reduce((all, { start, end }) => all + end - start, 0);
  return { statements: countStatements(program), lines, length, commentLength, ...importsOf(path, text, module) };
}

/**
 * Counts statements, declarations and members of classes. A function that is one expression counts
 * as a statement, as its `return` would. Blocks and imports don't count.
 */
function countStatements(node) {
  if (typeof node !== "object" || node === null) return 0;
  const inside = Object.values(node).reduce((count, value) => count + countStatements(value), 0);
  const { type, expression } = node;
  if (type === "ArrowFunctionExpression") return inside + (expression ? 1 : 0);
  if (["BlockStatement", "EmptyStatement", "ImportDeclaration"].includes(type)) return inside;
  // The declaration that is exported counts itself.
  if (type === "ExportNamedDeclaration" && node.declaration) return inside;
  return inside + (/(?:Statement|Declaration|MethodDefinition|PropertyDefinition)$/.test(type) ? 1 : 0);
}

/** Counts the members of objects, at all depths. */
function countMembers(value) {
  if (typeof value !== "object" || value === null) return 0;
  const own = Array.isArray(value) ? 0 : Object.keys(value).length;
  return Object.values(value).reduce((count, inner) => count + countMembers(inner), own);
}

/** Counts the patterns of a file of queries: what is in brackets at the outermost level. */
function countPatterns(text) {
  let depth = 0;
  let count = 0;
  for (const [token] of text.matchAll(/"(?:\\.|[^"\\])*"|;.*|[()[\]]/g)) {
    if (token === "(" || token === "[") count += depth++ === 0 ? 1 : 0;
    else if (token === ")" || token === "]") depth--;
  }
  return count;
}

/**
 * Returns what a file of `src/` imports there: `imported` has all, types and lazy imports, too;
 * `loaded` has what is loaded with the file.
 */
function importsOf(path, text, { staticImports, staticExports }) {
  const fileOf = (name) => posix.join(posix.dirname(path), name).replace(/^src\/(.*)\.js$/, "$1.ts");
  const lazy = [...text.matchAll(/\bimport\(\s*"([^"]+)"/g)].map(([, name]) => name);
  const reexports = staticExports.flatMap(({ entries }) => entries.filter(({ moduleRequest }) => moduleRequest));
  const values = [
    ...staticImports.filter(({ entries }) => entries.length === 0 || entries.some(({ isType }) => !isType)),
    ...reexports.filter(({ isType }) => !isType),
  ];
  const namesIn = (list) => list.map(({ moduleRequest }) => moduleRequest.value);
  const unique = (names) => [...new Set(names.map(fileOf))];
  return {
    imported: unique([...namesIn([...staticImports, ...reexports]), ...lazy]),
    loaded: unique(namesIn(values)),
  };
}

function byBaseName(one, other) {
  const names = [posix.basename(one), posix.basename(other)];
  return names[0] < names[1] ? -1 : names[0] > names[1] ? 1 : 0;
}

function sum(counts, key) {
  return counts.reduce((all, count) => all + count[key], 0);
}

function printList(title, list) {
  print(title, list.length);
  if (options.list) for (const each of list) console.log(`  ${each}`);
}

function print(title, value) {
  console.log(`${title}: ${value}`);
}
