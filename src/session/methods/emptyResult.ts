/** Answers that say nothing, and where else to ask then. */

import { isWordAt } from "../../locate/find/characters.js";
import type { RawJson } from "../../wire/conversation.js";
import type { Place } from "../place/resolvePlace.js";

/** A longer answer is not empty; a shorter one is looked into. */
const MAX_EMPTY_BYTES = 2000;

/** null, nothing in it, an empty text; or TypeScript's hover while it loads, which begins with "(loading...)". */
export function isEmptyResult(answer: RawJson): boolean {
  if (answer.bytes.length > MAX_EMPTY_BYTES) return false;
  const value = answer.parse();
  return isEmpty(value) || JSON.stringify(value).includes("(loading...)");
}

function isEmpty(value: unknown): boolean {
  if (value === null || value === undefined || value === "") return true;
  if (Array.isArray(value)) return value.every(isEmpty);
  if (typeof value !== "object") return false;
  const { contents, items, signatures, data, value: text } = value as Record<string, unknown>;
  if (text !== undefined) return isEmpty(text); // MarkupContent, MarkedString
  const content = contents ?? items ?? signatures ?? data;
  return content !== undefined && isEmpty(content);
}

/** Where a place stands at the right edge of a word: the offset of the word's last character; else undefined. */
export function wordEndBefore(place: Place): number | undefined {
  const { text } = place.document();
  const { from } = place.now();
  const around = text.slice(Math.max(0, from - 2), from + 2);
  const at = Math.min(2, from);
  const width = /[\uDC00-\uDFFF]/.test(around[at - 1] ?? "") ? 2 : 1;
  if (at === 0 || !isWordAt(around, at - width)) return undefined;
  return at < around.length && isWordAt(around, at) ? undefined : from - width;
}
