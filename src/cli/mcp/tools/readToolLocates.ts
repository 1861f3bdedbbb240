/** The `locate` of a tool, as a model wrote it: every Locate that it may be. */

import { LocateError } from "../../../error.js";
import type { Locate } from "../../../locate/locate.js";
import { parseLocateReadings } from "../../../locate/notation/notation.js";
import { readLocate } from "../../../locate/notation/readLocate.js";

/** Likeliest first. Objects also as JSON in a text: some clients send every argument as one. Throws `invalid_locate`. */
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
  "A handle is what locate/track gives, and no tool here does. To find a place again, keep its Locate: the file, the symbol path, the text.";

/** For what changes text: the find must be there once, unless which match is meant was said, if only that it is the first. */
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
      `locate begins like an object, and is no JSON: ${(error as Error).message}.`,
      {
        field: "locate",
        expected: "a text <file>:<symbol path>@<text>, or an object",
      },
    );
  }
}
