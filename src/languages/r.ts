/** R. */

import { hashComments, type LanguageDefinition } from "./facts.js";
import { ellipsis } from "./parameters.js";

export const r: LanguageDefinition = {
  id: "r",
  nameCharacters: { first: ".", inside: ".", last: "" },
  extensions: ["r"],
  interpreters: ["Rscript"],
  grammar: { name: "r" },
  comments: hashComments,
  parameters: {
    form: "list",
    default: "=",
    variadic: ellipsis,
    argumentName: " = ",
  },
};
