/** OCaml. */

import type { LanguageDefinition } from "./facts.js";

export const ocaml: LanguageDefinition = {
  id: "ocaml",
  extensions: ["ml"],
  comments: { line: [], block: [["(*", "*)"]] },
};
