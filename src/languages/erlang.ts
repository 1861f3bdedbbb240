/** Erlang. */

import type { LanguageDefinition } from "./facts.js";
import { doubleQuoted, singleQuoted, sticky } from "./parameters.js";

export const erlang: LanguageDefinition = {
  id: "erlang",
  extensions: ["erl", "hrl", "escript"],
  grammar: { name: "erlang" },
  comments: { line: ["%"], block: [] },
  parameters: {
    form: "list",
    syntax: {
      comment: sticky(String.raw`%[^\n]*`),
      // The last one is a binary: `<<a, b>>`.
      string: sticky(doubleQuoted, singleQuoted, String.raw`\$(?:\\[^]|[^])`, "<<[^]*?>>"),
    },
  },
  hasClauses: true,
};
