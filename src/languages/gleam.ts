/** Gleam. */

import { type LanguageDefinition, NOTHING, wordsOf } from "./facts.js";

export const gleam: LanguageDefinition = {
  id: "gleam",
  extensions: ["gleam"],
  grammar: { name: "gleam" },
  reservedWords: wordsOf(`
    as assert auto case const delegate derive echo else fn if implement import let macro opaque panic pub test todo
    type use`),
  comments: { line: ["//"], block: [] },
  attribute: /^@\w/,
  parameters: {
    form: "list",
    receiver: NOTHING,
  },
  hasExplicitReceivers: true,
  overloads: "none",
};
