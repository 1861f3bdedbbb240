/**
 * Of all declarations of a name, those that a use of it most likely means first. The reasons stand in a table, the weightiest on top: a
 * declaration goes before another where the first reason that tells them apart says so. Pure.
 */

import { dirname, sep } from "node:path";
import { readName } from "../../locate/symbols/symbolNames.js";
import type { ImportOrigin, NameInfo } from "../../syntax/scopes/nameInfo.js";
import type { WorkspaceDeclaration } from "../../workspace/declaration.js";
import type { Named } from "../session/context.js";
import { fitOf, moduleName, stemOf } from "./moduleName.js";
import { isCalled, isMember, isType } from "./symbolKinds.js";

interface Reason {
  /** What it has to say of a declaration: more is better. */
  readonly of: (declaration: WorkspaceDeclaration, use: Named) => number;
  /** Where the best reach this much by this reason, only they are meant: what they are asked of has been found. */
  readonly decidesFrom?: number;
}

const reasons: readonly Reason[] = [
  // Where it was taken from, or what it is asked of was.
  { of: importFit, decidesFrom: 0.05 },
  // What it is asked of is called like what declares it.
  { of: receiverFit, decidesFrom: 0.8 },
  { of: kindFit },
  { of: arityFit },
  { of: (declaration, use) => -distance(declaration.path, use.source.path) },
  // What stands at the top of its file is there for others.
  { of: ({ container }) => -container.length },
];

/** The best first; only those of the best group, where a reason decides. */
export function ranked(declarations: readonly WorkspaceDeclaration[], use: Named): WorkspaceDeclaration[] {
  let left = declarations.map((declaration) => ({ declaration, marks: reasons.map(({ of }) => of(declaration, use)) }));
  reasons.forEach(({ decidesFrom }, at) => {
    // A loop: there may be more of them than a call takes arguments.
    const best = left.reduce((most, { marks }) => Math.max(most, marks[at] as number), Number.NEGATIVE_INFINITY);
    if (decidesFrom !== undefined && best >= decidesFrom) left = left.filter(({ marks }) => marks[at] === best);
  });
  left.sort((a, b) => compare(a.marks, b.marks) || byPlace(a.declaration, b.declaration));
  return left.map(({ declaration }) => declaration);
}

/** From so good a fit on, a file is the import's own module and not one that it passes on. */
export const surely = 0.9;

/** How well a declaration's file fits where the name, or what it is asked of, was imported from: 0 where that says nothing. */
export function importFit({ path }: WorkspaceDeclaration, { name, source }: Named): number {
  const taken = name.import ?? name.receiver?.import;
  const from = source.path;
  if (taken === undefined || from === undefined) return 0;
  return Math.max(...modulesOf(taken, name).map((module) => fitOf(moduleName(module, from), path)));
}

/** What an import may call the module: the name taken from a package may be a module of it. */
function modulesOf({ source, original }: ImportOrigin, { reach }: NameInfo): string[] {
  if (original === undefined || reach === "import") return [source];
  return [source, withinModule(source, original)];
}

/** The module of that name in a module, written as the language of the import writes it. */
export function withinModule(source: string, name: string): string {
  if (source === "") return name;
  if (/^\.+$/.test(source)) return `${source}${name}`;
  const joint = source.includes("::") ? "::" : source.includes("/") ? "/" : source.includes("\\") ? "\\" : ".";
  return /^(?:crate|self|super)$/.test(source) ? `${source}::${name}` : `${source}${joint}${name}`;
}

function receiverFit(declaration: WorkspaceDeclaration, { name: { receiver } }: Named): number {
  if (receiver === undefined) return 0;
  // A variable is called like a type by chance or convention; a type, a module, is.
  const isNamed = receiver.reach !== "local" && receiver.reach !== "member";
  const owners = ownersOf(declaration);
  if (owners.at(-1) === receiver.name) return isNamed ? 1 : 0.7;
  const { path } = declaration;
  const stands = [stemOf(path), dirname(path).split(sep).at(-1)];
  if (owners.length === 0 && stands.includes(receiver.name)) return isNamed ? 0.8 : 0.3;
  return alike(owners.at(-1) ?? "", receiver.name) ? 0.5 : 0;
}

/** The plain names of what a declaration stands in, the outermost first: of `impl Shop` it is `Shop`. */
export function ownersOf({ name, container }: WorkspaceDeclaration): string[] {
  const around = container.flatMap((each) => readName(each, false).plain);
  return [...around, ...readName(name, false).plain.slice(0, -1)];
}

/** `account` and `Account`, `the_shelf` and `Shelf`. */
function alike(owner: string, receiver: string): boolean {
  const plain = (text: string) => text.replace(/[_$@]/g, "").toLowerCase();
  return owner.length > 1 && plain(receiver).endsWith(plain(owner));
}

function kindFit(declaration: WorkspaceDeclaration, { name }: Named): number {
  const { kind } = declaration;
  const isOwned = ownersOf(declaration).length > 0;
  const isCall = name.argumentCount !== undefined;
  const called = isCall && isCalled(kind) ? 1 : 0;
  // A type may be declared as something else: an alias is a variable to some.
  if (name.isType) return isType(kind) ? 3 : isCalled(kind) || isMember(kind) ? 0 : 1;
  if (name.isMember) return (isMember(kind) ? 2 : isOwned ? 1 : 0) + called;
  return (isMember(kind) ? 0 : isOwned ? 1 : 2) + called;
}

/** Exactly so many arguments before any number of them, and that before what is not known; last what can't take them. */
function arityFit({ arity }: WorkspaceDeclaration, { name: { argumentCount } }: Named): number {
  if (argumentCount === undefined) return 0;
  if (arity === undefined) return 1;
  if (argumentCount < arity.least || argumentCount > arity.most) return 0;
  return arity.most === Number.POSITIVE_INFINITY ? 2 : 3;
}

/** In folders one has to go through; 0 in the same file. */
function distance(path: string, from: string | undefined): number {
  if (from === undefined || path === from) return 0;
  const there = dirname(path).split(sep);
  const here = dirname(from).split(sep);
  let shared = 0;
  while (shared < Math.min(there.length, here.length) && there[shared] === here[shared]) shared++;
  return 1 + there.length + here.length - 2 * shared;
}

function compare(left: readonly number[], right: readonly number[]): number {
  const at = left.findIndex((mark, n) => mark !== right[n]);
  return at < 0 ? 0 : (right[at] as number) - (left[at] as number);
}

function byPlace(left: WorkspaceDeclaration, right: WorkspaceDeclaration): number {
  if (left.path !== right.path) return left.path < right.path ? -1 : 1;
  return left.line - right.line || left.character - right.character;
}
