/** Outlines, drawn: a listing of all of them, or one symbol in its source. */

import type { OutlineSymbol } from "../../../src/syntax/outline/outline.js";
import { outlineOfSource } from "../packagedGrammars.js";

/**
 * The outline has to be as listed, a line each: indentation, kind, name, detail in brackets, 1-based first and last line, `~` before what is local.
 * `(comment above) lines 3-5, code from 4` is written `3/4-5`.
 */
export async function lists(language: string, source: string, listing: string): Promise<void> {
  expect(`\n${list(await outlineOfSource(language, source), source, "").join("\n")}\n`).toBe(listing);
}

function list(symbols: readonly OutlineSymbol[], source: string, indent: string): string[] {
  const lineOf = (offset: number) => source.slice(0, offset).split("\n").length;
  return symbols.flatMap((symbol) => {
    const { name, kind, detail, from, codeFrom, to, isLocal, children } = symbol;
    const start = codeFrom === from ? `${lineOf(from)}` : `${lineOf(from)}/${lineOf(codeFrom)}`;
    const lines = lineOf(to) === lineOf(codeFrom) ? start : `${start}-${lineOf(to)}`;
    const said = `${indent}${isLocal ? "~" : ""}${kind} ${name}${detail ? ` [${detail}]` : ""} ${lines}`;
    return [said, ...list(children, source, `${indent}  `)];
  });
}

/**
 * The first symbol whose name is said, or whose path is where it is joined by `/`, has to lie as drawn: `⟦…⟧` around its code, `┃` where its name starts, and if
 * there is one, `«` where the comment before it begins.
 */
export async function draws(language: string, path: string, drawn: string): Promise<void> {
  const source = drawn.replace(/[┃⟦⟧«]/g, "");
  let symbols = await outlineOfSource(language, source);
  let found: OutlineSymbol | undefined;
  for (const name of path.split("/")) {
    found = symbols.find((symbol) => symbol.name === name);
    if (found === undefined) throw new Error(`no ${name} among ${symbols.map((symbol) => symbol.name).join(", ")}`);
    symbols = found.children;
  }
  const { from, codeFrom, to, nameFrom } = found as OutlineSymbol;
  const marks: readonly (readonly [number, string])[] = [
    ...(from < codeFrom ? ([[from, "«"]] as const) : []),
    [codeFrom, "⟦"],
    [nameFrom, "┃"],
    [to, "⟧"],
  ];
  let answer = source;
  // From the end, so that offsets stay; at one offset the last mark is written first.
  for (const [offset, mark] of [...marks].reverse()) answer = answer.slice(0, offset) + mark + answer.slice(offset);
  expect(answer).toBe(drawn);
}
