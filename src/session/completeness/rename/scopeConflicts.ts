/**
 * Finds names that a rename would confuse: the new name is declared already in a scope that a
 * renamed name sees, or used where the renamed declaration would be seen. Scopes are read from the
 * texts as the rename would leave them.
 */

import { factsOf } from "../../../languages/languages.js";
import { type Arity, mayTakeSame } from "../../../syntax/outline/arity.js";
import type { OutlineSymbol } from "../../../syntax/outline/outlineSymbols.js";
import type { NameInfo } from "../../../syntax/scopes/nameInfo.js";
import type { Syntax, SyntaxText } from "../../../syntax/syntax.js";
import { appendAll } from "../../../text/list.js";
import { type PositionEncoding, rangeToOffsets } from "../../../text/position.js";
import { offsetsOfWord } from "../../../workspace/parse/wordSearch.js";
import type { RequestContext } from "../../client/requestContext.js";
import { ignoreParseError } from "../../place/syntaxCheck.js";
import { type DocumentVersion, toSyntaxText } from "../../place/syntaxView.js";
import type { PossiblePlace } from "../searchRun.js";
import type { FileEdits, RenameEdits } from "./renameEdits.js";
import { type RenameRequest, renameBudgets } from "./renameRequest.js";

/** The maximum number of occurrences of the new name in one text. */
const MAX_OCCURRENCES = 2_000;
/** Kinds of names that are only types, and may share their name with a value. */
const typeKind = /^(?:interface|type_parameter|type)$/;

/** Names that would mean something else than before, or that a renamed name would mean. */
export interface NameConflicts {
  readonly places: readonly PossiblePlace[];
  /** Why there may be more; undefined if all files were examined. */
  readonly whyCut?: string;
}

/** Returns the places in the present texts, those of each file in source order. */
export async function findScopeConflicts(edits: RenameEdits, request: RenameRequest): Promise<NameConflicts> {
  const deadline = request.deadline.within(renameBudgets.scopes);
  const { newName, texts, context, backend } = request;
  const places: PossiblePlace[] = [];
  for (const file of edits.values()) {
    const document = await texts.read(file.uri);
    if (document === undefined || offsetsOfWord(document.text.text, newName, 1).length === 0) continue;
    if (deadline.isOver || context.token.isCancellationRequested) {
      const whyCut = `not all files that have the name ${newName} already could be searched within ${deadline.secondsOf(renameBudgets.scopes)} s`;
      return { places, whyCut };
    }
    const offsets = await findConflictsIn(
      { document, edited: applyRename(document, file, newName, backend.encoding), newName },
      context,
    );
    appendAll(
      places,
      offsets.map((offset) => ({ document, offset })),
    );
  }
  return { places };
}

/** A text as a rename would leave it, and where the new name is in it. */
interface RenamedText {
  readonly text: string;
  /** The offsets of the new name where the rename writes it, each with that of the old name. */
  readonly written: ReadonlyMap<number, number>;
  /** The other offsets of the new name, each with that in the present text. */
  readonly existing: ReadonlyMap<number, number>;
}

/** Returns undefined if edits overlap. */
function applyRename(
  { text }: DocumentVersion,
  { edits }: FileEdits,
  newName: string,
  encoding: PositionEncoding,
): RenamedText | undefined {
  const changes = edits.map(({ range, newText }) => ({ ...rangeToOffsets(text, range, encoding), newText }));
  changes.sort((one, other) => one.from - other.from);
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
  for (const { from, to, newText } of changes) {
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

interface ComparedText {
  readonly document: DocumentVersion;
  readonly edited: RenamedText | undefined;
  readonly newName: string;
}

/** Returns the offsets in the present text of the names in conflict. */
async function findConflictsIn(
  { document, edited, newName }: ComparedText,
  context: RequestContext,
): Promise<readonly number[]> {
  if (edited === undefined || edited.existing.size === 0) return [];
  const syntax = await context.syntax();
  const present = toSyntaxText(document, syntax, context.servers);
  if (!syntax.hasGrammar(present.languageId) || factsOf(present.languageId).specialNames.has(newName)) return [];
  const renamed = { ...present, text: edited.text };
  const found = new Set<number>();
  const examined = new Set<number>();
  for (const [from, oldFrom] of edited.written) {
    if (examined.has(from)) continue;
    const name = await syntax.nameAt(renamed, from).catch(ignoreParseError);
    if (name === undefined || !mayConflict(name, edited.text.slice(from, from + name.name.length))) continue;
    for (const each of name.occurrences) examined.add(each.from);
    const shared = [...name.definitions, ...name.occurrences].flatMap((each) => edited.existing.get(each.from) ?? []);
    const plain = shared.filter((offset) => !isExportedAlias(present.text, offset));
    const others = name.reach === "member" ? await partMembers(oldFrom, plain, { syntax, present }) : plain;
    if (others.length === 0 || (await canShareName([oldFrom, ...others], { syntax, present }))) continue;
    for (const offset of others) found.add(offset);
  }
  return [...found].sort((one, other) => one - other);
}

/** Whether scopes show what a renamed name means. In `{ a as b }`, they show `b` at `a`. */
function mayConflict({ name, reach, isMember, definitions }: NameInfo, written: string): boolean {
  return name === written && definitions.length > 0 && !isMember && reach !== "free";
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
