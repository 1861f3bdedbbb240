/** Nix. */

import type { LanguageDefinition } from "./facts.js";

export const nix: LanguageDefinition = {
  id: "nix",
  extensions: ["nix"],
  grammar: { name: "nix" },
  identifier: { name: /^[\p{L}_][\p{L}\p{M}\p{N}_'-]*$/u, character: /[\p{L}\p{M}\p{N}_'-]/u },
  indexNames: ["default"],
  overriding: { namesSupertypes: false },
  comments: { line: ["#"], block: [["/*", "*/"]] },
};
