/**
 * One search through the files of the workspace, for one answer. Syntax trees and scopes decide
 * which occurrences of the word are possible places.
 */

import type { Deadline } from "../../ask/deadline.js";
import { isMember, isShorthandProperty, mayRefer, type TargetName } from "../../code/sameSymbol.js";
import { mayUseWithoutImport } from "../../code/unimportedUse.js";
import { factsOf } from "../../languages/languages.js";
import type { ImportOrigin, NameInfo, WordUse } from "../../syntax/scopes/nameInfo.js";
import type { SyntaxText } from "../../syntax/syntax.js";
import type { Document } from "../../text/document.js";
import { appendAll, partitionPoint } from "../../text/list.js";
import type { Stretch } from "../../text/stretch.js";
import { distanceBetween, keyOfUri } from "../../uri.js";
import { offsetsOfWord } from "../../workspace/parse/wordSearch.js";
import type { RequestContext } from "../client/requestContext.js";
import type { FilesWithWord } from "../place/declarations.js";
import { type DocumentVersion, toSyntaxText } from "../place/syntaxView.js";
import type { FileTexts } from "./fileTexts.js";
import { type CheckedAnswer, isOfFileAlone, type SearchTarget, searchWordOf } from "./searchTarget.js";
import { findMethodIn } from "./syntaxAnswers/subtypes.js";
import { aliasesIn, moduleStem } from "./words.js";

/** A place that may belong to the answer. */
export interface PossiblePlace {
  readonly document: DocumentVersion;
  readonly offset: number;
  /** The end of the name there, where the search has read it. */
  readonly to?: number;
  /**
   * What scopes say about it, where the search has read that with the rest of its file; of a type
   * that extends or implements another, about the other one's name in its head.
   */
  readonly use?: WordUse;
}

export interface PossiblePlaces {
  /** At most `MAX_COUNT`; those in the nearest files first. */
  readonly places: readonly PossiblePlace[];
  /** Whether there are more than `MAX_COUNT` places. */
  readonly hasMore: boolean;
  /** Whether the deadline passed before all files were searched. */
  readonly isIncomplete: boolean;
  /** Paths of files that could not be parsed. */
  readonly unparsed: readonly string[];
  /**
   * Paths of files that have possible places and no place of the answer, nearest first. The file
   * of the request is never among them.
   */
  readonly filesWithoutAnswer: readonly string[];
  /** The revision of all texts when the files were looked up, where it is known. */
  readonly revision?: string | undefined;
  /** The name that the search is for. */
  readonly word?: string;
  /** The name, if the search is for a member of a type. */
  readonly memberName?: string;
  /** The names of the symbols around the declaration, where they are known. */
  readonly containerNames?: ReadonlySet<string> | undefined;
  /** Whether no other file can name it. */
  readonly isOfFileAlone?: boolean;
}

export const noPlaces: PossiblePlaces = {
  places: [],
  hasMore: false,
  isIncomplete: false,
  unparsed: [],
  filesWithoutAnswer: [],
};

export const MAX_COUNT = 1_000;
/** The maximum number of names to search for: the symbol's own and those it is exported under. */
const MAX_WORDS = 4;
/** The number of files that are read ahead of the search. */
const READ_AHEAD = 64;

interface SearchRunOptions {
  readonly target: SearchTarget;
  readonly checked: CheckedAnswer;
  readonly context: RequestContext;
  readonly texts: FileTexts;
  readonly inAnswer: ReadonlyMap<string, readonly Stretch[]>;
  readonly filesWith: (word: string) => Promise<FilesWithWord | undefined>;
  /** The revision of all texts at the start; undefined if it is not known. */
  readonly revision: string | undefined;
  readonly deadline: Deadline;
  /** Paths of the only files to search; undefined for all. */
  readonly within: ReadonlySet<string> | undefined;
}

/** The maximum length of the words before the name in a pattern, such as `ref`, in UTF-16 units. */
const MAX_PATTERN_WORDS = 20;

/** One search for the places that are missing from one answer. */
export class SearchRun {
  readonly #options: SearchRunOptions;
  readonly #places: PossiblePlace[] = [];
  readonly #filesWithoutAnswer: string[] = [];
  readonly #unparsed = new Set<string>();
  readonly #aliases: string[] = [];
  #isIncomplete = false;
  #revision: string | undefined;

