/** Swift. */

import type { LanguageDefinition } from "./facts.js";
import { kotlinSyntax } from "./kotlin.js";

export const swift: LanguageDefinition = {
  id: "swift",
  extensions: ["swift", "swiftinterface"],
  grammar: { name: "swift" },
  parameters: { form: "list", syntax: kotlinSyntax, variadic: /\.\.\.$/ },
  hasExtensions: true,
  hasForeignMembers: true,
  hasMembersElsewhere: true,
  overloads: "all",
};
