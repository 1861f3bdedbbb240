/** C, and Objective-C beside it. */

import { type CodeRewrite, conditionalLines, type LanguageDefinition, wordsOf } from "./facts.js";
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

/** A macro call up to the end of its line; bounded, as it is matched backwards from there. */
const MACRO_CALL = /[A-Z][A-Z\d_]{1,99}\([^;{}()]{0,999}(?:\([^()]{0,999}\)[^;{}()]{0,999}){0,99}\)[ \t]{0,99}/;

/** Macros in C and C++: words and calls that the preprocessor takes out or replaces. */
export const MACRO_REWRITES: readonly CodeRewrite[] = [
  // Alone in a line.
  { pattern: /^[ \t]*[A-Z][A-Z\d]*_[A-Z\d_]*(?:\([^()\n]*\))?(?=[ \t]*(?:\/\/.*)?\r?$)/gm, hidesNames: true },
  { pattern: new RegExp(`(?<=^[ \\t]{0,99}${MACRO_CALL.source})\\n(?![ \\t]*[#.])`, "gm"), by: ";" },
  // Around the type of a function.
  { pattern: /^(?:static +)?[A-Z][A-Z\d]*_[A-Z\d_]+\((?<kept>[\w *]+)\)(?=[ \t]+\*?\w+[ \t]*\()/gm, hidesNames: true },
  // After the parameters of a function.
  {
    pattern:
      /(?<=\)\s{0,99}(?:const\s{0,99})?)\b[A-Z][A-Z\d]*_[A-Z\d_]+(?:\([^()\n]*\))?(?=\s{0,99}(?:\/\/[^\n]*\n\s{0,99})?[{:;])/g,
    hidesNames: true,
  },
  // Before a word, with arguments.
  { pattern: /(?<=^[^#\n]{0,99}\w[ \t]{1,9})[A-Z][A-Z\d_]+\([^()\n]*\)(?=[ \t]+[A-Za-z_])/gm, hidesNames: true },
  // A type that is an argument.
  {
    pattern: /(?<=\bva_arg\([^(),]{1,99},\s{0,9})\w[\w \t]{0,99}\*{0,9}(?=\s{0,9}\))/g,
    fill: "x",
    hidesNames: true,
  },
];

/** A word before a type that is none of the language's. */
const ATTRIBUTE_WORD =
  /(?!(?:auto|const|enum|extern|inline|register|restrict|return|signed|static|struct|typedef|union|unsigned|volatile|long|short|goto|case|else|do|sizeof)\b)[a-z_]\w{0,99}\b/;
/** A type by one word, and not what says more of the type before it. */
const TYPE = /(?!(?:const|restrict|volatile)\b)[A-Za-z_]\w{0,99}/;

const rewrites: readonly CodeRewrite[] = [
  ...MACRO_REWRITES,
  // Before the type of a declaration.
  {
    pattern: new RegExp(
      `(?<=^(?:(?:static|extern) {1,9})?)${ATTRIBUTE_WORD.source}(?=[ \\t]{1,9}(?:(?:static|const|void|int|unsigned|signed|struct|char|long|short|size_t|u?int\\d{1,3}_t)\\b|${TYPE.source}[ \\t*]{1,9}\\w{1,99}[ \\t]{0,9}\\())`,
      "gm",
    ),
    hidesNames: true,
  },
  // Before the type of a parameter, or of a cast.
  {
    pattern: new RegExp(
      `(?<=[(,]\\s{0,99})${ATTRIBUTE_WORD.source}(?=[ \\t]{1,9}(?:(?:const|void|int|unsigned|struct|char)\\b|${TYPE.source}(?:[ \\t]{0,9}\\*{1,9}[ \\t]{0,9}\\w{0,99}|[ \\t]{1,9}\\w{1,99})\\s{0,9}[,)[]))`,
      "g",
    ),
    hidesNames: true,
  },
  // Before the name of a function, and of a pointer to one.
  { pattern: /(?<=\*[ \t]{0,9})[A-Z][A-Z\d_]+(?=[ \t]+\w+[ \t]*\()/g, hidesNames: true },
  { pattern: /(?<=\()[A-Z][A-Z\d_]+(?=[ \t]*\*\s*\w+\)\s*\()/g, hidesNames: true },
  // After the name of a parameter.
  { pattern: /(?<=[\w*][ \t]{1,9}\**[a-z]\w{0,99}[ \t]{1,9})[A-Z][A-Z\d]*_[A-Z\d_]+(?=[,)])/g, hidesNames: true },
  // A definition, or what is around one.
  { pattern: /^[A-Z][A-Z\d]*_\w*\((?:[^(){};]|\([^()]*\))*\)(?:[ \t]*;|(?!\s*[{=,).]))/gm, hidesNames: true },
  { pattern: /^(?:static_)?[A-Z][A-Z\d]*_\w*\([^()\n]*\)(?=\s*=\s*\{)/gm, by: "int x[]", hidesNames: true },
  { pattern: /(?<=^\}[ \t]{0,9})(?:static_)?[A-Z][A-Z\d]*_\w*\([^()\n]*\)(?=[ \t]*$)/gm, by: ";", hidesNames: true },
  // A loop.
  {
    pattern:
      /(?<=^[ \t]{1,99})(?!(?:if|for|while|switch|do|else|return|sizeof)\b)[A-Za-z_]\w{2,}(?=[ \t]*\([^;{}]*\)[ \t]*\{)/gm,
    by: "if",
    hidesNames: true,
  },
  // A unit after a number.
  { pattern: /(?<=\b\d{1,9}[ \t])[A-Z][A-Z\d_]*\b/g, hidesNames: true },
];

export const c: LanguageDefinition = {
  id: "c",
  hasDeclaredTypes: true,
  hasHierarchy: true,
  hasReceiverTypes: true,
  entries: { system: /^(?:w?main|w?WinMain|DllMain)$/ },
  extensions: ["c"],
  grammar: { name: "c", hasMacroWords: true, conditionals: conditionalLines, rewrites },
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
