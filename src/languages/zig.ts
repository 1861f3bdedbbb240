/** Zig. */

import type { LanguageDefinition } from "./facts.js";
import { ellipsis } from "./parameters.js";

export const zig: LanguageDefinition = {
  id: "zig",
  extensions: ["zig", "zon"],
  grammar: { name: "zig" },
  overriding: { namesSupertypes: false },
  comments: { line: ["//"], block: [] },
  parameters: { form: "list", receiver: /^self\s*:/, variadic: ellipsis },
  hasExplicitReceivers: true,
};
