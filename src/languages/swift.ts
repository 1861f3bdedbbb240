/** Swift. */

import { givingAt, noCollections } from "./collectionFacts.js";
import { conditionalLines, type LanguageDefinition, wordsOf } from "./facts.js";
import { headsOf, NAME } from "./heads.js";

export const swift: LanguageDefinition = {
  id: "swift",
  hasDeclaredTypes: true,
  hasHierarchy: true,
  hasReceiverTypes: true,
  entries: {
    system: /^(?:main|applicationDidFinishLaunching)$/,
    decorator:
      /@(?!(?:discardableResult|inlinable|usableFromInline|frozen|available|MainActor|Sendable|escaping)\b)\w+/,
  },
  extensions: ["swift", "swiftinterface"],
  heads: headsOf({
    modifiers:
      "public|private|fileprivate|internal|open|package|final|static|class(?=\\s+(?:func|var|let|subscript))|override|mutating|nonmutating|convenience|required|indirect|lazy|weak|unowned|optional|dynamic|prefix|postfix|infix|nonisolated|isolated|distributed|async|(?:private|fileprivate|internal|public|package)\\(set\\)",
    types: {
      interface: `protocol\\s+${NAME}`,
      enum: `enum\\s+${NAME}`,
      struct: `struct\\s+${NAME}`,
      namespace: `extension\\s+(?:[\\p{ID_Continue}]+\\.)*${NAME}`,
      class: `(?:class|actor)\\s+${NAME}`,
      type_parameter: `(?:typealias|associatedtype)\\s+${NAME}`,
    },
    functions: `func\\s+${NAME}`,
    variables: `(?:var|let)\\s+${NAME}`,
  }),
  grammar: {
    name: "swift",
    conditionals: conditionalLines,
    rewrites: [
      { pattern: /#(?:un)?available\s*\([^()]*\)/g, by: "true" },
      {
        pattern:
          /#(?=(?:keyPath|selector|file(?:ID|Path|Literal)?|function|line|column|dsohandle|error|warning|externalMacro)\b)/g,
      },
      { pattern: /@_\w+(?:\([^()\n]*\))?/g },
      { pattern: /\b(?:sending|consuming|borrowing|consume|nonisolated\(unsafe\))(?=\s+[@(\w])/g },
      { pattern: /(?<=@\w{1,99})<[^<>\n]*>(?=\s)/g, hidesNames: true },
      { pattern: /(?<=\bthrows\s{0,99})\([^()\n]*\)/g, hidesNames: true },
      { pattern: /(?<=[[(,]\s{0,99})~(?=\w)/g },
      { pattern: /#(?=(?:expect|require)\b)/g },
      {
        pattern: /(?<=(?:[(:=,]|\breturn|\bin)\s{0,99})\((?=\s{0,99}\)(?!\s*(?:->|async|throws|rethrows)))/g,
        by: "[",
      },
      { pattern: /(?<=\[\s{0,99})\)/g, by: "]" },
      { pattern: /(?<=#")(?:[^"\n]|"(?!#))*(?="#)/g, fill: "x" },
      { pattern: /#{1,9}(?="x*"#)|(?<="x{0,9999}")#+/g },
      { pattern: /(?<=\bfunc\s{1,99})`[^`\n]+`/g, fill: "x" },
    ],
  },
  hasFolderModules: true,
  hasWholeImports: true,
  // https://docs.swift.org/swift-book, "Lexical Structure".
  reservedWords: wordsOf(`
    Any as associatedtype await break case catch class continue default defer deinit do else enum extension
    fallthrough false fileprivate for func guard if import in init inout internal is let nil operator
    precedencegroup private protocol public repeat rethrows return self Self static struct subscript super switch
    throw throws true try typealias var where while _`),
  parameters: {
    form: "list",
    default: "=",
    variadic: /\.\.\.$/,
    argumentName: ": ",
    hasLabels: true,
    label: /^(?:@\w+(?:\([^)]*\))?\s*)*`?(\w+)/,
  },
  hasNamedArguments: true,
  overriding: {
    privateWord: /\b(?:file)?private\b(?!\(set\))/,
    calledName: /^(?:init|deinit|hash|encode|description|debugDescription|body|wrappedValue|projectedValue)$/,
    plainTypes: wordsOf(`
      Any AnyObject NSObject NSObjectProtocol Sendable Hashable Equatable Comparable Codable Encodable Decodable CaseIterable Identifiable
      Error String Int Double Float Bool UInt8 UInt16 UInt32 UInt64 Int8 Int16 Int32 Int64 UInt Character
      RawRepresentable CustomStringConvertible CustomDebugStringConvertible CodingKey`),
  },
  hasExtensions: true,
  extensionKind: "namespace",
  blockKind: "namespace",
  hasForeignMembers: true,
  hasMembersElsewhere: true,
  overloads: "all",
  topTypes: wordsOf("Any AnyObject"),
  constructorName: /^init$/,
  // https://developer.apple.com/documentation/swift/sequence, collection, dictionary, optional.
  collections: {
    ...noCollections,
    giving: new Map([
      ...givingAt(
        [0],
        `allSatisfy compactMap contains drop dropFirst dropLast filter first firstIndex flatMap forEach last lastIndex
        map mapValues compactMapValues max min partition prefix removeAll reversed sorted split`,
      ),
      ...givingAt([0, 1], "sort sorted max min"),
      ...givingAt([1], "reduce"),
    ]),
    adding: wordsOf("append insert"),
    keeping: wordsOf(`
      compactMap drop dropFirst dropLast filter lazy prefix reversed shuffled sorted suffix values`),
    taking: wordsOf("first last max min next popFirst popLast randomElement removeFirst removeLast remove"),
    counting: wordsOf("enumerated"),
    ofValues: wordsOf("values removeValue"),
  },
};
