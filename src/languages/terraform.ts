/** Terraform, in HCL. */

import type { LanguageDefinition } from "./facts.js";

export const terraform: LanguageDefinition = {
  id: "terraform",
  nameCharacters: { first: "-", inside: "-", last: "" },
  aliases: ["terraform-vars", "hcl"],
  extensions: ["tf"],
  grammar: { name: "hcl" },
  family: "terraform",
  overriding: { namesSupertypes: false },
  comments: { line: ["#", "//"], block: [["/*", "*/"]] },
};
