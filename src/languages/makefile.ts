/** Makefiles. */

import { hashComments, type LanguageDefinition } from "./facts.js";

export const makefile: LanguageDefinition = {
  id: "makefile",
  nameCharacters: { first: "-.", inside: "-.", last: "" },
  // As in Vim.
  aliases: ["make"],
  extensions: ["mk", "mak", "make"],
  grammar: { name: "make" },
  comments: hashComments,
};