  constructor(options: SearchRunOptions) {
    this.#options = options;
  }

  async search(): Promise<PossiblePlaces> {
    const { target } = this.#options;
    await this.#searchWord(searchWordOf(target), searchWordOf(target));
    const seen = new Set([searchWordOf(target)]);
    if (target.defaultExportStem !== undefined) await this.#searchWord(target.defaultExportStem, "default");
    while (this.#aliases.length > 0 && seen.size < MAX_WORDS) {
      const alias = this.#aliases.shift() as string;
      if (seen.has(alias)) continue;
      seen.add(alias);
      await this.#searchWord(alias, alias);
    }
    return {
      places: this.#places.slice(0, MAX_COUNT),
      hasMore: this.#places.length > MAX_COUNT,
      isIncomplete: this.#isIncomplete,
      unparsed: [...this.#unparsed],
      filesWithoutAnswer: this.#filesWithoutAnswer,
      revision: this.#revision,
      word: target.word,
      ...(isMember(target.name) ? { memberName: target.word } : {}),
      containerNames: target.containerNames,
      isOfFileAlone: isOfFileAlone(target),
    };
  }

  /** Searches the files that contain `fileWord` for uses of `word`. */
  async #searchWord(fileWord: string, word: string): Promise<void> {
    const { target, filesWith, deadline, within, texts, revision, context } = this.#options;
    const { path } = target;
    // The file of the request is searched while the index looks up the others.
    if (within?.has(path) ?? true) await this.#searchPath(path, word);
    if (isOfFileAlone(target)) return;
    const found = await deadline.before(filesWith(fileWord));
    if (found === undefined) this.#isIncomplete = true;
    this.#revision = found?.revision;
    if (found?.revision !== undefined && found.revision === revision) texts.noteIndexed(found.paths);
    const paths = (found?.paths ?? []).filter((each) => each !== path && (within?.has(each) ?? true));
    const distances = new Map(paths.map((each) => [each, distanceBetween(each, path)]));
    paths.sort((one, other) => (distances.get(one) ?? 0) - (distances.get(other) ?? 0));
    for (const each of paths.slice(0, READ_AHEAD)) void texts.readPath(each);
    for (const [n, each] of paths.entries()) {
      if (deadline.isOver || context.token.isCancellationRequested) {
        this.#isIncomplete = true;
        return;
      }
      if (this.#places.length > MAX_COUNT) return;
      const next = paths[n + READ_AHEAD];
      if (next !== undefined) void texts.readPath(next);
      await this.#searchPath(each, word);
    }
  }

  async #searchPath(path: string, word: string): Promise<void> {
    const file = await this.#options.texts.readPath(path);
    if (file !== undefined) await this.#searchFile(file, path, word);
  }

  async #searchFile(file: DocumentVersion, path: string, word: string): Promise<void> {
    const { target, inAnswer, checked } = this.#options;
    const stretches = inAnswer.get(keyOfUri(file.uri)) ?? [];
    // What is inserted beside a shorthand, `new: old` or `old: new`, leaves the variable its name.
    const insertions = new Set(stretches.filter(({ from, to }) => from === to).map(({ from }) => from));
    // Words of a pattern may be between.
    const follows = (offset: number) =>
      [...insertions].some(
        (at) => at <= offset && offset - at < MAX_PATTERN_WORDS && /^(?:\w+ )*$/.test(file.text.slice(at, offset)),
      );
    const isInAnswer = (offset: number) =>
      covers(stretches, offset) || follows(offset) || insertions.has(offset + word.length);
    // Most files of a complete answer end here, without being parsed. Imports of a default export
    // need not contain that word.
    const offsets = offsetsOfWord(file.text.text, word, MAX_TEXT_OFFSETS);
    const isWritten = word !== "default" || target.defaultExportStem === undefined;
    if (this.#maySearchText && isWritten && offsets.every(isInAnswer) && offsets.length < MAX_TEXT_OFFSETS) return;
    if (!isMember(target.name) && checked.method !== "rename" && target.ownerType === undefined)
      appendAll(this.#aliases, aliasesIn(file.text.text, word, offsets));
    const left = await this.#leftOutIn(file, path, word, isInAnswer);
    if (left.length === 0) return;
    for (const each of left) this.#places.push({ document: file, ...each });
    if (stretches.length === 0 && path !== target.path) this.#filesWithoutAnswer.push(path);
  }

  /**
   * Whether an answer's ranges cover the word itself. Those of implementations and subtypes cover
   * other names, so occurrences of the word can't be compared with them.
   */
  get #maySearchText(): boolean {
    const { method } = this.#options.checked;
    return method === "references" || method === "incomingCalls" || method === "rename";
  }

