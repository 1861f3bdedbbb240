/** Solidity. */

import type { LanguageDefinition } from "./facts.js";

export const solidity: LanguageDefinition = {
  id: "solidity",
  extensions: ["sol"],
  grammar: { name: "solidity", isComplete: true },
};
