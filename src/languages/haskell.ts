/** Haskell. */

import type { LanguageDefinition } from "./facts.js";

export const haskell: LanguageDefinition = {
  id: "haskell",
  nameCharacters: { first: "", inside: "'", last: "" },
  extensions: ["hs", "hs-boot"],
  comments: { line: ["--"], block: [["{-", "-}"]] },
};
