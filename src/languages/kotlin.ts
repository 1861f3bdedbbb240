/** Kotlin. */

import { givingAt, noCollections } from "./collectionFacts.js";
import { jvmConventions } from "./conventionFacts.js";
import { type LanguageDefinition, wordsOf } from "./facts.js";
import { headsOf, NAME } from "./heads.js";
import { jvmLibraries } from "./java.js";

// What is matched backwards is bounded, so that the search takes linear time.
const CLASS_HEAD = /\bclass\s{1,99}\w{1,99}(?:\s{0,99}<[^<>{}()]{0,999}(?:<[^<>{}()]{0,999}>[^<>{}()]{0,999}){0,99}>)?/;
/** White space and comments. */
const GAP = /(?:\s|\/\/[^\n]{0,999}\n|\/\*(?:[^*]|\*(?!\/)){0,9999}\*\/){1,999}/;
const MODIFIERS = /(?:@\w{1,99}(?:\([^()]{0,999}\))?\s{1,99}|(?:public|internal|private|protected)\s{1,99}){0,99}/;
const NO_DECLARATION = /(?!(?:[@\w]{1,99}\s{1,99}){0,9}(?:val|var|fun|class|get|set)\b)/;
const ASSIGNED = /[\w(][^\n=]{0,200}[)\]](?:\??\.\w{1,99}){0,99}(?:\[[^\]\n]{0,200}\])?/;

export const kotlin: LanguageDefinition = {
  id: "kotlin",
  hasDeclaredTypes: true,
  hasHierarchy: true,
  hasReceiverTypes: true,
  hasPartialTypes: true,
  platforms: { word: /\b(?:expect|actual)\b/, package: /^package[ \t]+(\S+)/m },
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
      { pattern: /(?<=\b[A-Z]\w{0,99}\.[A-Z]\w{0,99})\.\(\) *-> *Unit\b/g },
      {
        pattern: /(?<=\b[A-Z]\w{0,99}\.[A-Z]\w{0,99})\.\([^()\n]*\) *-> *[\w.]+(?:<[^<>\n]*>)?/g,
        hidesNames: true,
      },
      { pattern: /\.\.</g, by: ".." },
      { pattern: /\b0[bB][01_]+[uU]?[lL]?\b/g, by: "1", fill: "0" },
      { pattern: /(?<=[\w>])<[\w\s*,.?]*(?:<[\w\s*,.?]*>[\w\s*,.?]*)?>\??(?=::)/g, hidesNames: true },
      {
        pattern:
          /(?<=\bobject\s{0,9}:\s{0,9}[\w.<>, ]{1,200}(?:\([^()]{0,999}\))?)\s{1,99}by\s+\w+(?:\.\w+)*(?=\s*\{)/g,
        hidesNames: true,
      },
      { pattern: /(?<=[<(:,]\s{0,99})suspend(?=\s+[(\w])/g },
      {
        pattern: new RegExp(`(?<=${CLASS_HEAD.source})${GAP.source}(?=${MODIFIERS.source}constructor\\b)`, "g"),
        joins: true,
      },
      { pattern: /(?<=^[ \t]{0,99})else(?=\s*->)/gm, by: "null" },
      { pattern: /(?<=^[ \t]{0,99})in(?=\s[^\n]*->)/gm },
      { pattern: /(?<=\bwhere\b[^{}]{0,999}:\s{0,99}[\w.<>]{1,99})\?/g },
      { pattern: /\bannotation(?!\s+class\b)/g, fill: "x" },
      {
        pattern: new RegExp(`(?<=^[ \\t]{0,99}${NO_DECLARATION.source}${ASSIGNED.source})\\s=\\s(?!=)`, "gm"),
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
  conventions: jvmConventions,
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
