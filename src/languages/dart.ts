/** Dart. */

import type { LanguageDefinition } from "./facts.js";

export const dart: LanguageDefinition = {
  id: "dart",
  extensions: ["dart"],
  grammar: { name: "dart" },
  parameters: {
    form: "list",
    default: "=",
    argumentName: ": ",
    hasGroups: true,
  },
  hasExtensions: true,
  hasForeignMembers: true,
  hasMembersElsewhere: true,
  oneSymbol: ["accessors"],
};
