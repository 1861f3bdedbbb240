/**
 * One search through the files of the workspace, for one answer. Syntax trees and scopes decide
 * which occurrences of the word are possible places.
 */

import type { Deadline } from "../../ask/deadline.js";
import type { CodeFile } from "../../code/entities/entity.js";
import type { Sign } from "../../code/uses/rules.js";
import { createApartSource, isSameBinding, isShorthandProperty } from "../../code/uses/spelling.js";
import { type Candidate, type EvidenceSource, isMember, type TargetName, type Use } from "../../code/uses/use.js";
import { usesOf } from "../../code/uses/usesOf.js";
import { factsOf } from "../../languages/languages.js";
import type { ImportOrigin, WordUse } from "../../syntax/scopes/nameInfo.js";
import type { SyntaxText } from "../../syntax/syntax.js";
import type { Document } from "../../text/document.js";
import { describeLines } from "../../text/lineRange.js";
import { appendAll, partitionPoint } from "../../text/list.js";
import type { Stretch } from "../../text/stretch.js";
import { distanceBetween, fileKeyOf } from "../../uri.js";
import { offsetsOfWord } from "../../workspace/parse/wordSearch.js";
import type { RequestContext } from "../client/requestContext.js";
import type { FilesWithWord } from "../place/declarationQueries.js";
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

