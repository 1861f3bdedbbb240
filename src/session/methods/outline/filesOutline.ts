/**
 * The outline of files: each with its top-level symbols, in one line. Where they don't fit into the
 * budget, files in deeper folders are counted by folder, then the later symbols of files.
 */

import { dirname, join, relative, sep } from "node:path";
import { LocateError } from "../../../error.js";
import { languageOfFile } from "../../../files/languageOfFile.js";
import { factsOf } from "../../../languages/languages.js";
import { echoPath } from "../../../locate/errorText.js";
import { symbolIndexOf } from "../../../locate/symbols/symbolIndex.js";
import { uniquePathOf } from "../../../locate/symbols/uniquePath.js";
import { getOrInsert, maxOf } from "../../../text/list.js";
import { escapeName, inlineCode } from "../../../text/printable.js";
import { uriOfPath } from "../../../uri.js";
import type { RequestContext } from "../../client/requestContext.js";
import { createFileTexts, type FileTexts } from "../../completeness/fileTexts.js";
import { displayPath } from "../../documents/filePaths.js";
import { queryPaths } from "../../place/declarationQueries.js";
import { syntaxViewOf } from "../../place/syntaxView.js";
import { assertInList, type Budget, describeRest } from "../paging.js";
import { describeContent, type FilesEntry, type FilesOutline, isListed, toEntry } from "./outlineEntry.js";
import type { FilesTarget } from "./outlineTarget.js";

/** The numbers of symbols that are tried for each file. */
const SYMBOL_COUNTS = [Number.POSITIVE_INFINITY, 12, 6, 3, 1] as const;
/** An entry takes at least about this number of characters. */
const MIN_ENTRY_LENGTH = 12;
/** The maximum number of files that are parsed. */
const MAX_PARSED = 400;

export async function outlineFiles(
  target: FilesTarget,
  { characters, after }: Budget,
  context: RequestContext,
): Promise<FilesOutline> {
  const { written, folder } = target;
  const { paths, isPartial } = await queryPaths(folder, context);
  const files = paths.filter((path) => target.includes(path) && languageOfFile(path, context.servers) !== undefined);
  if (files.length === 0) throw noFilesError(written);
  const read = outlineReader(context);
  const heading = `${files.length}${isPartial ? " or more" : ""} ${files.length === 1 ? "file" : "files"} of ${inlineCode(escapeName(written))}, with top-level symbols and their lines:`;
  const room = characters - heading.length;
  // Only the list of the folder's own files and folders is cut, and gone on with.
  const maxDepth = after > 0 ? 0 : maxOf(files.map((path) => depthIn(folder, path)));
  for (let depth = maxDepth; depth >= 0; depth--) {
    const all = groupBelow(files, folder, depth);
    assertInList(after, all.length);
    const groups = all.slice(after);
    if (groups.length * MIN_ENTRY_LENGTH > room && depth > 0) continue;
    const parsed = groups.filter(({ path }) => path !== undefined).length;
    if (parsed > MAX_PARSED && depth > 0) continue;
    const entries: FilesEntry[] = [];
    let length = 0;
    for (const group of groups) {
      const entry = await entryOf(group, read, context);
      entries.push(entry);
      length += formatEntry(trim(entry, SYMBOL_COUNTS.at(-1) ?? 0)).length + 1;
      if (length > room) break;
    }
    const isLast = depth === 0;
    for (const count of SYMBOL_COUNTS) {
      const trimmed = entries.map((entry) => trim(entry, count));
      const fitting = countFitting(trimmed.map(formatEntry), room);
      const fits = fitting === groups.length;
      if (!fits && !(isLast && count === SYMBOL_COUNTS.at(-1))) continue;
      // At least one entry, however small the budget is.
      const listed = trimmed.slice(0, Math.max(1, fitting));
      return toResult(listed, { heading, count: files.length, after, left: groups.length - listed.length });
    }
  }
  throw new TypeError("depth 0 always returns");
}

interface Group {
  /** The only file; undefined for a folder. */
  readonly path: string | undefined;
  /** Absolute. */
  readonly folder: string;
  readonly count: number;
}

