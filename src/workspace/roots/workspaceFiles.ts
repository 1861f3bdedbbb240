/**
 * Workspace files: those that list the folders of several projects, such as `go.work`. Only the
 * lists are read, since a parser for each format would be loaded into every session.
 */

import { basename, dirname, join, relative, sep } from "node:path";
import { parse as parseJson } from "jsonc-parser";
import { Globs, ownersOf, segmentsOf } from "../../files/glob/globs.js";
import { isInside } from "../../files/isInside.js";
import { readSmallFile } from "../disk/readSmallFile.js";

/** Glob patterns of folders, relative to that of the workspace file. */
interface Members {
  readonly include: readonly string[];
  readonly exclude: readonly string[];
}

/** By name of a workspace file: how its lists are read. */
const readers: Readonly<Record<string, (text: string) => Members>> = {
  // https://go.dev/ref/mod#go-work-file-use
  "go.work": (text) => including(goUses(text)),
  // https://doc.rust-lang.org/cargo/reference/workspaces.html: path dependencies are members, too.
  "Cargo.toml": (text) => ({
    include: [...tomlList(text, "workspace", "members"), ...(hasLine(text, "[workspace]") ? cargoPaths(text) : [])],
    exclude: tomlList(text, "workspace", "exclude"),
  }),
  // https://docs.astral.sh/uv/concepts/projects/workspaces
  "pyproject.toml": (text) => ({
    include: tomlList(text, "tool.uv.workspace", "members"),
    exclude: tomlList(text, "tool.uv.workspace", "exclude"),
  }),
  // https://pnpm.io/pnpm-workspace_yaml
  "pnpm-workspace.yaml": (text) => withNegations(yamlList(text, "packages")),
  // https://docs.npmjs.com/cli/using-npm/workspaces; yarn has `packages` in an object.
  "package.json": (text) => {
    const workspaces = member(parseJson(text), "workspaces");
    return withNegations(strings(Array.isArray(workspaces) ? workspaces : member(workspaces, "packages")));
  },
  "tsconfig.json": (text) => including(solutionReferences(parseJson(text))),
  // https://docs.gradle.org/current/userguide/multi_project_builds.html
  "settings.gradle": (text) => including(gradleProjects(text)),
  "settings.gradle.kts": (text) => including(gradleProjects(text)),
  "pom.xml": (text) => including([...text.matchAll(/<module>([^<]*)</g)].map(([, path = ""]) => folderOf(path.trim()))),
};

/** The names of the workspace files that can be read. */
export const workspaceFileNames: readonly string[] = Object.keys(readers);

/** Whether a folder has a workspace file that lists `inner`, or a folder around that. */
export function listsFolder(folder: string, fileName: string, inner: string): boolean {
  if (inner === folder || !isInside(inner, folder)) return false;
  const text = readSmallFile(join(folder, fileName));
  const members = text === "" ? undefined : readers[fileName]?.(text);
  if (members === undefined || members.include.length === 0) return false;
  const path = relative(folder, inner).split(sep);
  return matchesPrefix(members.include, path) && !matchesPrefix(members.exclude, path);
}

/** Whether one of the patterns matches the path, or a folder around it. */
function matchesPrefix(patterns: readonly string[], path: readonly string[]): boolean {
  const globs = new Globs<true>();
  for (const pattern of patterns)
    for (const segments of segmentsOf(withoutDots(pattern))) globs.add({ base: [], segments }, true);
  let nodes = globs.start;
  for (const name of path) {
    nodes = globs.step(nodes, name);
    if (ownersOf(nodes).length > 0) return true;
  }
  return false;
}

function withoutDots(pattern: string): string {
  const segments = pattern.split(/[\\/]/).filter((segment) => segment !== "" && segment !== ".");
  return segments.join("/");
}

function including(include: readonly string[]): Members {
  return { include, exclude: [] };
}

/** A pattern that begins with `!` excludes. */
function withNegations(patterns: readonly string[]): Members {
  return {
    include: patterns.filter((pattern) => !pattern.startsWith("!")),
    exclude: patterns.filter((pattern) => pattern.startsWith("!")).map((pattern) => pattern.slice(1)),
  };
}

function goUses(text: string): readonly string[] {
  const uses: string[] = [];
  let isBlock = false;
  for (const line of linesOf(text, "//").map((each) => each.trim())) {
    const [, path] = /^use\s(.*)/.exec(line) ?? [];
    if (isBlock && line === ")") isBlock = false;
    else if (path?.trim() === "(") isBlock = true;
    else if (path !== undefined || (isBlock && line !== "")) uses.push(unquote(path ?? line));
  }
  return uses;
}

