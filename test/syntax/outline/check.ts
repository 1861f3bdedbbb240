/** Checks outlines, drawn as a listing of all symbols or as one symbol in its source. */

import type { OutlineSymbol } from "../../../src/syntax/outline/outline.js";
import { outlineOfSource } from "../packagedGrammars.js";

/**
 * Checks the whole outline, one symbol a line: indentation, kind, name, detail in brackets, 1-based
 * first and last line, `~` before local symbols. `3/4-5` means: lines 3 to 5, code from line 4 (a
 * comment is above).
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
 * Checks the extent of one symbol, given by its name or by its path joined with `/`: `⟦…⟧` around
 * its code, `┃` at the start of its name, and `«` at the start of its leading comment, if it has
 * one.
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
  // From the end, so that offsets stay valid. At one offset the last mark is written first.
  for (const [offset, mark] of [...marks].reverse()) answer = answer.slice(0, offset) + mark + answer.slice(offset);
  expect(answer).toBe(drawn);
}
