/** Changes to a text, and the mapping of offsets through them. */

import type { Stretch } from "./stretch.js";

/**
 * The replacement of the stretch from..to by `length` new code units. Offsets are those of the text
 * before the change.
 */
export interface Change {
  readonly from: number;
  readonly to: number;
  readonly length: number;
}

/** The neighbour that an offset sticks to: the character before it, or the one after it. */
export type Side = "before" | "after";

/**
 * Returns the offset after a change, or null where the character that it sticks to was deleted.
 *
 * Side "before" sticks to the code unit before the offset, side "after" to the one after it. Text
 * that changes before the offset shifts it. Text inserted exactly at the offset ends up after a
 * "before" and before an "after". A deletion that covers both neighbours, or the one that it sticks
 * to, gives null. At either end of the text, where there is no such neighbour, the offset sticks to
 * the end.
 *
 * A replacement deletes all that it replaces, so narrow it first.
 */
export function mapOffset(change: Change, offset: number, side: Side): number | null {
  const { from, to, length } = change;
  if (offset < from) return offset;
  if (offset > to) return offset - (to - from) + length;
  // At the borders of the change, the neighbour is either outside of it and stays, or inside and is
  // deleted.
  if (offset === from && side === "before") return from;
  if (offset === to && side === "after") return from + length;
  return null;
}

/**
 * Maps a point through consecutive changes: with the text after it, or else with the text before
 * it. Null once both are deleted.
 */
export function mapPoint(changes: readonly Change[], offset: number): number | null {
  let mapped: number | null = offset;
  for (const change of changes) {
    mapped = mapOffset(change, mapped, "after") ?? mapOffset(change, mapped, "before");
    if (mapped === null) return null;
  }
  return mapped;
}

/**
 * Maps an offset through consecutive changes, each in the offsets of the text that the previous one
 * left.
 */
export function mapThrough(changes: readonly Change[], offset: number, side: Side): number | null {
  let mapped: number | null = offset;
  for (const change of changes) {
    mapped = mapOffset(change, mapped, side);
    if (mapped === null) return null;
  }
  return mapped;
}

/**
 * Maps a stretch through consecutive changes. Undefined once the text at one of its ends is
 * deleted.
 */
export function mapStretch(changes: readonly Change[], { from, to }: Stretch): Stretch | undefined {
  if (from === to) {
    const at = mapPoint(changes, from);
    return at === null ? undefined : { from: at, to: at };
  }
  const start = mapThrough(changes, from, "after");
  const end = mapThrough(changes, to, "before");
  return start === null || end === null || end < start ? undefined : { from: start, to: end };
}
