/** Gleam. */

import type { LanguageDefinition } from "./facts.js";

export const gleam: LanguageDefinition = {
  id: "gleam",
  extensions: ["gleam"],
  grammar: { name: "gleam" },
  comments: { line: ["//"], block: [] },
};
