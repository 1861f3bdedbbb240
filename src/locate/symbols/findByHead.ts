/**
 * Lookup of a symbol by a path that has more of its declaration than the name: `add(int a)`,
 * `get size`, `func (c *Cart) Total() float64`. The text of the declarations decides.
 */
import type { Document } from "../../text/document.js";
import { type DeclarationHead, readHead, readParameters, readTypeHead, wordsOf } from "./declarationHead.js";
import { declaredNameOffset } from "./declaredName.js";
import { findSymbols, type SymbolContext, type SymbolMatches } from "./findSymbols.js";
import { countContainers, type SymbolEntry } from "./symbolIndex.js";
import type { SymbolNode } from "./symbolNode.js";

/**
 * Returns the symbols that a path leads to. Of several, those whose heads have the parameters in
 * the path: all of them, or else as many. Where the path leads nowhere, its names may be whole
 * heads.
 */
export function findSymbolsByHead(
  path: readonly string[],
  roots: readonly SymbolNode[],
  context: SymbolContext,
  document: Document,
): SymbolMatches {
  const found = findSymbols(path, roots, context);
  const { language } = context;
  if (found.entries.length === 1) return found;
  if (found.entries.length > 1)
    return withEntries(selectByParameters(found.entries, readHead(path.at(-1) ?? ""), document, language), found);
  // A dot in the head, as in the type of a result, does not separate names.
  const isCut = path.slice(0, -1).some((name) => name.includes(")"));
  for (const { names, words, head } of [...shorterPaths(path), ...(isCut ? shorterPaths([path.join(".")]) : [])]) {
    const matches = findSymbols(names, roots, context);
    const fitting = matches.entries.filter((entry) => {
      const declared = declaredHead(entry, document, language);
      return isSubsequence(words, declared.before) && isSubsequence(head.after, declared.after);
    });
    if (fitting.length > 0) return withEntries(selectByParameters(fitting, head, document, language), matches);
  }
  return found;
}

function withEntries(entries: readonly SymbolEntry[], found: SymbolMatches): SymbolMatches {
  if (entries.length === found.entries.length) return found;
  return { entries, containerCount: countContainers(entries) };
}

interface ShorterPath {
  readonly names: readonly string[];
  /** The words that the declaration must have before its name. */
  readonly words: readonly string[];
  readonly head: DeclarationHead;
}

/** Returns the paths that are left of one whose names are whole heads. */
function shorterPaths(path: readonly string[]): ShorterPath[] {
  const last = (path.at(-1) ?? "").replace(/\s*\{[\s\S]*$/, "");
  const method = path.length === 1 ? goMethod.exec(last) : null;
  if (method !== null) {
    const [, receiver = "", rest = ""] = method;
    const head = readHead(rest);
    return [{ names: [receiver, head.name], words: [], head: { ...head, after: [] } }];
  }
  const head = readHead(last);
  const outer = path.slice(0, -1);
  const heads = [...outer.map(readHead), head];
  const type = readTypeHead(last);
  const ofType = type === undefined ? [] : [{ names: [...outer, type.name], words: type.before, head: type }];
  const around = heads.slice(0, -1).flatMap(({ before }) => before.filter((word) => !containerWords.test(word)));
  const words = [...around, ...head.before].flatMap(wordsOf);
  const names = heads.map(({ name }) => name);
  const spelled = operatorSpellings(head.name).map((name) => [...names.slice(0, -1), name]);
  const shorter = [names, ...spelled]
    .filter((each) => each.every((name) => name !== "") && each.join("\0") !== path.join("\0"))
    .map((each) => ({ names: each, words, head }));
  return [...shorter, ...ofType];
}

/** Words before the name of a container, which are not on the line of its member. */
const containerWords = /^(?:class|struct|enum|interface|trait|namespace|module|impl|object|record|union)$/;

/** Matches the head of a method in Go: the receiver's type, and the name with what follows. */
const goMethod =
  /^(?:func\s+)?\(\s*(?:\p{ID_Continue}+\s+)?\*?\s*(\p{ID_Continue}+)(?:\[[^\]]*\])?\s*\)\s*(\p{ID_Start}[\s\S]*)$/u;

/** Returns `operator +` for `operator+`, and the reverse. */
function operatorSpellings(name: string): string[] {
  const [, sign] = /^operator\s*([^\w\s][\s\S]*)$/.exec(name) ?? [];
  return sign === undefined ? [] : [`operator${sign.replace(/\s+/g, "")}`, `operator ${sign}`];
}

/**
 * Returns the entries whose parameters fit best; all where no parameters are written, or none fit.
 */
function selectByParameters(
  entries: readonly SymbolEntry[],
  { parameters: written, after }: DeclarationHead,
  document: Document,
  language: string,
): readonly SymbolEntry[] {
  if (written === undefined || entries.length === 1) return entries;
  const heads = entries.map((entry) => declaredHead(entry, document, language));
  const surplus = heads.map(({ parameters }) => surplusOf(written, parameters));
  const least = Math.min(...surplus);
  const fits = Number.isFinite(least)
    ? entries.filter((_, at) => surplus[at] === least)
    : entries.filter((_, at) => heads[at]?.parameters?.length === written.length);
  const chosen = fits.length > 0 ? fits : entries;
  const qualified = chosen.filter((entry) => isSubsequence(after, heads[entries.indexOf(entry)]?.after ?? []));
  return after.length > 0 && qualified.length > 0 ? qualified : chosen;
}

/**
 * Returns the number of words that the declared parameters have and the written ones leave out:
 * names, types or defaults. Infinity where they are others.
 */
function surplusOf(written: readonly string[], declared: readonly string[] | undefined): number {
  if (declared === undefined) return Number.POSITIVE_INFINITY;
  const isReceiver = /^(?:&?\s*(?:mut\s+)?self|cls|this)\b/.test(declared[0] ?? "");
  const own = isReceiver && written.length === declared.length - 1 ? declared.slice(1) : declared;
  if (own.length !== written.length) return Number.POSITIVE_INFINITY;
  let surplus = 0;
  for (const [at, parameter] of own.entries()) {
    const [few, all] = [wordsOf(written[at] ?? ""), wordsOf(parameter)];
    if (!isSubsequence(few, all)) return Number.POSITIVE_INFINITY;
    surplus += all.length - few.length;
  }
  return surplus;
}

/** The maximum of UTF-16 code units of a declaration that are read as its head. */
const MAX_HEAD_LENGTH = 4_000;

/** Reads the head of a symbol from the text; the words before its name are those on its line. */
function declaredHead({ node, name }: SymbolEntry, document: Document, language: string): DeclarationHead {
  const { text } = document;
  const from = declaredNameOffset(node, text, language);
  const before = wordsOf(document.slice(document.lineFrom(document.lineAt(from)), from));
  const own = [name.raw, name.plain.at(-1) ?? ""].find((each) => each !== "" && text.startsWith(each, from)) ?? "";
  const rest = text.slice(from + own.length, from + own.length + MAX_HEAD_LENGTH);
  const list = readParameters(rest, 0);
  if (list === null) return { name: own, before, after: wordsOf(/^[^{;=\n]*/.exec(rest)?.[0] ?? "") };
  const after = /^[^{;=\n]*/.exec(rest.slice(list.to))?.[0] ?? "";
  return { name: own, before, parameters: list.parameters, after: wordsOf(after) };
}

function isSubsequence(few: readonly string[], all: readonly string[]): boolean {
  let found = 0;
  for (const word of all) if (found < few.length && word === few[found]) found++;
  return found === few.length;
}
