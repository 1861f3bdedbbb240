/** Divides the length of an answer among its sections. */

/** A section that is cut to the length that it gets. */
export interface WeightedSection {
  /** Its share, compared with others. */
  readonly weight: number;
  /** The length of all of it, in characters. */
  readonly length: number;
}

/**
 * Returns the length that each section gets: what a short one leaves of its share goes to the
 * others.
 */
export function shareLengths(sections: readonly WeightedSection[], total: number): readonly number[] {
  const shares = sections.map(() => 0);
  let open = sections.map((_, n) => n);
  let left = total;
  while (open.length > 0) {
    const weights = open.reduce((sum, n) => sum + (sections[n] as WeightedSection).weight, 0);
    const shareOf = (n: number) => Math.floor((left * (sections[n] as WeightedSection).weight) / weights);
    const short = open.filter((n) => (sections[n] as WeightedSection).length <= shareOf(n));
    if (short.length === 0) {
      const fair = open.map(shareOf);
      for (const [at, n] of open.entries()) shares[n] = fair[at] as number;
      return shares;
    }
    for (const n of short) {
      shares[n] = (sections[n] as WeightedSection).length;
      left -= shares[n];
    }
    open = open.filter((n) => !short.includes(n));
  }
  return shares;
}
