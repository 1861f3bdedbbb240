/**
 * Validates a servers.json against its schema. The build replaces this module by the code that Ajv
 * generates from it, because compiling the schema takes longer than the rest of a start.
 */

import { _, Ajv, type ValidateFunction } from "ajv";
import schema from "../../../schema/servers.schema.json" with { type: "json" };
import * as formats from "./schemaFormats.js";

/** Read by the build. */
export const ajv = new Ajv({
  allErrors: true,
  verbose: true,
  allowUnionTypes: true,
  formats: { regex: formats.regex, lspMethod: formats.lspMethod },
  keywords: ["allowComments", "allowTrailingCommas"], // for editors
  strictTypes: false,
  strictTuples: false,
  code: { source: true, esm: true, formats: _`require("./schemaFormats.js")` },
});

/** Its `errors` have all errors of the last value. */
export const validateServersFile: ValidateFunction = ajv.compile(schema);
