/**
 * The shortest edit between two short, or nearly equal, sequences. Algorithm: Myers, "An O(ND)
 * Difference Algorithm and Its Variations" (1986).
 */

/**
 * A stretch of each sequence that is still to be aligned. `depth` is the number of splits that led
 * to it.
 */
export interface AlignmentRegion {
  readonly beforeFrom: number;
  readonly beforeTo: number;
  readonly afterFrom: number;
  readonly afterTo: number;
  readonly depth: number;
}

// With more insertions and deletions, the two have so little in common that any pairing would be
// chance.
const MAX_EDITS = 512;

/**
 * Pairs the elements of a region that a shortest edit keeps, and returns the steps it took. Gives
 * up without pairs after `MAX_EDITS` edits, or once `budget` steps are spent.
 */
export function pairShortest(
  before: Int32Array,
  after: Int32Array,
  box: AlignmentRegion,
  partners: Int32Array,
  budget: number,
): number {
  const { beforeFrom, afterFrom } = box;
  const height = box.beforeTo - beforeFrom;
  const width = box.afterTo - afterFrom;
  const maxEdits = Math.min(height + width, MAX_EDITS);
  // A path that has taken x elements of `before` and y of `after` is on diagonal x - y. reached:
  // the furthest x on each diagonal, shifted by `zero`.
  const zero = maxEdits + 1;
  const reached = new Int32Array(2 * maxEdits + 3);
  const history: Int32Array[] = [];
  let steps = 0;
  for (let edits = 0; edits <= maxEdits; edits++) {
    history.push(reached.slice(zero - edits - 1, zero + edits + 2));
    for (let diagonal = -edits; diagonal <= edits; diagonal += 2) {
      const insert = comesDown(reached, zero, diagonal, edits);
      let x = insert ? reached[zero + diagonal + 1]! : reached[zero + diagonal - 1]! + 1;
      if (edits === 0) x = 0;
      const start = x;
      while (x < height && x - diagonal < width && before[beforeFrom + x] === after[afterFrom + x - diagonal]) x++;
      reached[zero + diagonal] = x;
      steps += x - start + 1;
      if (x >= height && x - diagonal >= width) {
        walkBack(history, box, partners);
        return steps;
      }
      if (steps > budget) return steps;
    }
  }
  return steps;
}

/**
 * Whether the best path to a diagonal inserts (comes from the diagonal above) instead of deleting.
 */
function comesDown(reached: Int32Array, zero: number, diagonal: number, edits: number): boolean {
  if (diagonal === -edits) return true;
  return diagonal !== edits && reached[zero + diagonal - 1]! < reached[zero + diagonal + 1]!;
}

/**
 * Follows the path back from the end of both sequences to their start, and pairs the elements that
 * it keeps.
 */
function walkBack(history: readonly Int32Array[], box: AlignmentRegion, partners: Int32Array): void {
  let x = box.beforeTo - box.beforeFrom;
  let y = box.afterTo - box.afterFrom;
  for (let edits = history.length - 1; edits > 0; edits--) {
    const reached = history[edits]!;
    const zero = edits + 1;
    const insert = comesDown(reached, zero, x - y, edits);
    const previousDiagonal = insert ? x - y + 1 : x - y - 1;
    const previousX = reached[zero + previousDiagonal]!;
    const startX = insert ? previousX : previousX + 1;
    while (x > startX) partners[box.beforeFrom + --x] = box.afterFrom + --y;
    x = previousX;
    y = previousX - previousDiagonal;
  }
  while (x > 0) partners[box.beforeFrom + --x] = box.afterFrom + --y;
}
