/** The languages that are indexed: those with declarations that other files refer to by name. */

import { existsSync } from "node:fs";
import { join } from "node:path";
import { factsOf } from "../../languages/languages.js";
import type { Grammar, Grammars } from "../../syntax/grammars/grammars.js";

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
