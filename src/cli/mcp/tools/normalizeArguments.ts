/**
 * Converts the arguments of a call to the types of the schema, since some clients and models send
 * others; and since fields of several types are texts in the schema, as some clients refuse others.
 */

import type { z } from "zod";
import { formatSymbolPath } from "../../../locate/notation/symbolPath.js";

/**
 * Removes null, which means absent as in a Locate; converts texts that are numbers or booleans if
 * the schema takes those, booleans if it takes their words, a text to a list of one, a symbol path
 * in a list of names to a text, and a Locate that is an object to its JSON.
 */
export function normalizeArguments(args: unknown, { shape }: z.ZodObject): unknown {
  if (typeof args !== "object" || args === null) return args;
  const normalized = Object.entries(args).flatMap(([name, value]) => {
    if (value === null) return [];
    const field = Object.hasOwn(shape, name) ? (shape[name] as z.ZodType) : undefined;
    if (field && typeof value === "string")
      return [[name, field.safeParse([value]).success ? [value] : parseAsType(field, value)]];
    if (field && typeof value === "boolean" && field.safeParse(String(value)).success) return [[name, String(value)]];
    if (locateFields.has(name)) return [[name, writeLocates(value)]];
    return [[name, name === "symbol_path" && isListOfTexts(value) ? formatSymbolPath(value) : value]];
  });
  return Object.fromEntries(normalized);
}

const locateFields: ReadonlySet<string> = new Set(["locate", "at", "edits"]);

/** Writes each Locate that is an object as its JSON: a Locate, several, or those of edits. */
function writeLocates(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(writeLocates);
  if (typeof value !== "object" || value === null) return value;
  return "locate" in value ? { ...value, locate: writeLocates(value.locate) } : JSON.stringify(value);
}

function isListOfTexts(value: unknown): value is string[] {
  return Array.isArray(value) && value.length > 0 && value.every((each) => typeof each === "string");
}

/** Returns the number or boolean that a text spells, if the field takes that and no text. */
function parseAsType(field: z.ZodType, text: string): unknown {
  if (!/^(?:true|false|\d+)$/i.test(text) || field.safeParse(text).success) return text;
  const value: unknown = JSON.parse(text.toLowerCase().replace(/^0+(?=\d)/, ""));
  return field.safeParse(value).success ? value : text;
}
