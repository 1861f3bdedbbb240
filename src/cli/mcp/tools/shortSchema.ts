/** The JSON Schemas of tools in few words: they are read with every task. */

import type { StandardSchemaWithJSON } from "@modelcontextprotocol/server";

/**
 * Returns a schema that validates the same, and is announced without its dialect, which is MCP's
 * own, and without saying that there are no other fields: the error about one says which there are.
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
          const { $schema: _dialect, additionalProperties: _others, ...rest } = jsonSchema.input(options);
          return rest;
        },
        output: (options) => jsonSchema.output(options),
      },
    },
  };
}
