/** The symbols around a declaration. */

import { factsOf } from "../languages/languages.js";
import { readName } from "../locate/symbols/symbolNames.js";
import type { OutlineSymbol } from "../syntax/outline/outlineSymbols.js";
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
  return definition === undefined ? [] : (await levelsAround(definition.from, text, syntax)).flat();
}

/**
 * Returns the names by which calls in other files call what has the name as a parameter; undefined
 * if it is no parameter that they may name.
 */
export async function callablesOf(
  name: Pick<NameInfo, "definitions" | "kind" | "isRenamable">,
  text: SyntaxText,
  syntax: Syntax,
): Promise<ReadonlySet<string> | undefined> {
  const { hasNamedArguments, constructorName } = factsOf(text.languageId);
  if (name.kind !== "parameter" || name.isRenamable || !hasNamedArguments) return undefined;
  const [definition] = name.definitions;
  if (definition === undefined) return undefined;
  const levels = await levelsAround(definition.from, text, syntax);
  const callable = levels.at(-1);
  if (callable === undefined) return undefined;
  const isConstructor = callable.some((each) => constructorName?.test(each));
  return new Set([...callable, ...(isConstructor ? (levels.at(-2) ?? []) : [])]);
}

/** Returns the names of each symbol around an offset, outermost first. */
async function levelsAround(offset: number, text: SyntaxText, syntax: Syntax): Promise<readonly (readonly string[])[]> {
  const { nameRule } = factsOf(text.languageId);
  const within = (symbols: readonly OutlineSymbol[]): readonly (readonly string[])[] => {
    const around = symbols.find(({ from, to }) => from <= offset && offset < to);
    if (around === undefined) return [];
    const { plain } = readName(around.name, nameRule);
    // A member that is declared apart has the name of its type before its own.
    if (around.nameFrom === offset) return plain.length > 1 ? [plain.slice(0, -1)] : [];
    return [[around.name, ...plain], ...within(around.children)];
  };
  return within(await syntax.outline(text));
}
