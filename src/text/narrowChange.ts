/** Common ends of two texts, and changes narrowed to what differs between them. */

import type { Change } from "./change.js";
import { isInseparableAt } from "./lineEnd.js";

/**
 * Returns the change without the common start and end of the replaced text and the new one. A
 * `\r\n` or a surrogate pair is kept or replaced whole. Where the texts are equal, the result is
 * empty: from = to, length 0.
 */
export function narrow(change: Change, oldText: string, newText: string): Change {
  let prefix = commonPrefix(oldText, newText);
  if (prefix === oldText.length && prefix === newText.length) return { from: change.to, to: change.to, length: 0 };
  if (isInseparableAt(oldText, prefix) || isInseparableAt(newText, prefix)) prefix--;
  let suffix = commonSuffix(oldText, newText, Math.min(oldText.length, newText.length) - prefix);
  if (isInseparableAt(oldText, oldText.length - suffix) || isInseparableAt(newText, newText.length - suffix)) suffix--;
  return { from: change.from + prefix, to: change.to - suffix, length: change.length - prefix - suffix };
}

// The engine compares equal stretches of this length at once, many times faster than unit by unit.
const COMPARE_STRIDE = 1024;

/** Returns the length of the common start of two texts, in code units. */
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

/** Returns the length of the common end of two texts, in code units, at most `maxLength`. */
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
