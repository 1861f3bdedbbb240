/** Scala. */

import type { LanguageDefinition } from "./facts.js";
import { headsOf, NAME } from "./heads.js";
import { jvmLibraries } from "./java.js";

export const scala: LanguageDefinition = {
  id: "scala",
  extensions: ["scala", "sbt", "sc"],
  heads: headsOf({
    modifiers:
      "private(?:\\[[^\\]]*\\])?|protected(?:\\[[^\\]]*\\])?|final|sealed|abstract|implicit|lazy|override|case|inline|given|open|transparent",
    types: {
      interface: `trait\\s+${NAME}`,
      enum: `enum\\s+${NAME}`,
      class: `(?:class|object)\\s+${NAME}`,
    },
    functions: `def\\s+${NAME}`,
    variables: `va[lr]\\s+${NAME}`,
  }),
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
  libraries: jvmLibraries,
};
