/**
 * The files that an edit may break: those that refer to what it changes, those that import what it
 * passes on, and those that refer to what in these may have another type or value by that.
 */

import type { Backend } from "../../ask/backend/backend.js";
import { languageOfFile } from "../../files/languageOfFile.js";
import { factsOf, familyOf } from "../../languages/languages.js";
import { Document } from "../../text/document.js";
import { distanceBetween, keyOfPath, pathOfUri, uriOfPath } from "../../uri.js";
import { offsetsOfWord } from "../../workspace/parse/wordSearch.js";
import type { RequestContext } from "../client/requestContext.js";
import { createFileTexts, type FileTexts } from "../completeness/fileTexts.js";
import { displayPath } from "../documents/filePaths.js";
import { dottedImportsOf, importWordOf, queryDottedImporters } from "../methods/change/importers.js";
import { queryFilesWith } from "../place/declarationQueries.js";
import { type DocumentVersion, parsedSymbolsOf, toSyntaxText } from "../place/syntaxView.js";
import { type ChangedNames, changedNames, collectNames } from "./changedNames.js";
import { type EditedFile, isMoved } from "./editedFiles.js";

/** What an edit does to what other files refer to. */
export interface ChangedReferences {
  /** The name that the edit replaces, and the new one. */
  readonly renamed?: { readonly from: string; readonly to: string } | undefined;
  /** Whether no other file can refer to it, as to a local name. */
  readonly isOfFileAlone?: boolean | undefined;
  /** Further names whose meaning changes, such as that of the type around a renamed member. */
  readonly names?: readonly string[];
  /** Of an edit that moves files and rewrites imports: words that each import of them has. */
  readonly importWords?: readonly string[] | undefined;
}

/** The files that the server of the edited ones has, and that the edit may break. */
export interface Dependents {
  /** The paths, the nearest first. */
  readonly paths: readonly string[];
  /** Whether nothing that other files see may differ. */
  readonly isOfFileAlone: boolean;
  /** Why there may be more; undefined if these are all. */
  readonly why: string | undefined;
}

/** The maximum number of names that are searched for. */
const MAX_NAMES = 300;
/** The maximum number of occurrences of one name in a file that are looked at. */
const MAX_OCCURRENCES = 200;

/** Returns the dependents; more than `max` of them are counted as far as they are known. */
export async function findDependents(
  edited: readonly EditedFile[],
  backend: Backend,
  changes: ChangedReferences,
  context: RequestContext,
  max: number,
): Promise<Dependents> {
  const { renamed, isOfFileAlone, names: further = [], importWords } = changes;
  const none: Dependents = { paths: [], isOfFileAlone: true, why: undefined };
  if (isOfFileAlone) return none;
  const search = new DependentSearch(edited, backend, context, max);
  // What else is called by these names, an edit that replaces names or paths does not change.
  const given = renamed ? [renamed.from, renamed.to] : importWords;
  if (given) {
    await search.addUsers(given, { isFollowed: false });
    await search.addUsers(further, { isFollowed: false });
    return search.result();
  }
  let isSeen = false;
  for (const each of edited) {
    const { names, isOfFile } = await namesIn(each, context);
    isSeen ||= names.length > 0 || isOfFile;
    if (isOfFile) await search.addImporters(pathOfFile(each));
    await search.addUsers([...names, ...(await search.namesWithin(each, names))], { isFollowed: true });
  }
  if (!isSeen) return none;
  await search.addUsers(further, { isFollowed: false });
  return search.result();
}

/** Collects dependents: the ones that a step finds come after those of the steps before. */
class DependentSearch {
  readonly #context: RequestContext;
  readonly #languages: readonly string[];
  /** Those whose files may use what the server's declare, and that it does not serve. */
  readonly #foreignLanguages: readonly string[];
  readonly #path: string;
  readonly #max: number;
  readonly #texts: FileTexts;
  readonly #touched: ReadonlySet<string>;
  readonly #found = new Set<string>();
  readonly #names = new Set<string>();
  readonly #imported = new Set<string>();
  #why: string | undefined;

  constructor(edited: readonly EditedFile[], backend: Backend, context: RequestContext, max: number) {
    const paths = edited.map(pathOfFile);
    this.#context = context;
    this.#languages = backend.serverEntry?.languages ?? [];
    const family = this.#languages.flatMap(familyOf);
    this.#foreignLanguages = [...new Set(family)].filter((each) => !this.#languages.includes(each));
    this.#path = paths[0] ?? "";
    this.#max = max;
    this.#texts = createFileTexts(context);
    this.#touched = new Set(paths.map(keyOfPath));
  }

