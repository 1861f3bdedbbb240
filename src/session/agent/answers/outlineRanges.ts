/**
 * Ranges of flat symbols, begun at the name: a client without hierarchical symbols takes the start
 * of a symbol's range for the place of its name, and asks on there.
 */

import { isWordAt } from "../../../locate/find/characters.js";
import type { SymbolNode } from "../../../locate/symbols/symbolNode.js";
import { offsetToPosition, type Range, rangeToOffsets } from "../../../text/position.js";
import type { Stretch } from "../../../text/stretch.js";
import { elements, findValue, type Splice, skipSpace, splice, stringAt } from "../../../wire/json.js";
import type { RequestContext } from "../../client/requestContext.js";
import { lastPlainName } from "../../place/declarationPath.js";
import { type DocumentVersion, syntaxViewOf } from "../../place/syntaxView.js";

/** Returns an answer to documentSymbol (JSON) with the ranges of its flat symbols so. */
export async function putNamesFirst(
  answer: Buffer,
  document: DocumentVersion,
  context: RequestContext,
): Promise<Buffer> {
  const splices: Splice[] = [];
  let symbols: readonly SymbolNode[] | undefined;
  for (const item of elements(answer, skipSpace(answer, 0))) {
    const name = stringAt(answer, findValue(answer, ["name"], item.from));
    const range = findValue(answer, ["location", "range"], item.from);
    if (name === undefined || !range) continue;
    const { start, end } = JSON.parse(answer.toString("utf8", range.from, range.to)) as Range;
    const plain = lastPlainName([name], document.languageId);
    const whole = rangeToOffsets(document.text, { start, end }, context.client.encoding);
    if (plain === "" || document.text.slice(whole.from, whole.from + plain.length) === plain) continue;
    symbols ??= (await syntaxViewOf(document, context))?.symbols ?? [];
    const at = nameOffset(symbols, plain, whole, document);
    if (at === undefined) continue;
    const own = { start: offsetToPosition(document.text, at, context.client.encoding), end };
    splices.push({ ...range, bytes: Buffer.from(JSON.stringify(own)) });
  }
  return splices.length === 0 ? answer : splice(answer, splices);
}

/**
 * Returns the offset of a symbol's name in its range: that of its declaration, where a syntax tree
 * has one there, else the only one in its first line.
 */
function nameOffset(
  symbols: readonly SymbolNode[],
  name: string,
  whole: Stretch,
  { text, languageId }: DocumentVersion,
): number | undefined {
  const declared = firstNamed(symbols, name, whole, languageId);
  if (declared) return declared.nameFrom;
  const line = text.slice(whole.from, Math.min(whole.to, text.lineTo(text.lineAt(whole.from))));
  const offsets: number[] = [];
  for (let at = line.indexOf(name); at >= 0; at = line.indexOf(name, at + 1)) {
    const isWord = !(at > 0 && isWordAt(line, at - 1)) && !isWordAt(line, at + name.length);
    if (isWord) offsets.push(whole.from + at);
  }
  return offsets.length === 1 ? offsets[0] : undefined;
}

/** Returns the outermost symbol of a name in a stretch. */
function firstNamed(
  symbols: readonly SymbolNode[],
  name: string,
  { from, to }: Stretch,
  languageId: string,
): SymbolNode | undefined {
  let level = symbols.filter((each) => each.from < to && each.to > from);
  while (level.length > 0) {
    const found = level.find(
      (each) => from <= each.nameFrom && each.nameTo <= to && lastPlainName([each.name], languageId) === name,
    );
    if (found) return found;
    level = level.flatMap(({ children }) => children).filter((each) => each.from < to && each.to > from);
  }
  return undefined;
}
