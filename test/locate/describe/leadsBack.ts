/** The law of describing: the Locate of a place leads back to that place. */
import { LocateError } from "../../../src/error.js";
import { type DescribeSource, describeStretch } from "../../../src/locate/describe/describeStretch.js";
import type { PointOrRange } from "../../../src/locate/locate.js";
import { resolve } from "../../../src/locate/resolve/resolve.js";
import { isInseparableAt } from "../../../src/text/lineEnd.js";
import type { Stretch } from "../../../src/text/stretch.js";
import type { Random } from "../../text/random.js";

/** Two offsets of a text, at most `most` apart, none inside a line end or a surrogate pair. */
export function randomPlace(random: Random, text: string, most: number): Stretch {
  for (;;) {
    const from = random(text.length + 1);
    const to = Math.min(text.length, from + random(most + 1));
    if (!isInseparableAt(text, from) && !isInseparableAt(text, to)) return { from, to };
  }
}

/** Expects the Locate of a place to resolve to that place. */
export function leadsBack(place: Stretch, source: DescribeSource, as: PointOrRange): void {
  const locate = describeStretch(place, source, as);
  const { from, to } = resolve(locate, source, as, "read");
  if (from === place.from && to === place.to) return;
  // Expect only on failure: a hundred thousand expectations are slow.
  expect({ locate, from, to }).toEqual({ locate, ...place });
}

/**
 * As `leadsBack`; a range that begins or ends in whitespace may also be refused as `unsupported`.
 */
export function leadsBackOrRefuses(place: Stretch, source: DescribeSource): void {
  try {
    leadsBack(place, source, "range");
  } catch (error) {
    if (!(error instanceof LocateError)) throw error;
    expect(error.kind).toBe("unsupported");
    const said = source.document.slice(place.from, place.to);
    expect(said === said.trim() ? `refused: ${said}` : "").toBe("");
  }
}