  result(): Dependents {
    return { paths: [...this.#found], isOfFileAlone: false, why: this.#why };
  }

  /**
   * Adds the files that have one of these names, and, if they are followed, those that have a name
   * which these declare by them.
   */
  async addUsers(names: readonly string[], { isFollowed }: { readonly isFollowed: boolean }): Promise<void> {
    for (let next = names; next.length > 0; ) {
      const added = new Map<string, Set<string>>();
      for (const name of next) {
        if (this.#names.has(name)) continue;
        if (
          this.#names.size >= MAX_NAMES ||
          this.#found.size > this.#max ||
          this.#context.token.isCancellationRequested
        ) {
          this.#why ??= "what follows from the change reaches further files";
          break;
        }
        this.#names.add(name);
        for (const path of await this.#filesWith(name)) added.set(path, (added.get(path) ?? new Set()).add(name));
      }
      this.#add(added.keys());
      if (!isFollowed) return;
      const passed = new Set<string>();
      for (const [path, own] of added) {
        const file = await this.#texts.readPath(path);
        for (const each of file ? await this.#namesAround(file, own) : []) passed.add(each);
      }
      next = [...passed];
    }
  }

  /** Adds the files that import one, and those that import these if they pass it on. */
  async addImporters(path: string): Promise<void> {
    for (let next = [path]; next.length > 0 && this.#found.size <= this.#max; ) {
      const added: string[] = [];
      for (const each of next) {
        this.#imported.add(keyOfPath(each));
        const word = importWordOf(each);
        for (const file of new Set([...(await this.#filesWith(word)), ...(await this.#dottedImporters(each))])) {
          const text = (await this.#texts.readPath(file))?.text.text ?? "";
          const lines = [...importLines(text, word), ...dottedImportsOf(text, file, each)];
          if (lines.length === 0) continue;
          this.#add([file]);
          const isPassed = isPackageFile(file) || lines.some((line) => PASSED_ON.test(line));
          if (isPassed && !this.#imported.has(keyOfPath(file))) added.push(file);
        }
      }
      next = added;
    }
  }

  /** Returns the names that the edited file declares by others of its own. */
  async namesWithin({ document, after }: EditedFile, names: readonly string[]): Promise<readonly string[]> {
    if (document === undefined || names.length === 0) return [];
    const passed = new Set(names);
    const texts = [document.text, ...(after ? [Document.of(after.text)] : [])];
    for (const text of texts)
      for (let next: readonly string[] = names; next.length > 0; ) {
        const around = await this.#namesAround({ uri: document.uri, languageId: document.languageId, text }, next);
        next = around.filter((each) => !passed.has(each));
        for (const each of next) passed.add(each);
      }
    return [...passed].filter((each) => !names.includes(each));
  }

  /** Returns what a file declares by these names: its type or value may differ, too. */
  async #namesAround(file: DocumentVersion, names: Iterable<string>): Promise<readonly string[]> {
    const symbols = await parsedSymbolsOf(file, this.#context).catch(() => undefined);
    // Of what can't be parsed, it is not known.
    if (symbols === undefined) this.#why ??= "some files that refer to what changes could not be parsed";
    const { languageId } = toSyntaxText(file, await this.#context.syntax(), this.#context.servers);
    const passed = new Set<string>();
    for (const name of names)
      for (const from of offsetsOfWord(file.text.text, name, MAX_OCCURRENCES)) {
        const to = from + name.length;
        collectNames({ languageId, text: file.text, symbols: symbols ?? [] }, { from, to }, passed);
        const alias = /^\s+as\s+([\p{ID_Continue}$]+)/u.exec(file.text.slice(to, to + MAX_ALIAS_LENGTH))?.[1];
        const macro = factsOf(languageId).hasIncludes ? macroAround(file.text, from) : undefined;
        for (const each of [alias, macro]) if (each !== undefined) passed.add(each);
      }
    return [...passed];
  }

  async #filesWith(word: string): Promise<readonly string[]> {
    const languages = [...this.#languages, ...this.#foreignLanguages];
    const paths = (await queryFilesWith(word, languages, this.#context, this.#path))?.paths;
    const { servers, client } = this.#context;
    const isForeign = (path: string) => this.#foreignLanguages.includes(languageOfFile(path, servers) ?? "");
    const foreign = paths?.find(isForeign);
    if (foreign !== undefined)
      this.#why ??= `${displayPath(uriOfPath(foreign, client.roots.folders), client.roots)} may use what changes, and its language is not the server's`;
    return this.#untouched(paths?.filter((path) => !isForeign(path)));
  }

  async #dottedImporters(path: string): Promise<readonly string[]> {
    return this.#untouched(await queryDottedImporters(path, this.#languages, this.#texts, this.#context));
  }

  #untouched(paths: readonly string[] | undefined): readonly string[] {
    if (paths === undefined) this.#why ??= "which files refer to what changes is not known";
    return (paths ?? []).filter((each) => !this.#touched.has(keyOfPath(each)));
  }

  #add(paths: Iterable<string>): void {
    const from = this.#path;
    for (const each of [...paths].sort((a, b) => distanceBetween(a, from) - distanceBetween(b, from)))
      this.#found.add(each);
  }
}

/** Matches an import of which others get what it imports. */
const PASSED_ON = /\bexport\b|import\s*\*|#\s*include/;

const MAX_ALIAS_LENGTH = 100;

/** Returns the macro of C whose definition an offset is in. */
function macroAround(text: Document, offset: number): string | undefined {
  let line = text.lineAt(offset);
  const textOf = (each: number) => text.slice(text.lineFrom(each), text.lineTo(each));
  while (
    line > 0 &&
    textOf(line - 1)
      .trimEnd()
      .endsWith("\\")
  )
    line--;
  return /^\s*#\s*define\s+(\w+)/.exec(textOf(line))?.[1];
}

/** Returns the lines with an import that has a word in its path. */
function importLines(text: string, word: string): readonly string[] {
  return text
    .split("\n")
    .filter((line) => line.includes(word) && /\b(?:import|from|require|include|export|use|mod)\b/.test(line));
}

/** Whether what a file imports is named by its package, too. */
function isPackageFile(path: string): boolean {
  return /(?:^|[\\/])__init__\.pyi?$/.test(path);
}

function pathOfFile({ document, after }: EditedFile): string {
  return document ? (pathOfUri(document.uri) ?? "") : (after?.path ?? "");
}

/** Returns what changes with a file. */
async function namesIn({ document, after }: EditedFile, context: RequestContext): Promise<ChangedNames> {
  const text = isMoved({ document, after }) ? "" : (after?.text ?? "");
  if (document) {
    const { uri, languageId, text: before } = document;
    return changedNames({ uri, languageId, text: before }, text, context);
  }
  const uri = uriOfPath(after?.path ?? "", context.client.roots.folders);
  return changedNames({ uri, languageId: "", text: Document.of("") }, text, context);
}
