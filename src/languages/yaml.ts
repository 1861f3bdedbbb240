/** YAML. */

import { hashComments, type LanguageDefinition } from "./facts.js";

export const yaml: LanguageDefinition = {
  id: "yaml",
  aliases: ["dockercompose"],
  extensions: ["yaml", "yml", "eyaml", "cff", "sublime-syntax"],
  grammar: { name: "yaml" },
  family: "yaml",
  nameRule: "data",
  wordEnds: { before: "-", after: "-" },
  comments: hashComments,
  isIndented: true,
  blankLines: { inside: 0, top: 0 },
};
