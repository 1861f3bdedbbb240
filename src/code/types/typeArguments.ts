/** The type parameters of types and blocks, and what they are where arguments are given. */

import type { OutlineSymbol } from "../../syntax/outline/outlineSymbols.js";
import type { Stretch } from "../../text/stretch.js";
import { type CodeFile, isBlock } from "../entities/entity.js";
import { nameOffsetIn } from "./typeSymbols.js";
import type { TypeArguments, TypeValue } from "./typeValue.js";

const MAX_LENGTH = 500;

/** Returns what the parameters of a type, or of a block that adds to one, are. */
export function typeArgumentsOf(
  owner: OutlineSymbol | undefined,
  file: CodeFile,
  values: readonly (TypeValue | undefined)[],
): TypeArguments | undefined {
  if (owner === undefined || values.every((each) => each === undefined)) return undefined;
  const names = argumentsIn(owner, file).map(({ from, to }) => nameOf(file.text.slice(from, to)));
  return names.length > 0 ? { names, values } : undefined;
}

/**
 * Returns the arguments, or parameters, that the head of a type or block lists, without lifetimes.
 */
export function argumentsIn(owner: OutlineSymbol, file: CodeFile): readonly Stretch[] {
  const { text } = file;
  const template = /\btemplate\s*(?=<)/.exec(text.slice(owner.codeFrom, owner.nameFrom));
  const from = isBlock(owner, file)
    ? nameOffsetIn(owner, file)
    : template
      ? owner.codeFrom + template.index + template[0].length
      : owner.nameTo;
  const open = /^[\p{ID_Continue}$]*\s*[<[]/u.exec(text.slice(from, from + MAX_LENGTH))?.[0];
  if (open === undefined) return [];
  const found: Stretch[] = [];
  let depth = 1;
  let start = from + open.length;
  for (let at = start; at < from + MAX_LENGTH && depth > 0; at++) {
    const mark = text[at] ?? "";
    if (/[<[({]/.test(mark)) depth++;
    else if (/[>\])}]/.test(mark) && text[at - 1] !== "-" && text[at - 1] !== "=") depth--;
    if (depth > 1 || (depth === 1 && mark !== ",")) continue;
    if (!/^\s*(?:'|$)/.test(text.slice(start, at))) found.push({ from: start, to: at });
    start = at + 1;
  }
  return found;
}

/** Returns the name of a parameter: `T` for `out T : A`, `const T extends A = B`, `class T`. */
function nameOf(parameter: string): string {
  const head = parameter.split(/[:=]|\bextends\b/, 1)[0] ?? "";
  const words: readonly string[] = head.match(/[\p{ID_Continue}$]+/gu) ?? [];
  // A bound of Go follows the name without a sign.
  return (/^\s*(?:in|out|const|reified|class|typename)\s/.test(head) ? words[1] : words[0]) ?? "";
}
