/** Changes to a text, and offsets carried through them. */

/** The stretch from..to was replaced by `length` new code units. Offsets are those of the text before the change. */
export interface Change {
  readonly from: number;
  readonly to: number;
  readonly length: number;
}

/** Which neighbour a place holds on to: the character before it, or the one behind it. */
export type Side = "before" | "after";

/**
 * Where a place is after a change, or null where what it stood on was deleted.
 *
 * A place shares the fate of one code unit: side "before" of the one before it, side "after" of the one behind it. So text that changes before the
 * place shifts it; text inserted exactly at it comes to stand behind a "before" and before an "after"; a deletion that covers both its
 * neighbours, or the one it holds on to, gives null. Where there is no such neighbour, at either end of the text, the end itself is held on to.
 *
 * A replacement deletes all it replaces: narrow it first, or what only seems to go is lost.
 */
export function mapOffset(change: Change, offset: number, side: Side): number | null {
  const { from, to, length } = change;
  if (offset < from) return offset;
  if (offset > to) return offset - (to - from) + length;
  // At the borders of the change: what the place holds on to is either outside, and stays, or inside, and goes.
  if (offset === from && side === "before") return from;
  if (offset === to && side === "after") return from + length;
  return null;
}

/** Where a point is after changes in turn: with the text behind it, or else with the text before it; null once both are deleted. */
export function mapPoint(changes: readonly Change[], offset: number): number | null {
  let mapped: number | null = offset;
  for (const change of changes) {
    mapped = mapOffset(change, mapped, "after") ?? mapOffset(change, mapped, "before");
    if (mapped === null) return null;
  }
  return mapped;
}

/** Maps through changes in turn, each in the offsets that the ones before it left. */
export function mapThrough(changes: readonly Change[], offset: number, side: Side): number | null {
  let mapped: number | null = offset;
  for (const change of changes) {
    mapped = mapOffset(change, mapped, side);
    if (mapped === null) return null;
  }
  return mapped;
}
