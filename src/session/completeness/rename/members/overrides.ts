/**
 * Finds the members that override a renamed one, or that it overrides, and that a rename leaves
 * out. With different names they don't override each other, and calls run other code than before.
 * In TypeScript, a type also belongs to an interface whose members it has, without naming it.
 */

import type { Deadline } from "../../../../ask/deadline.js";
import type { OverridingFacts } from "../../../../languages/facts.js";
import { factsOf } from "../../../../languages/languages.js";
import { type SymbolNode, symbolKindsNamed, symbolsAround } from "../../../../locate/symbols/symbolNode.js";
import type { Arity } from "../../../../syntax/outline/arity.js";
import { appendAll } from "../../../../text/list.js";
import { offsetToPosition } from "../../../../text/position.js";
import { groupDigits } from "../../../../text/printable.js";
import { distanceBetween, pathOfUri } from "../../../../uri.js";
import type { WorkspaceDeclaration } from "../../../../workspace/declaration.js";
import { queryDeclarations } from "../../../place/declarations.js";
import { syntaxViewOf } from "../../../place/syntaxView.js";
import type { PossiblePlace } from "../../searchRun.js";
import { isInRanges, type RenameEdits, rangesOfRename, renamedWord } from "../renameEdits.js";
import { type RenameRequest, renameBudgets } from "../renameRequest.js";
import { createSuperTypes, keyOfType, type TypeInFile, typeSymbolKinds } from "./superTypes.js";

/** Further members are not examined. */
const MAX_MEMBERS = 1_000;
const interfaceKinds = symbolKindsNamed("interface");
/** Types that share fewer members with an interface may have them by chance. */
const MIN_SHARED_MEMBERS = 2;
const memberKinds = symbolKindsNamed("method", "property", "field", "function", "variable", "constant", "event");

/** A member, and the type that declares it. */
export interface Member {
  readonly type: TypeInFile;
  readonly offset: number;
  readonly isRenamed: boolean;
  readonly isStatic: boolean;
  readonly arity: Arity | undefined;
  /** The text of the declaration up to the name, and some after it. */
  readonly before: string;
  readonly after: string;
  readonly languageId: string;
}

/** What a rename would part from a renamed member. */
export interface LeftOutOverrides {
  /** Declarations in types that name each other in their heads. */
  readonly places: readonly PossiblePlace[];
  /** Declarations in types that may take each other's place only because they have its members. */
  readonly alike: readonly PossiblePlace[];
  /** Declarations outside of the workspace, which can't be renamed. */
  readonly outside: readonly PossiblePlace[];
  /** Why there may be more; undefined if all members were examined. */
  readonly whyCut?: string;
}

/**
 * Returns the declarations in types that a rename leaves out: those that it would part from a
 * renamed member. `path` is that of the request's file, absolute.
 */
export async function findLeftOutOverrides(
  edits: RenameEdits,
  path: string,
  request: RenameRequest,
): Promise<LeftOutOverrides> {
  const deadline = request.deadline.within(renameBudgets.overrides);
  const word = await oldNameOf(edits, request);
  if (word === undefined) return noOverrides;
  const { members, isCut } = await findMembers(word, { edits, path, request, deadline });
  const describeCut = (isCut: boolean) => (isCut ? { whyCut: describeCutMembers(word, deadline) } : {});
  const renamed = members.filter((each) => each.isRenamed && !cannotOverride(each));
  const others = new Set(members.filter((each) => !each.isRenamed));
  if (members.length > 0 && renamed.length === 0) return noOverrides;
  const allSuperTypes = createSuperTypes(request, deadline);
  const outside: PossiblePlace[] = [];
  for (const { type } of renamed) appendAll(outside, membersIn(await allSuperTypes.outsideOf(type), word));
  if (others.size === 0) return { ...noOverrides, outside, ...describeCut(isCut || allSuperTypes.isCut) };
  const superTypes = new Map<Member, ReadonlySet<string>>();
  for (const member of members) superTypes.set(member, await allSuperTypes.of(member.type));
  const isRelated = (one: Member, other: Member) =>
    superTypes.get(one)?.has(keyOfType(other.type)) === true ||
    superTypes.get(other)?.has(keyOfType(one.type)) === true;
  const isAlike = (one: Member, other: Member) => hasMembersOf(one, other) || hasMembersOf(other, one);
  // What overrides a found member, or is overridden by it, has to keep its name, too.
  const takeFrom = (queue: Member[], isRelated: (one: Member, other: Member) => boolean) => {
    const found: Member[] = [];
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
      for (const other of others) {
        if (keyOfType(next.type) === keyOfType(other.type)) continue;
        if (!isRelated(next, other) || !mayOverride(next, other)) continue;
        others.delete(other);
        found.push(other);
        queue.push(other);
      }
    }
    return found;
  };
  const named = takeFrom([...renamed], isRelated);
  const alike = takeFrom([...renamed, ...named], (one, other) => isRelated(one, other) || isAlike(one, other));
  const placesOf = (found: readonly Member[]) => found.map(({ type: { document }, offset }) => ({ document, offset }));
  const whyCut = describeCut(isCut || allSuperTypes.isCut);
  return { places: placesOf(named), alike: placesOf(alike), outside, ...whyCut };
}

