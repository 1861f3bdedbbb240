/** What two texts have in common at their ends, and changes narrowed to what differs between. */

import type { Change } from "./change.js";
import { partsAt } from "./lineEnd.js";

/**
 * The change without what the replaced text and the new one begin and end with alike. A `\r\n` or a surrogate pair is kept or replaced
 * whole. Where the texts are equal, nothing is left: from = to, length 0.
 */
export function narrow(change: Change, oldText: string, newText: string): Change {
  let prefix = commonPrefix(oldText, newText);
  if (prefix === oldText.length && prefix === newText.length) return { from: change.to, to: change.to, length: 0 };
  if (partsAt(oldText, prefix) || partsAt(newText, prefix)) prefix--;
  let suffix = commonSuffix(oldText, newText, Math.min(oldText.length, newText.length) - prefix);
  if (partsAt(oldText, oldText.length - suffix) || partsAt(newText, newText.length - suffix)) suffix--;
  return { from: change.from + prefix, to: change.to - suffix, length: change.length - prefix - suffix };
}

// Equal stretches this long are compared by the engine at once, many times quicker than unit by unit.
const stride = 1024;

/** How many code units two texts begin with alike. */
export function commonPrefix(left: string, right: string): number {
  const most = Math.min(left.length, right.length);
  let length = 0;
  while (length + stride <= most && left.slice(length, length + stride) === right.slice(length, length + stride)) {
    length += stride;
  }
  while (length < most && left.charCodeAt(length) === right.charCodeAt(length)) length++;
  return length;
}

/** How many code units two texts end with alike, at most `most`. */
export function commonSuffix(left: string, right: string, most: number): number {
  const tail = (text: string, length: number) => text.slice(text.length - length - stride, text.length - length);
  let length = 0;
  while (length + stride <= most && tail(left, length) === tail(right, length)) length += stride;
  while (length < most && left.charCodeAt(left.length - 1 - length) === right.charCodeAt(right.length - 1 - length)) {
    length++;
  }
  return length;
}
