/** The imports that lead to moved files, or from them, as syntax shows, rewritten. */

import { dirname, join, resolve } from "node:path";
import { findModuleFile, folderOfImport, hasImportPaths, importPathOf } from "../../../code/imports/moduleFile.js";
import { isFolderIndex } from "../../../code/imports/moduleName.js";
import { absentFilesOf, isDottedFor, respellImport } from "../../../code/imports/movedImport.js";
import { isInside } from "../../../files/isInside.js";
import { languageOfFile } from "../../../files/languageOfFile.js";
import { factsOf } from "../../../languages/languages.js";
import type { Replacement } from "../../../locate/edit/editRequest.js";
import type { ImportSource, ModuleFacts, NamedImport } from "../../../syntax/scopes/moduleFacts.js";
import { ignoreParseError } from "../../../syntax/syntax.js";
import { isStringType } from "../../../syntax/trees/lineKinds.js";
import { appendAll, getOrInsert } from "../../../text/list.js";
import type { Stretch } from "../../../text/stretch.js";
import { keyOfPath, uriOfPath } from "../../../uri.js";
import { statIfExists } from "../../../workspace/disk/folderEntries.js";
import type { RequestContext } from "../../client/requestContext.js";
import { createFileTexts, type FileTexts } from "../../completeness/fileTexts.js";
import { placeAt, type UnconfirmedPlace } from "../../completeness/unconfirmed.js";
import { foldersOf } from "../../documents/filePaths.js";
import { queryFilesWith } from "../../place/declarationQueries.js";
import { type DocumentVersion, toSyntaxText } from "../../place/syntaxView.js";
import { importWordOf, queryDottedImporters } from "./importers.js";
import { type Move, pathAfterMove } from "./movedFiles.js";
import { type FileImports, type PackageFile, rewritePackages } from "./packageEdits.js";

/** What is rewritten in one file. */
export interface RewrittenFile {
  readonly version: DocumentVersion;
  /** In the order of the text. */
  readonly changes: readonly Replacement[];
}

export interface RewrittenImports {
  readonly files: readonly RewrittenFile[];
  /** Imports that lead to a moved file and can't be written in their form. */
  readonly left: readonly LeftPlace[];
  /** Other strings that are a relative path between a file and a moved one. */
  readonly strings: readonly LeftPlace[];
  /** Whether not all files that may import them were looked at. */
  readonly isCut: boolean;
}

interface LeftPlace {
  readonly uri: string;
  readonly place: UnconfirmedPlace;
}

/** The maximum number of files that are looked at, besides the moved ones. */
const MAX_FILES = 2_000;

/** Finds the imports of files of one family of languages, and rewrites them. */
export async function rewriteImports(
  move: Move,
  moved: readonly string[],
  languages: readonly string[],
  context: RequestContext,
): Promise<RewrittenImports> {
  const texts = createFileTexts(context);
  const words = new Set(importWordsOf(move, moved));
  const candidates = new Map(moved.map((path) => [keyOfPath(path), path]));
  let isCut = false;
  const addCandidates = (paths: readonly string[] | undefined): void => {
    isCut ||= paths === undefined || paths.length > MAX_FILES;
    for (const path of paths?.slice(0, MAX_FILES) ?? []) candidates.set(keyOfPath(path), path);
  };
  for (const word of words) addCandidates((await queryFilesWith(word, languages, context, move.from))?.paths);
  if (!move.isFolder)
    for (const each of moved) addCandidates(await queryDottedImporters(each, languages, texts, context));
  const files: RewrittenFile[] = [];
  const left: LeftPlace[] = [];
  const strings: LeftPlace[] = [];
  const placesOf = ({ version }: FileImports, stretches: readonly Stretch[]) =>
    stretches.map(({ from }) => ({ uri: version.uri, place: placeAt(version, from, context) }));
  const hasPackages = (path: string) =>
    factsOf(languageOfFile(path, context.servers) ?? "").importStatement !== undefined;
  if (moved.some(hasPackages)) {
    const known = new Map<string, Promise<PackageFile | undefined>>();
    const read = (path: string) =>
      getOrInsert(known, keyOfPath(path), async () => {
        const file = hasPackages(path) ? await importsOf(path, texts, context) : undefined;
        return file && { ...file, path };
      });
    const own = (await Promise.all(moved.map(read))).filter((each) => each !== undefined);
    const packages = await rewritePackages(move, own, read, context);
    isCut ||= packages.isCut;
    for (const [{ version }, changes] of packages.changes) files.push({ version, changes });
    for (const [file, stretches] of packages.left) appendAll(left, placesOf(file, stretches));
  }
  for (const path of candidates.values()) {
    const language = languageOfFile(path, context.servers);
    if (language === undefined || !languages.includes(language)) continue;
    const file = await importsOf(path, texts, context);
    if (file === undefined) continue;
    const query = { ...file, path, move, words, languages };
    const { changes, unwritable } = hasPackages(path) ? noRewrite : await rewriteFile(query, context);
    const inStrings = await findPathStrings(query, context);
    const all = [...changes, ...inStrings.changes].sort((one, other) => one.from - other.from);
    if (all.length > 0) files.push({ version: file.version, changes: all });
    appendAll(left, placesOf(file, unwritable));
    appendAll(strings, placesOf(file, inStrings.others));
  }
  return { files, left, strings, isCut };
}

