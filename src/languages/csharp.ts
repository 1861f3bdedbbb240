/** C#. */

import { type LanguageDefinition, wordsOf } from "./facts.js";

export const csharp: LanguageDefinition = {
  id: "csharp",
  entries: { system: /^Main$/, decorator: /\[\s*(?!(?:Obsolete|MethodImpl|Serializable)\b)[A-Za-z_][^\]]*\]/ },
  extensions: ["cs", "csx", "cake"],
  grammar: { name: "c_sharp" },
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
    // An extension method is called with or without the extended object as an argument.
    optional: /^(?:\[\]\s*)*this\s/,
  },
  overriding: {
    isOfMethods: true,
    calledName: /^(?:ToString|Equals|GetHashCode|Finalize)$/,
    plainTypes: wordsOf("object Object"),
  },
  hasExtensions: true,
  hasForeignMembers: true,
  hasMembersElsewhere: true,
  hasPartialTypes: true,
  hasNamedArguments: true,
  modules: "names",
  seesOuterNamespaces: true,
};