/** Returns the members of a name that types declare. */
function membersIn(types: readonly TypeInFile[], word: string): readonly PossiblePlace[] {
  return types.flatMap(({ document, symbol }) => {
    const member = symbol.children.find(({ name }) => name === word);
    return member ? [{ document, offset: member.nameFrom }] : [];
  });
}

export const noOverrides: LeftOutOverrides = { places: [], alike: [], outside: [] };

/** Returns the old name of a rename, if that is one which subtypes can declare again. */
export async function oldNameOf(edits: RenameEdits, request: RenameRequest): Promise<string | undefined> {
  const { newName, texts, backend } = request;
  const found = await renamedWord(edits, newName, texts.read, backend.encoding);
  return found && overridingOf(found.file).privateName?.test(found.word) !== true ? found.word : undefined;
}

interface MemberQuery {
  readonly edits: RenameEdits;
  readonly path: string;
  readonly request: RenameRequest;
  readonly deadline: Deadline;
}

/** The members of a name, the nearest first. */
interface FoundMembers {
  readonly members: readonly Member[];
  /** Whether there may be more. */
  readonly isCut: boolean;
}

/** Returns the members of a name in the workspace. */
export async function findMembers(
  word: string,
  { edits, path, request, deadline }: MemberQuery,
): Promise<FoundMembers> {
  const query = queryDeclarations([word], undefined, request.context, path).catch(() => undefined);
  const found = await deadline.before(query);
  const declarations = found?.declarations ?? [];
  const inTypes = declarations.filter((each) => each.container.length > 0 && overridingOf(each).namesSupertypes);
  if (inTypes.length === 0) return { members: [], isCut: found === undefined };
  const renamed = rangesOfRename(edits);
  const distances = new Map(inTypes.map((each) => [each, distanceBetween(each.path, path)]));
  inTypes.sort((one, other) => (distances.get(one) ?? 0) - (distances.get(other) ?? 0));
  const members: Member[] = [];
  for (const declaration of inTypes.slice(0, MAX_MEMBERS)) {
    if (deadline.isOver) return { members, isCut: true };
    const member = await readMember(declaration, word, request);
    if (member === undefined) continue;
    const { document } = member.type;
    const position = offsetToPosition(document.text, member.offset, request.backend.encoding);
    members.push({ ...member, isRenamed: isInRanges({ uri: document.uri, position }, renamed) });
  }
  return { members, isCut: inTypes.length > MAX_MEMBERS };
}