  /** Returns the possible places in one file that are not in the answer, in source order. */
  async #leftOutIn(
    file: DocumentVersion,
    path: string,
    word: string,
    isInAnswer: (offset: number) => boolean,
  ): Promise<readonly Omit<PossiblePlace, "document">[]> {
    const { target, context, deadline, checked } = this.#options;
    const syntax = await context.syntax();
    const source = toSyntaxText(file, syntax, context.servers);
    if (!syntax.hasGrammar(source.languageId)) return [];
    const options = { word, withSubtypes: !this.#maySearchText };
    const findUses = () => usesIn(file.text, options, () => syntax.usesOf(source, word, MAX_COUNT + 1, options));
    const found = await deadline.before(this.#parsed(path, findUses).then((uses) => uses ?? null));
    if (found === undefined) this.#isIncomplete = true;
    const free = found ?? [];
    if (checked.method === "implementation" || checked.method === "subtypes")
      // A struct of Go that embeds a type does not extend it.
      return factsOf(source.languageId).overriding.namesSupertypes
        ? this.#leftOutSubtypes(file, path, free, isInAnswer)
        : [];
    const isLocal = target.name.reach === "local";
    const own = isLocal && path === target.path ? await this.#ownUses(source, path) : [];
    const uses = isLocal
      ? [...own, ...(target.callables ? free : []).filter(({ callee }) => callee !== undefined)]
      : this.#withoutForeignNames(free, source, path);
    // A use under the alias of an import keeps that alias in a rename.
    const isSameWord = ({ from, to }: WordUse) =>
      checked.method !== "rename" || offsetsOfWord(source.text.slice(from, to), word, 1).length > 0;
    const isLeftOut = (use: WordUse) =>
      !isInAnswer(use.from) && isSameWord(use) && this.#mayBelong(use, source, path, isInAnswer);
    return uses.filter(isLeftOut).map((use) => ({ offset: use.from, to: use.to, ...(isLocal ? {} : { use }) }));
  }

  /**
   * Returns what a syntax tree shows; undefined, and notes the file, if the parser fails twice: one
   * that a busy machine leaves no time is taken for hung, and the next request starts another.
   */
  #parsed<Result>(path: string, read: () => Promise<Result>): Promise<Result | undefined> {
    return read()
      .catch(read)
      .catch(() => {
        this.#unparsed.add(path);
        return undefined;
      });
  }

  /** Drops free names that can't be the target without an import. */
  #withoutForeignNames(uses: readonly WordUse[], source: SyntaxText, path: string): readonly WordUse[] {
    const { target } = this.#options;
    const isFree = ({ reach, isMember: isAccessed }: NameInfo) => reach === "free" && !isAccessed;
    const isKnown = path === target.path || isMember(target.name) || target.name.reach === "free";
    if (isKnown || !uses.some(isFree) || mayUseWithoutImport(source, target)) return uses;
    return uses.filter((each) => !isFree(each));
  }

  /** Returns the uses of a local name; its calls, if the request is for incoming calls. */
  async #ownUses(source: SyntaxText, path: string): Promise<readonly WordUse[]> {
    const { target, checked, context } = this.#options;
    const { occurrences } = target.name;
    if (checked.method !== "incomingCalls") return occurrences.map((each) => ({ ...target.name, ...each }));
    const syntax = await context.syntax();
    const whole = { from: 0, to: source.text.length };
    const calls = (await this.#parsed(path, () => syntax.callsIn(source, whole, MAX_CALLS))) ?? [];
    const offsets = new Set(occurrences.map(({ from }) => from));
    return calls.filter(({ from }) => offsets.has(from)).map((call) => ({ ...call, role: "reference" }));
  }

  #mayBelong(name: WordUse, source: SyntaxText, path: string, isInAnswer: (offset: number) => boolean): boolean {
    const { target, checked } = this.#options;
    const { method, includesDeclaration } = checked;
    if (method === "incomingCalls" && name.argumentCount === undefined) return false;
    const { languageId } = source;
    const isProperty = isMember(target.name) && isShorthandProperty({ name, languageId });
    // An object literal has properties of its own: few of them are uses of another type's.
    if (isProperty && name.shorthand === "literal" && method !== "rename") return false;
    // Scope queries record an import as a definition, but it is a use of the imported symbol.
    if (name.role === "definition" && name.reach !== "import" && !isProperty && name.origin === undefined) {
      const isElsewhere = path !== target.path && factsOf(languageId).hasPrototypes;
      const isWanted = method === "rename" || (method === "references" && includesDeclaration);
      if (!isWanted || !isElsewhere) return false;
    }
    if (target.defaultExportStem !== undefined && name.import && isOfDefaultExport(name.import))
      return moduleStem(name.import.source) === target.defaultExportStem;
    return mayRefer({ name, path, languageId }, target, isInAnswer);
  }

  /**
   * Returns the names, not in the answer and in source order, of types that extend or implement the
   * target; if the target is a method, of its overrides in those types.
   */
  async #leftOutSubtypes(
    file: DocumentVersion,
    path: string,
    uses: readonly WordUse[],
    isInAnswer: (offset: number) => boolean,
  ): Promise<readonly Omit<PossiblePlace, "document">[]> {
    const { target, context } = this.#options;
    const { ownerType, name, word, languageId } = target;
    const found = new Map<number, WordUse>();
    for (const use of uses) {
      const { subtype } = use;
      if (subtype === undefined) continue;
      const type: TargetName = ownerType === undefined ? target : { ...target, name: asTopLevel(name, ownerType) };
      const isOwn = path === target.path && use.reach !== "import" && use.reach !== "free";
      if (!isOwn && !mayRefer({ name: use, path, languageId }, type, isInAnswer)) continue;
      const findMethod = () => findMethodIn(file, subtype, word, context);
      const at = ownerType === undefined ? subtype.nameFrom : await this.#parsed(path, findMethod);
      if (at !== undefined && !isInAnswer(at) && !found.has(at)) found.set(at, use);
    }
    const endOf = (offset: number, { subtype }: WordUse) =>
      subtype?.nameFrom === offset ? subtype.nameTo : offset + word.length;
    const places = [...found].map(([offset, use]) => ({ offset, to: endOf(offset, use), use }));
    return places.sort((one, other) => one.offset - other.offset);
  }
}

