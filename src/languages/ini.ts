/** Settings in sections. */

import type { LanguageDefinition } from "./facts.js";

export const ini: LanguageDefinition = {
  id: "ini",
  extensions: ["conf", "ini"],
  comments: { line: [";", "#"], block: [] },
};
