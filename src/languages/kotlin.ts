/** Kotlin. */

import { givingAt, noCollections } from "./collectionFacts.js";
import { type LanguageDefinition, wordsOf } from "./facts.js";
import { headsOf, NAME } from "./heads.js";
import { jvmLibraries } from "./java.js";

export const kotlin: LanguageDefinition = {
  id: "kotlin",
  hasDeclaredTypes: true,
  hasHierarchy: true,
  hasReceiverTypes: true,
  entries: {
    system: /^main$/,
    decorator: /@(?!(?:Jvm\w+|Suppress|Deprecated|Throws|OptIn|Nullable|NonNull|NotNull)\b)[\w.]+/,
  },
  extensions: ["kt", "kts"],
  heads: headsOf({
    modifiers:
      "public|private|protected|internal|abstract|open|final|sealed|data|inner|value|inline|expect|actual|override|lateinit|const|suspend|operator|infix|tailrec|external|annotation|companion|fun(?=\\s+interface)",
    types: {
      enum: `enum\\s+class\\s+${NAME}`,
      interface: `interface\\s+${NAME}`,
      class: `(?:class|object)\\s+${NAME}`,
    },
    functions: `fun\\s+(?:<[^<>]*(?:<[^<>]*>[^<>]*)*>\\s*)?(?:[\\p{ID_Continue}.?*]+(?:<[^()\\n]*>)?\\??\\.)?${NAME}\\s*\\(`,
    variables: `va[lr]\\s+(?:<[^<>]*(?:<[^<>]*>[^<>]*)*>\\s*)?(?:[\\p{ID_Continue}.?*]+(?:<[^=\\n]*>)?\\??\\.)?${NAME}`,
  }),
  grammar: {
    name: "kotlin",
    rewrites: [
      { pattern: /\bfun(?=\s+interface\b)/g },
      { pattern: /\b(?:actual|expect)(?=\s+(?:\w+|@))/g },
      { pattern: /\.\.</g, by: ".." },
      { pattern: /\b0[bB][01_]+[uU]?[lL]?\b/g, by: "1", fill: "0" },
      { pattern: /(?<=[\w>])<[\w\s*,.?]*(?:<[\w\s*,.?]*>[\w\s*,.?]*)?>\??(?=::)/g, hidesNames: true },
      {
        pattern: /(?<=\bobject\s*:\s*[\w.<>, ]+(?:\([^()]*\))?)\s+by\s+\w+(?:\.\w+)*(?=\s*\{)/g,
        hidesNames: true,
      },
      { pattern: /(?<=[<(:,]\s*)suspend(?=\s+[(\w])/g },
      {
        pattern:
          /(?<=\bclass\s+\w+(?:\s*<[^<>{}()]*(?:<[^<>{}()]*>[^<>{}()]*)*>)?)(?:\s|\/\/[^\n]*\n|\/\*(?:[^*]|\*(?!\/))*\*\/)*\n(?:\s|\/\/[^\n]*\n|\/\*(?:[^*]|\*(?!\/))*\*\/)*(?=(?:@\w+(?:\([^()]*\))?\s+|(?:public|internal|private|protected)\s+)*constructor\b)/g,
        joins: true,
      },
      { pattern: /(?<=^[ \t]*)else(?=\s*->)/gm, by: "null" },
      { pattern: /(?<=^[ \t]*)in(?=\s[^\n]*->)/gm },
      { pattern: /(?<=\bwhere\b[^{}]*:\s*[\w.<>]+)\?/g },
      { pattern: /\bannotation(?!\s+class\b)/g, fill: "x" },
      {
        pattern:
          /(?<=^[ \t]*(?!(?:[@\w]+\s+)*(?:val|var|fun|class|get|set)\b)[\w(][^\n=]*[)\]](?:\??\.\w+)*(?:\[[^\]\n]*\])?)\s=\s(?!=)/gm,
        by: "==",
      },
      {
        pattern:
          /\b(?:open|final|data|inner|value|inline|internal|public|private|override|abstract|sealed|enum|annotation|external)(?=\s*[-+]?=(?!=))/g,
        fill: "x",
      },
    ],
  },
  family: "jvm",
  parameters: { form: "list", default: "=", variadic: /\bvararg\s/, argumentName: " = ", spread: /^\*/ },
  overloads: "all",
  constructorWords: ["this", "super"],
  extensionHead: /\bfun\s(?:[^.]*\s)?(?:\w+\.)*?(\w+)(?:<[^<>.]*>)?\??\.$/,
  overriding: {
    requiredWord: /\boverride\b/,
    calledName: /^(?:toString|equals|hashCode|component\d+)$/,
    plainTypes: new Set(["Any"]),
  },
  // https://kotlinlang.org/api/core/kotlin-stdlib/kotlin.collections/
  collections: {
    ...noCollections,
    giving: new Map([
      ...givingAt(
        [0],
        `all any associate associateBy associateWith count distinctBy dropLastWhile dropWhile filter filterNot find
        findLast first firstNotNullOf firstNotNullOfOrNull firstOrNull flatMap forEach groupBy groupingBy
        indexOfFirst indexOfLast joinToString last lastOrNull map mapNotNull maxBy maxByOrNull maxOf minBy
        minByOrNull minOf none onEach partition removeAll retainAll single singleOrNull sortBy sortByDescending
        sortedBy sortedByDescending sumOf takeLastWhile takeWhile`,
      ),
      ...givingAt([1], "filterIndexed fold forEachIndexed mapIndexed mapIndexedNotNull onEachIndexed"),
      ...givingAt([0, 1], "reduce sortedWith zipWithNext"),
    ]),
    passing: wordsOf("also let takeIf takeUnless"),
    adding: wordsOf("add"),
    keeping: wordsOf(`
      asIterable asReversed asSequence distinct distinctBy drop dropLast dropLastWhile dropWhile filter filterIndexed
      filterNot filterNotNull iterator minus onEach orEmpty plus reversed shuffled sorted sortedBy
      sortedByDescending sortedWith subList take takeLast takeLastWhile takeWhile toHashSet toList toMutableList
      toMutableSet toSet toTypedArray`),
    taking: wordsOf(`
      elementAt elementAtOrNull find findLast first firstOrNull get getOrElse getOrNull getValue last lastOrNull
      max maxBy maxByOrNull maxOrNull min minBy minByOrNull minOrNull next random randomOrNull removeAt removeFirst
      removeLast single singleOrNull`),
    counting: wordsOf("withIndex"),
  },
  modules: "names",
  importStatement: { statement: "import {name}", separator: "." },
  hasFolderModules: true,
  hasForeignMembers: true,
  libraries: jvmLibraries,
};
