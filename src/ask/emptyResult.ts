/** Empty results. */

import type { RawJson } from "../wire/rawJson.js";

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
