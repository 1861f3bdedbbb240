/** The arguments of a call as they are meant: harnesses and models write some of them otherwise than the schema has them. */

import type { z } from "zod";

/** Without what is null, which as in a Locate is the same as absent; numbers and booleans that came as texts are what they say. */
export function normalizeArguments(args: unknown, { shape }: z.ZodObject): unknown {
  if (typeof args !== "object" || args === null) return args;
  const normalized = Object.entries(args).flatMap(([name, value]) => {
    if (value === null) return [];
    const field = Object.hasOwn(shape, name) ? (shape[name] as z.ZodType) : undefined;
    return [[name, field && typeof value === "string" ? parseAsType(field, value) : value]];
  });
  return Object.fromEntries(normalized);
}

/** What the text says, where the field takes that and no text. */
function parseAsType(field: z.ZodType, text: string): unknown {
  if (!/^(?:true|false|\d+)$/i.test(text) || field.safeParse(text).success) return text;
  const value: unknown = JSON.parse(text.toLowerCase().replace(/^0+(?=\d)/, ""));
  return field.safeParse(value).success ? value : text;
}
