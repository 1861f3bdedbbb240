/**
 * What may call a declaration without naming it in the workspace: the system, a test runner, the
 * language, a decorator, a library that knows a type by what it extends.
 */

import { factsOf } from "../languages/languages.js";
import { type DeclaredEntity, isCallable, isType } from "./entities/entity.js";
import type { Resolver } from "./resolve/resolver.js";
import { findFamily } from "./types/families.js";

/** Returns who may call a declaration, as a clause; undefined where nobody is known to. */
export async function describeUnnamedCall(
  declared: DeclaredEntity,
  resolver: Resolver,
  { knowsTypes }: { readonly knowsTypes: boolean },
): Promise<string | undefined> {
  const { file, symbol, from, to } = declared;
  const { entries, overriding } = factsOf(file.languageId);
  const name = file.text.slice(from, to);
  const owner = await resolver.members.ownerOf(declared);
  const head = symbol ? file.text.slice(symbol.codeFrom, symbol.nameFrom) : "";
  const decorator = entries.decorator?.exec(head)?.[0];
  if (decorator !== undefined) return `\`${decorator}\` before it may call it, or pass it on`;
  const isFunction = isCallable(declared);
  // Where all functions are members, the one that the system calls needs no value.
  const needsValue = owner !== undefined && !/\bstatic\b/.test(head);
  if (isFunction && !needsValue && entries.system?.test(name)) return `the system calls \`${name}\``;
  if ((isFunction || isType(declared)) && entries.tests?.file.test(file.path) && entries.tests.name.test(name))
    return `a test runner calls \`${name}\``;
  if (owner === undefined) return undefined;
  if (overriding.calledName?.test(name)) return `the language, or what comes with it, calls \`${name}\``;
  if (knowsTypes) return undefined;
  if (overriding.interfaceName?.test(name)) return `an interface of the library may require \`${name}\``;
  const open = (await findFamily(declared, resolver))?.open;
  if (open === undefined) return undefined;
  const type = open.file.text.slice(open.from, open.to);
  return `the workspace does not declare all that \`${type}\` extends, and a library may call \`${name}\``;
}
