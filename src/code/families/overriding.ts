/** Which members override, hide or overload one another, as their declarations say. */

import { factsOf } from "../../languages/languages.js";
import { mayTakeSame } from "../../syntax/outline/arity.js";
import type { DeclaredEntity } from "../entities/entity.js";

/**
 * Returns where a member has others of its name: nowhere (`itself`), in the types that extend its
 * own (`below`), or in those that its own extends, too (`whole`). `isExact` is for whoever knows
 * the type of each receiver: what is bound to a type hides others, and is none of them.
 */
export function extentOf(member: DeclaredEntity, isExact: boolean): "itself" | "below" | "whole" {
  const { file, symbol, from, to } = member;
  const { requiredWord, privateName, isOfMethods } = factsOf(file.languageId).overriding;
  if (privateName?.test(file.text.slice(from, to)) || isPrivate(member)) return "itself";
  const isField = isOfMethods && symbol?.kind === "field";
  if (isExact && (isField || isStaticMember(member))) return "itself";
  const isBound = isField || (isOfMethods && isStaticMember(member));
  return isBound || requiredWord?.test(modifiersOf(member)) === false ? "below" : "whole";
}

/** Whether one of two members of related types overrides the other, and does not only hide it. */
export function mayOverride(one: DeclaredEntity, other: DeclaredEntity): boolean {
  const { isByNameAlone, isMarked } = factsOf(one.file.languageId).overriding;
  if ([one, other].some((each) => extentOf(each, true) === "itself")) return false;
  if (isByNameAlone) return true;
  if (isMarked && !isVirtual(one) && !isVirtual(other)) return false;
  return haveSameArity(one, other);
}

/** Whether two members may take the same number of arguments, in languages where that counts. */
export function haveSameArity(one: DeclaredEntity, other: DeclaredEntity): boolean {
  return factsOf(one.file.languageId).overloads === "none" || mayTakeSame(one.symbol?.arity, other.symbol?.arity);
}

export function isStaticMember(member: DeclaredEntity): boolean {
  return /\bstatic\b/.test(modifiersOf(member));
}

/** Whether other types don't see a member. */
export function isPrivate(member: DeclaredEntity): boolean {
  return factsOf(member.file.languageId).overriding.privateWord.test(modifiersOf(member));
}

/** Whether a member may override or implement what is declared outside of the workspace. */
export function mayOverrideOutside(member: DeclaredEntity): boolean {
  const { outsideHead } = factsOf(member.file.languageId).overriding;
  return extentOf(member, false) === "whole" && outsideHead?.test(modifiersOf(member)) !== false;
}

/** The part of a declaration that is searched for `override`, in UTF-16 units. */
const MAX_HEAD_LENGTH = 500;

function isVirtual(member: DeclaredEntity): boolean {
  const { file, symbol, to } = member;
  const after = file.text.slice(to, Math.min(symbol?.to ?? to, to + MAX_HEAD_LENGTH)).split(/[{;]/, 1);
  return /\bvirtual\b/.test(modifiersOf(member)) || /\)[^)]*\b(?:override|final)\b/.test(after.join());
}

/**
 * Returns what is before a name, where modifiers mean something; what annotations have in strings
 * and brackets is none.
 */
function modifiersOf({ file, symbol, from }: DeclaredEntity): string {
  if (factsOf(file.languageId).overriding.isByNameAlone) return "";
  return file.text.slice(symbol?.codeFrom ?? from, from).replace(/"(?:[^"\\]|\\.)*"|\([^()]*\)/g, " ");
}
