/** The parameters of functions, by their names. */

import type { DeclaredEntity } from "../entities/entity.js";

/** Returns a parameter by its name; undefined if the function has none of that name. */
export function parameterOf({ file, symbol, owners }: DeclaredEntity, name: string): DeclaredEntity | undefined {
  if (symbol === undefined) return undefined;
  const head = file.text.slice(symbol.nameTo, Math.min(symbol.to, symbol.nameTo + MAX_HEAD_LENGTH));
  const open = head.indexOf("(");
  const list = open < 0 ? "" : head.slice(open, endOfList(head, open));
  const before = [...list.matchAll(/[\p{ID_Continue}$]+/gu)].find(([word]) => word.replace(/^\$/, "") === name);
  if (before === undefined) return undefined;
  const from = symbol.nameTo + open + before.index + (before[0].length - name.length);
  return { kind: "local", file, from, to: from + name.length, owners: [...owners, symbol] };
}

const MAX_HEAD_LENGTH = 5_000;

function endOfList(text: string, open: number): number {
  let depth = 0;
  for (let at = open; at < text.length; at++) {
    if (text[at] === "(") depth++;
    if (text[at] === ")" && --depth === 0) return at;
  }
  return text.length;
}
