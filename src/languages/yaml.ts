/** YAML. */

import { hashComments, type LanguageDefinition } from "./facts.js";

export const yaml: LanguageDefinition = {
  id: "yaml",
  nameCharacters: { first: "-", inside: "-", last: "" },
  aliases: ["dockercompose"],
  extensions: ["yaml", "yml", "eyaml", "cff", "sublime-syntax"],
  grammar: { name: "yaml", isComplete: true },
  family: "yaml",
  nameRule: "data",
  comments: hashComments,
  isIndented: true,
  blankLines: { inside: 0, top: 0 },
};