/** Returns words of which each import of what is moved has one. */
export function importWordsOf({ from, isFolder }: Move, files: readonly string[]): readonly string[] {
  return [from, ...(isFolder ? [] : files)].map(importWordOf);
}

async function importsOf(path: string, texts: FileTexts, context: RequestContext): Promise<FileImports | undefined> {
  const version = await texts.read(uriOfPath(path, context.client.roots.folders));
  if (version === undefined) return undefined;
  const syntax = await context.syntax();
  const source = toSyntaxText(version, syntax, context.servers);
  if (!syntax.hasGrammar(source.languageId)) return undefined;
  const facts = await syntax.moduleFacts(source).catch(ignoreParseError);
  return facts && { version, facts };
}

interface FileQuery extends FileImports {
  readonly path: string;
  readonly move: Move;
  readonly words: ReadonlySet<string>;
  readonly languages: readonly string[];
}

interface FileRewrite {
  readonly changes: readonly Replacement[];
  readonly unwritable: readonly Stretch[];
}

const noRewrite: FileRewrite = { changes: [], unwritable: [] };

async function rewriteFile(query: FileQuery, context: RequestContext): Promise<FileRewrite> {
  const { facts, path, move, words, version } = query;
  const { modules } = factsOf(version.languageId);
  if (modules === "tree") return { changes: [], unwritable: modulePlaces(query) };
  const changes: Replacement[] = [];
  const isMoved = isInside(path, move.from);
  const unwritable: Stretch[] = modules === "names" && isMoved ? packageClause(query) : [];
  for (const [index, { source, from, to }] of facts.sources.entries()) {
    const line = version.text.slice(from, version.text.lineTo(version.text.lineAt(from)));
    const isNear = isMoved || [...words].some((word) => line.includes(word)) || /^[./]*$/.test(source);
    if (!isNear && !facts.imports.some((each) => words.has(each.import.original ?? ""))) continue;
    const whole = wholeSource({ source, from, to }, query);
    if (whole !== source) {
      // `import a.b` names `a`, and its uses are written `a.b`.
      const written = await respell(whole, query, context);
      if (written !== undefined && written !== whole) unwritable.push({ from, to });
      continue;
    }
    const own = namesOf(facts, index);
    const names = await rewriteNames(source, own, query, context);
    if (names === "unwritable") unwritable.push({ from, to });
    else if (names !== undefined) {
      if (names.source !== undefined) changes.push({ from, to, insert: names.source });
      appendAll(changes, names.changes);
    } else {
      const written = await respell(source, query, context);
      const insert = written === undefined ? undefined : withOwnName(written, { source, from, to }, query);
      if (insert === "unwritable") unwritable.push({ from, to });
      else if (insert !== undefined && insert !== source) changes.push({ from, to, insert });
    }
  }
  return { changes, unwritable };
}

/** Strings that are a relative path to or from a moved file, outside of statements that import. */
interface PathStrings {
  /** Those of calls that load a module, rewritten. */
  readonly changes: readonly Replacement[];
  /** Others: of mocks, workers and the like. */
  readonly others: readonly Stretch[];
}

async function findPathStrings(query: FileQuery, context: RequestContext): Promise<PathStrings> {
  const { facts, path, move, words, version } = query;
  const { moduleLoaders } = factsOf(version.languageId);
  const known = new Set(facts.sources.map(({ from }) => from));
  const isMoved = isInside(path, move.from);
  const changes: Replacement[] = [];
  const others: Stretch[] = [];
  for (const { source, from, to, call } of await readPathStrings(version, context)) {
    const isNear = isMoved || [...words].some((word) => source.includes(word));
    if (known.has(from) || !isNear) continue;
    const written = await respell(source, query, context);
    if (written === undefined || written === source) continue;
    const isLoaded = call !== undefined && moduleLoaders.includes(call);
    if (isLoaded && written !== "unwritable") changes.push({ from, to, insert: written });
    else others.push({ from, to });
  }
  return { changes, others };
}

