/** Search for a pattern in a token stream, in linear time and without backtracking. */
import { failureTable } from "./stringSearch.js";
import { type Bits, hasBit, type TokenStream } from "./tokenStream.js";

export interface TokenPattern {
  /**
   * The ids of tokens that must be consecutive in the stream. May be empty: then every index is a
   * candidate.
   */
  readonly core: Int32Array;
  /** The numbers of tokens in the whole pattern before the core, and in all. */
  readonly countBefore: number;
  readonly count: number;
  /**
   * By index in the whole pattern: tokens that must not be flagged in the stream. Null where there
   * are none.
   */
  readonly forbiddenFlags: Bits | null;
}

/**
 * Calls `visit` for each place where the core matches and no forbidden token is flagged, in
 * ascending order, including overlapping ones. `visit` receives the index in the stream of the
 * whole pattern's first token.
 */
export function forEachCandidate(stream: TokenStream, pattern: TokenPattern, visit: (first: number) => void): void {
  const { core, countBefore, count } = pattern;
  const hasForbiddenFlag =
    pattern.forbiddenFlags === null ? () => false : createFlagCheck(pattern.forbiddenFlags, count, stream.flags);
  const last = stream.count - count;
  const offer = (first: number) => {
    if (first >= 0 && first <= last && !hasForbiddenFlag(first)) visit(first);
  };
  if (core.length === 0) {
    for (let first = 0; first <= last; first++) offer(first);
    return;
  }
  const failure = failureTable(core.length, (a, b) => core[a] === core[b]);
  const { ids } = stream;
  let matched = 0;
  for (let index = 0; index < stream.count; index++) {
    const id = ids[index];
    while (matched > 0 && core[matched] !== id) matched = failure[matched - 1] ?? 0;
    if (core[matched] === id) matched++;
    if (matched < core.length) continue;
    offer(index + 1 - core.length - countBefore);
    matched = failure[matched - 1] ?? 0;
  }
}

/**
 * Returns a check for forbidden flags in a window of the stream. Looks first at the flag that
 * decided last, as it decides again and again in periodic text, and compares the rest 32 tokens at
 * a time.
 */
function createFlagCheck(forbiddenFlags: Bits, count: number, flags: Bits): (first: number) => boolean {
  const words: number[] = [];
  for (let index = 0; index <= (count - 1) >> 5; index++) if (forbiddenFlags[index] !== 0) words.push(index);
  let decisive = -1;
  return (first) => {
    const previous = decisive - first;
    if (previous >= 0 && previous < count && hasBit(forbiddenFlags, previous)) return true;
    const shift = first & 31;
    for (const index of words) {
      const place = (first >> 5) + index;
      const low = flags[place] ?? 0;
      const window = shift === 0 ? low : (low >>> shift) | ((flags[place + 1] ?? 0) << (32 - shift));
      const hits = window & (forbiddenFlags[index] ?? 0);
      if (hits === 0) continue;
      decisive = first + index * 32 + (31 - Math.clz32(hits & -hits));
      return true;
    }
    return false;
  };
}
