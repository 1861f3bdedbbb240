/**
 * Converts the arguments of a call to the types of the schema, since some clients and models send
 * others; and since fields of several types are texts in the schema, as some clients refuse others.
 * Announces the schemas in few words: they are read with every task.
 */

import type { StandardSchemaWithJSON } from "@modelcontextprotocol/server";
import type { z } from "zod";
import { formatSymbolPath } from "../../../locate/notation/symbolPath.js";

/**
 * Removes null, which means absent as in a Locate; converts texts that are numbers, booleans or
 * arrays in JSON if the schema takes those, booleans if it takes their words, a text to a list of
 * one, a symbol path in a list of names to a text, and a Locate that is an object to its JSON.
 */
export function normalizeArguments(args: unknown, { shape }: z.ZodObject): unknown {
  if (typeof args !== "object" || args === null) return args;
  const normalized = Object.entries(args).flatMap(([name, value]) => {
    if (value === null) return [];
    const field = Object.hasOwn(shape, name) ? (shape[name] as z.ZodType) : undefined;
    if (field && typeof value === "string")
      return [[name, field.safeParse([value]).success ? [value] : parseAsType(field, value)]];
    if (field && typeof value === "boolean" && field.safeParse(String(value)).success) return [[name, String(value)]];
    if (name === "symbol_path" && isListOfTexts(value)) return [[name, formatSymbolPath(value)]];
    return [[name, writeLocates(name, value)]];
  });
  return Object.fromEntries(normalized);
}

/** Writes the Locates of a field that are objects as their JSON. */
function writeLocates(name: string, value: unknown): unknown {
  if (name === "edits" && Array.isArray(value)) return value.map(writeLocateOf);
  if (name !== "at" && name !== "locate") return value;
  return Array.isArray(value) ? value.map(writeLocate) : writeLocate(value);
}

function writeLocateOf(edit: unknown): unknown {
  const isEdit = typeof edit === "object" && edit !== null && "locate" in edit;
  return isEdit ? { ...edit, locate: writeLocate(edit.locate) } : edit;
}

function writeLocate(value: unknown): unknown {
  return typeof value === "object" && value !== null ? JSON.stringify(value) : value;
}

function isListOfTexts(value: unknown): value is string[] {
  return Array.isArray(value) && value.length > 0 && value.every((each) => typeof each === "string");
}

/** Returns the number, boolean or array that a text spells, if the field takes that and no text. */
function parseAsType(field: z.ZodType, text: string): unknown {
  const isAtom = /^(?:true|false|\d+)$/i.test(text);
  if ((!isAtom && !text.startsWith("[")) || field.safeParse(text).success) return text;
  try {
    const value: unknown = JSON.parse(isAtom ? text.toLowerCase().replace(/^0+(?=\d)/, "") : text);
    return field.safeParse(value).success ? value : text;
  } catch {
    return text;
  }
}

/** What an announced schema lacks: its dialect, which is MCP's own, and limits that errors name. */
const UNSAID = ["$schema", "additionalProperties", "minimum", "minItems"];

/**
 * Returns a schema that validates the same, and is announced in fewer words. An error about a field
 * that there is not says which there are.
 */
export function withShortJson<Input, Output>(
  schema: StandardSchemaWithJSON<Input, Output>,
): StandardSchemaWithJSON<Input, Output> {
  const standard = schema["~standard"];
  const { jsonSchema } = standard;
  return {
    "~standard": {
      ...standard,
      jsonSchema: {
        input(options) {
          const isSaid = (name: string, value: unknown) => (UNSAID.includes(name) ? undefined : value);
          return JSON.parse(JSON.stringify(jsonSchema.input(options), isSaid));
        },
        output: (options) => jsonSchema.output(options),
      },
    },
  };
}
