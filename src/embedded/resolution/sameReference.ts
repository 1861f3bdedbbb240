/** Filters the occurrences that refer to a declaration. In doubt, an occurrence is kept. */

import { dirname } from "node:path";
import type { OutlineSymbol } from "../../syntax/outline/outline.js";
import type { NameInfo, Occurrence } from "../../syntax/scopes/nameInfo.js";
import type { Syntax } from "../../syntax/syntax.js";
import { type NameUse, textOf } from "../session/context.js";
import type { SourceText } from "../session/documents.js";
import { hasForwardDeclarations } from "./languageFamilies.js";
import { moduleFit, parseModuleName, stemOf } from "./moduleName.js";

/** In a file with more occurrences, the rest is kept without a check. */
const MAX_RESOLVED_OCCURRENCES = 300;

/** A name whose references are searched in other files. */
export interface ReferenceTarget extends NameUse {
  /** The names of its containers: members are accessed through them. */
  readonly containerNames: ReadonlySet<string>;
}

/** Adds the names of the containers to a name. */
export async function toReferenceTarget({ name, source }: NameUse, syntax: Syntax): Promise<ReferenceTarget> {
  const [definition] = name.reach === "file" ? name.definitions : [];
  const symbols = definition ? await syntax.outline(textOf(source)) : [];
  return { name, source, containerNames: new Set(definition ? enclosingNames(symbols, definition.from) : []) };
}

function enclosingNames(symbols: readonly OutlineSymbol[], offset: number): string[] {
  const enclosing = symbols.find(({ from, to, nameFrom }) => from <= offset && offset < to && nameFrom !== offset);
  return enclosing ? [enclosing.name, ...enclosingNames(enclosing.children, offset)] : [];
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
    const verdict = mayReferTo(target, { name, source });
    verdicts.set(from, verdict);
    // Unbound occurrences of one name may have different receivers.
    if (name.reach !== "free") for (const other of name.occurrences) verdicts.set(other.from, verdict);
  }
  return occurrences.filter(({ from }) => verdicts.get(from) ?? true);
}

function mayReferTo(target: ReferenceTarget, { name, source }: NameUse): boolean {
  const isHere = source.uri === target.source.uri;
  if (isHere && isSameDefinition(name, target.name)) return true;
  const isTargetMember = target.name.reach === "member" || (target.name.reach === "free" && target.name.isMember);
  switch (name.reach) {
    case "local":
      return false;
    case "import":
      return isImportedFrom(target, { name, source });
    case "member":
      return isTargetMember || hasForwardDeclarations(source.languageId);
    case "file":
      // A declaration in another file is a different thing, unless it is a forward declaration.
      return target.name.reach === "free" ? !target.name.isMember : hasForwardDeclarations(source.languageId);
    case "free":
      if (isTargetMember) return name.isMember || !explicitReceiverLanguages.has(source.languageId);
      return name.isMember ? isQualifiedBy(target, { name, source }) : isVisibleFrom(target.source, source);
  }
}

function isSameDefinition(left: NameInfo, right: NameInfo): boolean {
  return left.definitions.length > 0 && left.definitions[0]?.from === right.definitions[0]?.from;
}

/** Languages in which a member access always has a receiver. */
const explicitReceiverLanguages = new Set(
  "typescript typescriptreact javascript javascriptreact vue svelte python rust go php lua elixir zig".split(" "),
);

/**
 * Whether an import takes the name from the target's file, or from the module the target is
 * imported from.
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

/** Whether the receiver of a member is the target's module or container, by import or by name. */
function isQualifiedBy(
  { name: declared, source: there, containerNames }: ReferenceTarget,
  { name: { receiver }, source: here }: NameUse,
): boolean {
  if (declared.reach === "free") return true;
  if (receiver === undefined || there.path === undefined || here.path === undefined) return false;
  if (containerNames.has(receiver.name)) return true;
  if (receiver.import && moduleFit(parseModuleName(receiver.import.source, here.path), there.path) > 0) return true;
  const isNamed = receiver.name === stemOf(there.path) || dirname(there.path).split(/[\\/]/).at(-1) === receiver.name;
  return isNamed || hasForwardDeclarations(here.languageId);
}

/**
 * Whether an unqualified name can refer to the file. Go packages are folders: others need a
 * qualifier.
 */
function isVisibleFrom(there: SourceText, here: SourceText): boolean {
  if (here.languageId !== "go" || there.path === undefined || here.path === undefined) return true;
  return dirname(there.path) === dirname(here.path);
}
