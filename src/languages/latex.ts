/** LaTeX. */

import type { LanguageDefinition } from "./facts.js";

export const latex: LanguageDefinition = {
  id: "latex",
  extensions: ["tex", "sty", "cls", "ltx", "dtx"],
  overriding: { namesSupertypes: false },
  comments: { line: ["%"], block: [] },
};
