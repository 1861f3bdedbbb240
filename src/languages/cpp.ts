/** C++ and CUDA. */

import { C_HEADERS, C_USES, C_WORDS, MACRO_REWRITES } from "./c.js";
import { conditionalLines, type LanguageDefinition, NOTHING, wordsOf } from "./facts.js";
import { headsOf, NAME, TYPE_BEFORE } from "./heads.js";
import { ellipsis } from "./parameters.js";

export const cpp: LanguageDefinition = {
  id: "cpp",
  hasDeclaredTypes: true,
  hasHierarchy: true,
  hasReceiverTypes: true,
  extensions: [
    "cpp",
    "cc",
    "cxx",
    "c++",
    "hpp",
    "hh",
    "hxx",
    "h++",
    "h",
    "ipp",
    "inl",
    "tpp",
    "ixx",
    "cppm",
    "txx",
    "ii",
    "ino",
  ],
  heads: headsOf({
    modifiers: "static|inline|virtual|explicit|constexpr|extern|friend|template\\s*<[^;{}()]*>|typedef",
    types: {
      namespace: `(?:inline\\s+)?namespace\\s+(?:[\\p{ID_Continue}]+::)*${NAME}`,
      enum: `enum\\s+(?:class\\s+|struct\\s+)?${NAME}\\s*[:{\\r\\n]`,
      struct: `(?:struct|union)\\s+(?:[A-Z_][A-Z\\d_]+(?:\\([^()]*\\))?\\s+)?${NAME}\\s*(?:final\\s*)?[:{\\r\\n]`,
      class: `class\\s+(?:[A-Z_][A-Z\\d_]+(?:\\([^()]*\\))?\\s+)?${NAME}\\s*(?:final\\s*)?[:{\\r\\n]`,
    },
    functions: `${TYPE_BEFORE}\\s*(?:[\\p{ID_Continue}<>]+::)*${NAME}\\s*\\([^;{}]*?\\)[^;{}()=]*\\{`,
  }),
  grammar: {
    name: "cpp",
    hasMacroWords: true,
    conditionals: conditionalLines,
    rewrites: [
      ...MACRO_REWRITES,
      {
        pattern:
          /(?<!#[ \t]{0,99}(?:define|undef|ifn?def)[ \t]{0,99})\b[A-Z][A-Z\d]*_[A-Z\d_]+(?=\s+(?:[A-Za-z_~]|::))/g,
        hidesNames: true,
      },
      { pattern: /\btypename(?=\s+[\w:]+\s*[<({])/g },
      { pattern: /(?<=\bsizeof\()typename\b/g },
      { pattern: /(?<=\.|->)operator\s*(?:\[\s*\]|\(\s*\)|[-+*/%<>=!&|^~]+)(?=\s*\()/g, fill: "x" },
      {
        pattern: /,\s*[A-Z][A-Z\d]*_[A-Z\d_]*\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)(?=\s*[,>])/g,
        hidesNames: true,
      },
      { pattern: /^[ \t]*[A-Z][A-Z\d]*_[A-Z\d_]*:(?=[ \t]*\r?$)/gm, hidesNames: true },
      { pattern: /\btemplate(?=\s+(?:class|struct)\b)/g },
      { pattern: /(?<=\bnew\s{1,99}[\w:]{1,99})\s{0,99}\*{1,9}(?=\s*\[)/g },
      { pattern: /\bdelete\s*\[\s*\](?=\s*\*)/g, by: "delete" },
      { pattern: /\s=\s*\{\}(?=\s*[,)])/g },
    ],
  },
  family: "c",
  uses: C_USES,
  reservedWords: wordsOf(`
    ${C_WORDS} alignas alignof and and_eq asm bitand bitor catch char16_t char32_t char8_t class co_await
    co_return co_yield compl concept const_cast consteval constexpr constinit decltype delete dynamic_cast
    explicit export friend mutable namespace new noexcept not not_eq operator or or_eq private protected public
    reinterpret_cast requires static_assert static_cast template this thread_local throw try typeid typename using
    virtual wchar_t xor xor_eq`),
  attribute: /^(?:\[\[\w|template\s*<)/,
  hasPreprocessor: true,
  hasLabels: true,
  parameters: {
    form: "list",
    default: "=",
    receiver: /^this\b/,
    noArgument: /^void$/,
    variadic: ellipsis,
    spread: /\.\.\.$/,
  },
  hasConstructorPaths: true,
  hasPrototypes: true,
  hasIncludes: true,
  headerFile: C_HEADERS,
  hasTemplates: true,
  hasOpenEnums: true,
  hasArrayDeclarators: true,
  overloads: "all",
  hasMembersElsewhere: true,
  overriding: { isOfMethods: true, isMarked: true, privateWord: NOTHING },
  forwarding: new Map([["operator->", "result"]]),
  projectFile: "compile_commands.json",
};

export const cuda: LanguageDefinition = { ...cpp, id: "cuda-cpp", extensions: ["cu", "cuh"] };