/** Returns the paths of path dependencies; those of targets name files, which no folder is in. */
function cargoPaths(text: string): readonly string[] {
  return linesOf(text, "#").flatMap((line) => /\bpath\s*=\s*["']([^"']*)["']/.exec(line)?.[1] ?? []);
}

/** A tsconfig without files of its own that refers to others. */
function solutionReferences(config: unknown): readonly string[] {
  const files = member(config, "files");
  const references = member(config, "references");
  if (!Array.isArray(files) || files.length > 0 || !Array.isArray(references)) return [];
  return strings(references.map((reference) => member(reference, "path"))).map(folderOf);
}

/** Returns the folders of the projects that a Gradle build includes: `:a:b` is `a/b`. */
function gradleProjects(text: string): readonly string[] {
  const code = linesOf(text, "//").join("\n");
  const item = /\s*(?:[(,]\s*)?(?:"([^"\n]*)"|'([^'\n]*)')/y;
  return [...code.matchAll(/\binclude(?:Build)?\b/g)].flatMap(({ index, 0: word }) => {
    const paths: string[] = [];
    item.lastIndex = index + word.length;
    for (let found = item.exec(code); found; found = item.exec(code)) paths.push(found[1] ?? found[2] ?? "");
    return word === "include" ? paths.map((path) => path.replaceAll(":", "/")) : paths;
  });
}

/** Returns the strings of a list in a table of TOML. */
function tomlList(text: string, table: string, key: string): readonly string[] {
  const lines = text.split(/\r?\n/);
  let isInTable = false;
  for (const [at, line] of lines.entries()) {
    const trimmed = line.trim();
    if (trimmed.startsWith("[")) isInTable = trimmed.startsWith(`[${table}]`);
    else if (isInTable && keyOf(trimmed, "=") === key) return listItems(lines.slice(at).join("\n"));
  }
  return [];
}

/** Returns the strings of a list in YAML: one item a line, or all in brackets. */
function yamlList(text: string, key: string): readonly string[] {
  const lines = text.split(/\r?\n/);
  const start = lines.findIndex((line) => keyOf(line, ":") === key);
  if (start === -1) return [];
  if (lines[start]?.includes("[")) return listItems(lines.slice(start).join("\n"));
  const items: string[] = [];
  for (const line of lines.slice(start + 1).map((each) => each.trim())) {
    if (line.startsWith("- ")) items.push(unquote(line.slice(1)));
    else if (line !== "" && !line.startsWith("#")) break;
  }
  return items;
}

/** Returns the items of the first list in brackets. Comments begin with `#`. */
function listItems(text: string): readonly string[] {
  const token = /"([^"\n]*)"|'([^'\n]*)'|#[^\n]*|\]|[^\s"'#,\][]+/g;
  const items: string[] = [];
  for (const [all, double, single] of text.slice(text.indexOf("[") + 1).matchAll(token)) {
    if (all === "]") break;
    if (!all.startsWith("#")) items.push(double ?? single ?? all);
  }
  return items;
}

function keyOf(line: string, separator: string): string {
  const end = line.indexOf(separator);
  return end === -1 ? "" : line.slice(0, end).trimEnd();
}

/** Returns an item without its quotes, and without a comment after it. */
function unquote(item: string): string {
  const text = item.trim();
  const quote = text[0];
  if (quote === '"' || quote === "'") return text.slice(1, text.indexOf(quote, 1));
  return text.split(" #", 1)[0]?.trim() ?? "";
}

function linesOf(text: string, comment: string): readonly string[] {
  return text.split(/\r?\n/).map((line) => line.split(comment, 1)[0] as string);
}

function hasLine(text: string, line: string): boolean {
  return linesOf(text, "#").some((each) => each.trim() === line);
}

/** Returns the folder of a project that is named by its file, such as `lib/tsconfig.json`. */
function folderOf(path: string): string {
  return /\.(?:json|xml)$/.test(basename(path)) ? dirname(path) : path;
}

function member(value: unknown, key: string): unknown {
  return typeof value === "object" && value !== null ? (value as Readonly<Record<string, unknown>>)[key] : undefined;
}

function strings(values: unknown): readonly string[] {
  return Array.isArray(values) ? values.filter((value): value is string => typeof value === "string") : [];
}
