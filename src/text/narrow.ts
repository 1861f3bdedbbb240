/** What two texts have in common at their ends, and changes narrowed to what differs between. */

import type { Change } from "./change.js";
import { isInseparableAt } from "./lineEnd.js";

/**
 * The change without what the replaced text and the new one begin and end with alike. A `\r\n` or a surrogate pair is kept or replaced
 * whole. Where the texts are equal, nothing is left: from = to, length 0.
 */
export function narrow(change: Change, oldText: string, newText: string): Change {
  let prefix = commonPrefix(oldText, newText);
  if (prefix === oldText.length && prefix === newText.length) return { from: change.to, to: change.to, length: 0 };
  if (isInseparableAt(oldText, prefix) || isInseparableAt(newText, prefix)) prefix--;
  let suffix = commonSuffix(oldText, newText, Math.min(oldText.length, newText.length) - prefix);
  if (isInseparableAt(oldText, oldText.length - suffix) || isInseparableAt(newText, newText.length - suffix)) suffix--;
  return { from: change.from + prefix, to: change.to - suffix, length: change.length - prefix - suffix };
}

// Equal stretches this long are compared by the engine at once, many times quicker than unit by unit.
const COMPARE_STRIDE = 1024;

/** How many code units two texts begin with alike. */
export function commonPrefix(left: string, right: string): number {
  const maxLength = Math.min(left.length, right.length);
  let length = 0;
  while (
    length + COMPARE_STRIDE <= maxLength &&
    left.slice(length, length + COMPARE_STRIDE) === right.slice(length, length + COMPARE_STRIDE)
  ) {
    length += COMPARE_STRIDE;
  }
  while (length < maxLength && left.charCodeAt(length) === right.charCodeAt(length)) length++;
  return length;
}

/** How many code units two texts end with alike, at most `most`. */
export function commonSuffix(left: string, right: string, maxLength: number): number {
  const tail = (text: string, length: number) =>
    text.slice(text.length - length - COMPARE_STRIDE, text.length - length);
  let length = 0;
  while (length + COMPARE_STRIDE <= maxLength && tail(left, length) === tail(right, length)) length += COMPARE_STRIDE;
  while (
    length < maxLength &&
    left.charCodeAt(left.length - 1 - length) === right.charCodeAt(right.length - 1 - length)
  ) {
    length++;
  }
  return length;
}
