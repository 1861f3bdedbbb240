/** What a text imports: names, and the modules that are named. Plain values, for the worker. */

import type { Stretch } from "../../text/stretch.js";
import { allTexts, type ParsedText } from "../trees/parsedText.js";
import { boundNamesOf } from "./boundNames.js";
import type { ImportOrigin } from "./nameInfo.js";

export interface ImportedName {
  readonly name: string;
  readonly origin: ImportOrigin;
  /** Where it is imported, in source order: in one place, or in the branches of a condition. */
  readonly definitions: readonly Stretch[];
  /** All other occurrences in the text. */
  readonly uses: readonly Stretch[];
}

export interface TextImports {
  readonly names: readonly ImportedName[];
  /** The names of modules as they are written, without quotes; in source order. */
  readonly sources: readonly (Stretch & { readonly source: string })[];
}

/** Returns the imports of a text; none without a query of its scopes. */
export function textImports(parsed: ParsedText): TextImports {
  const names: ImportedName[] = [];
  const sources = new Map<number, Stretch & { source: string }>();
  for (const text of allTexts(parsed)) {
    const bound = boundNamesOf(text);
    if (bound === undefined) continue;
    const seen = new Set<object>();
    for (const { item, binding } of bound.names) {
      const { from, to } = item;
      if (item.item === "original" && item.import.original === undefined)
        sources.set(from, { from, to, source: item.import.source });
      if (item.item !== "definition" || item.import === undefined || binding === undefined) continue;
      // The last word of a module's name may declare it: `import os`, `import "net/http"`.
      const written = text.document.slice(from, to);
      const isSource = item.import.original === undefined && item.import.source.endsWith(written);
      const start = to - item.import.source.length;
      if (isSource) sources.set(start, { from: start, to, source: item.import.source });
      if (seen.has(binding)) continue;
      seen.add(binding);
      const definitions = binding.definitions.map((each) => ({ from: each.from, to: each.to }));
      const uses = binding.occurrences
        .filter((each) => !definitions.some((definition) => definition.from === each.from))
        .map((each) => ({ from: each.from, to: each.to }));
      names.push({ name: binding.name, origin: item.import, definitions, uses });
    }
  }
  const written = [...sources.values()].filter((each) => parsed.document.slice(each.from, each.to) === each.source);
  return { names, sources: written.sort((one, other) => one.from - other.from) };
}
