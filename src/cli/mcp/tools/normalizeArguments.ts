/**
 * Converts the arguments of a call to the types of the schema, since some clients and models send
 * others.
 */

import type { z } from "zod";

/**
 * Removes null, which means absent as in a Locate; converts texts that are numbers or booleans if
 * the schema takes those.
 */
export function normalizeArguments(args: unknown, { shape }: z.ZodObject): unknown {
  if (typeof args !== "object" || args === null) return args;
  const normalized = Object.entries(args).flatMap(([name, value]) => {
    if (value === null) return [];
    const field = Object.hasOwn(shape, name) ? (shape[name] as z.ZodType) : undefined;
    return [[name, field && typeof value === "string" ? parseAsType(field, value) : value]];
  });
  return Object.fromEntries(normalized);
}

/** Returns the number or boolean that a text spells, if the field takes that and no text. */
function parseAsType(field: z.ZodType, text: string): unknown {
  if (!/^(?:true|false|\d+)$/i.test(text) || field.safeParse(text).success) return text;
  const value: unknown = JSON.parse(text.toLowerCase().replace(/^0+(?=\d)/, ""));
  return field.safeParse(value).success ? value : text;
}
