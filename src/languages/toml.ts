/** TOML. */

import { hashComments, type LanguageDefinition } from "./facts.js";

export const toml: LanguageDefinition = {
  id: "toml",
  nameCharacters: { first: "-", inside: "-", last: "" },
  extensions: ["toml"],
  grammar: { name: "toml" },
  nameRule: "data",
  comments: hashComments,
  blankLines: { inside: 0, top: 1 },
  sectionHead: /^\[/,
};
