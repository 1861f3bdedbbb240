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
  const given = parseIfObject(value);
  const locates = typeof given === "string" ? parseLocateReadings(given, { exists }) : [readLocate(given, { exists })];
  if (locates.some(({ handle }) => handle !== undefined))
    throw new LocateError("invalid_locate", NO_HANDLES_MESSAGE, {
      field: "handle",
      expected: "a file, a scope or a find",
    });
  return locates;
}

const NO_HANDLES_MESSAGE =
  "Handles come from locate/track, which is not a tool here. To find a place again, keep its Locate: the file, the symbol path, the text.";

/** Reads the Locate of a change: its find must match once, unless it has a numeric `find_index`. */
export function readUniqueLocates(value: unknown, exists: (path: string) => boolean): readonly Locate[] {
  const given = parseIfObject(value);
  const hasIndex = typeof (given as { find_index?: unknown }).find_index === "number";
  return readToolLocates(given, exists).map((locate) =>
    hasIndex || locate.find === undefined ? locate : { ...locate, find_index: "only" },
  );
}

function parseIfObject(value: unknown): string | object {
  if (typeof value === "object" && value !== null) return value;
  const text = String(value);
  return text.trimStart().startsWith("{") ? parseLocateObject(text) : text;
}

function parseLocateObject(text: string): object {
  try {
    return JSON.parse(text) as object;
  } catch (error) {
    throw new LocateError(
      "invalid_locate",
      `locate begins like an object but is not JSON: ${(error as Error).message}.`,
      {
        field: "locate",
        expected: "a text <file>:<symbol path>@<text>, or an object",
      },
    );
  }
}
