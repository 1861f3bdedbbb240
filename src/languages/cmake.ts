/** CMake. */

import type { LanguageDefinition } from "./facts.js";

export const cmake: LanguageDefinition = {
  id: "cmake",
  nameCharacters: { first: "-", inside: "-", last: "" },
  extensions: ["cmake"],
  grammar: { name: "cmake" },
  overriding: { namesSupertypes: false },
  comments: { line: ["#"], block: [["#[[", "]]"]] },
};
