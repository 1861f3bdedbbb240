/**
 * The imports and exports of the sources and tests, as the TypeScript parser reads them: what
 * tidy.test.ts checks.
 */

import { readdirSync, readFileSync } from "node:fs";
import { join, posix, resolve } from "node:path";
import ts from "typescript";

export const root = resolve(import.meta.dirname, "..");
export const source = join(root, "src");

/** The TypeScript files of src/, as paths from there with slashes, in order. */
export const files = readdirSync(source, { recursive: true, encoding: "utf8" })
  .filter((file) => file.endsWith(".ts"))
  .map((file) => file.replaceAll("\\", "/"))
  .sort();

/** The TypeScript files of test/, without the projects that tests work on. */
export const testFiles = readdirSync(join(root, "test"), { recursive: true, encoding: "utf8" })
  .map((file) => file.replaceAll("\\", "/"))
  .filter((file) => file.endsWith(".ts") && !file.startsWith("projects/"))
  .sort();

/** Returns the text of a file in src/. */
export function text(file: string): string {
  return readFileSync(join(source, file), "utf8");
}

export interface Import {
  readonly from: string;
  /** The specifier as it is written. */
  readonly to: string;
  /** The file in src/ that it leads to, from there; undefined for packages and for JSON. */
  readonly target: string | undefined;
}

export interface NamedExport {
  readonly file: string;
  readonly name: string;
  /** An interface, a type alias or a class. */
  readonly isType: boolean;
}

const trees = new Map<string, ts.SourceFile>();
/** The text of comments is not parsed: that takes a fifth of the time. */
const parseOptions = {
  languageVersion: ts.ScriptTarget.Latest,
  jsDocParsingMode: ts.JSDocParsingMode.ParseNone,
};
/** Every import of src/: values and types, re-exports, lazy imports, import types. */
export const imports: readonly Import[] = files.flatMap(importsOf);
/** Every export of src/ where it is declared. */
export const exported: readonly NamedExport[] = files.flatMap(exportsOf);

/**
 * Returns the lockfile path of `name` as Node resolves it from the package at `path`: nested first,
 * then further up. Returns "node_modules/<name>" if it is not locked.
 */
export function lockedPath(path: string, name: string, packages: Readonly<Record<string, unknown>>): string {
  for (let at = path; at !== ""; at = at.slice(0, Math.max(0, at.lastIndexOf("/node_modules/")))) {
    const nested = `${at}/node_modules/${name}`;
    if (Object.hasOwn(packages, nested)) return nested;
  }
  return `node_modules/${name}`;
}

function importsOf(from: string): Import[] {
  const specifiers = ts.preProcessFile(text(from)).importedFiles.map(({ fileName }) => fileName);
  return specifiers.map((to) => {
    const path = posix.join(posix.dirname(from), to).replace(/\.js$/, ".ts");
    return { from, to, target: to.startsWith(".") && files.includes(path) ? path : undefined };
  });
}

/**
 * Returns the exports that a file declares. A re-export under the same name is not counted again.
 */
function exportsOf(file: string): NamedExport[] {
  const { statements } = treeOf(`src/${file}`);
  const declared = new Map<string, boolean>();
  const found: NamedExport[] = [];
  for (const statement of statements) {
    const isType =
      ts.isInterfaceDeclaration(statement) || ts.isTypeAliasDeclaration(statement) || ts.isClassDeclaration(statement);
    const names = isType || ts.isFunctionDeclaration(statement) ? [statement.name?.text ?? "default"] : [];
    if (ts.isVariableStatement(statement)) names.push(...statement.declarationList.declarations.flatMap(boundNames));
    const modifiers = ts.canHaveModifiers(statement) ? (ts.getModifiers(statement) ?? []) : [];
    const isExported = modifiers.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword);
    for (const name of names) {
      declared.set(name, isType);
      if (isExported) found.push({ file, name, isType });
    }
  }
  for (const statement of statements) {
    if (!ts.isExportDeclaration(statement) || !statement.exportClause) continue;
    if (ts.isNamespaceExport(statement.exportClause)) {
      found.push({ file, name: statement.exportClause.name.text, isType: false });
      continue;
    }
    for (const { name, propertyName, isTypeOnly } of statement.exportClause.elements) {
      if (statement.moduleSpecifier && propertyName === undefined) continue;
      const isType = declared.get((propertyName ?? name).text) ?? (isTypeOnly || statement.isTypeOnly);
      found.push({ file, name: name.text, isType });
    }
  }
  // Overloads of a function are one export.
  return found.filter(({ name }, at) => found.findIndex((other) => other.name === name) === at);
}

