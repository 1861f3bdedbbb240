/** A stretch of text: offsets in UTF-16 code units, 0-based, half-open. */
export interface Stretch {
  readonly from: number;
  readonly to: number;
}
