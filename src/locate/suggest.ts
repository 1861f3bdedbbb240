/** A symbol path that leads nowhere: how far it goes, and which paths may be meant. */
import { LocateError } from "../error.js";
import { findSymbols, reachingPath, type SymbolContext } from "./findSymbols.js";
import { clip, quoteName } from "./invalid.js";
import { isDataLanguage } from "./language.js";
import { readName } from "./names.js";
import { likeness } from "./similar.js";
import { type Entry, indexOf, plainPathOf } from "./symbolIndex.js";
import { formatSymbolPath } from "./symbolPath.js";
import type { SymbolNode } from "./symbols.js";

const mostChildren = 20;
const mostLikely = 5;
/** Names compared letter by letter, and how alike they must be. */
const mostCompared = 20_000;
const leastLikeness = 0.6;

export function symbolNotFound(
  path: readonly string[],
  roots: readonly SymbolNode[],
  context: SymbolContext,
  where: string,
): LocateError {
  const existing = longestPrefix(path, roots, context);
  const parent = existing.length === 0 ? undefined : findSymbols(existing, roots, context).entries[0];
  const children = namesOf(parent?.node.children ?? roots, context);
  const likely = likelyPaths(path, roots, context);
  const holder = existing.length === 0 ? where : quoteName(formatSymbolPath(existing));
  const listed =
    children.length === 0 ? `${holder} holds no symbols` : `${holder} holds ${children.map(quoteName).join(", ")}`;
  const advice =
    likely.length > 0
      ? `Write ${likely.map((each) => quoteName(formatSymbolPath(each))).join(" or ")}`
      : "Write a path from `locate/outline`, lines, or just text to find without a scope";
  const message = `No symbol ${quoteName(path.join("."))} in ${where}; ${listed}. ${advice}.`;
  return new LocateError("symbol_not_found", message, {
    symbol_path: path,
    existing_path: existing,
    children,
    likely_paths: likely,
  });
}

function longestPrefix(
  path: readonly string[],
  roots: readonly SymbolNode[],
  context: SymbolContext,
): readonly string[] {
  for (let length = path.length - 1; length > 0; length--) {
    const prefix = path.slice(0, length);
    if (findSymbols(prefix, roots, context).entries.length > 0) return prefix;
  }
  return [];
}

function namesOf(nodes: readonly SymbolNode[], { language }: SymbolContext): string[] {
  const isData = isDataLanguage(language);
  const names = nodes.map(({ name }) => {
    const { raw, plain } = readName(name, isData);
    return clip(plain.length === 1 ? (plain[0] ?? raw) : raw);
  });
  return [...new Set(names.filter((name) => name !== ""))].slice(0, mostChildren);
}

/** Paths whose last name is like the wanted one, those whose other names fit too first. */
function likelyPaths(path: readonly string[], roots: readonly SymbolNode[], context: SymbolContext): string[][] {
  const isData = isDataLanguage(context.language);
  const { entries } = indexOf(roots, isData);
  const wanted = path.flatMap((name) => readName(name.replace(/\[[^\]]*\]$/, ""), isData).plain);
  const last = wanted.at(-1);
  if (last === undefined) return [];
  const scored: { readonly entry: Entry; readonly score: number }[] = [];
  for (const entry of entries.slice(0, mostCompared)) {
    const name = entry.name.plain.at(-1);
    if (name === undefined) continue;
    const like = likeness(last, name);
    if (like < leastLikeness) continue;
    const around = plainPathOf(entry).slice(0, -1);
    const shared = wanted.slice(0, -1).filter((each) => around.some((other) => likeness(each, other) > 0.8)).length;
    scored.push({ entry, score: like + shared });
  }
  scored.sort((a, b) => b.score - a.score || a.entry.order - b.entry.order);
  const paths = new Map<string, string[]>();
  for (const { entry } of scored.slice(0, 4 * mostLikely)) {
    const reaching = reachingPath(entry, roots, context);
    if (reaching !== null && paths.size < mostLikely) paths.set(reaching.join("\0"), reaching);
  }
  return [...paths.values()];
}
