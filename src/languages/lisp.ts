/** Lisp. */

import type { LanguageDefinition } from "./facts.js";

export const lisp: LanguageDefinition = {
  id: "lisp",
  extensions: ["el", "lisp"],
  comments: { line: [";"], block: [["#|", "|#"]] },
};
