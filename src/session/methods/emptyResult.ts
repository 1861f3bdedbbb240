/** Empty results, and the second place to request then. */

import { isWordAt } from "../../locate/find/characters.js";
import type { RawJson } from "../../wire/rawJson.js";
import type { Place } from "../place/resolvePlace.js";

/** A longer result is not empty. */
const MAX_EMPTY_BYTES = 2000;

/**
 * Whether a result is null, an empty text or has no items; or is TypeScript's hover while it loads,
 * which begins with "(loading...)".
 */
export function isEmptyResult(answer: Pick<RawJson, "bytes" | "parse">): boolean {
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

/**
 * Returns the offset of a word's last character if the place is at the word's right edge; else
 * undefined.
 */
export function wordEndBefore(place: Place): number | undefined {
  const { text } = place.document();
  const { from } = place.now();
  const around = text.slice(Math.max(0, from - 2), from + 2);
  const at = Math.min(2, from);
  const width = /[\uDC00-\uDFFF]/.test(around[at - 1] ?? "") ? 2 : 1;
  if (at === 0 || !isWordAt(around, at - width)) return undefined;
  return at < around.length && isWordAt(around, at) ? undefined : from - width;
}
