/**
 * Finds names that a rename would confuse: the new name is declared already in a scope that a
 * renamed name sees, or used where the renamed declaration would be seen. Scopes are read from the
 * text as the rename would leave it.
 */

import { factsOf } from "../../languages/languages.js";
import { sigilOf } from "../../syntax/names.js";
import { type Arity, mayTakeSame } from "../../syntax/outline/arity.js";
import type { OutlineSymbol } from "../../syntax/outline/outlineSymbols.js";
import type { NameInfo } from "../../syntax/scopes/nameInfo.js";
import { ignoreParseError, type Syntax, type SyntaxText } from "../../syntax/syntax.js";
import type { Stretch } from "../../text/stretch.js";
import { offsetsOfWord } from "../../workspace/parse/wordSearch.js";

/** The maximum number of occurrences of the new name in one text. */
const MAX_OCCURRENCES = 2_000;
/** Kinds of names that are only types, and may share their name with a value. */
const typeKind = /^(?:interface|type_parameter|type)$/;

/** A text, and what a rename changes there. */
export interface RenamedFile {
  readonly text: SyntaxText;
  readonly changes: readonly TextChange[];
  /** As it was asked for. */
  readonly newName: string;
}

export type TextChange = Stretch & { readonly newText: string };

export interface ScopeConflicts {
  /** The offsets, in the present text, of names that have the new name, in source order. */
  readonly offsets: readonly number[];
  /** Whether there may be more: the new name occurs too often. */
  readonly isCut: boolean;
}

/** Finds names that would mean something else than before, or that a renamed one would mean. */
export async function findScopeConflicts(file: RenamedFile, syntax: Syntax): Promise<ScopeConflicts> {
  const { text: present, newName: written } = file;
  const { languageId } = present;
  const newName = withoutSigil(written, languageId);
  const edited = applyRename(file, newName);
  const isCut = offsetsOfWord(present.text, newName, MAX_OCCURRENCES + 1).length > MAX_OCCURRENCES;
  if (edited === undefined || edited.existing.size === 0) return { offsets: [], isCut };
  if (!syntax.hasGrammar(languageId) || factsOf(languageId).specialNames.has(newName)) return { offsets: [], isCut };
  const renamed = { ...present, text: edited.text };
  const found = new Set<number>();
  const examined = new Set<number>();
  for (const [from, oldFrom] of edited.written) {
    if (examined.has(from)) continue;
    const name = await syntax.nameAt(renamed, from).catch(ignoreParseError);
    if (name === undefined || !mayConflict(name, newName, languageId)) continue;
    const offsets = [...name.definitions, ...name.occurrences].map((each) => plainOffset(each, renamed));
    for (const each of offsets) examined.add(each);
    const shared = offsets.flatMap((each) => edited.existing.get(each) ?? []);
    const plain = shared.filter((offset) => !isExportedAlias(present.text, offset));
    const others = name.reach === "member" ? await partMembers(oldFrom, plain, { syntax, present }) : plain;
    if (others.length === 0 || (await canShareName([oldFrom, ...others], { syntax, present }))) continue;
    for (const offset of others) found.add(offset);
  }
  return { offsets: [...found].sort((one, other) => one - other), isCut };
}

function withoutSigil(name: string, languageId: string): string {
  return name.slice(sigilOf(name, languageId).length);
}

/** Returns where a name begins without the sigil, which a name in scopes may begin with. */
function plainOffset({ from, to }: Stretch, { text, languageId }: SyntaxText): number {
  return from + sigilOf(text.slice(from, to), languageId).length;
}

/** A text as a rename would leave it, and where the new name is in it. */
interface RenamedText {
  readonly text: string;
  /** The offsets of the new name where the rename writes it, each with that of the old name. */
  readonly written: ReadonlyMap<number, number>;
  /** The other offsets of the new name, each with that in the present text. */
  readonly existing: ReadonlyMap<number, number>;
}

