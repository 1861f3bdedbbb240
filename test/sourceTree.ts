/** The imports and exports of the sources and tests: what tidy.test.ts checks. */

import { readdirSync, readFileSync } from "node:fs";
import { join, posix, resolve } from "node:path";
import { type EcmaScriptModule, parseSync } from "oxc-parser";

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

const modules = new Map<string, EcmaScriptModule>();
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
  const { staticImports, staticExports } = moduleOf(`src/${from}`);
  // Of a lazy import and an import type the parser's record has no specifier.
  const others = [...text(from).matchAll(/\bimport\(\s*"([^"]+)"/g)].map(([, to]) => to as string);
  const reexports = staticExports.flatMap(({ entries }) => entries.flatMap(({ moduleRequest }) => moduleRequest ?? []));
  const requests = [...staticImports.map(({ moduleRequest }) => moduleRequest), ...reexports];
  return [...new Set([...requests.map(({ value }) => value), ...others])].map((to) => {
    const path = posix.join(posix.dirname(from), to).replace(/\.js$/, ".ts");
    return { from, to, target: to.startsWith(".") && files.includes(path) ? path : undefined };
  });
}

/**
 * Returns the exports that a file declares. A re-export under the same name is not counted again.
 */
function exportsOf(file: string): NamedExport[] {
  const code = text(file);
  const found = moduleOf(`src/${file}`).staticExports.flatMap(({ start, end, entries }) => {
    const isClass = /^export (?:default )?(?:abstract )?class\b/.test(code.slice(start, end));
    return entries.flatMap(({ exportName, importName, localName, isType }) => {
      const name = exportName.name ?? localName.name;
      if (exportName.kind === "None" || name === importName.name) return [];
      return [{ file, name: name ?? "default", isType: isType || isClass }];
    });
  });
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
    for (const { to, isType } of valuesImportedBy(`test/${each}`)) {
      const target = posix.join(posix.dirname(each), to).replace(/\.js$/, ".ts");
      if (!isType && to.startsWith(".") && testFiles.includes(target)) reached.add(target);
    }
  }
  return reached;
}

/** Returns whether a file in test/ imports what starts a process or a thread. */
export function startsProcess(file: string): boolean {
  return valuesImportedBy(`test/${file}`).some(({ to, isType, names }) => {
    if (isType) return false;
    if (to === "node:worker_threads") return names.includes("Worker");
    return to === "cross-spawn" || (to === "node:child_process" && names.length > 0);
  });
}

/** Returns the files in src/ that are loaded with one of them: not what it imports lazily. */
export function loadedWith(file: string): Set<string> {
  const loaded = new Set([file]);
  for (const each of loaded) {
    for (const { to, isType } of valuesImportedBy(`src/${each}`)) {
      const target = posix.join(posix.dirname(each), to).replace(/\.js$/, ".ts");
      if (!isType && to.startsWith(".") && files.includes(target)) loaded.add(target);
    }
  }
  return loaded;
}

/** Returns the imports of a file, with the names of the values. */
function valuesImportedBy(file: string): { to: string; isType: boolean; names: (string | null)[] }[] {
  return moduleOf(file).staticImports.map(({ moduleRequest, entries }) => {
    const values = entries.filter(({ isType }) => !isType);
    const names = values.map(({ importName }) => importName.name);
    return { to: moduleRequest.value, isType: entries.length > 0 && values.length === 0, names };
  });
}

/** Returns what a file imports and exports, by its path from the repository. Read once. */
function moduleOf(path: string): EcmaScriptModule {
  const module = modules.get(path) ?? parseSync(path, readFileSync(join(root, path), "utf8")).module;
  modules.set(path, module);
  return module;
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
