/** Dart. */

import type { LanguageDefinition } from "./facts.js";
import { doubleQuoted, singleQuoted, slashComment, sticky, tripleQuoted, tripleSingleQuoted } from "./parameters.js";

export const dart: LanguageDefinition = {
  id: "dart",
  extensions: ["dart"],
  grammar: { name: "dart" },
  parameters: {
    form: "list",
    syntax: {
      comment: sticky(slashComment),
      string: sticky(tripleQuoted, tripleSingleQuoted, doubleQuoted, singleQuoted),
      hasAngleBrackets: true,
      default: "=",
    },
    hasGroups: true,
  },
  hasExtensions: true,
  hasForeignMembers: true,
  hasMembersElsewhere: true,
  oneSymbol: ["accessors"],
};
