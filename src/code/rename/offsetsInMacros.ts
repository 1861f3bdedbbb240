/** The old name in the bodies of macros of C and C++, where nothing shows what it means. */

import { offsetsOfWord } from "../../workspace/parse/wordSearch.js";

/** The maximum number of occurrences in one body that are looked at. */
const MAX_OCCURRENCES = 2_000;
/** A receiver and an access before a name are at most so long, in UTF-16 units. */
const MAX_ACCESS = 50;
/** The head of a macro and its body, which goes on behind a backslash. */
const definition = /^([ \t]*#[ \t]*define[ \t]+\w+(?:\([^)]*\))?)((?:\\\r?\n|[^\n])*)/gm;

/** Returns the offsets at which macros write a name as that of a member, or not as one. */
export function offsetsInMacros(text: string, word: string, isOfMember: boolean): readonly number[] {
  if (!text.includes("define")) return [];
  const isAccessed = (offset: number) => /(?:\.|->)\s*$/.test(text.slice(Math.max(0, offset - MAX_ACCESS), offset));
  return [...text.matchAll(definition)].flatMap(({ index, 1: head = "", 2: body = "" }) => {
    const parameters = head.includes("(") ? head.slice(head.indexOf("(")) : "";
    if (parameters.split(/[\s,()]+/).includes(word)) return [];
    const code = body.replace(/\/\*.*?\*\/|\/\/.*|"(?:[^"\\\n]|\\.)*"/gs, (each) => " ".repeat(each.length));
    const offsets = offsetsOfWord(code, word, MAX_OCCURRENCES).map((offset) => index + head.length + offset);
    return offsets.filter((each) => isAccessed(each) === isOfMember);
  });
}
