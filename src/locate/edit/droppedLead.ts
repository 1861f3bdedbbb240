/** What a declaration has before its name, and the text that replaces the declaration lacks. */

import { skipComments } from "../symbols/comments.js";
import { isAttributeLine } from "./lineShape.js";

/** Matches what makes a declaration visible elsewhere. */
const VISIBILITY = /^(?:export(?:\s+default)?|pub(?:\s*\([^)]*\))?)(?=\s)/;

/**
 * Returns the decorators of a replaced declaration, if the new text has none, and its `export` or
 * `pub`, if that is missing. `replaced` begins with the declaration.
 */
export function droppedLead(replaced: string, newText: string, language: string): string[] {
  const before = leadOf(replaced, language);
  const after = leadOf(newText, language);
  const attributes = after.attributes.length > 0 ? [] : before.attributes;
  const visibility = after.visibility === undefined ? before.visibility : undefined;
  return visibility === undefined ? [...attributes] : [...attributes, visibility];
}

interface Lead {
  readonly attributes: readonly string[];
  readonly visibility: string | undefined;
}

/** Matches a decorator or attribute at the start of a text, with brackets nested twice at most. */
const ATTRIBUTE =
  /^(?:@(?!interface\b)[\p{ID_Continue}.]+(?:\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\))?|#?\[(?:[^[\]]|\[[^\]]*\])*\])/u;

function leadOf(text: string, language: string): Lead {
  const attributes: string[] = [];
  let at = 0;
  for (;;) {
    at = skipComments(text, at, text.length, language);
    const rest = text.slice(at);
    const [attribute] = (isAttributeLine(rest, language) && ATTRIBUTE.exec(rest)) || [];
    if (attribute === undefined) return { attributes, visibility: VISIBILITY.exec(rest)?.[0] };
    attributes.push(attribute);
    at += attribute.length;
  }
}
