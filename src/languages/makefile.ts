/** Makefiles. */

import { hashComments, type LanguageDefinition } from "./facts.js";

export const makefile: LanguageDefinition = {
  id: "makefile",
  // As in Vim.
  aliases: ["make"],
  extensions: ["mk", "mak", "make"],
  grammar: { name: "make" },
  comments: hashComments,
};
