/** Terraform, in HCL. */

import type { LanguageDefinition } from "./facts.js";

export const terraform: LanguageDefinition = {
  id: "terraform",
  aliases: ["terraform-vars", "hcl"],
  extensions: ["tf"],
  grammar: { name: "hcl" },
  family: "terraform",
  identifier: { name: /^[\p{L}_-][\p{L}\p{M}\p{N}_-]*$/u, character: /[\p{L}\p{M}\p{N}_-]/u },
  overriding: { namesSupertypes: false },
  comments: { line: ["#", "//"], block: [["/*", "*/"]] },
};
