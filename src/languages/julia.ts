/** Julia. */

import type { LanguageDefinition } from "./facts.js";
import { characterLiteral, doubleQuoted, hashComment, sticky, tripleQuoted } from "./parameters.js";

export const julia: LanguageDefinition = {
  id: "julia",
  extensions: ["jl"],
  grammar: { name: "julia" },
  comments: { line: ["#"], block: [["#=", "=#"]] },
  parameters: {
    form: "list",
    syntax: {
      comment: sticky("#=[^]*?=#", hashComment),
      string: sticky(tripleQuoted, doubleQuoted, characterLiteral),
      default: "=",
      separators: ",;",
    },
    variadic: /\.\.\.$/,
  },
  docstring: "above",
};
