/** CSS, and the languages that become it. */

import { type LanguageDefinition, NOTHING, slashComments } from "./facts.js";

export const css: LanguageDefinition = {
  id: "css",
  nameCharacters: { first: "-", inside: "-", last: "" },
  extensions: ["css"],
  grammar: { name: "css" },
  family: "css",
  indexNames: ["index", "_index"],
  overriding: { namesSupertypes: false },
  nameRule: "data",
  comments: { line: [], block: [["/*", "*/"]] },
  attribute: NOTHING,
};

export const scss: LanguageDefinition = {
  ...css,
  id: "scss",
  extensions: ["scss"],
  grammar: undefined,
  comments: slashComments,
};

export const less: LanguageDefinition = { ...scss, id: "less", extensions: ["less"] };
export const sass: LanguageDefinition = { ...scss, id: "sass", extensions: ["sass"] };
