/** Gleam. */

import type { LanguageDefinition } from "./facts.js";

export const gleam: LanguageDefinition = {
  id: "gleam",
  grammar: { name: "gleam" },
};
