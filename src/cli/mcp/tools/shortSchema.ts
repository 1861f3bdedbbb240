/** The JSON Schemas of tools in few words: they are read with every task. */

import type { StandardSchemaWithJSON } from "@modelcontextprotocol/server";

/** Returns a schema that validates the same, and is announced without what says nothing. */
export function withShortJson<Input, Output>(
  schema: StandardSchemaWithJSON<Input, Output>,
): StandardSchemaWithJSON<Input, Output> {
  const standard = schema["~standard"];
  const { jsonSchema } = standard;
  return {
    "~standard": {
      ...standard,
      jsonSchema: {
        input: (options) => shorten(jsonSchema.input(options)) as Record<string, unknown>,
        output: (options) => jsonSchema.output(options),
      },
    },
  };
}

/** The dialect is MCP's own; an object that takes anything needs no more than its type. */
function shorten(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(shorten);
  if (typeof value !== "object" || value === null) return value;
  const { $schema: _dialect, anyOf, ...rest } = value as Readonly<Record<string, unknown>>;
  const entries = Object.entries(rest).map(([key, each]) => [key, shorten(each)] as const);
  const shortened = Object.fromEntries(entries);
  if (!Array.isArray(anyOf)) return isOpenObject(rest) ? { type: "object" } : shortened;
  const choices = anyOf.map(shorten) as Readonly<Record<string, unknown>>[];
  const types = choices.map((choice) => (Object.keys(choice).join() === "type" ? choice["type"] : undefined));
  return types.every((type) => type !== undefined) ? { type: types, ...shortened } : { anyOf: choices, ...shortened };
}

function isOpenObject({ type, properties, additionalProperties, ...rest }: Readonly<Record<string, unknown>>): boolean {
  const isEmpty = (part: unknown) => JSON.stringify(part ?? {}) === "{}";
  return (
    type === "object" &&
    properties !== undefined &&
    isEmpty(properties) &&
    isEmpty(additionalProperties) &&
    isEmpty(rest)
  );
}
