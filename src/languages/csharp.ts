/** C#. */

import { givingAt, noCollections } from "./collectionFacts.js";
import { csharpConventions } from "./conventionFacts.js";
import { conditionalLines, type LanguageDefinition, wordsOf } from "./facts.js";
import { headsOf, NAME, TYPE_BEFORE } from "./heads.js";

export const csharp: LanguageDefinition = {
  id: "csharp",
  hasDeclaredTypes: true,
  hasHierarchy: true,
  hasReceiverTypes: true,
  declaredResult: /^[^{};=]*(?:\{|=>)/,
  entries: { system: /^Main$/, decorator: /\[\s*(?!(?:Obsolete|MethodImpl|Serializable)\b)[A-Za-z_][^\]]*\]/ },
  extensions: ["cs", "csx", "cake"],
  heads: headsOf({
    modifiers:
      "public|private|protected|internal|static|abstract|sealed|virtual|override|partial|readonly|async|extern|unsafe|new|ref|const|volatile|required|file",
    types: {
      namespace: `namespace\\s+(?:[\\p{ID_Continue}]+\\.)*${NAME}`,
      interface: `interface\\s+${NAME}`,
      enum: `enum\\s+${NAME}`,
      struct: `(?:record\\s+)?struct\\s+${NAME}`,
      class: `(?:class|record(?:\\s+class)?)\\s+${NAME}`,
    },
    methods: `${TYPE_BEFORE}\\s*${NAME}\\s*(?:<[^<>()]*>\\s*)?\\([^;]*?\\)\\s*(?:where\\b[^{;]*)?(?:\\{|=>|;)`,
    properties: `${TYPE_BEFORE}\\s*${NAME}\\s*(?:\\{\\s*(?:get|set|init|\\[|private|internal|protected)|=>|=[^=]|;)`,
  }),
  grammar: { name: "c_sharp", conditionals: conditionalLines },
  // `@class` is a name.
  nameRule: "code with marks",
  reservedWords: wordsOf(`
    abstract as base bool break byte case catch char checked class const continue decimal default delegate do
    double else enum event explicit extern false finally fixed float for foreach goto if implicit in int interface
    internal is lock long namespace new null object operator out override params private protected public readonly
    ref return sbyte sealed short sizeof stackalloc static string struct switch this throw true try typeof uint
    ulong unchecked unsafe ushort using virtual void volatile while _`),
  attribute: /^\[[A-Za-z]/,
  hasPreprocessor: true,
  hasLabels: true,
  parameters: {
    form: "list",
    default: "=",
    variadic: /(?:^|\s)params\s/,
    argumentName: ": ",
    // An extension method is called with or without the extended object as an argument.
    optional: /^(?:\[\]\s*)*this\s/,
  },
  conventions: csharpConventions,
  overriding: {
    isOfMethods: true,
    // A method implements an interface if it is public, or by the interface's name before its own.
    outsideHead: /\b(?:override|public)\b|\.\s*$/,
    calledName: /^(?:ToString|Equals|GetHashCode|Finalize)$/,
    plainTypes: wordsOf("object Object"),
  },
  hasExtensions: true,
  hasForeignMembers: true,
  hasMembersElsewhere: true,
  hasPartialTypes: true,
  hasNamedArguments: true,
  constructorWords: ["this", "base"],
  // https://learn.microsoft.com/dotnet/api/system.linq.enumerable, and List<T>.
  collections: {
    ...noCollections,
    giving: new Map([
      ...givingAt(
        [0],
        `All Any Average Count DistinctBy Exists Find FindAll FindIndex FindLast First FirstOrDefault ForEach GroupBy
        Last LastOrDefault Max MaxBy Min MinBy OrderBy OrderByDescending RemoveAll Select SelectMany Single
        SingleOrDefault SkipWhile Sum TakeWhile ThenBy ThenByDescending ToDictionary ToLookup TrueForAll Where`,
      ),
      ...givingAt([0, 1], "Sort"),
      ...givingAt([1], "Aggregate"),
    ]),
    adding: wordsOf("Add Enqueue Insert Push"),
    keeping: wordsOf(`
      Append AsEnumerable AsParallel Concat Distinct DistinctBy Except FindAll Intersect OrderBy OrderByDescending
      Prepend Reverse Skip SkipLast SkipWhile Take TakeLast TakeWhile ThenBy ThenByDescending ToArray ToHashSet
      ToImmutableArray ToImmutableList ToList Union Where`),
    taking: wordsOf(`
      Dequeue ElementAt ElementAtOrDefault Find FindLast First FirstOrDefault Last LastOrDefault MaxBy MinBy Peek Pop
      Single SingleOrDefault`),
    functionTypes: wordsOf("Action Comparison Func Predicate"),
  },
  modules: "names",
  hasFolderModules: true,
  topTypes: wordsOf("dynamic object Object"),
  seesOuterNamespaces: true,
};
