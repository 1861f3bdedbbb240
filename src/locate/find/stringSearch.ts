/** String search: native in ordinary text, and in linear time in any text. */

// For longer strings, the engine's own search does not guarantee linear time, so the rest is
// compared here.
const MAX_NEEDLE_LENGTH = 200;
// The cost of comparing, beyond the length of the text, at which the linear search takes over.
const WORK_SLACK = 1 << 16;

/**
 * Calls `visit` for each occurrence of `needle` (not empty) in `from..to`, in ascending order.
 * `visit` returns the offset to continue at: after an occurrence that it accepts, at the next
 * character otherwise.
 */
export function forEachOccurrence(
  text: string,
  needle: string,
  from: number,
  to: number,
  visit: (offset: number) => number,
): void {
  // A view of the text, not a copy. The search must not continue past the scope.
  const view = from === 0 && to === text.length ? text : text.slice(from, to);
  const head = needle.length > MAX_NEEDLE_LENGTH ? needle.slice(0, MAX_NEEDLE_LENGTH) : needle;
  const budget = view.length + WORK_SLACK;
  let work = 0;
  let offset = 0;
  while (offset + needle.length <= view.length) {
    const found = view.indexOf(head, offset);
    if (found < 0 || found + needle.length > view.length) return;
    work += needle.length;
    if (work > budget) {
      searchInLinearTime(view, needle, found, (place) => visit(from + place) - from);
      return;
    }
    const isWhole = head === needle || view.startsWith(needle, found);
    offset = isWhole ? visit(from + found) - from : found + 1;
  }
}

/** Returns the offsets of the first `maxCount` occurrences in `from..to` that do not overlap. */
export function findOccurrences(text: string, needle: string, from: number, to: number, maxCount: number): number[] {
  const offsets: number[] = [];
  forEachOccurrence(text, needle, from, to, (offset) => {
    offsets.push(offset);
    return offsets.length >= maxCount ? to : offset + needle.length;
  });
  return offsets;
}

/** Knuth, Morris and Pratt: looks at each character of the text a bounded number of times. */
function searchInLinearTime(text: string, needle: string, from: number, visit: (offset: number) => number): void {
  const failure = failureTable(needle.length, (a, b) => needle.charCodeAt(a) === needle.charCodeAt(b));
  let matched = 0;
  let notBefore = from;
  for (let offset = from; offset < text.length; offset++) {
    const code = text.charCodeAt(offset);
    while (matched > 0 && needle.charCodeAt(matched) !== code) matched = failure[matched - 1] ?? 0;
    if (needle.charCodeAt(matched) === code) matched++;
    if (matched < needle.length) continue;
    const start = offset + 1 - needle.length;
    if (start >= notBefore) notBefore = visit(start);
    matched = failure[matched - 1] ?? 0;
  }
}

/**
 * Returns for each prefix of a sequence the length of the longest shorter prefix that it ends in.
 */
export function failureTable(length: number, areEqual: (a: number, b: number) => boolean): Int32Array {
  const failure = new Int32Array(length);
  let matched = 0;
  for (let index = 1; index < length; index++) {
    while (matched > 0 && !areEqual(index, matched)) matched = failure[matched - 1] ?? 0;
    if (areEqual(index, matched)) matched++;
    failure[index] = matched;
  }
  return failure;
}
