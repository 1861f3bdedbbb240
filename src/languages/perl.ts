/** Perl. */

import { hashComments, type LanguageDefinition, NOTHING } from "./facts.js";

export const perl: LanguageDefinition = {
  id: "perl",
  extensions: ["pl", "pm", "t", "psgi"],
  interpreters: ["perl"],
  nameRule: "code with marks",
  sigil: /^[$@%&]/,
  comments: hashComments,
  attribute: NOTHING,
};
