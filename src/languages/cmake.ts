/** CMake. */

import type { LanguageDefinition } from "./facts.js";

export const cmake: LanguageDefinition = {
  id: "cmake",
  grammar: { name: "cmake" },
};
