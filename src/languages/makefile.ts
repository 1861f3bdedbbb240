/** Makefiles. */

import type { LanguageDefinition } from "./facts.js";

export const makefile: LanguageDefinition = {
  id: "makefile",
  // As in Vim.
  aliases: ["make"],
  grammar: { name: "make" },
};
