/** The JSON Schemas of tools in few words: they are read with every task. */

import type { StandardSchemaWithJSON } from "@modelcontextprotocol/server";

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
