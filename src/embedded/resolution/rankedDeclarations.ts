/**
 * The last step of resolution: what a name may mean where nothing but its spelling leads to a
 * declaration. All declarations of the name are ranked by how likely the use means them. The
 * criteria are in a table, most important first: the first one that differs decides.
 */

import { dirname, sep } from "node:path";
import { hasImportPaths } from "../../code/imports/moduleFile.js";
import { moduleFit, parseModuleName, stemOf, submoduleName } from "../../code/imports/moduleName.js";
import { factsOf } from "../../languages/languages.js";
import { readName } from "../../locate/symbols/symbolNames.js";
import { type Arity, mayTake } from "../../syntax/outline/arity.js";
import type { ImportOrigin, NameInfo } from "../../syntax/scopes/nameInfo.js";
import { maxOf } from "../../text/list.js";
import type { Stretch } from "../../text/stretch.js";
import { distanceBetween } from "../../uri.js";
import type { WorkspaceDeclaration } from "../../workspace/declaration.js";
import type { SourceText } from "../session/documents.js";
import { type EmbeddedRequestContext, type NameUse, offsetIn } from "../session/embeddedContext.js";
import type { Definitions, DefinitionTarget } from "./definitionTarget.js";
import { resolverOf } from "./resolveNames.js";
import { isCallable, isMember, isType } from "./symbolKinds.js";

/** The maximum number of targets that are verified and returned. */
const MAX_TARGETS = 100;
/** The number of files that are read at a time. */
const MAX_CONCURRENT_READS = 8;

/** A declaration with the path that other folders import it by, where its language has one. */
interface ImportableDeclaration extends WorkspaceDeclaration {
  readonly importPath?: string;
}

/**
 * Returns the declarations of what is imported by a name, where it is, or of the name. What does
 * not fit an import is not what it takes.
 */
export async function rankedDefinitions(use: NameUse, context: EmbeddedRequestContext): Promise<Definitions> {
  const { name, source } = use;
  const isImport = name.reach === "import";
  const word = (isImport && name.import?.original) || name.name;
  const candidates = rankDeclarations(await lookUpDeclarations(word, source.languageId, context), use);
  const exact = candidates.filter((each) => importFit(each, use) >= EXACT_IMPORT_FIT);
  if (isImport) {
    // A member is imported by the name of its type.
    const fitting = candidates.filter((each) =>
      each.container.length > 0 ? exact.includes(each) : importFit(each, use) > 0,
    );
    const targets = await verifyDeclarations(fitting, word, context);
    return { targets, isByName: targets.length > 1 };
  }
  const targets = await verifyDeclarations(exact.length > 0 ? exact : candidates, word, context);
  // Of several, an import leads to one symbol: to overloads of one type or module.
  const isOneFit = new Set(exact.map(({ path, container }) => [path, ...container].join("\n"))).size === 1;
  // Where names need no import, what is declared once is meant, unless it needs a receiver.
  const { modules } = factsOf(source.languageId);
  const isNamed = !name.isMember && !name.isUnscoped;
  const isOnlyOne = modules === undefined && isNamed && targets.length === 1 && candidates[0]?.kind !== "field";
  return { targets, isByName: !isOneFit && !isOnlyOne };
}

/** Returns the declarations of a name in the languages of the family. */
async function lookUpDeclarations(
  name: string,
  languageId: string,
  context: EmbeddedRequestContext,
): Promise<readonly ImportableDeclaration[]> {
  const { files } = resolverOf(context).resolver;
  const declared = await files.declarations(name, languageId);
  return Promise.all(
    declared.map(async (each) => {
      const importPath = hasImportPaths(each.languageId) ? await files.importPath(each) : undefined;
      return importPath === undefined ? each : { ...each, importPath };
    }),
  );
}

/** Returns the declarations whose text still has the name: files change after they are indexed. */
async function verifyDeclarations(
  declarations: readonly WorkspaceDeclaration[],
  name: string,
  { documents, signal }: Pick<EmbeddedRequestContext, "documents" | "signal">,
): Promise<DefinitionTarget[]> {
  const sources = new Map<string, Promise<SourceText | undefined>>();
  const read = ({ path, languageId }: WorkspaceDeclaration) => {
    const source = sources.get(path) ?? documents.read(path, languageId);
    sources.set(path, source);
    return source;
  };
  const targets: DefinitionTarget[] = [];
  for (let at = 0; at < declarations.length && targets.length < MAX_TARGETS; at += MAX_CONCURRENT_READS) {
    if (signal.aborted) throw signal.reason;
    const group = declarations.slice(at, at + MAX_CONCURRENT_READS);
    const texts = await Promise.all(group.map(read));
    group.forEach((declaration, n) => {
      const source = texts[n];
      const stretch = source && findName(source, declaration, name);
      if (stretch) targets.push({ source, name: stretch });
    });
  }
  return targets.slice(0, MAX_TARGETS);
}

function findName(source: SourceText, { line, character }: WorkspaceDeclaration, name: string): Stretch | undefined {
  const from = offsetIn(source, { line, character });
  // In some languages a sigil precedes the name.
  for (const start of [from, from + 1]) {
    const to = start + name.length;
    if (source.document.slice(start, to) === name) return { from: start, to };
  }
  return undefined;
}

interface RankingCriterion {
  /** Rates a declaration: more is better. */
  readonly score: (declaration: ImportableDeclaration, use: NameUse) => number;
  /** If the best score reaches this value, all declarations with a lower score are dropped. */
  readonly decisiveFrom?: number;
}

