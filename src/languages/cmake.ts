/** CMake. */

import type { LanguageDefinition } from "./facts.js";

export const cmake: LanguageDefinition = {
  id: "cmake",
  extensions: ["cmake"],
  grammar: { name: "cmake" },
  comments: { line: ["#"], block: [["#[[", "]]"]] },
};
