/**
 * The uses of a renamed name in one file. Syntax knows no types, so each use is certain, another
 * symbol's, or uncertain; with an uncertain one, nothing can be renamed by syntax alone.
 */

import { factsOf } from "../../languages/languages.js";
import type { NameInfo, Occurrence } from "../../syntax/scopes/nameInfo.js";
import { proseOf } from "../../syntax/trees/lineKinds.js";
import { appendAll } from "../../text/list.js";
import { offsetsOfWord } from "../../workspace/parse/wordSearch.js";
import { type CodeFile, isField, keyOf } from "../entities/entity.js";
import type { Resolver } from "../resolve/resolver.js";
import { type JudgedTarget, UseJudge } from "../resolve/useJudge.js";
import { isMember } from "../sameSymbol.js";
import { mayUseWithoutImport } from "../unimportedUse.js";
import { offsetsInMacros } from "./macroBodies.js";
import { quotedExportsIn, shorthandText } from "./spellings.js";

export interface UsesInFile {
  /** With the text to write, where that is not the name alone. */
  readonly certain: readonly Occurrence[];
  /** Offsets. */
  readonly uncertain: readonly number[];
}

/** More occurrences are not examined. */
const MAX_OCCURRENCES = 5_000;

/**
 * Returns the uses of a target's name in a file; undefined if there are more than are examined.
 */
export async function usesInFile(
  file: CodeFile,
  target: JudgedTarget,
  resolver: Resolver,
): Promise<UsesInFile | undefined> {
  const { syntax } = resolver.files.sources;
  const { name: word } = target.name;
  const offsets = offsetsOfWord(file.text, word, MAX_OCCURRENCES + 1);
  if (offsets.length > MAX_OCCURRENCES) return undefined;
  const nodes = await syntax.coveringNodes(
    file,
    offsets.map((from) => ({ from, to: from + word.length })),
    {},
  );
  const certain: Occurrence[] = [];
  const uncertain: number[] = [];
  const judge = new UseJudge(resolver, target);
  for (const [at, from] of offsets.entries()) {
    const name = await syntax.nameAt(file, from);
    // A type may be written as a string.
    if (name === undefined && proseOf(nodes[at]?.map(({ type }) => type) ?? []) !== undefined) continue;
    const verdict = await verdictOf(name, from, file, { target, judge, resolver });
    if (verdict === "uncertain") uncertain.push(from);
    if (verdict === "certain" && name) certain.push(occurrenceAt(from, name, target));
  }
  const known = new Set([...certain.map((each) => each.from), ...uncertain]);
  const inMacros = factsOf(file.languageId).hasPreprocessor
    ? offsetsInMacros(file.text, word, target.name.reach === "member")
    : [];
  appendAll(
    certain,
    inMacros.filter((from) => !known.has(from)).map((from) => plainOccurrence(from, word)),
  );
  // What a module lists that has the name is the name.
  if (certain.length > 0 && !isMember(target.name))
    appendAll(
      certain,
      quotedExportsIn(file, word).map((from) => plainOccurrence(from, word)),
    );
  return { certain, uncertain };
}

interface Judging {
  readonly target: JudgedTarget;
  readonly judge: UseJudge;
  readonly resolver: Resolver;
}

async function verdictOf(
  name: NameInfo | undefined,
  from: number,
  file: CodeFile,
  { target, judge, resolver }: Judging,
): Promise<"certain" | "uncertain" | "other"> {
  const isOfMember = target.name.reach === "member";
  // A key or a label may be a member's name, and is none of anything else.
  if (name === undefined) return isOfMember ? "uncertain" : "other";
  // The alias of an import is a name of its own.
  const { original } = name.import ?? {};
  if (original !== undefined && original !== target.name.name && name.name === target.name.name) return "other";
  const isFree = name.reach === "free" && !name.isMember && file.path !== target.path;
  if (isFree && !isOfMember && !mayUseWithoutImport(file, target.file)) return "other";
  const { role } = name.occurrences.find((each) => each.from === from) ?? { role: "reference" };
  const verdict = await judge.verdictOf({ ...name, from, role }, file);
  const { entities } = await resolver.resolveAt(file, from);
  const keys = new Set(target.entities.map(keyOf));
  const isResolved = entities.some((each) => keys.has(keyOf(each)));
  // `{ x }` is a field or property, too, of a type that may not be known.
  if (isOfMember && name.shorthand !== undefined) return isResolved ? "certain" : "uncertain";
  // What has the name of a type that it embeds may be accessed in any value.
  const isOfValue = name.isMember && name.receiver?.import === undefined;
  if (!isOfMember && isOfValue && !isResolved && entities.length === 0 && target.entities.some(isField))
    return "uncertain";
  if (verdict === "excluded")
    return (await isMarkedField(name, file, { target, judge, resolver })) ? "uncertain" : "other";
  // What an unknown receiver has may be of a library.
  const isKnown = isResolved || name.reach !== "free" || !name.isMember || isQualified(name, target);
  return verdict !== "possible" && isKnown ? "certain" : "uncertain";
}

/** Whether a name is the field that the target, an accessor, is for: Ruby's `@name`. */
async function isMarkedField(
  { name, from, reach }: NameInfo,
  file: CodeFile,
  { target, resolver: { members } }: Judging,
): Promise<boolean> {
  const [own] = target.entities;
  if (name === target.name.name || reach !== "member" || own?.kind !== "symbol" || !isField(own)) return false;
  const [owner, around] = [await members.ownerOf(own), await members.typeAround(file, from, 0)];
  return owner !== undefined && around !== undefined && keyOf(owner) === keyOf(around);
}

/** Whether an access names what has the target: its type, or a module that is imported. */
function isQualified({ receiver }: NameInfo, { name, containerNames, languageId }: JudgedTarget): boolean {
  const { import: taken, type } = receiver ?? {};
  if (name.reach !== "member") return taken !== undefined || factsOf(languageId).hasQualifiedPaths;
  return [type, taken?.original, receiver?.name].some((each) => each !== undefined && containerNames?.has(each));
}

/** Returns an occurrence with the text to write there: an import's own name is renamed, too. */
function occurrenceAt(from: number, { occurrences, shorthand, ...use }: NameInfo, { name }: JudgedTarget): Occurrence {
  const found = occurrences.find((each) => each.from === from) ?? plainOccurrence(from, name.name);
  const { rewrite, ...plain } = found;
  // In `const { x } = module`, the variable keeps its name.
  const declaresOther = shorthand === "pattern" && use.import === undefined;
  if (shorthand !== undefined && (name.reach === "member" || declaresOther))
    return { ...plain, rewrite: shorthandText(name.name, "{new}", true) };
  return shorthand === "literal" && rewrite !== undefined ? { ...plain, rewrite } : plain;
}

function plainOccurrence(from: number, word: string): Occurrence {
  return { from, to: from + word.length, role: "reference", isWrite: false };
}
