/** The bound names of a parsed text. */

import type { ParsedText } from "../trees/parsedText.js";
import { type BoundNames, bindNames } from "./bind.js";
import { runScopesQuery } from "./query/scopesQuery.js";

/** Bound once per parsed text; `undefined` if the language has no `scopes` query. */
const boundByText = new WeakMap<ParsedText, { readonly bound: BoundNames | undefined }>();

export function boundNamesOf(parsed: ParsedText): BoundNames | undefined {
  const known = boundByText.get(parsed);
  if (known) return known.bound;
  const items = runScopesQuery(parsed);
  const bound = items && bindNames(items, parsed.document.length);
  boundByText.set(parsed, { bound });
  return bound;
}