/** Returns undefined where the text has changed, or the declaration is not directly in a type. */
async function readMember(
  { path, line, character, arity, languageId }: WorkspaceDeclaration,
  word: string,
  { texts, context }: RenameRequest,
): Promise<Omit<Member, "isRenamed"> | undefined> {
  const document = await texts.readPath(path);
  if (document === undefined || line >= document.text.lineCount) return undefined;
  const offset = document.text.lineFrom(line) + character;
  if (document.text.slice(offset, offset + word.length) !== word) return undefined;
  const around = symbolsAround((await syntaxViewOf(document, context))?.symbols ?? [], offset);
  const [owner, symbol] = around.slice(-2);
  if (owner === undefined || symbol?.nameFrom !== offset) return undefined;
  if (!typeSymbolKinds.has(owner.kind) || !memberKinds.has(symbol.kind)) return undefined;
  return {
    type: { document, symbol: owner, isOutside: false },
    offset,
    arity,
    before: document.text.slice(symbol.from, offset),
    isStatic: /\bstatic\b/.test(document.text.slice(symbol.from, offset)),
    after: document.text.slice(offset, Math.min(symbol.to, offset + MAX_HEAD_LENGTH)),
    languageId,
  };
}

/** The part of a declaration that is searched for `override`, in UTF-16 units. */
const MAX_HEAD_LENGTH = 500;

/** Whether one of two members of related types may override the other. */
export function mayOverride(one: Member, other: Member): boolean {
  if (overridingOf(one).isByNameAlone) return true;
  if (cannotOverride(one) || cannotOverride(other)) return false;
  const isVirtual = ({ before, after }: Member) =>
    /\bvirtual\b/.test(before) || /\)[^)]*\b(?:override|final)\b/.test(after.split(/[{;]/, 1).join());
  if (overridingOf(one).isMarked && ![one, other].some(isVirtual)) return false;
  return haveSameArity(one, other);
}

/** Whether the type of a member itself declares what the interface of another requires. */
function hasMembersOf({ type, languageId }: Member, other: Member): boolean {
  if (!overridingOf({ languageId }).isStructural || !interfaceKinds.has(other.type.symbol.kind)) return false;
  const required = other.type.symbol.children.filter((each) => !isOptional(each, other.type));
  const names = new Set(required.map(({ name }) => name));
  const declared = new Set(type.symbol.children.map(({ name }) => name));
  return names.size >= MIN_SHARED_MEMBERS && [...names].every((name) => declared.has(name));
}

function isOptional({ nameTo }: SymbolNode, { document }: TypeInFile): boolean {
  return document.text.slice(nameTo, nameTo + 1) === "?";
}

/** Whether two members may take the same number of arguments, in languages where that counts. */
export function haveSameArity(one: Member, other: Member): boolean {
  if (factsOf(one.languageId).overloads === "none" || one.arity === undefined || other.arity === undefined) return true;
  return one.arity.least <= other.arity.most && other.arity.least <= one.arity.most;
}

function overridingOf({ languageId }: { readonly languageId: string }): OverridingFacts {
  return factsOf(languageId).overriding;
}

/** Whether a member neither overrides others nor is overridden. */
function cannotOverride({ languageId, before }: Member): boolean {
  return !overridingOf({ languageId }).isByNameAlone && /\b(?:private|static)\b/.test(before);
}

function describeCutMembers(word: string, deadline: Deadline): string {
  const limits = `${groupDigits(MAX_MEMBERS)} and ${deadline.secondsOf(renameBudgets.overrides)} s`;
  return `not all members named ${word} could be searched for overrides of the renamed one (at most ${limits})`;
}

/** Returns why overrides would break. */
export function describeOverrides(count: number): string {
  return count === 1
    ? "1 place overrides the renamed member, or is overridden by it, and the server does not rename it"
    : `${count} places override the renamed member, or are overridden by it, and the server does not rename all of them`;
}

/** Returns why declarations outside of the workspace keep a member from being renamed. */
export function describeOutside(count: number): string {
  return `the renamed member has to keep its name: it overrides ${count === 1 ? "1 that is" : `${count} that are`} declared outside of the workspace`;
}

/** Returns why members of types that are alike would break. */
export function describeAlike(count: number): string {
  return count === 1
    ? "1 place is in a type with all members of the renamed one's interface, or the other way round, which another name would end: rename it, too"
    : `${count} places are in types with all members of the renamed one's interface, or the other way round, which another name would end: rename each of them, too`;
}

/** Returns the absolute paths of the files of places. */
export function pathsOfPlaces(places: readonly PossiblePlace[]): readonly string[] {
  return [...new Set(places.flatMap(({ document }) => pathOfUri(document.uri) ?? []))];
}
