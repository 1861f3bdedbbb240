/**
 * Checks paths with parameters as declarations in real files have them: each leads to its
 * declaration, and with another parameter to none.
 */

import { attempt, LocateError } from "../../../src/error.js";
import { resolve } from "../../../src/locate/resolve/resolve.js";
import { closeOf } from "../../../src/locate/symbols/codeBrackets.js";
import { declaredNameOffset } from "../../../src/locate/symbols/declaredName.js";
import { type SymbolEntry, symbolIndexOf } from "../../../src/locate/symbols/symbolIndex.js";
import { callableSymbolKinds } from "../../../src/locate/symbols/symbolNode.js";
import { uniquePathOf } from "../../../src/locate/symbols/uniquePath.js";
import { Document } from "../../../src/text/document.js";
import { viewOf } from "../../syntax/parsedSources.js";
import { pick, type Random } from "../../text/random.js";

/** The numbers of paths checked, and what went wrong with some. */
export interface CheckedPaths {
  plain: number;
  chosen: number;
  refused: number;
  readonly wrong: string[];
}

/** The maximum of symbols of a file that are checked. */
const MAX_SYMBOLS = 40;

export async function checkConstraints(
  { path, language, text }: { readonly path: string; readonly language: string; readonly text: string },
  random: Random,
  checked: CheckedPaths,
): Promise<void> {
  const { symbols } = await viewOf(language, text);
  const document = Document.of(text);
  const source = { document, symbols, languageId: language };
  const { entries } = symbolIndexOf(symbols, "code");
  const find = (symbol_path: readonly string[]) =>
    attempt(() => resolve({ file_path: path, scope: { symbol_path } }, source, "point", "read"));
  const drawn = Array.from({ length: Math.min(MAX_SYMBOLS, entries.length) }, () => pick(random, entries));
  for (const entry of new Set(drawn)) {
    const names = uniquePathOf(entry, symbols, { language, path, document, text: document.slice(0, 4_000) });
    if (names === null) continue;
    const at = declaredNameOffset(entry.node, text, language);
    const say = (symbol_path: readonly string[], found: unknown) =>
      checked.wrong.push(
        `${path} ${JSON.stringify(symbol_path)}: ${found instanceof LocateError ? found.message : JSON.stringify(found)}`,
      );
    const plain = find(names);
    checked.plain++;
    if (plain instanceof LocateError || plain.from !== at) say(names, plain);
    const head = headOf(entry, text, at);
    if (head === undefined) continue;
    const withHead = [...names.slice(0, -1), head];
    const chosen = find(withHead);
    checked.chosen++;
    // Another declaration may have the same head.
    if (chosen instanceof LocateError) {
      if (chosen.kind !== "symbol_ambiguous") say(withHead, chosen);
    } else if (chosen.from !== at && !text.startsWith(head, chosen.from)) say(withHead, chosen);
    const other = [...names.slice(0, -1), withOtherParameter(head, random)];
    const refused = find(other);
    checked.refused++;
    if (!(refused instanceof LocateError) || refused.kind !== "symbol_not_found") say(other, refused);
  }
}

/** Returns the name and the parameters of a function as they are in the text. */
function headOf({ node, name }: SymbolEntry, text: string, at: number): string | undefined {
  const own = name.plain.at(-1) ?? "";
  if (!callableSymbolKinds.has(node.kind) || !/^\w+$/.test(own) || !text.startsWith(`${own}(`, at)) return undefined;
  const close = closeOf(text, at + own.length, at + 1_000);
  const head = text.slice(at, close + 1);
  // Strings and comments may hold brackets.
  return close >= text.length || /["'`#]|\/\/|\/\*/.test(head) ? undefined : head;
}

/** Adds a parameter that no function has, or renames one. */
function withOtherParameter(head: string, random: Random): string {
  const isEmpty = /\(\s*\)$/.test(head);
  const words = [...head.slice(head.indexOf("(")).matchAll(/[\p{L}_][\p{L}\p{N}_]*/gu)];
  if (isEmpty || words.length === 0 || random(2) === 0)
    return head.replace(/,?\s*\)$/, `${isEmpty ? "" : ", "}noSuchName: NoSuchType)`);
  const word = pick(random, words);
  const from = head.indexOf("(") + word.index;
  return `${head.slice(0, from)}noSuchName${head.slice(from + word[0].length)}`;
}
