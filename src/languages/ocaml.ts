/** OCaml. */

import type { LanguageDefinition } from "./facts.js";

export const ocaml: LanguageDefinition = {
  id: "ocaml",
  nameCharacters: { first: "", inside: "'", last: "" },
  extensions: ["ml"],
  comments: { line: [], block: [["(*", "*)"]] },
};
