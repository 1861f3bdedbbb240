/** Erlang. */

import type { LanguageDefinition } from "./facts.js";

export const erlang: LanguageDefinition = {
  id: "erlang",
  extensions: ["erl", "hrl", "escript"],
  grammar: { name: "erlang" },
  comments: { line: ["%"], block: [] },
  parameters: {
    form: "list",
  },
  hasClauses: true,
};
