/** Reads the `locate` argument of a tool. */

import { LocateError } from "../../../error.js";
import type { Locate } from "../../../locate/locate.js";
import { parseLocateReadings } from "../../../locate/notation/notation.js";
import { readLocate } from "../../../locate/notation/readLocate.js";

/**
 * Returns every reading, likeliest first. An object may be JSON in a text, as some clients send it.
 * Throws `invalid_locate`.
 */
export function readToolLocates(value: unknown, exists: (path: string) => boolean): readonly Locate[] {
  const isObject = typeof value === "object" && value !== null;
  const locates = isObject ? [readLocate(value, { exists })] : parseLocateReadings(String(value), { exists });
  if (locates.some(({ handle }) => handle !== undefined))
    throw new LocateError("invalid_locate", NO_HANDLES_MESSAGE, {
      field: "handle",
      expected: "a file, a scope or a find",
    });
  return locates;
}

const NO_HANDLES_MESSAGE =
  "Handles come from locate/track, which is not a tool here. To find a place again, keep its Locate: the file, the symbol path, the text.";

/** Reads the Locate of a change: its find must match once, unless it has a `find_index`. */
export function readUniqueLocates(value: unknown, exists: (path: string) => boolean): readonly Locate[] {
  return readToolLocates(value, exists).map((locate) =>
    locate.find_index !== undefined || locate.find === undefined ? locate : { ...locate, find_index: "only" },
  );
}
