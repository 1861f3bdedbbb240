/** Reads a Locate from a value from outside: an object, a text in the notation, or JSON text. */
import type { Locate } from "../locate.js";
import { readFields } from "./fields.js";
import { type ParseOptions, parseLocate } from "./notation.js";

/**
 * Returns the checked Locate of a value. Fields that are null or have their default value are left
 * out. Throws `invalid_locate` with the field and what was expected of it.
 */
export function readLocate(value: unknown, options: ParseOptions = {}): Locate {
  return typeof value === "string" ? parseLocate(value, options) : readFields(value, options);
}
