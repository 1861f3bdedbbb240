/**
 * Of all declarations of a name, those that a use of it most likely means first. The reasons stand in a table, the weightiest on top: a
 * declaration goes before another where the first reason that tells them apart says so. Pure.
 */

import { dirname, sep } from "node:path";
import { readName } from "../../locate/symbols/symbolNames.js";
import type { ImportOrigin, NameInfo } from "../../syntax/scopes/nameInfo.js";
import type { WorkspaceDeclaration } from "../../workspace/declaration.js";
import type { NameUse } from "../session/context.js";
import { moduleFit, parseModuleName, stemOf } from "./moduleName.js";
import { isCallable, isMember, isType } from "./symbolKinds.js";

interface RankingCriterion {
  /** What it has to say of a declaration: more is better. */
  readonly score: (declaration: WorkspaceDeclaration, use: NameUse) => number;
  /** Where the best reach this much by this reason, only they are meant: what they are asked of has been found. */
  readonly decisiveFrom?: number;
}

const criteria: readonly RankingCriterion[] = [
  // Where it was taken from, or what it is asked of was.
  { score: importFit, decisiveFrom: 0.05 },
  // What it is asked of is called like what declares it.
  { score: receiverFit, decisiveFrom: 0.8 },
  { score: kindFit },
  { score: arityFit },
  { score: (declaration, use) => -folderDistance(declaration.path, use.source.path) },
  // What stands at the top of its file is there for others.
  { score: ({ container }) => -container.length },
];

/** The best first; only those of the best group, where a reason decides. */
export function rankDeclarations(declarations: readonly WorkspaceDeclaration[], use: NameUse): WorkspaceDeclaration[] {
  let candidates = declarations.map((declaration) => ({
    declaration,
    marks: criteria.map(({ score }) => score(declaration, use)),
  }));
  criteria.forEach(({ decisiveFrom }, at) => {
    // A loop: there may be more of them than a call takes arguments.
    const best = candidates.reduce((max, { marks }) => Math.max(max, marks[at] as number), Number.NEGATIVE_INFINITY);
    if (decisiveFrom !== undefined && best >= decisiveFrom)
      candidates = candidates.filter(({ marks }) => marks[at] === best);
  });
  candidates.sort((a, b) => compareScores(a.marks, b.marks) || byPosition(a.declaration, b.declaration));
  return candidates.map(({ declaration }) => declaration);
}

/** From so good a fit on, a file is the import's own module and not one that it passes on. */
export const EXACT_IMPORT_FIT = 0.9;

/** How well a declaration's file fits where the name, or what it is asked of, was imported from: 0 where that says nothing. */
export function importFit({ path }: WorkspaceDeclaration, { name, source }: NameUse): number {
  const importOf = name.import ?? name.receiver?.import;
  const from = source.path;
  if (importOf === undefined || from === undefined) return 0;
  return Math.max(...modulesOf(importOf, name).map((module) => moduleFit(parseModuleName(module, from), path)));
}

/** What an import may call the module: the name taken from a package may be a module of it. */
function modulesOf({ source, original }: ImportOrigin, { reach }: NameInfo): string[] {
  if (original === undefined || reach === "import") return [source];
  return [source, submoduleName(source, original)];
}

/** The module of that name in a module, written as the language of the import writes it. */
export function submoduleName(source: string, name: string): string {
  if (source === "") return name;
  if (/^\.+$/.test(source)) return `${source}${name}`;
  const separator = source.includes("::") ? "::" : source.includes("/") ? "/" : source.includes("\\") ? "\\" : ".";
  return /^(?:crate|self|super)$/.test(source) ? `${source}::${name}` : `${source}${separator}${name}`;
}

function receiverFit(declaration: WorkspaceDeclaration, { name: { receiver } }: NameUse): number {
  if (receiver === undefined) return 0;
  // A variable is called like a type by chance or convention; a type, a module, is.
  const isNamespace = receiver.reach !== "local" && receiver.reach !== "member";
  const containers = containerNamesOf(declaration);
  if (containers.at(-1) === receiver.name) return isNamespace ? 1 : 0.7;
  const { path } = declaration;
  const fileNames = [stemOf(path), dirname(path).split(sep).at(-1)];
  if (containers.length === 0 && fileNames.includes(receiver.name)) return isNamespace ? 0.8 : 0.3;
  return isSimilarName(containers.at(-1) ?? "", receiver.name) ? 0.5 : 0;
}

/** The plain names of what a declaration stands in, the outermost first: of `impl Shop` it is `Shop`. */
export function containerNamesOf({ name, container }: WorkspaceDeclaration): string[] {
  const containers = container.flatMap((each) => readName(each, false).plain);
  return [...containers, ...readName(name, false).plain.slice(0, -1)];
}

/** `account` and `Account`, `the_shelf` and `Shelf`. */
function isSimilarName(owner: string, receiver: string): boolean {
  const normalize = (text: string) => text.replace(/[_$@]/g, "").toLowerCase();
  return owner.length > 1 && normalize(receiver).endsWith(normalize(owner));
}

function kindFit(declaration: WorkspaceDeclaration, { name }: NameUse): number {
  const { kind } = declaration;
  const isOwned = containerNamesOf(declaration).length > 0;
  const isCall = name.argumentCount !== undefined;
  const called = isCall && isCallable(kind) ? 1 : 0;
  // A type may be declared as something else: an alias is a variable to some.
  if (name.isType) return isType(kind) ? 3 : isCallable(kind) || isMember(kind) ? 0 : 1;
  if (name.isMember) return (isMember(kind) ? 2 : isOwned ? 1 : 0) + called;
  return (isMember(kind) ? 0 : isOwned ? 1 : 2) + called;
}

/** Exactly so many arguments before any number of them, and that before what is not known; last what can't take them. */
function arityFit({ arity }: WorkspaceDeclaration, { name: { argumentCount } }: NameUse): number {
  if (argumentCount === undefined) return 0;
  if (arity === undefined) return 1;
  if (argumentCount < arity.least || argumentCount > arity.most) return 0;
  return arity.most === Number.POSITIVE_INFINITY ? 2 : 3;
}

/** In folders one has to go through; 0 in the same file. */
function folderDistance(path: string, from: string | undefined): number {
  if (from === undefined || path === from) return 0;
  const there = dirname(path).split(sep);
  const here = dirname(from).split(sep);
  let shared = 0;
  while (shared < Math.min(there.length, here.length) && there[shared] === here[shared]) shared++;
  return 1 + there.length + here.length - 2 * shared;
}

function compareScores(left: readonly number[], right: readonly number[]): number {
  const at = left.findIndex((score, n) => score !== right[n]);
  return at < 0 ? 0 : (right[at] as number) - (left[at] as number);
}

function byPosition(left: WorkspaceDeclaration, right: WorkspaceDeclaration): number {
  if (left.path !== right.path) return left.path < right.path ? -1 : 1;
  return left.line - right.line || left.character - right.character;
}
