/**
 * Decides which occurrences of a name may be uses of a symbol that an answer leaves out. Pure: it
 * works on what scopes say about a name and on the places of the answer.
 */

import {
  isMember,
  isSameBinding,
  isShorthandProperty,
  judgeUse,
  type NameInFile,
  type TargetName,
} from "../../code/sameSymbol.js";
import { factsOf } from "../../languages/languages.js";

/** Returns whether a place of the answer covers an offset in the candidate's file. */
export type IsInAnswer = (offset: number) => boolean;

/** Whether an occurrence may be a use of the target, as far as syntax and scopes show. */
export function mayRefer(candidate: NameInFile, target: TargetName, isInAnswer: IsInAnswer): boolean {
  const { name, languageId } = candidate;
  const isBound = name.reach === "member" || name.reach === "file";
  const isProperty = isMember(target.name) && isShorthandProperty(candidate);
  if (!isBound || isProperty || (!isMember(target.name) && name.origin))
    return judgeUse(candidate, target) !== "excluded";
  if (isSameBinding(candidate, target)) return true;
  if (target.path === candidate.path && target.name.definitions.length > 0) return false;
  // It is another declaration of that name, unless the answer has one of its occurrences.
  const isKnown = [...name.definitions, ...name.occurrences].some(({ from }) => isInAnswer(from));
  return isKnown || factsOf(languageId).hasForwardDeclarations;
}

/** Returns the number of folders between two files; the smaller, the nearer. */
export function distanceBetween(one: string, other: string): number {
  const [a, b] = [one.split(/[\\/]/), other.split(/[\\/]/)];
  let common = 0;
  while (common < a.length && common < b.length && a[common] === b[common]) common++;
  return a.length + b.length - 2 * common;
}