/** The maximum number of calls in one text that are searched for calls of a local name. */
const MAX_CALLS = 20_000;
/** The maximum number of occurrences of a word in one text that are compared with the answer. */
const MAX_TEXT_OFFSETS = 10_000;

/** Whether an import takes the default export of a module, or the only value of a CommonJS one. */
function isOfDefaultExport({ original, isRequired }: ImportOrigin): boolean {
  return original === "default" || (original === undefined && isRequired === true);
}

function asTopLevel(name: NameInfo, ownerType: string): NameInfo {
  return { ...name, name: ownerType, reach: "file", isMember: false, definitions: [] };
}

/** Whether one of the stretches, sorted by `from`, covers an offset. */
function covers(stretches: readonly Stretch[], offset: number): boolean {
  const end = partitionPoint(stretches, ({ from }) => from <= offset);
  // Stretches of an answer are rarely nested, so few of those that begin before it are checked.
  return stretches.slice(Math.max(0, end - MAX_NESTED), end).some(({ to }) => offset < to);
}

const MAX_NESTED = 50;

interface UsesQuery {
  readonly word: string;
  readonly withSubtypes: boolean;
}

/** The uses in each text of the word that was searched for last. */
const lastUses = new WeakMap<Document, UsesQuery & { readonly uses: Promise<WordUse[]> }>();

/** Returns the uses of a word in a text; finds them again only after a search for another word. */
function usesIn(text: Document, { word, withSubtypes }: UsesQuery, find: () => Promise<WordUse[]>): Promise<WordUse[]> {
  const last = lastUses.get(text);
  if (last?.word === word && last.withSubtypes === withSubtypes) return last.uses;
  const uses = find();
  lastUses.set(text, { word, withSubtypes, uses });
  uses.catch(() => lastUses.delete(text));
  return uses;
}
