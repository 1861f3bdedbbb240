/** Protocol Buffers. */

import type { LanguageDefinition } from "./facts.js";

export const proto: LanguageDefinition = {
  id: "proto",
  grammar: { name: "proto" },
};
