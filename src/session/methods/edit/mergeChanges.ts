/** Several changes of one text, in its order and apart from each other, as one. */

import type { Replacement } from "../../../locate/edit/editRequest.js";
import type { Document } from "../../../text/document.js";

/** Returns changes as one, with the text between them. */
export function mergeChanges(document: Document, changes: readonly [Replacement, ...Replacement[]]): Replacement {
  const [first] = changes;
  const last = changes.at(-1) ?? first;
  const parts: string[] = [];
  let copiedTo = first.from;
  for (const { from, to, insert } of changes) {
    parts.push(document.slice(copiedTo, from), insert);
    copiedTo = to;
  }
  return { from: first.from, to: last.to, insert: parts.join("") };
}
