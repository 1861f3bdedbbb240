/**
 * What may call a declaration without naming it in the workspace: the system, a test runner, the
 * language, a decorator, a library that knows a type by what it extends.
 */

import { factsOf } from "../languages/languages.js";
import { isCalledByName } from "../languages/overridingFacts.js";
import { type DeclaredEntity, isCallable, isType } from "./entities/entity.js";
import { type Family, findFamily, findOpenType } from "./families/families.js";
import type { Resolver } from "./resolve/resolver.js";

/** Returns who may call a declaration, as a clause; undefined where nobody is known to. */
export async function describeUnnamedCall(
  declared: DeclaredEntity,
  resolver: Resolver,
  { knowsTypes }: { readonly knowsTypes: boolean },
): Promise<string | undefined> {
  const { file, from, to } = declared;
  const { entries, overriding } = factsOf(file.languageId);
  const name = file.text.slice(from, to);
  const owner = await resolver.members.ownerOf(declared);
  const decorator = entries.decorator?.exec(headOf(declared))?.[0];
  if (decorator !== undefined) return `\`${decorator}\` before it may call it, or pass it on`;
  const caller = callerOf(name, declared, owner !== undefined);
  if (caller !== undefined) return `${caller} calls \`${name}\``;
  if (owner === undefined) return undefined;
  if (!knowsTypes || isCalledByName(overriding, { from, to, text: file.text }))
    return (await memberCallOf(declared, resolver)).caller;
  return undefined;
}

export interface MemberCall {
  /** Who may call the member, as a clause; undefined where nobody is known to. */
  readonly caller?: string;
  /** The family of the member, without a caller. */
  readonly family?: Family | undefined;
}

/** Finds who may call a member of a type by its name alone. */
export async function memberCallOf(declared: DeclaredEntity, resolver: Resolver): Promise<MemberCall> {
  const { file, from, to } = declared;
  const { overriding } = factsOf(file.languageId);
  const name = file.text.slice(from, to);
  if (isCalledByName(overriding, { from, to, text: file.text }))
    return { caller: `the language, or what comes with it, calls \`${name}\`` };
  if (overriding.interfaceName?.test(name)) return { caller: `an interface of the library may require \`${name}\`` };
  const found = await findFamily(declared, resolver);
  const family = found?.isCut ? undefined : found;
  const open = family && (await findOpenType(family, resolver));
  if (open === undefined) return { family };
  const type = open.file.text.slice(open.from, open.to);
  const caller = `the workspace does not declare all that \`${type}\` extends, and a library may call \`${name}\``;
  return { caller };
}

/**
 * Returns why a declaration can't have another name without a change of what runs, as a clause: it
 * is called by its name alone, or would be by the new one. Undefined where nobody is known to call.
 */
export async function describeRenamedCall(
  declared: DeclaredEntity,
  newName: string,
  { members }: Resolver,
): Promise<string | undefined> {
  const { file, from, to } = declared;
  const name = file.text.slice(from, to);
  const isMember = (await members.ownerOf(declared)) !== undefined;
  const [before, after] = [callerOf(name, declared, isMember), callerOf(newName, declared, isMember)];
  if (before === after) return undefined;
  if (before !== undefined) return `${before} calls \`${name}\` by that name`;
  // Who gives a function the name of a test wants one.
  return after === SYSTEM ? `${after} would call \`${newName}\`` : undefined;
}

const SYSTEM = "the system";

/** Returns who calls a function or type by a name, wherever it is declared. */
function callerOf(name: string, declared: DeclaredEntity, isMember: boolean): string | undefined {
  const { entries } = factsOf(declared.file.languageId);
  const isFunction = isCallable(declared);
  // Where all functions are members, the one that the system calls needs no value.
  const needsValue = isMember && !/\bstatic\b/.test(headOf(declared));
  if (isFunction && !needsValue && entries.system?.test(name)) return SYSTEM;
  const isTest = entries.tests?.file.test(declared.file.path) && entries.tests.name.test(name);
  return isTest && (isFunction || isType(declared)) ? "a test runner" : undefined;
}

/** Returns the text of a declaration before its name. */
function headOf({ file, symbol }: DeclaredEntity): string {
  return symbol ? file.text.slice(symbol.codeFrom, symbol.nameFrom) : "";
}
