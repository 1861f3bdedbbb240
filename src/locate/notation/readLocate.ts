/** Reads a Locate from a value from outside: an object, or a text in the notation. */
import type { Locate } from "../locate.js";
import { readFields } from "./fields.js";
import { type ParseOptions, parseLocate } from "./notation.js";

/**
 * A Locate from an object or from the notation, checked: fields that are null, or say what is the default anyway, are left out.
 * Throws `invalid_locate` with the field and what was expected of it.
 */
export function readLocate(value: unknown, options: ParseOptions = {}): Locate {
  return typeof value === "string" ? parseLocate(value, options) : readFields(value, options);
}