/** Whether two places are the same offset of a file. */
export function isSamePlace(one: PossiblePlace, other: PossiblePlace): boolean {
  return one.offset === other.offset && fileKeyOf(one.document.uri) === fileKeyOf(other.document.uri);
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
  /** The lines with possible places that a grammar can't read: `line 5 of a.swift`. */
  readonly unreadable: readonly string[];
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
  unreadable: [],
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
  readonly #unreadable = new Set<string>();
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
      unreadable: [...this.#unreadable],
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
    const { target, filesWith, deadline, within, texts, revision } = this.#options;
    const { path } = target;
    // The file of the request is searched while the index looks up the others.
    if (within?.has(path) ?? true) await this.#searchPaths([path], word);
    if (isOfFileAlone(target)) return;
    const found = await deadline.before(filesWith(fileWord));
    if (found === undefined) this.#isIncomplete = true;
    this.#revision = found?.revision;
    if (found?.revision !== undefined && found.revision === revision) texts.noteIndexed(found.paths);
    const paths = (found?.paths ?? []).filter((each) => each !== path && (within?.has(each) ?? true));
    const distances = new Map(paths.map((each) => [each, distanceBetween(each, path)]));
    paths.sort((one, other) => (distances.get(one) ?? 0) - (distances.get(other) ?? 0));
    await this.#searchPaths(paths, word);
  }

  async #searchPaths(paths: readonly string[], word: string): Promise<void> {
    const { target, texts, context, inAnswer, deadline } = this.#options;
    const syntax = await context.syntax();
    const searched = new Map<string, SearchedFile>();
    for (const each of paths.slice(0, READ_AHEAD)) void texts.readPath(each);
    let next = READ_AHEAD;
    const read = async (path: string): Promise<CodeFile | undefined> => {
      const ahead = paths[next++];
      if (ahead !== undefined) void texts.readPath(ahead);
      const document = await texts.readPath(path);
      if (document === undefined) return undefined;
      const stretches = inAnswer.get(fileKeyOf(document.uri)) ?? [];
      const file = { document, stretches, isInAnswer: createAnswerTest(document, stretches, word) };
      if (this.#isComplete(file, word)) return undefined;
      searched.set(path, file);
      return { ...toSyntaxText(document, syntax, context.servers), path };
    };
    const named = this.#isOfHeads ? typeOf(target) : target;
    const sources = [this.#createAnswerSource(named, searched), createApartSource(named)];
    const findNames = (file: CodeFile) => this.#namesIn(file, searched.get(file.path), word);
    const limits = { word, maxUses: MAX_COUNT + 1, findNames };
    let count = 0;
    for await (const { path, uses = [] } of usesOf(named, sources, { syntax, paths, read }, limits)) {
      const file = searched.get(path);
      const shown = file ? await this.#placesOf(uses, file, path) : [];
      const places = file ? [...shown, ...(await this.#unreadablePlaces(file, shown, word, path))] : [];
      appendAll(this.#places, places);
      if (places.length > 0 && file?.stretches.length === 0 && path !== target.path)
        this.#filesWithoutAnswer.push(path);
      if (++count === paths.length || this.#places.length > MAX_COUNT) return;
      if (!deadline.isOver && !context.token.isCancellationRequested) continue;
      this.#isIncomplete = true;
      return;
    }
  }

  /**
   * Whether a file has no use that the answer lacks, as its text shows: most files of a complete
   * answer are not parsed. Collects the aliases that its imports and exports give the name.
   */
  #isComplete({ document: { text }, isInAnswer }: SearchedFile, word: string): boolean {
    const { target, checked } = this.#options;
    const offsets = offsetsOfWord(text.text, word, MAX_TEXT_OFFSETS);
    // Imports of a default export need not contain that word.
    const isWritten = word !== "default" || target.defaultExportStem === undefined;
    const isCovered = offsets.every(isInAnswer) && offsets.length < MAX_TEXT_OFFSETS;
    if (this.#maySearchText && isWritten && isCovered) return true;
    if (!isMember(target.name) && checked.method !== "rename" && target.ownerType === undefined)
      appendAll(this.#aliases, aliasesIn(text.text, word, offsets));
    return false;
  }

  /**
   * Whether an answer's ranges cover the word itself. Those of implementations and subtypes cover
   * other names, so occurrences of the word can't be compared with them.
   */
  get #maySearchText(): boolean {
    const { method } = this.#options.checked;
    return method === "references" || method === "incomingCalls" || method === "rename";
  }

  /** Whether the answer has types whose heads name the target. */
  get #isOfHeads(): boolean {
    const { method } = this.#options.checked;
    return method === "implementation" || method === "subtypes";
  }

  /** Returns the names in a file that the answer may lack, in source order. */
  async #namesIn(source: CodeFile, file: SearchedFile | undefined, word: string): Promise<readonly WordUse[]> {
    const { target, context, deadline, checked } = this.#options;
    const { path } = source;
    if (file === undefined) return [];
    const syntax = await context.syntax();
    const options = { word, withSubtypes: !this.#maySearchText };
    const findUses = () =>
      usesIn(file.document.text, options, () => syntax.usesOf(source, word, MAX_COUNT + 1, options));
    const found = await deadline.before(this.#parsed(path, findUses).then((uses) => uses ?? null));
    if (found === undefined) this.#isIncomplete = true;
    const free = found ?? [];
    // A struct of Go that embeds a type does not extend it.
    if (this.#isOfHeads) return factsOf(source.languageId).overriding.namesSupertypes ? free.filter(isInHead) : [];
    const isLocal = target.name.reach === "local";
    const own = isLocal && path === target.path ? await this.#ownUses(source, path) : [];
    const uses = isLocal
      ? [...own, ...(target.callables ? free : []).filter(({ callee }) => callee !== undefined)]
      : free;
    // A use under the alias of an import keeps that alias in a rename.
    const isSameWord = ({ from, to }: WordUse) =>
      checked.method !== "rename" || offsetsOfWord(source.text.slice(from, to), word, 1).length > 0;
    return uses.filter((use) => !file.isInAnswer(use.from) && isSameWord(use) && this.#isWanted(use, source));
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

  /** Whether a name would be in an answer to the request, if it means the target. */
  #isWanted(name: WordUse, { languageId, path }: CodeFile): boolean {
    const { target, checked } = this.#options;
    const { method, includesDeclaration } = checked;
    if (method === "incomingCalls" && name.argumentCount === undefined) return false;
    const isProperty = isMember(target.name) && isShorthandProperty({ name, languageId });
    // An object literal has properties of its own: few of them are uses of another type's.
    if (isProperty && name.shorthand === "literal" && method !== "rename") return false;
    // Scope queries record an import as a definition, but it is a use of the imported symbol.
    if (name.role !== "definition" || name.reach === "import" || isProperty || name.origin !== undefined) return true;
    const isElsewhere = path !== target.path && factsOf(languageId).hasPrototypes;
    return isElsewhere && (method === "rename" || (method === "references" && includesDeclaration));
  }

  /** Makes the source for what the answer shows of other uses of a declaration. */
  #createAnswerSource(named: TargetName, searched: ReadonlyMap<string, SearchedFile>): EvidenceSource {
    const { defaultExportStem } = this.#options.target;
    return {
      find: ({ use, file }) => {
        const { import: taken } = use;
        if (defaultExportStem !== undefined && taken && isOfDefaultExport(taken))
          return [moduleStem(taken.source) === defaultExportStem ? "default export" : "spelled apart"];
        if (this.#isOfHeads && file.path === named.path && use.reach !== "import" && use.reach !== "free")
          return ["declared as in the answer"];
        const isInAnswer = searched.get(file.path)?.isInAnswer ?? (() => false);
        return signsOfAnswer({ use, file }, named, isInAnswer);
      },
    };
  }

  /** Returns where the word is in lines that the grammar can't read, and in no place of `shown`. */
  async #unreadablePlaces(
    { document, stretches, isInAnswer }: SearchedFile,
    shown: readonly PossiblePlace[],
    word: string,
    path: string,
  ): Promise<readonly PossiblePlace[]> {
    const { target, context } = this.#options;
    if (target.name.reach === "local") return [];
    const { text } = document;
    const syntax = await context.syntax();
    const source = toSyntaxText(document, syntax, context.servers);
    const lines = (await this.#parsed(path, () => syntax.unreadableLines(source, "names"))) ?? [];
    const answered = new Set(stretches.map(({ from }) => text.lineAt(from)));
    const places: PossiblePlace[] = [];
    for (const range of lines) {
      const [from, to] = [text.lineFrom(range.from), text.lineTo(range.to)];
      const found = offsetsOfWord(text.slice(from, to), word, MAX_TEXT_OFFSETS).map((at) => from + at);
      const missing = found.filter((at) => {
        if (isInAnswer(at) || shown.some(({ offset }) => offset === at)) return false;
        // The answer has types, and not their names in heads.
        return this.#maySearchText || !answered.has(text.lineAt(at));
      });
      for (const offset of missing) places.push({ document, offset, to: offset + word.length });
      if (missing.length > 0) this.#unreadable.add(`${describeLines(range)} of ${path.split(/[\\/]/).at(-1)}`);
    }
    return places;
  }

  /** Returns where uses are, in source order; of those in heads, the types or their methods. */
  async #placesOf(uses: readonly Use[], file: SearchedFile, path: string): Promise<readonly PossiblePlace[]> {
    const { target, context } = this.#options;
    const { document, isInAnswer } = file;
    const places = new Map<number, PossiblePlace>();
    for (const { from, to, name: use, class: found } of uses) {
      if (found === "excluded" || use === undefined) continue;
      const { subtype } = use;
      if (!this.#isOfHeads)
        places.set(from, { document, offset: from, to, ...(target.name.reach === "local" ? {} : { use }) });
      if (!this.#isOfHeads || subtype === undefined) continue;
      const findMethod = () => findMethodIn(document, subtype, target.word, context);
      const at = target.ownerType === undefined ? subtype.nameFrom : await this.#parsed(path, findMethod);
      if (at === undefined || isInAnswer(at) || places.has(at)) continue;
      const end = subtype.nameFrom === at ? subtype.nameTo : at + target.word.length;
      places.set(at, { document, offset: at, to: end, use });
    }
    return [...places.values()].sort((one, other) => one.offset - other.offset);
  }
}

/** A file of the search, with what the answer has of it. */
interface SearchedFile {
  readonly document: DocumentVersion;
  /** Sorted by `from`. */
  readonly stretches: readonly Stretch[];
  readonly isInAnswer: IsInAnswer;
}

/** Returns whether a place of the answer covers an offset in a file. */
type IsInAnswer = (offset: number) => boolean;

function createAnswerTest({ text }: DocumentVersion, stretches: readonly Stretch[], word: string): IsInAnswer {
  // What is inserted beside a shorthand, `new: old` or `old: new`, leaves the variable its name.
  const insertions = new Set(stretches.filter(({ from, to }) => from === to).map(({ from }) => from));
  // Words of a pattern may be between.
  const follows = (offset: number) =>
    [...insertions].some(
      (at) => at <= offset && offset - at < MAX_PATTERN_WORDS && /^(?:\w+ )*$/.test(text.slice(at, offset)),
    );
  return (offset) => covers(stretches, offset) || follows(offset) || insertions.has(offset + word.length);
}

/**
 * Returns what an answer shows of a name that its file declares: it is another declaration of the
 * name, unless the answer has one of its uses.
 */
export function signsOfAnswer({ use, file }: Candidate, target: TargetName, isInAnswer: IsInAnswer): readonly Sign[] {
  const { languageId, path } = file;
  const isBound = use.reach === "member" || use.reach === "file";
  const isProperty = isMember(target.name) && isShorthandProperty({ name: use, languageId });
  if (!isBound || isProperty || (!isMember(target.name) && use.origin)) return [];
  if (isSameBinding({ name: use, path, languageId }, target)) return ["declared as in the answer"];
  if (target.path === path && target.name.definitions.length > 0) return ["declared apart"];
  const isKnown = [...use.definitions, ...use.occurrences].some(({ from }) => isInAnswer(from));
  if (isKnown) return ["declared as in the answer"];
  return [factsOf(languageId).hasPrototypes ? "declared again, perhaps" : "declared apart"];
}

function isInHead({ subtype }: WordUse): boolean {
  return subtype !== undefined;
}

/** Returns the type that declares a method as the target; a type as it is. */
function typeOf(target: SearchTarget): SearchTarget {
  const { ownerType, name } = target;
  if (ownerType === undefined) return target;
  return { ...target, name: { ...name, name: ownerType, reach: "file", isMember: false, definitions: [] } };
}

/** The maximum number of calls in one text that are searched for calls of a local name. */
const MAX_CALLS = 20_000;
/** The maximum number of occurrences of a word in one text that are compared with the answer. */
const MAX_TEXT_OFFSETS = 10_000;

/** Whether an import takes the default export of a module, or the only value of a CommonJS one. */
function isOfDefaultExport({ original, isRequired }: ImportOrigin): boolean {
  return original === "default" || (original === undefined && isRequired === true);
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
