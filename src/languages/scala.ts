/** Scala. */

import type { LanguageDefinition } from "./facts.js";
import { characterLiteral, doubleQuoted, slashComment, sticky, tripleQuoted } from "./parameters.js";

export const scala: LanguageDefinition = {
  id: "scala",
  extensions: ["scala", "sbt", "sc"],
  grammar: { name: "scala" },
  family: "jvm",
  parameters: {
    form: "list",
    syntax: {
      comment: sticky(slashComment),
      string: sticky(tripleQuoted, doubleQuoted, characterLiteral),
      default: "=",
    },
    variadic: /\*$/,
    optional: /^(?:implicit|using)\s/,
    hasFurtherLists: true,
  },
  hasExtensions: true,
  hasForeignMembers: true,
  hasMembersElsewhere: true,
  overloads: "all",
};
