/** The declarations of a text that the search for their names would leave out. */

import { Document } from "../../../src/text/document.js";
import { createDeclarationFinder } from "../../../src/workspace/parse/declarationSearch.js";
import { extractDeclarations } from "../../../src/workspace/parse/fileResults.js";
import { searchWordOf } from "../../../src/workspace/store/wordFilter.js";
import { outlineOfSource } from "../../syntax/packagedGrammars.js";

/** Returns each missed declaration with its line, and the number of all. */
export async function missedDeclarations(
  language: string,
  text: string,
): Promise<{ readonly missed: readonly string[]; readonly count: number }> {
  const document = Document.of(text);
  const declarations = extractDeclarations(await outlineOfSource(language, text), document, language);
  const bytes = Buffer.from(text);
  const names = new Set(declarations.map(({ name }) => name).filter((name) => searchWordOf(name) === name));
  const missedNames = [...names].filter((name) => !createDeclarationFinder(name)(bytes, language));
  const lines = text.split(/\r\n|\r|\n/);
  const missed = missedNames.map((name) => {
    const line = declarations.find((each) => each.name === name)?.line ?? 0;
    return `${name} in ${lines[line]?.trim()}`;
  });
  return { missed, count: names.size };
}
