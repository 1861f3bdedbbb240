/** Protocol Buffers. */

import type { LanguageDefinition } from "./facts.js";

export const proto: LanguageDefinition = {
  id: "proto",
  extensions: ["proto"],
  grammar: { name: "proto", isComplete: true },
};
