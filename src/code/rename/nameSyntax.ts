/** Finds where the new name can't be a name, as a rename would write it. */

import { factsOf } from "../../languages/languages.js";
import { whyNoName } from "../../syntax/names.js";
import { ignoreParseError, type Syntax } from "../../syntax/syntax.js";
import { isMember } from "../uses/use.js";
import type { RenamedFile, TextChange } from "./scopeConflicts.js";

/** A place where a text can't be a name. */
export interface Misnomer {
  /** Where a change begins in the present text. */
  readonly offset: number;
  /** In words after "it". */
  readonly why: string;
}

const plainName = /^[\p{ID_Continue}$]+$/u;

/**
 * Returns the first place where a plain name becomes what is no name in the language. The parser
 * accepts such a text where it fits by chance (`a.b = 1`, `function class() {}`), and may see its
 * error far from it.
 */
export async function findMisnomer(
  { text: present, changes, newName }: RenamedFile,
  syntax: Syntax,
): Promise<Misnomer | undefined> {
  const { text, languageId } = present;
  const plain = changes.filter(({ from, to, newText }) => newText === newName && plainName.test(text.slice(from, to)));
  const [first] = plain;
  if (first === undefined) return undefined;
  const isPossible = whyNoName(newName, languageId, true) === undefined;
  const { blankName } = factsOf(languageId);
  const name =
    isPossible || newName === blankName ? await syntax.nameAt(present, first.from).catch(ignoreParseError) : undefined;
  const why = whyNoName(newName, languageId, name !== undefined && isMember(name));
  if (why !== undefined) return { offset: first.from, why };
  if (newName !== blankName || name === undefined) return undefined;
  const isDefined = ({ from }: TextChange) => name.definitions.some((each) => each.from === from);
  const use = plain.find((each) => !isDefined(each));
  return use && { offset: use.from, why: "declares nothing that can be used" };
}

/** Returns changes as one; undefined without any, or if they overlap. */
export function joinChanges(text: string, changes: readonly TextChange[]): TextChange | undefined {
  const [first, ...others] = changes.toSorted((one, other) => one.from - other.from);
  if (first === undefined) return undefined;
  let { to, newText } = first;
  for (const change of others) {
    if (change.from < to) return undefined;
    newText += text.slice(to, change.from) + change.newText;
    to = change.to;
  }
  return { from: first.from, to, newText };
}