/** Returns the places that declare or import a moved module where files declare their modules. */
function modulePlaces({ facts, words, version: { text } }: FileQuery): readonly Stretch[] {
  const isMeant = (path: string) => path.split("::").some((word) => words.has(word));
  const places = [
    ...facts.sources.filter(({ source }) => isMeant(source)),
    ...facts.imports.filter(({ import: { source, original } }) => isMeant(source) || words.has(original ?? "")),
  ];
  // Each line once.
  return [...new Map(places.map((each) => [text.lineAt(each.from), each])).values()];
}

/** Returns the place where a moved file says what package it belongs to, if its folder changes. */
function packageClause({ path, move, facts: { clause } }: FileQuery): Stretch[] {
  const isSame = dirname(pathAfterMove(path, move)) === dirname(path);
  return clause && !isSame ? [clause] : [];
}

/** Returns an import of which only the first word is a name here with the rest: `a.b`. */
function wholeSource({ source, from, to }: ImportSource, { version: { text }, path }: FileQuery): string {
  if (!isDottedFor(source, path) || text.slice(to, to + 1) !== ".") return source;
  return text.slice(from, text.lineTo(text.lineAt(from))).match(/^[\p{L}\p{N}_$.]+/u)?.[0] ?? source;
}

/**
 * Returns an import as it has to be written where its last word is also the name here: `import a`
 * becomes `import b as a`.
 */
function withOwnName(written: string, { source, from, to }: ImportSource, { facts, path }: FileQuery): string {
  const own = facts.imports.find((each) => each.import.original === undefined && from <= each.from && each.to === to);
  if (own === undefined || !isDottedFor(source, path) || written === source) return written;
  if (source.includes(".") || written.includes(".")) return "unwritable";
  return written === own.name ? written : `${written} as ${own.name}`;
}

/** Returns the names that are imported by a statement: those before the next source. */
function namesOf({ imports, sources }: ModuleFacts, index: number): readonly NamedImport[] {
  const { source, from } = sources[index] as ImportSource;
  return imports.filter((name) => {
    if (name.import.source !== source || name.import.original === undefined) return false;
    const nearest = sources
      .filter((each) => each.source === source)
      .sort((one, other) => Math.abs(one.from - name.from) - Math.abs(other.from - name.from))[0];
    return nearest?.from === from;
  });
}

