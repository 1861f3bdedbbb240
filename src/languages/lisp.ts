/** Lisp. */

import type { LanguageDefinition } from "./facts.js";

export const lisp: LanguageDefinition = {
  id: "lisp",
  nameCharacters: { first: "*+!?<>=&%-", inside: "*+!?<>=&%-/:", last: "*+!?<>=&%-" },
  extensions: ["el", "lisp"],
  comments: { line: [";"], block: [["#|", "|#"]] },
};
