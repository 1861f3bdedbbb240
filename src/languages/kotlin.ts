/** Kotlin. */

import type { LanguageDefinition } from "./facts.js";
import {
  characterLiteral,
  doubleQuoted,
  type ParameterSyntax,
  slashComment,
  sticky,
  tripleQuoted,
} from "./parameters.js";

export const kotlinSyntax: ParameterSyntax = {
  comment: sticky(slashComment),
  string: sticky(tripleQuoted, doubleQuoted, characterLiteral),
  hasAngleBrackets: true,
  default: "=",
};

export const kotlin: LanguageDefinition = {
  id: "kotlin",
  extensions: ["kt", "kts"],
  grammar: { name: "kotlin" },
  family: "jvm",
  parameters: { form: "list", syntax: kotlinSyntax, variadic: /\bvararg\s/ },
  overloads: "all",
  overriding: { calledName: /^(?:toString|equals|hashCode|component\d+)$/, plainTypes: new Set(["Any"]) },
  modules: "names",
  hasForeignMembers: true,
};
