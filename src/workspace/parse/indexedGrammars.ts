/** The languages that are indexed: those with declarations that other files refer to by name. */

import { existsSync } from "node:fs";
import { join } from "node:path";
import { factsOf, languageDefinitions } from "../../languages/languages.js";
import type { Grammar, Grammars } from "../../syntax/grammars/grammars.js";

/**
 * Grammars of data and markup. Their keys, class names, elements and headings are not names of
 * code, and would outnumber these.
 */
export const dataGrammars: ReadonlySet<string> = new Set(
  languageDefinitions.flatMap(({ nameRule, grammar }) => (nameRule === "data" && grammar ? [grammar.name] : [])),
);

/**
 * Returns the grammars to index with, by language id: those of code that have an `outline` query.
 */
export function indexedGrammars(grammars: Grammars): Record<string, Grammar> {
  const indexed: Record<string, Grammar> = {};
  for (const languageId of grammars.languages()) {
    const grammar = grammars.of(languageId);
    if (grammar === undefined || factsOf(languageId).nameRule === "data") continue;
    const hasOutline = grammar.queries.some((folder) => existsSync(join(folder, "outline.scm")));
    // Each shipped grammar has one. If it is missing, its files are reported as not parsed.
    if (hasOutline || grammar.isShipped) indexed[languageId] = grammar;
  }
  return indexed;
}
