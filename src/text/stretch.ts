/** A stretch of text: offsets in UTF-16 code units, 0-based, half-open. */
export interface Stretch {
  readonly from: number;
  readonly to: number;
}

/** Checks whether `inner` lies in `outer`, ends included. */
export function containsStretch(outer: Stretch, inner: Stretch): boolean {
  return outer.from <= inner.from && inner.to <= outer.to;
}