function depthIn(folder: string, path: string): number {
  return relative(folder, dirname(path))
    .split(sep)
    .filter((name) => name !== "").length;
}

/** Groups the files that are more than `depth` folders below by their folder at that depth. */
function groupBelow(files: readonly string[], folder: string, depth: number): readonly Group[] {
  const groups = new Map<string, Group>();
  for (const path of files) {
    if (depthIn(folder, path) <= depth) {
      groups.set(path, { path, folder: dirname(path), count: 1 });
      continue;
    }
    const names = relative(folder, path)
      .split(sep)
      .slice(0, depth + 1);
    const key = join(folder, names.join(sep)) + sep;
    groups.set(key, { path: undefined, folder: key, count: (groups.get(key)?.count ?? 0) + 1 });
  }
  return [...groups.values()];
}

async function entryOf(
  { path, folder, count }: Group,
  read: OutlineReader,
  context: RequestContext,
): Promise<FilesEntry> {
  if (path !== undefined) return read(path);
  const { roots } = context.client;
  const uri = uriOfPath(folder.slice(0, -1), roots.folders);
  return { file_path: displayPath(uri, roots), uri, count };
}

type OutlineReader = (path: string) => Promise<FilesEntry>;

/** Returns a function that reads the top-level symbols of a file, once; none of data. */
function outlineReader(context: RequestContext): OutlineReader {
  const texts = createFileTexts(context);
  const known = new Map<string, Promise<FilesEntry>>();
  return (path) => {
    return getOrInsert(known, path, () => readOutline(path, texts, context));
  };
}

async function readOutline(path: string, texts: FileTexts, context: RequestContext): Promise<FilesEntry> {
  const { roots } = context.client;
  const uri = uriOfPath(path, roots.folders);
  const file_path = displayPath(uri, roots);
  const language = languageOfFile(path, context.servers) ?? "";
  if (factsOf(language).nameRule === "data") return { file_path, uri, symbols: [] };
  const source = await texts.readPath(path);
  const symbols = (source && (await syntaxViewOf(source, context))?.symbols) ?? [];
  if (source === undefined) return { file_path, uri, symbols: [] };
  const { entryOf: entryOfNode } = symbolIndexOf(symbols, factsOf(language).nameRule);
  const pathContext = { language, path: file_path, text: "" };
  const entries = symbols.filter(isListed).map((node) => {
    const entry = entryOfNode.get(node);
    return toEntry(node, source.text, entry ? uniquePathOf(entry, symbols, pathContext) : null);
  });
  return { file_path, uri, symbols: entries };
}

function trim(entry: FilesEntry, count: number): FilesEntry {
  const { symbols = [] } = entry;
  if (symbols.length <= count) return entry;
  return { ...entry, symbols: symbols.slice(0, count), omitted: symbols.length - count };
}

/** Formats `src/shop.py: class Cart 3-40, function total 42`, or `src/lib/ (12 files)`. */
function formatEntry(entry: FilesEntry): string {
  return `${escapeName(entry.file_path)}${describeContent(entry)}`;
}

/** Returns how many of the lines fit. */
function countFitting(lines: readonly string[], room: number): number {
  let length = 0;
  const end = lines.findIndex((line) => {
    length += line.length + 1;
    return length > room;
  });
  return end < 0 ? lines.length : end;
}

function toResult(
  files: readonly FilesEntry[],
  { heading, count, after, left }: { heading: string; count: number; after: number; left: number },
): FilesOutline {
  const next = after + files.length;
  const rest = left > 0 ? [describeRest({ left, next })] : [];
  return {
    files,
    count,
    ...(left > 0 && { after: next, omitted: left }),
    markdown: [heading, ...files.map(formatEntry), ...rest].join("\n"),
  };
}

function noFilesError(written: string): LocateError {
  const message = `There are no files of a known language in ${echoPath(written)}, apart from those that git ignores. A pattern begins at the workspace folder, as in src/**/*.ts.`;
  return new LocateError("file_not_found", message, { path: written, similar: [] });
}
