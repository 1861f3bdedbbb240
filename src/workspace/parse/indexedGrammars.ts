/** The languages that are indexed: those with declarations that other files refer to by name. */

import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Grammar, Grammars } from "../../syntax/grammars/grammars.js";

/**
 * Grammars of data and markup. Their keys, class names, elements and headings are not names of
 * code, and would outnumber these.
 */
export const dataGrammars: ReadonlySet<string> = new Set(["css", "html", "json", "markdown", "toml", "yaml"]);

/** Grammars of markup that embeds code. Only the embedded code has declarations. */
export const hostGrammars: ReadonlySet<string> = new Set(["svelte", "vue"]);

/** Language ids of data. A user's own grammar may have one of them. */
const dataLanguages: ReadonlySet<string> = new Set([
  ...dataGrammars,
  ...["dockercompose", "json5", "jsonc", "jsonl", "less", "mdx", "scss", "xml"],
]);

/**
 * Returns the grammars to index with, by language id: those of code that have an `outline` query.
 */
export function indexedGrammars(grammars: Grammars): Record<string, Grammar> {
  const indexed: Record<string, Grammar> = {};
  for (const languageId of grammars.languages()) {
    const grammar = grammars.of(languageId);
    if (grammar === undefined || dataLanguages.has(languageId) || dataGrammars.has(grammar.name)) continue;
    if (grammar.queries.some((folder) => existsSync(join(folder, "outline.scm")))) indexed[languageId] = grammar;
  }
  return indexed;
}
