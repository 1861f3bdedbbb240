/** The symbols around a declaration. */

import { factsOf } from "../languages/languages.js";
import { readName } from "../locate/symbols/symbolNames.js";
import type { OutlineSymbol } from "../syntax/outline/outline.js";
import type { NameInfo } from "../syntax/scopes/nameInfo.js";
import type { Syntax, SyntaxText } from "../syntax/syntax.js";

/**
 * Returns the names of the symbols around the declaration of a name, outermost first, as written
 * and plain: `impl Read for Cache` and `Cache`. Empty if its file does not declare it.
 */
export async function containersOf(
  { definitions: [definition] }: Pick<NameInfo, "definitions">,
  text: SyntaxText,
  syntax: Syntax,
): Promise<readonly string[]> {
  return definition === undefined ? [] : namesAround(await syntax.outline(text), definition.from, text.languageId);
}

function namesAround(symbols: readonly OutlineSymbol[], offset: number, languageId: string): readonly string[] {
  const around = symbols.find(({ from, to, nameFrom }) => from <= offset && offset < to && nameFrom !== offset);
  if (around === undefined) return [];
  const { plain } = readName(around.name, factsOf(languageId).nameRule);
  return [around.name, ...plain, ...namesAround(around.children, offset, languageId)];
}
