/** The bound names of a parsed text. */

import type { ParsedText } from "../trees/parsedText.js";
import { type Bound, bind } from "./bind.js";
import { scopeItems } from "./scopesQuery.js";

/** Made once per parsed text; undefined where names of its language can't be bound. */
const bounds = new WeakMap<ParsedText, { readonly bound: Bound | undefined }>();

export function boundOf(parsed: ParsedText): Bound | undefined {
  const known = bounds.get(parsed);
  if (known) return known.bound;
  const items = scopeItems(parsed);
  const bound = items && bind(items, parsed.document.length);
  bounds.set(parsed, { bound });
  return bound;
}
