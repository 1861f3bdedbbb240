/** Which languages are indexed: those whose declarations are names that other files use. */

import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Grammar, Grammars } from "../../syntax/grammars/grammars.js";

/** Grammars of data and markup: keys, class names, elements and headings are no names of code, and there are more of them than of those. */
export const dataGrammars: ReadonlySet<string> = new Set(["css", "html", "json", "markdown", "toml", "yaml"]);

/** Grammars of files that hold code in a frame of markup: only what is embedded in them declares anything. */
export const hostGrammars: ReadonlySet<string> = new Set(["svelte", "vue"]);

/** Language ids of data, under which a user's own grammar may go too. */
const dataLanguages: ReadonlySet<string> = new Set([
  ...dataGrammars,
  ...["dockercompose", "json5", "jsonc", "jsonl", "less", "mdx", "scss", "xml"],
]);

/** The grammars that the index needs, by language id: of code, and with a query that says what is declared. */
export function indexedGrammars(grammars: Grammars): Record<string, Grammar> {
  const indexed: Record<string, Grammar> = {};
  for (const languageId of grammars.languages()) {
    const grammar = grammars.of(languageId);
    if (grammar === undefined || dataLanguages.has(languageId) || dataGrammars.has(grammar.name)) continue;
    if (grammar.queries.some((folder) => existsSync(join(folder, "outline.scm")))) indexed[languageId] = grammar;
  }
  return indexed;
}
