/** The shells fish and Nushell. */

import { hashComments, type LanguageDefinition } from "./facts.js";
import { commonParameters } from "./parameters.js";

export const fish: LanguageDefinition = {
  id: "fish",
  extensions: ["fish"],
  interpreters: ["fish"],
  overriding: { namesSupertypes: false },
  nameRule: "code with marks",
  comments: hashComments,
  parameters: { ...commonParameters, form: "none" },
};

export const nushell: LanguageDefinition = {
  id: "nushell",
  extensions: ["nu"],
  nameRule: "code with marks",
  comments: hashComments,
};
