/** Makefiles. */

import type { LanguageDefinition } from "./facts.js";

export const makefile: LanguageDefinition = {
  id: "makefile",
  grammar: { name: "make" },
};