/**
 * Returns a test file and all files in test/ that it imports, transitively; type-only imports are
 * left out.
 */
export function reachedFrom(file: string): Set<string> {
  const reached = new Set([file]);
  for (const each of reached) {
    for (const { moduleSpecifier, importClause } of importStatementsOf(each)) {
      if (!ts.isStringLiteral(moduleSpecifier) || importClause?.isTypeOnly) continue;
      const target = posix.join(posix.dirname(each), moduleSpecifier.text).replace(/\.js$/, ".ts");
      if (moduleSpecifier.text.startsWith(".") && testFiles.includes(target)) reached.add(target);
    }
  }
  return reached;
}

const importStatements = new Map<string, readonly ts.ImportDeclaration[]>();

/** Returns the imports of a file in test/. Parses only the text up to the last of them. */
function importStatementsOf(file: string): readonly ts.ImportDeclaration[] {
  const known = importStatements.get(file);
  if (known) return known;
  const code = readFileSync(join(root, "test", file), "utf8");
  const last = [...code.matchAll(/^(?:import\b|\}).*["'];?\r?$/gm)].at(-1);
  const head = last === undefined ? "" : code.slice(0, last.index + last[0].length);
  const { statements } = ts.createSourceFile(file, head, ts.ScriptTarget.Latest);
  const found = statements.filter(ts.isImportDeclaration);
  importStatements.set(file, found);
  return found;
}

/** Returns whether a file in test/ imports what starts a process or a thread. */
export function startsProcess(file: string): boolean {
  return importStatementsOf(file).some(({ moduleSpecifier, importClause }) => {
    if (!ts.isStringLiteral(moduleSpecifier) || !importClause || importClause.isTypeOnly) return false;
    const { namedBindings } = importClause;
    const elements = namedBindings && ts.isNamedImports(namedBindings) ? namedBindings.elements : [];
    const values = elements.filter(({ isTypeOnly }) => !isTypeOnly).map(({ name }) => name.text);
    if (moduleSpecifier.text === "node:worker_threads") return values.includes("Worker");
    return (
      moduleSpecifier.text === "cross-spawn" || (moduleSpecifier.text === "node:child_process" && values.length > 0)
    );
  });
}

/** Returns the tree of a file, by its path from the repository. Each file is parsed once. */
export function treeOf(path: string): ts.SourceFile {
  const tree = trees.get(path) ?? ts.createSourceFile(path, readFileSync(join(root, path), "utf8"), parseOptions);
  trees.set(path, tree);
  return tree;
}

function boundNames({ name }: ts.VariableDeclaration | ts.BindingElement): string[] {
  if (ts.isIdentifier(name)) return [name.text];
  return name.elements.flatMap((element) => (ts.isBindingElement(element) ? boundNames(element) : []));
}

export function edges(
  list: readonly { readonly from: string; readonly target: string | undefined }[],
): Map<string, string[]> {
  const graph = new Map<string, Set<string>>();
  for (const { from, target } of list) {
    if (target === undefined) continue;
    graph.set(from, (graph.get(from) ?? new Set()).add(target));
  }
  return new Map([...graph].map(([from, targets]) => [from, [...targets].sort()]));
}

/**
 * Returns one shortest cycle, `a → … → a`, per strongly connected component. Once it is dissolved,
 * the rest of the component may contain others.
 */
export function cyclesOf(graph: ReadonlyMap<string, readonly string[]>): string[][] {
  const cycles: string[][] = [];
  const seen = new Set<string>();
  for (const start of [...graph.keys()].sort()) {
    if (seen.has(start)) continue;
    const cycle = shortestPath(graph, start, start);
    if (cycle === undefined) continue;
    for (const module of graph.keys()) {
      if (shortestPath(graph, start, module) && shortestPath(graph, module, start)) seen.add(module);
    }
    cycles.push(cycle);
  }
  return cycles;
}

/**
 * Returns the modules from one to another, both included, over at least one import; breadth first.
 */
function shortestPath(graph: ReadonlyMap<string, readonly string[]>, from: string, to: string): string[] | undefined {
  const cameFrom = new Map<string, string>();
  const queue = [from];
  for (let at = 0; at < queue.length; at++) {
    const module = queue[at] as string;
    for (const next of graph.get(module) ?? []) {
      if (cameFrom.has(next)) continue;
      cameFrom.set(next, module);
      queue.push(next);
      if (next !== to) continue;
      const path = [to];
      while (cameFrom.get(path[0] as string) !== from) path.unshift(cameFrom.get(path[0] as string) as string);
      return [from, ...path];
    }
  }
  return undefined;
}

/** Returns each name that several files export, with those files. */
export function repeated(named: readonly NamedExport[]): string[] {
  const places = new Map<string, string[]>();
  for (const { name, file } of named) places.set(name, [...(places.get(name) ?? []), file]);
  return [...places].filter(([, where]) => where.length > 1).map(([name, where]) => `${name}: ${where.join(", ")}`);
}

/** Returns the folders that a file is in, outermost first, without src itself. */
export function foldersAround(file: string): string[] {
  const parts = file.split("/").slice(0, -1);
  return parts.map((_, n) => parts.slice(0, n + 1).join("/"));
}

/**
 * Returns whether the parts of `word` follow each other in those of `name`: `inTurn` in
 * `askInTurn`, not in `mainTurn`.
 */
export function hasWord(name: string, word: string): boolean {
  return `-${partsOf(name).join("-")}-`.includes(`-${partsOf(word).join("-")}-`);
}

/** Returns the parts of a camelCase, PascalCase or UPPER_SNAKE_CASE name, in lower case. */
function partsOf(name: string): string[] {
  const parts = name.match(/[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+/g) ?? [];
  return parts.map((part) => part.toLowerCase());
}

/** The maximum columns of a line of code; lines with comments have fewer. */
const MAX_CODE_COLUMNS = 120;
const MAX_COMMENT_COLUMNS = 100;

/**
 * Returns `false` if no line can be too long, without parsing. What looks like a comment may be in
 * a string.
 */
function mayHaveLongLines(code: string): boolean {
  const isOver = (max: number) => (text: string) => text.split("\n").some((line) => line.length > max);
  if (isOver(MAX_CODE_COLUMNS)(code)) return true;
  if (!isOver(MAX_COMMENT_COLUMNS)(code)) return false;
  const withComments = /^.*(?:\/\*[\s\S]*?\*\/|\/\/).*$/gm;
  return (code.match(withComments) ?? []).some(isOver(MAX_COMMENT_COLUMNS));
}

/**
 * Returns the numbers (1-based) of a file's lines that are too long: code over 120 columns, unless
 * a string, template or regular expression or an import is the reason, and comments over 100.
 */
export function longLines(path: string): number[] {
  const code = readFileSync(join(root, path), "utf8");
  if (!mayHaveLongLines(code)) return [];
  const tree = treeOf(path);
  const starts = tree.getLineStarts();
  const lengthOf = (line: number) => code.slice(starts[line] as number, starts[line + 1]).trimEnd().length;
  const candidates = starts.flatMap((_, line) => (lengthOf(line) > MAX_COMMENT_COLUMNS ? [line] : []));
  const literalLines = new Set<number>();
  const commentLines = new Set<number>();
  const add = (lines: Set<number>, from: number, to: number) => {
    const last = tree.getLineAndCharacterOfPosition(to).line;
    for (let line = tree.getLineAndCharacterOfPosition(from).line; line <= last; line++) lines.add(line);
  };
  const visit = (node: ts.Node): void => {
    const [first, last] = [node.pos, node.end].map((at) => tree.getLineAndCharacterOfPosition(at).line);
    if (!candidates.some((line) => line >= (first as number) && line <= (last as number))) return;
    const comments = [
      ...(ts.getLeadingCommentRanges(code, node.getFullStart()) ?? []),
      ...(ts.getTrailingCommentRanges(code, node.end) ?? []),
    ];
    for (const { pos, end } of comments) add(commentLines, pos, end);
    const isLiteral =
      ts.isStringLiteralLike(node) || ts.isTemplateExpression(node) || ts.isRegularExpressionLiteral(node);
    if (isLiteral || ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) {
      add(literalLines, node.getStart(tree), node.end);
    }
    ts.forEachChild(node, visit);
  };
  visit(tree);
  return starts.flatMap((_, line) => {
    const max = commentLines.has(line) ? MAX_COMMENT_COLUMNS : MAX_CODE_COLUMNS;
    if (lengthOf(line) <= max || (literalLines.has(line) && !isCommentAlone(line))) return [];
    return [line + 1];
  });

  function isCommentAlone(line: number): boolean {
    return /^\s*(\/\/|\/\*|\*)/.test(code.slice(starts[line] as number, starts[line + 1]));
  }
}
