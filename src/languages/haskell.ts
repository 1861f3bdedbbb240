/** Haskell. */

import type { LanguageDefinition } from "./facts.js";

export const haskell: LanguageDefinition = {
  id: "haskell",
  extensions: ["hs", "hs-boot"],
  comments: { line: ["--"], block: [["{-", "-}"]] },
};
