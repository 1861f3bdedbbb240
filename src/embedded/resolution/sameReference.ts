/**
 * Filters the occurrences that refer to a declaration. A member that may belong to another type is
 * left out of the answer; the proxy lists it as unconfirmed (session/completeness/).
 */

import { dirname } from "node:path";
import type { NameRule } from "../../languages/facts.js";
import { factsOf } from "../../languages/languages.js";
import { readName } from "../../locate/symbols/symbolNames.js";
import type { OutlineSymbol } from "../../syntax/outline/outline.js";
import type { NameInfo, Occurrence } from "../../syntax/scopes/nameInfo.js";
import type { Syntax } from "../../syntax/syntax.js";
import { type NameUse, textOf } from "../session/context.js";
import type { SourceText } from "../session/documents.js";
import { moduleFit, parseModuleName, stemOf } from "./moduleName.js";

/** The maximum number of occurrences checked in a file. The others are kept without a check. */
const MAX_RESOLVED_OCCURRENCES = 300;

/** A name whose references are to be found, in its own and in other files. */
export interface ReferenceTarget extends NameUse {
  /** The names of the symbols around its declaration; empty if that is not in the file. */
  readonly containerNames: ReadonlySet<string>;
}

/** Returns the name with the names of its containers. */
export async function toReferenceTarget({ name, source }: NameUse, syntax: Syntax): Promise<ReferenceTarget> {
  const isDeclaredHere = name.reach === "file" || name.reach === "member";
  return { name, source, containerNames: new Set(isDeclaredHere ? await containersOf(name, source, syntax) : []) };
}

/** Returns the names of the symbols around an offset, outermost first. */
function enclosingNames(symbols: readonly OutlineSymbol[], offset: number, rule: NameRule): string[] {
  const enclosing = symbols.find(({ from, to, nameFrom }) => from <= offset && offset < to && nameFrom !== offset);
  if (enclosing === undefined) return [];
  // The symbol `impl Read for Cache` has the plain name `Cache`.
  const { plain } = readName(enclosing.name, rule);
  return [enclosing.name, ...plain, ...enclosingNames(enclosing.children, offset, rule)];
}

/** Returns the occurrences in a file that may refer to the target. */
export async function filterReferences(
  target: ReferenceTarget,
  occurrences: readonly Occurrence[],
  source: SourceText,
  syntax: Syntax,
): Promise<Occurrence[]> {
  const verdicts = new Map<number, boolean>();
  let resolvedCount = 0;
  for (const { from } of occurrences) {
    if (verdicts.has(from) || resolvedCount++ >= MAX_RESOLVED_OCCURRENCES) continue;
    const name = await syntax.nameAt(textOf(source), from);
    if (name === undefined) continue;
    const isMember = name.reach === "member" && target.name.reach === "member";
    const containers = isMember ? await containersOf(name, source, syntax) : [];
    const verdict = mayReferTo(target, { name, source }, containers);
    verdicts.set(from, verdict);
    // Unbound occurrences of one name may have different receivers.
    if (name.reach !== "free") for (const other of name.occurrences) verdicts.set(other.from, verdict);
  }
  return occurrences.filter(({ from }) => verdicts.get(from) ?? true);
}

/** Returns the names of the types around the declaration of a member. */
async function containersOf({ definitions }: NameInfo, source: SourceText, syntax: Syntax): Promise<readonly string[]> {
  const [definition] = definitions;
  if (definition === undefined) return [];
  return enclosingNames(await syntax.outline(textOf(source)), definition.from, factsOf(source.languageId).nameRule);
}

/**
 * Whether a name may refer to the target. `containers` are the names of the types that declare it;
 * empty unless it is a member.
 */
function mayReferTo(target: ReferenceTarget, { name, source }: NameUse, containers: readonly string[]): boolean {
  const isHere = source.uri === target.source.uri;
  if (isHere && isSameDefinition(name, target.name)) return true;
  const isTargetMember = target.name.reach === "member" || (target.name.reach === "free" && target.name.isMember);
  switch (name.reach) {
    case "local":
      return false;
    case "import":
      return isImportedFrom(target, { name, source });
    case "member":
      // A type may be declared in parts: `impl` blocks, partial classes, headers.
      return target.name.reach === "member"
        ? containers.some((each) => target.containerNames.has(each)) ||
            factsOf(source.languageId).hasForwardDeclarations
        : isTargetMember;
    case "file":
      // A declaration in another file is another symbol, unless it may be a forward declaration.
      return target.name.reach === "free" ? !target.name.isMember : factsOf(source.languageId).hasForwardDeclarations;
    case "free":
      if (target.name.reach === "member" && name.isMember && target.containerNames.size > 0)
        return isOfType(target, name);
      if (isTargetMember) return name.isMember || !factsOf(source.languageId).hasExplicitReceivers;
      return name.isMember ? isQualifiedBy(target, { name, source }) : isVisibleFrom(target.source, source);
  }
}

/** Whether the receiver is one of the target's containers, or is declared with its type. */
function isOfType({ containerNames }: ReferenceTarget, { receiver }: NameInfo): boolean {
  if (receiver === undefined) return false;
  return containerNames.has(receiver.type ?? receiver.import?.original ?? receiver.name);
}

function isSameDefinition(left: NameInfo, right: NameInfo): boolean {
  return left.definitions.length > 0 && left.definitions[0]?.from === right.definitions[0]?.from;
}

/**
 * Whether an import may take its name from the target's file, or from the module that the target is
 * itself imported from. True where a path or the import is unknown.
 */
function isImportedFrom(
  { name: declared, source: there }: NameUse,
  { name: { import: taken }, source: here }: NameUse,
): boolean {
  if (taken === undefined || here.path === undefined || there.path === undefined) return true;
  if (declared.reach === "free") return true;
  if (declared.reach === "import") {
    const [left, right] = [
      parseModuleName(declared.import?.source ?? "", there.path),
      parseModuleName(taken.source, here.path),
    ];
    return left.base === right.base && left.segments.join("/") === right.segments.join("/");
  }
  return moduleFit(parseModuleName(taken.source, here.path), there.path) > 0;
}

/** Whether a member's receiver is the target's module or container, by import or by name. */
function isQualifiedBy(
  { name: declared, source: there, containerNames }: ReferenceTarget,
  { name: { receiver }, source: here }: NameUse,
): boolean {
  if (declared.reach === "free") return true;
  if (receiver === undefined || there.path === undefined || here.path === undefined) return false;
  if (containerNames.has(receiver.name)) return true;
  if (receiver.import && moduleFit(parseModuleName(receiver.import.source, here.path), there.path) > 0) return true;
  const isNamed = receiver.name === stemOf(there.path) || dirname(there.path).split(/[\\/]/).at(-1) === receiver.name;
  return isNamed || factsOf(here.languageId).hasForwardDeclarations;
}

/**
 * Whether an unqualified name in `here` can refer to a declaration in `there`. In Go, only if they
 * are in the same folder: names of other packages need a qualifier.
 */
function isVisibleFrom(there: SourceText, here: SourceText): boolean {
  if (!factsOf(here.languageId).hasFolderPackages || there.path === undefined || here.path === undefined) return true;
  return dirname(there.path) === dirname(here.path);
}
