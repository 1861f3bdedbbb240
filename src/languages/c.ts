/** C, and Objective-C beside it. */

import { conditionalLines, type LanguageDefinition, wordsOf } from "./facts.js";
import type { NameContext } from "./nameContext.js";
import { ellipsis } from "./parameters.js";

export const C_WORDS = `
    auto break case char const continue default do double else enum extern float for goto if inline int long
    register restrict return short signed sizeof static struct switch typedef union unsigned void volatile while
    _Bool _Complex _Generic _Noreturn bool false nullptr true`;

/** What is around names that are only used, in C and its relatives. */
export const C_USES: readonly NameContext[] = [
  { before: /(?:(?<!\.)\.|->|[=!+\-%<?"']|(?<!\*)\/)$/ },
  { before: /\($/, after: /^[^()]/ },
  { before: /\b(?:return|goto|case|sizeof|new|delete|throw)$/ },
  { after: /^(?:\.(?!\.)|->)/ },
];

/** Files of C and its relatives that others include; those of the C++ library have no extension. */
export const C_HEADERS = /(?:\.(?:h|hh|hpp|hxx|h\+\+|cuh|inl|inc|ipp|tcc)|(?:^|[\\/])[^.\\/]+)$/i;

export const c: LanguageDefinition = {
  id: "c",
  hasDeclaredTypes: true,
  hasHierarchy: true,
  hasReceiverTypes: true,
  entries: { system: /^(?:w?main|w?WinMain|DllMain)$/ },
  extensions: ["c"],
  grammar: { name: "c", hasMacroWords: true, conditionals: conditionalLines },
  family: "c",
  reservedWords: wordsOf(C_WORDS),
  uses: C_USES,
  attribute: /^\[\[\w/,
  hasPreprocessor: true,
  hasLabels: true,
  parameters: { form: "list", noArgument: /^void$/, variadic: ellipsis },
  hasPrototypes: true,
  hasIncludes: true,
  headerFile: C_HEADERS,
  hasOpenEnums: true,
  hasArrayDeclarators: true,
  overriding: { namesSupertypes: false },
  projectFile: "compile_commands.json",
};

export const objectiveC: LanguageDefinition = {
  id: "objective-c",
  hasDeclaredTypes: true,
  aliases: ["objective-cpp"],
  extensions: ["m"],
  family: "c",
  hasPreprocessor: true,
  hasLabels: true,
  parameters: { form: "list", noArgument: /^void$/, variadic: ellipsis },
  hasPrototypes: true,
  hasIncludes: true,
  headerFile: C_HEADERS,
  hasOpenEnums: true,
  hasArrayDeclarators: true,
  // Of Objective-C++.
  hasTemplates: true,
  projectFile: "compile_commands.json",
};
