/**
 * Ranks the declarations of a name by how likely a use of the name refers to them. The criteria are
 * in a table, most important first: the first one that differs decides. Pure.
 */

import { dirname, sep } from "node:path";
import { moduleFit, parseModuleName, stemOf, submoduleName } from "../../code/imports/moduleName.js";
import { factsOf } from "../../languages/languages.js";
import { readName } from "../../locate/symbols/symbolNames.js";
import { type Arity, mayTake } from "../../syntax/outline/arity.js";
import type { ImportOrigin, NameInfo } from "../../syntax/scopes/nameInfo.js";
import { maxOf } from "../../text/list.js";
import { distanceBetween } from "../../uri.js";
import type { WorkspaceDeclaration } from "../../workspace/declaration.js";
import type { NameUse } from "../session/context.js";
import type { LookedUpDeclaration } from "./indexLookup.js";
import { isCallable, isMember, isType } from "./symbolKinds.js";

interface RankingCriterion {
  /** Rates a declaration: more is better. */
  readonly score: (declaration: LookedUpDeclaration, use: NameUse) => number;
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
export function rankDeclarations(declarations: readonly LookedUpDeclaration[], use: NameUse): LookedUpDeclaration[] {
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
export const EXACT_IMPORT_FIT = 0.9;

/** Returns how well the file fits the import of the name or its receiver; 0 without an import. */
export function importFit(declaration: LookedUpDeclaration, { name, source }: NameUse): number {
  const importOf = name.import ?? name.receiver?.import;
  const from = source.path;
  if (importOf === undefined || from === undefined) return 0;
  return maxOf(modulesOf(importOf, name).map((module) => sourceFit(module, from, source.languageId, declaration)));
}

/** Returns how well a declaration fits the source of an import: by its file or container. */
function sourceFit(source: string, from: string, languageId: string, declaration: LookedUpDeclaration): number {
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
export function containerNamesOf({ name, container, languageId }: WorkspaceDeclaration): string[] {
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