/** Returns undefined if changes overlap. */
function applyRename({ text: { text }, changes }: RenamedFile, newName: string): RenamedText | undefined {
  const written = new Map<number, number>();
  const existing = new Map<number, number>();
  let renamed = "";
  let at = 0;
  /** The offset of an alias that is taken away: the name after it, in its line, is the new one. */
  let alias: number | undefined;
  const keep = (to: number) => {
    const kept = text.slice(at, to);
    for (const from of offsetsOfWord(kept, newName, MAX_OCCURRENCES)) {
      if (alias !== undefined && !kept.slice(0, from).includes("\n")) written.set(renamed.length + from, alias);
      else existing.set(renamed.length + from, at + from);
    }
    renamed += kept;
  };
  for (const { from, to, newText } of changes.toSorted((one, other) => one.from - other.from)) {
    if (from < at) return undefined;
    keep(from);
    const removed = newText === "" ? text.slice(from, to) : "";
    // In `now: old`, the name that is left is that of both.
    const short = renamed.length - newName.length;
    if (/^\s*:/.test(removed) && existing.delete(short)) written.set(short, from);
    for (const offset of offsetsOfWord(newText, newName, MAX_OCCURRENCES)) written.set(renamed.length + offset, from);
    renamed += newText;
    at = to;
    // With the blank after it; of `old: now`, the other name is left.
    alias = /[^\s:]\s+$/.test(removed) ? from : undefined;
  }
  keep(text.length);
  return { text: renamed, written, existing };
}

/** Whether scopes show what a renamed name means. In `{ a as b }`, they show `b` at `a`. */
function mayConflict({ name, reach, isMember, definitions }: NameInfo, newName: string, languageId: string): boolean {
  return withoutSigil(name, languageId) === newName && definitions.length > 0 && !isMember && reach !== "free";
}

/**
 * Returns those of the other names of which either they or the renamed one are members that the
 * language finds without a receiver. Two members are compared by their types.
 */
async function partMembers(
  oldFrom: number,
  others: readonly number[],
  { syntax, present }: PresentText,
): Promise<readonly number[]> {
  const isMember = async (offset: number) =>
    (await syntax.nameAt(present, offset).catch(ignoreParseError))?.reach === "member";
  const isOwn = await isMember(oldFrom);
  const found: number[] = [];
  for (const offset of others) if ((await isMember(offset)) !== isOwn) found.push(offset);
  return found;
}

/** Whether a name is one that only other files see: `b` in `export { a as b }`. */
function isExportedAlias(text: string, offset: number): boolean {
  const before = text.slice(Math.max(0, offset - MAX_SPECIFIERS_LENGTH), offset);
  return /\bexport\b[^{};]*\{[^{};]*\bas\s+$/.test(before);
}

/** The maximum length of a list of exports before a name, in UTF-16 units. */
const MAX_SPECIFIERS_LENGTH = 4_000;

interface PresentText {
  readonly syntax: Syntax;
  readonly present: SyntaxText;
}

/**
 * Whether the names at offsets in the present text may become one: the first that of a type and the
 * others of values, or the other way round; or all those of overloads.
 */
async function canShareName(offsets: readonly number[], { syntax, present }: PresentText): Promise<boolean> {
  const found = await Promise.all(offsets.map((offset) => syntax.nameAt(present, offset).catch(ignoreParseError)));
  const infos = found.flatMap((each) => each ?? []);
  if (infos.length < offsets.length) return false;
  if (factsOf(present.languageId).overloads === "all") {
    const [own, ...others] = await aritiesOf(infos, { syntax, present });
    return infos.every(({ kind }) => kind === "function") && others.every((other) => !mayTakeSame(own, other));
  }
  const [own, ...others] = infos.filter((each, n) => n === 0 || !isImportSpecifier(each)).map(spaceOf);
  return own !== "both" && others.every((space) => space !== "both" && space !== own);
}

/** Returns how many arguments functions take, as their declarations in the text show. */
async function aritiesOf(
  infos: readonly NameInfo[],
  { syntax, present }: PresentText,
): Promise<readonly (Arity | undefined)[]> {
  const arities = new Map<number, Arity | undefined>();
  const walk = (symbols: readonly OutlineSymbol[]) => {
    for (const { nameFrom, arity, children } of symbols) {
      arities.set(nameFrom, arity);
      walk(children);
    }
  };
  walk(await syntax.outline(present).catch(() => []));
  return infos.map(({ definitions: [definition] }) => definition && arities.get(definition.from));
}

function isImportSpecifier({ kind, from, definitions }: NameInfo): boolean {
  return kind === "import" && definitions.some((each) => each.from === from);
}

/** Returns whether a name is that of a type, of a value, or perhaps of both, such as a class. */
function spaceOf({ kind, isType }: NameInfo): "type" | "value" | "both" {
  if (kind === undefined || kind === "class" || kind === "struct" || kind === "enum") return "both";
  // What is imported and used as a value may be a class.
  if (kind === "import") return isType ? "type" : "both";
  return typeKind.test(kind) ? "type" : "value";
}
