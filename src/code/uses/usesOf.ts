/**
 * Finds the uses of a name: each place that may be one is looked at once, and its class follows
 * from the evidence by the rules.
 */

import { factsOf } from "../../languages/languages.js";
import type { WordUse } from "../../syntax/scopes/nameInfo.js";
import type { Syntax, SyntaxText } from "../../syntax/syntax.js";
import { proseOf } from "../../syntax/trees/lineKinds.js";
import { Document } from "../../text/document.js";
import { appendAll, getOrInsert } from "../../text/list.js";
import type { Stretch } from "../../text/stretch.js";
import { offsetsOfWord } from "../../workspace/parse/wordSearch.js";
import type { CodeFile } from "../entities/entity.js";
import type { Resolver } from "../resolve/resolver.js";
import { createResolutionSources } from "./resolution.js";
import { classify, type Ruling, type Sign } from "./rules.js";
import { createSpellingSource } from "./spelling.js";
import {
  type Candidate,
  type EvidenceSource,
  roleOf,
  type TargetName,
  type Use,
  type UseRole,
  type UseTarget,
} from "./use.js";

/** Returns the sources that need no server, in the order of what they tell. */
export function createSyntaxSources(target: UseTarget, resolver: Resolver): readonly EvidenceSource[] {
  const { resolution, receivers } = createResolutionSources(target, resolver);
  return [resolution, createSpellingSource(target, resolver), receivers];
}

/** Asks sources in turn while they may decide otherwise. */
export async function examine<Of extends Candidate>(
  candidate: Of,
  sources: readonly EvidenceSource<Of>[],
): Promise<Ruling> {
  const evidence = new Set<Sign>();
  let ruling = classify(evidence);
  for (const source of sources) {
    if (ruling.isOpenTo === "nothing") break;
    const isWanted = source.of ? source.of === ruling.class : source.isStrong || ruling.isOpenTo === "all sources";
    if (!isWanted) continue;
    for (const sign of await source.find(candidate)) evidence.add(sign);
    ruling = classify(evidence);
  }
  return ruling;
}

/** A place where another name of the target is written: a keyword, a string, a macro's body. */
export interface OtherName extends Stretch {
  readonly role: UseRole;
  readonly signs: readonly Sign[];
}

/** Finds other names in a file. `uses` are those of the name itself. */
export type FindOtherNames = (file: CodeFile, uses: readonly Use[]) => Promise<readonly OtherName[]>;

export interface UseLimits {
  readonly word: string;
  /** The maximum number of uses in one file. */
  readonly maxUses: number;
  /**
   * Whether each occurrence of the word is looked at, local names and what is no name too, but
   * none under the alias of an import. A file with more than `maxUses` then has no answer.
   */
  readonly isWhole?: boolean;
  /** Returns the names in a file that are looked at, if not all uses of the word. */
  readonly findNames?: (file: CodeFile) => Promise<readonly WordUse[]>;
  readonly otherNames?: readonly FindOtherNames[];
}

export interface UsesInFile {
  readonly path: string;
  /** In source order; undefined if there are too many. */
  readonly uses: readonly Use[] | undefined;
}

/** The files of a search, and how they are read. */
export interface SearchedFiles {
  readonly syntax: Syntax;
  /** The absolute paths, in the order of the search. */
  readonly paths: readonly string[];
  /** Returns undefined for a file that is not searched. */
  read(path: string): Promise<CodeFile | undefined>;
}

/** The number of files that are read ahead: one is read while another is parsed. */
const READ_AHEAD = 4;

/** Yields the uses of a target file by file, and none of a file that is not searched. */
export async function* usesOf(
  target: TargetName,
  sources: readonly EvidenceSource[],
  { syntax, paths, read }: SearchedFiles,
  limits: UseLimits,
): AsyncGenerator<UsesInFile> {
  const reads = new Map<string, Promise<CodeFile | undefined>>();
  for (const [at, path] of paths.entries()) {
    for (const next of paths.slice(at, at + READ_AHEAD)) getOrInsert(reads, next, () => read(next));
    const file = await reads.get(path);
    reads.delete(path);
    const isReadable = file !== undefined && syntax.hasGrammar(file.languageId);
    yield { path, uses: isReadable ? await usesInFile(file, target, sources, { syntax, ...limits }) : [] };
  }
}

interface FileLimits extends UseLimits {
  readonly syntax: Syntax;
}

