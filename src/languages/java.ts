/** Java. */

import { givingAt, noCollections } from "./collectionFacts.js";
import { jvmConventions } from "./conventionFacts.js";
import { type LanguageDefinition, wordsOf } from "./facts.js";
import { headsOf, NAME, TYPE_BEFORE } from "./heads.js";
import type { LibraryFacts } from "./libraryFacts.js";
import { ellipsis } from "./parameters.js";

/**
 * https://maven.apache.org/repositories/layout.html,
 * https://docs.gradle.org/current/userguide/directory_layout.html
 */
export const jvmLibraries: LibraryFacts = {
  layout: "artifacts",
  manifests: [
    "pom.xml",
    "build.gradle",
    "build.gradle.kts",
    "gradle/libs.versions.toml",
    "gradle.lockfile",
    "build.sbt",
  ],
  inside: [],
  shared: [
    "$GRADLE_USER_HOME/caches/modules-2/files-2.1",
    "~/.gradle/caches/modules-2/files-2.1",
    "~/.m2/repository",
    "~/.cache/coursier/v1/https/*/maven2",
  ],
  standard: [],
  advice: "download the archives of sources: mvn dependency:sources, or the sources that the IDE offers for Gradle",
};

export const java: LanguageDefinition = {
  id: "java",
  hasDeclaredTypes: true,
  hasHierarchy: true,
  hasReceiverTypes: true,
  declaredResult: /^[^{};=]*\{/,
  passedImports: /^package\b/,
  entries: {
    system: /^main$/,
    decorator:
      /@(?!(?:Override|Deprecated|SuppressWarnings|SafeVarargs|FunctionalInterface|Nullable|NonNull|NotNull)\b)[\w.]+/,
  },
  extensions: ["java"],
  heads: headsOf({
    modifiers:
      "public|private|protected|static|abstract|final|sealed|non-sealed|synchronized|native|default|strictfp|transient|volatile",
    types: {
      interface: `@?interface\\s+${NAME}`,
      enum: `enum\\s+${NAME}`,
      class: `(?:class|record)\\s+${NAME}`,
    },
    methods: `(?:<[^<>]*>\\s*)?${TYPE_BEFORE}\\s*${NAME}\\s*\\([^;{}]*?\\)\\s*(?:throws\\b[^{;]*)?[{;]`,
    properties: `${TYPE_BEFORE}\\s*${NAME}\\s*(?:=[^=]|;)`,
  }),
  grammar: { name: "java", isComplete: true },
  family: "jvm",
  modules: "names",
  hasPackageVisibility: true,
  importStatement: { statement: "import {name};", separator: "." },
  hasFolderModules: true,
  reservedWords: wordsOf(`
    abstract assert boolean break byte case catch char class const continue default do double else enum extends
    false final finally float for goto if implements import instanceof int interface long native new null package
    private protected public return short static strictfp super switch synchronized this throw throws transient
    true try void volatile while _`),
  uses: [
    { before: /(?:[.=&!|+\-*%?<@("'[]|->|(?<!\*)\/)$/ },
    { before: /\b(?:new|return|throw|extends|implements|import|package|instanceof|throws|case|else|assert|yield)$/ },
    { before: /,$/, after: /^\)/ },
    // A type before a name, a qualifier, a reference to a method, a parameter of a lambda.
    { after: /^(?:(?!extends\b|implements\b|permits\b|throws\b|default\b)[\w$]|\.|::|->)/ },
  ],
  hasLabels: true,
  constructorWords: ["this", "super"],
  hasDocTags: true,
  // java.util, java.util.stream and java.util.function.
  collections: {
    ...noCollections,
    giving: new Map([
      ...givingAt(
        [0],
        `allMatch anyMatch dropWhile filter flatMap forEach forEachOrdered ifPresent ifPresentOrElse map mapToDouble
        mapToInt mapToLong mapToObj noneMatch peek removeIf replaceAll takeWhile thenAccept thenApply thenCompose`,
      ),
      ...givingAt([0, 1], "max min reduce sort sorted"),
    ]),
    adding: wordsOf("add addFirst addLast offer push"),
    keeping: wordsOf(`
      distinct dropWhile filter findAny findFirst iterator limit listIterator max min or parallelStream peek
      reversed skip sorted stream subList takeWhile toList`),
    taking: wordsOf(`
      element first get getAndSet getFirst getLast join last next orElse orElseGet orElseThrow peek peekFirst
      peekLast poll pollFirst pollLast pop previous remove removeFirst removeLast take`),
    ofValues: wordsOf("values"),
    functionTypes: wordsOf(`
      BiConsumer BiFunction BiPredicate BinaryOperator Comparator Consumer Function Predicate ToDoubleFunction
      ToIntFunction ToLongFunction UnaryOperator`),
  },
  conventions: jvmConventions,
  overriding: {
    isOfMethods: true,
    calledName: /^(?:toString|equals|hashCode|clone|finalize)$/,
    plainTypes: wordsOf("Object Record Serializable Cloneable"),
  },
  parameters: {
    form: "list",
    receiver: /\bthis$/,
    variadic: ellipsis,
  },
  libraries: jvmLibraries,
};

export const groovy: LanguageDefinition = {
  id: "groovy",
  extensions: ["groovy", "gradle", "gvy", "gsh"],
  family: "jvm",
  hasFolderModules: true,
};
