/** Stretches of text. */

/** Offsets in UTF-16 code units, 0-based, half-open. */
export interface Stretch {
  readonly from: number;
  readonly to: number;
}

/** Returns whether `inner` lies in `outer`; equal stretches contain each other. */
export function containsStretch(outer: Stretch, inner: Stretch): boolean {
  return outer.from <= inner.from && inner.to <= outer.to;
}
