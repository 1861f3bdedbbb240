/** Kotlin. */

import { givingAt, noCollections } from "./collectionFacts.js";
import { type LanguageDefinition, wordsOf } from "./facts.js";

export const kotlin: LanguageDefinition = {
  id: "kotlin",
  hasDeclaredTypes: true,
  entries: {
    system: /^main$/,
    decorator: /@(?!(?:Jvm\w+|Suppress|Deprecated|Throws|OptIn|Nullable|NonNull|NotNull)\b)[\w.]+/,
  },
  extensions: ["kt", "kts"],
  grammar: { name: "kotlin" },
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
  hasFolderModules: true,
  hasForeignMembers: true,
};
