/** HTML and XML. */

import { type LanguageDefinition, markupComments } from "./facts.js";

export const html: LanguageDefinition = {
  id: "html",
  extensions: ["htm", "html"],
  grammar: { name: "html" },
  nameRule: "data",
  comments: markupComments,
};

export const xml: LanguageDefinition = { ...html, id: "xml", extensions: ["xml"], grammar: undefined };
