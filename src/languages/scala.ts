/** Scala. */

import type { LanguageDefinition } from "./facts.js";

export const scala: LanguageDefinition = {
  id: "scala",
  extensions: ["scala", "sbt", "sc"],
  grammar: { name: "scala" },
  family: "jvm",
  hasFolderModules: true,
  parameters: {
    form: "list",
    default: "=",
    variadic: /\*$/,
    argumentName: " = ",
    spread: /:\s*_?\*$/,
    optional: /^(?:implicit|using)\s/,
  },
  hasExtensions: true,
  hasForeignMembers: true,
  hasMembersElsewhere: true,
  overloads: "all",
};
