/** Swift. */

import type { LanguageDefinition } from "./facts.js";

export const swift: LanguageDefinition = {
  id: "swift",
  extensions: ["swift", "swiftinterface"],
  grammar: { name: "swift" },
  hasFolderModules: true,
  parameters: { form: "list", default: "=", variadic: /\.\.\.$/, argumentName: ": ", hasLabels: true },
  overriding: { privateWord: /\b(?:file)?private\b/ },
  hasExtensions: true,
  hasForeignMembers: true,
  hasMembersElsewhere: true,
  overloads: "all",
};
