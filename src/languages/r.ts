/** R. */

import { hashComments, type LanguageDefinition } from "./facts.js";
import { ellipsis } from "./parameters.js";

export const r: LanguageDefinition = {
  id: "r",
  extensions: ["r"],
  interpreters: ["Rscript"],
  grammar: { name: "r" },
  identifier: { name: /^(?:[\p{L}]|\.(?!\d))[\p{L}\p{M}\p{N}_.]*$/u, character: /[\p{L}\p{M}\p{N}_.]/u },
  comments: hashComments,
  parameters: {
    form: "list",
    default: "=",
    variadic: ellipsis,
    argumentName: " = ",
  },
};
