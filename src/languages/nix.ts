/** Nix. */

import type { LanguageDefinition } from "./facts.js";

export const nix: LanguageDefinition = {
  id: "nix",
  nameCharacters: { first: "", inside: "'-", last: "" },
  extensions: ["nix"],
  grammar: { name: "nix" },
  indexNames: ["default"],
  overriding: { namesSupertypes: false },
  comments: { line: ["#"], block: [["/*", "*/"]] },
};