const criteria: readonly RankingCriterion[] = [
  // The import of the name, or of its receiver.
  { score: importFit, decisiveFrom: 0.05 },
  // The receiver has the name of the container.
  { score: receiverFit, decisiveFrom: 0.8 },
  { score: kindFit },
  { score: ({ arity }, { name }) => arityFit(arity, name) },
  { score: (declaration, use) => -distanceBetween(declaration.path, use.source.path ?? declaration.path) },
  // Top-level declarations are meant for other files.
  { score: ({ container }) => -container.length },
];

/** Returns the declarations, best first, without those that a decisive criterion drops. */
function rankDeclarations(declarations: readonly ImportableDeclaration[], use: NameUse): ImportableDeclaration[] {
  let candidates = declarations.map((declaration) => ({
    declaration,
    marks: criteria.map(({ score }) => score(declaration, use)),
  }));
  criteria.forEach(({ decisiveFrom }, at) => {
    const best = maxOf(candidates.map(({ marks }) => marks[at] as number));
    if (decisiveFrom !== undefined && best >= decisiveFrom)
      candidates = candidates.filter(({ marks }) => marks[at] === best);
  });
  candidates.sort((a, b) => compareScores(a.marks, b.marks) || byPosition(a.declaration, b.declaration));
  return candidates.map(({ declaration }) => declaration);
}

/** From this fit on, a file is the imported module itself, not a module that it re-exports. */
const EXACT_IMPORT_FIT = 0.9;

/** Returns how well the file fits the import of the name or its receiver; 0 without an import. */
function importFit(declaration: ImportableDeclaration, { name, source }: NameUse): number {
  const importOf = name.import ?? name.receiver?.import;
  const from = source.path;
  if (importOf === undefined || from === undefined) return 0;
  return maxOf(modulesOf(importOf, name).map((module) => sourceFit(module, from, source.languageId, declaration)));
}

/** Returns how well a declaration fits the source of an import: by its file or container. */
function sourceFit(source: string, from: string, languageId: string, declaration: ImportableDeclaration): number {
  const { path, importPath } = declaration;
  if (importPath !== undefined) return Number(importPath === source);
  const fitOf = (module: string) => moduleFit(parseModuleName(module, from, languageId), path);
  const fit = fitOf(source);
  // `use Kind::Small`, `import static bank.Till.open`, `use inner::X` of a module inside of a file
  const [, parent = "", owner] = /^(?:(.*)(?:::|[./\\]))?(\w+)$/.exec(source) ?? [];
  if (owner === undefined || containerNamesOf(declaration).at(-1) !== owner) return fit;
  return Math.max(fit, parent === "" ? (path === from ? 1 : 0.5) : fitOf(parent));
}

/** Returns the modules an import can mean: a name imported from a package may be its submodule. */
function modulesOf({ source, original }: ImportOrigin, { reach }: NameInfo): string[] {
  if (original === undefined || reach === "import") return [source];
  return [source, submoduleName(source, original)];
}

function receiverFit(declaration: WorkspaceDeclaration, { name: { receiver } }: NameUse): number {
  if (receiver === undefined) return 0;
  // A variable may share the name of a type by chance; a type or module is the container itself.
  const isNamespace = receiver.reach !== "local" && receiver.reach !== "member";
  const containers = containerNamesOf(declaration);
  if (containers.at(-1) === receiver.name) return isNamespace ? 1 : 0.7;
  const { path } = declaration;
  const fileNames = [stemOf(path), dirname(path).split(sep).at(-1)];
  if (containers.length === 0 && fileNames.includes(receiver.name)) return isNamespace ? 0.8 : 0.3;
  return isSimilarName(containers.at(-1) ?? "", receiver.name) ? 0.5 : 0;
}

/** Returns the plain names of the containers, outermost first: `Shop` for `impl Shop`. */
function containerNamesOf({ name, container, languageId }: WorkspaceDeclaration): string[] {
  const rule = factsOf(languageId).nameRule;
  const containers = container.flatMap((each) => readName(each, rule).plain);
  return [...containers, ...readName(name, rule).plain.slice(0, -1)];
}

/** Whether a receiver is named after its type: `account` and `Account`, `the_shelf` and `Shelf`. */
function isSimilarName(owner: string, receiver: string): boolean {
  const normalize = (text: string) => text.replace(/[_$@]/g, "").toLowerCase();
  return owner.length > 1 && normalize(receiver).endsWith(normalize(owner));
}

function kindFit(declaration: WorkspaceDeclaration, { name }: NameUse): number {
  const { kind } = declaration;
  const isOwned = containerNamesOf(declaration).length > 0;
  const isCall = name.argumentCount !== undefined;
  const called = isCall && isCallable(kind) ? 1 : 0;
  // A type alias may be declared as a variable.
  if (name.isType) return isType(kind) ? 3 : isCallable(kind) || isMember(kind) ? 0 : 1;
  if (name.isMember) return (isMember(kind) ? 2 : isOwned ? 1 : 0) + called;
  return (isMember(kind) ? 0 : isOwned ? 1 : 2) + called;
}

/** Prefers an exact number of parameters to a variable number, and that to an unknown one. */
export function arityFit(arity: Arity | undefined, { argumentCount }: Pick<NameInfo, "argumentCount">): number {
  if (argumentCount === undefined) return 0;
  if (arity === undefined) return 1;
  if (!mayTake(arity, argumentCount)) return 0;
  return arity.most === Number.POSITIVE_INFINITY ? 2 : 3;
}

function compareScores(left: readonly number[], right: readonly number[]): number {
  const at = left.findIndex((score, n) => score !== right[n]);
  return at < 0 ? 0 : (right[at] as number) - (left[at] as number);
}

function byPosition(left: WorkspaceDeclaration, right: WorkspaceDeclaration): number {
  if (left.path !== right.path) return left.path < right.path ? -1 : 1;
  return left.line - right.line || left.character - right.character;
}
