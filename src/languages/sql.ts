/** SQL. */

import type { LanguageDefinition } from "./facts.js";

export const sql: LanguageDefinition = {
  id: "sql",
  extensions: ["sql"],
  comments: { line: ["--"], block: [["/*", "*/"]] },
};
