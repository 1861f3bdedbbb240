/** Shell scripts. */

import { hashComments, type LanguageDefinition, NOTHING } from "./facts.js";
import { commonParameters } from "./parameters.js";

export const shellscript: LanguageDefinition = {
  id: "shellscript",
  aliases: ["sh", "bash"],
  extensions: ["sh", "bash", "zsh", "ksh", "bats", "ebuild", "ash", "dash", "eclass"],
  interpreters: ["sh", "bash", "dash", "ash", "ksh", "bats"],
  grammar: { name: "bash", emptyGroups: /^(?:compound_statement|do_group)$/ },
  family: "shell",
  overriding: { namesSupertypes: false },
  nameRule: "code with marks",
  wordEnds: { before: "-", after: "-" },
  sigil: /^\$/,
  comments: hashComments,
  attribute: NOTHING,
  parameters: { ...commonParameters, form: "none" },
};

export const zsh: LanguageDefinition = {
  ...shellscript,
  id: "zsh",
  aliases: [],
  extensions: [],
  interpreters: ["zsh"],
  grammar: undefined,
};
