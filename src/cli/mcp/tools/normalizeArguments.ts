/** The arguments of a call as they are meant: harnesses and models write some of them otherwise than the schema has them. */

import type { z } from "zod";

/** Without what is null, which as in a Locate is the same as absent; numbers and booleans that came as texts are what they say. */
export function meantArguments(given: unknown, { shape }: z.ZodObject): unknown {
  if (typeof given !== "object" || given === null) return given;
  const meant = Object.entries(given).flatMap(([name, value]) => {
    if (value === null) return [];
    const field = Object.hasOwn(shape, name) ? (shape[name] as z.ZodType) : undefined;
    return [[name, field && typeof value === "string" ? ofType(field, value) : value]];
  });
  return Object.fromEntries(meant);
}

/** What the text says, where the field takes that and no text. */
function ofType(field: z.ZodType, text: string): unknown {
  if (!/^(?:true|false|\d+)$/i.test(text) || field.safeParse(text).success) return text;
  const said: unknown = JSON.parse(text.toLowerCase().replace(/^0+(?=\d)/, ""));
  return field.safeParse(said).success ? said : text;
}
