/** Julia. */

import type { LanguageDefinition } from "./facts.js";

export const julia: LanguageDefinition = {
  id: "julia",
  extensions: ["jl"],
  interpreters: ["julia"],
  grammar: { name: "julia" },
  comments: { line: ["#"], block: [["#=", "=#"]] },
  parameters: {
    form: "list",
    default: "=",
    separators: ",;",
    variadic: /\.\.\.$/,
  },
  docstring: "above",
};
