/** Kotlin. */

import type { LanguageDefinition } from "./facts.js";

export const kotlin: LanguageDefinition = {
  id: "kotlin",
  entries: {
    system: /^main$/,
    decorator: /@(?!(?:Jvm\w+|Suppress|Deprecated|Throws|OptIn|Nullable|NonNull|NotNull)\b)[\w.]+/,
  },
  extensions: ["kt", "kts"],
  grammar: { name: "kotlin" },
  family: "jvm",
  parameters: { form: "list", default: "=", variadic: /\bvararg\s/ },
  overloads: "all",
  overriding: {
    requiredWord: /\boverride\b/,

    calledName: /^(?:toString|equals|hashCode|component\d+)$/,
    plainTypes: new Set(["Any"]),
  },
  modules: "names",
  hasForeignMembers: true,
};