async function usesInFile(
  file: CodeFile,
  target: TargetName,
  sources: readonly EvidenceSource[],
  { syntax, word, maxUses, isWhole = false, findNames, otherNames = [] }: FileLimits,
): Promise<readonly Use[] | undefined> {
  const findUses = findNames ?? (() => syntax.usesOf(file, word, maxUses));
  const occurrences = isWhole
    ? await occurrencesIn(file, target, { syntax, word, maxUses })
    : { names: await findUses(file), others: [] };
  if (occurrences === undefined) return undefined;
  const uses: Use[] = [];
  for (const name of occurrences.names) {
    const { class: use, why } = await examine({ file, use: name }, sources);
    uses.push({ file, from: name.from, to: name.to, name, role: roleOf(name), class: use, why });
  }
  const others = [...occurrences.others];
  for (const find of otherNames) appendAll(others, await find(file, uses));
  const found = new Map(uses.map((each) => [each.from, each]));
  for (const { from, to, role, signs } of others) {
    const { class: use, why } = classify(new Set(signs));
    // What a local name of its own is to scopes, a framework may take all the same.
    const known = found.get(from);
    const isOpen = known?.class === "excluded" || known?.why.includes("no name");
    if (known === undefined || (isOpen && use === "shown")) found.set(from, { file, from, to, role, class: use, why });
  }
  return [...found.values()].sort((one, other) => one.from - other.from);
}

interface Occurrences {
  readonly names: readonly WordUse[];
  /** Places that are no names, which may still be those of a member. */
  readonly others: readonly OtherName[];
}

/** Returns each occurrence of a word in code; undefined if there are more than `maxUses`. */
async function occurrencesIn(
  file: CodeFile,
  { name: { reach } }: TargetName,
  { syntax, word, maxUses }: Pick<FileLimits, "syntax" | "word" | "maxUses">,
): Promise<Occurrences | undefined> {
  const stretches = stretchesOfWord(file, word, maxUses + 1);
  if (stretches.length > maxUses) return undefined;
  const names: WordUse[] = [];
  const nameless: Stretch[] = [];
  for (const { from, to } of stretches) {
    const name = await syntax.nameAt(file, from);
    const role = name?.occurrences.find((each) => each.from === from)?.role ?? "reference";
    if (name) names.push({ ...name, from, to, role });
    else nameless.push({ from, to });
  }
  const others: OtherName[] = [];
  const unread = new Set((await unreadAmong(nameless, file, syntax)).map(({ from }) => from));
  const nodes = reach === "member" ? await syntax.coveringNodes(file, nameless, {}) : [];
  for (const [at, { from, to }] of nameless.entries()) {
    if (unread.has(from)) others.push({ from, to, role: "read", signs: ["not read"] });
    // A key or a label may be a member's name, and is none of anything else. A type may be written
    // as a string.
    else if (reach === "member" && proseOf(nodes[at]?.map(({ type }) => type) ?? []) === undefined)
      others.push({ from, to, role: "key", signs: ["no name"] });
  }
  return { names, others };
}

function stretchesOfWord({ text, languageId }: CodeFile | SyntaxText, word: string, most: number): readonly Stretch[] {
  const offsets = offsetsOfWord(text, word, most, factsOf(languageId).nameCharacters);
  return offsets.map((from) => ({ from, to: from + word.length }));
}

/**
 * Returns where a word stands in code that the grammar can't read, and scopes know no name: it may
 * mean anything.
 */
export async function unreadPlaces(
  file: SyntaxText,
  word: string,
  most: number,
  syntax: Syntax,
): Promise<readonly Stretch[]> {
  const nameless: Stretch[] = [];
  for (const each of await unreadAmong(stretchesOfWord(file, word, most), file, syntax))
    if ((await syntax.nameAt(file, each.from)) === undefined) nameless.push(each);
  return nameless;
}

/** Returns those stretches that are in lines which the grammar can't read, and not in prose. */
async function unreadAmong(
  stretches: readonly Stretch[],
  file: SyntaxText,
  syntax: Syntax,
): Promise<readonly Stretch[]> {
  const lines = stretches.length === 0 ? [] : await syntax.unreadableLines(file, "names");
  if (lines.length === 0) return [];
  const document = Document.of(file.text);
  const inLines = stretches.filter(({ from }) => {
    const line = document.lineAt(from);
    return lines.some((range) => range.from <= line && line <= range.to);
  });
  const nodes = await syntax.coveringNodes(file, inLines, {});
  return inLines.filter((_each, at) => proseOf(nodes[at]?.map(({ type }) => type) ?? []) === undefined);
}
