/** Julia. */

import type { LanguageDefinition } from "./facts.js";

export const julia: LanguageDefinition = {
  id: "julia",
  nameCharacters: { first: "", inside: "", last: "!" },
  extensions: ["jl"],
  interpreters: ["julia"],
  grammar: { name: "julia" },
  comments: { line: ["#"], block: [["#=", "=#"]] },
  bodyHead:
    /^(?:if|elseif|else|while|for|function|macro|struct|mutable struct|module|let|try|catch|finally|quote|begin)\b(?!.*\bend$)/,
  parameters: {
    form: "list",
    default: "=",
    separators: ",;",
    variadic: /\.\.\.$/,
  },
  docstring: "above",
};