/** Returns an import as it has to be written; undefined where it leads to no moved file. */
async function respell(
  source: string,
  { path, move, languages, version }: FileQuery,
  context: RequestContext,
): Promise<string | "unwritable" | undefined> {
  if (hasImportPaths(version.languageId)) return respellPackage(source, { path, move, languageId: version.languageId });
  const target = await findTarget(source, { path, languages, languageId: version.languageId }, context);
  if (target === undefined || absentFilesOf(source, target).some((each) => statIfExists(each) !== undefined))
    return undefined;
  const [from, to] = [path, target].map((old) => ({ old, new: pathAfterMove(old, move) }));
  if (from === undefined || to === undefined || (from.old === from.new && to.old === to.new)) return undefined;
  // From a root, a file that stays is named as before.
  if (to.old === to.new && !/^\.|\//.test(source)) return undefined;
  return respellImport({ source, from, target: to }) ?? (to.old === to.new ? undefined : "unwritable");
}

/** Go: a folder's import path is that of the module and the folders below it. */
async function respellPackage(
  source: string,
  { path, move, languageId }: { readonly path: string; readonly move: Move; readonly languageId: string },
): Promise<string | "unwritable" | undefined> {
  const folder = await folderOfImport(source, path, languageId);
  if (folder === undefined || !move.isFolder || !isInside(folder, move.from)) return undefined;
  return (await importPathOf(`${pathAfterMove(folder, move)}/file`, languageId)) ?? "unwritable";
}

interface ImportSearch {
  readonly path: string;
  readonly languages: readonly string[];
  readonly languageId: string;
}

/** Returns the path of the file that an import means; undefined where there is none. */
async function findTarget(
  source: string,
  { path, languages, languageId }: ImportSearch,
  { client, servers }: RequestContext,
): Promise<string | undefined> {
  const roots = foldersOf(client.roots);
  const isReadable = (name: string) => languages.includes(languageOfFile(name, servers) ?? "");
  if (isReadable(source)) {
    // Written with its extension, it is that file and no other of the name.
    const folders = [
      dirname(path),
      ...roots.flatMap((root) => [root, ...HEADER_FOLDERS.map((name) => join(root, name))]),
    ];
    const exact = folders.map((folder) => resolve(folder, source)).find((each) => statIfExists(each)?.isFile());
    if (exact !== undefined) return exact;
  }
  return findModuleFile(source, { from: path, languageId, roots, isReadable });
}

/** Folders below a root that includes are written from. */
const HEADER_FOLDERS = ["include", "src", "inc"];

interface RewrittenNames {
  /** The module that the names come from, if it is another one. */
  readonly source?: string;
  readonly changes: readonly Replacement[];
}

/**
 * Rewrites names that are modules themselves: `from package import module`. Undefined where none
 * of them is a moved one.
 */
async function rewriteNames(
  source: string,
  names: readonly NamedImport[],
  query: FileQuery,
  context: RequestContext,
): Promise<RewrittenNames | "unwritable" | undefined> {
  if (source.includes("/") || source.includes("::") || names.length === 0) return undefined;
  const written: { readonly name: NamedImport; readonly full: string }[] = [];
  const package_ = await findTarget(source, { ...query, languageId: query.version.languageId }, context);
  for (const name of names) {
    if (!query.words.has(name.import.original ?? "")) continue;
    const full = await respell(joinDotted(source, name.import.original ?? ""), query, context);
    if (full === "unwritable") return "unwritable";
    // A name that the package's own file declares comes first.
    if (full !== undefined && (package_ === undefined || isFolderIndex(package_))) written.push({ name, full });
  }
  const [first] = written;
  if (first === undefined) return undefined;
  const { source: newSource, last } = splitDotted(first.full);
  if (newSource !== source && (names.length > 1 || last === "")) return "unwritable";
  const changes = written.flatMap(({ name, full }): Replacement[] => {
    const { last: newName } = splitDotted(full);
    if (newName === name.import.original) return [];
    if (name.originalAt) return [{ ...name.originalAt, insert: newName }];
    return [{ from: name.from, to: name.to, insert: `${newName} as ${name.name}` }];
  });
  const isUnplaced = ({ name, full }: (typeof written)[number]) =>
    name.name !== name.import.original && !name.originalAt && splitDotted(full).last !== name.import.original;
  if (written.some(isUnplaced)) return "unwritable";
  return { ...(newSource !== source && { source: newSource }), changes };
}

function joinDotted(source: string, name: string): string {
  return /^\.*$/.test(source) ? `${source}${name}` : `${source}.${name}`;
}

function splitDotted(path: string): { readonly source: string; readonly last: string } {
  const [dots = ""] = /^\.*/.exec(path) ?? [];
  const rest = path.slice(dots.length);
  const at = rest.lastIndexOf(".");
  return { source: at < 0 ? dots : `${dots}${rest.slice(0, at)}`, last: rest.slice(at + 1) };
}

/** A string that begins like a relative path, without its quotes. */
interface PathString extends ImportSource {
  /** What is called with it, as it is written. */
  readonly call?: string;
}

/** Returns these strings of a text, in its order; none where it has no tree. */
async function readPathStrings(
  version: DocumentVersion,
  { syntax, servers }: RequestContext,
): Promise<readonly PathString[]> {
  const { text } = version.text;
  const places = [...text.matchAll(/(?<=["'`])\.\.?\//g)].map(({ index, 0: { length } }) => ({
    from: index,
    to: index + length,
  }));
  if (places.length === 0) return [];
  const trees = await syntax();
  const source = toSyntaxText(version, trees, servers);
  const chains = await trees.coveringNodes(source, places, {}).catch(ignoreParseError);
  return (chains ?? []).flatMap((chain, n) => {
    const from = places[n]?.from ?? 0;
    const end = chain.findIndex(({ type }) => !isStringType(type));
    const string = chain[end - 1];
    if (string === undefined || !/^\p{L}*["'`]+$/u.test(text.slice(string.from, from))) return [];
    const [path = ""] = /^[^"'`]*/.exec(text.slice(from, string.to)) ?? [];
    const [list, called] = chain.slice(end);
    const isArgument = list && called && /arguments|argument_list/.test(list.type) && /call/.test(called.type);
    const call = isArgument ? { call: text.slice(called.from, list.from).trim() } : {};
    return [{ source: path, from, to: from + path.length, ...call }];
  });
}
