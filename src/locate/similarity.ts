/** The similarity of names, for suggestions and for fuzzy finds. */

/** Names longer than this are compared by their beginnings, in UTF-16 code units. */
export const MAX_COMPARED_LENGTH = 64;
/** The similarity of two names that differ in case only. */
export const CASE_ONLY_SIMILARITY = 0.99;
const MIN_CONTAINED_LENGTH = 3;

/**
 * Returns 1 for equal names, 0 for names with nothing in common. A changed, missing, surplus or
 * swapped character counts once.
 */
export function similarity(one: string, other: string): number {
  if (one === other) return 1;
  const [a, b] = [one.slice(0, MAX_COMPARED_LENGTH), other.slice(0, MAX_COMPARED_LENGTH)];
  const length = Math.max(a.length, b.length);
  if (length === 0 || Math.abs(a.length - b.length) > length / 2) return 0;
  return 1 - editDistance(a, b) / length;
}

/**
 * As `similarity`, but a difference in case counts next to nothing, and a name that contains the
 * other is similar to it.
 */
export function looseSimilarity(one: string, other: string): number {
  const [a, b] = [one.toLowerCase(), other.toLowerCase()];
  if (one === other) return 1;
  if (a === b) return CASE_ONLY_SIMILARITY;
  const [shorter, longer] = a.length < b.length ? [a, b] : [b, a];
  const contained = longer.includes(shorter) ? containmentSimilarity(shorter.length, longer.length) : 0;
  const sameCase = similarity(one, other);
  return Math.max(sameCase, CASE_ONLY_SIMILARITY * similarity(a, b), contained);
}

/**
 * Returns the similarity of two names of these lengths of which the longer contains the shorter.
 */
function containmentSimilarity(shorterLength: number, longerLength: number): number {
  return shorterLength < MIN_CONTAINED_LENGTH ? 0 : 0.6 + (0.3 * shorterLength) / longerLength;
}

/**
 * Counts insertions, deletions, replacements and swaps of neighbours. Keeps three rows of the
 * table.
 */
export function editDistance(a: string, b: string): number {
  let beforeLast = new Uint16Array(b.length + 1);
  let last = new Uint16Array(b.length + 1);
  let row = new Uint16Array(b.length + 1);
  for (let j = 1; j <= b.length; j++) last[j] = j;
  for (let i = 1; i <= a.length; i++) {
    row[0] = i;
    const code = a.charCodeAt(i - 1);
    for (let j = 1; j <= b.length; j++) {
      const replaced = (last[j - 1] ?? 0) + (code === b.charCodeAt(j - 1) ? 0 : 1);
      let least = Math.min(replaced, (last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1);
      const isSwap = i > 1 && j > 1 && code === b.charCodeAt(j - 2) && a.charCodeAt(i - 2) === b.charCodeAt(j - 1);
      if (isSwap) least = Math.min(least, (beforeLast[j - 2] ?? 0) + 1);
      row[j] = least;
    }
    [beforeLast, last, row] = [last, row, beforeLast];
  }
  return last[b.length] ?? 0;
}
