/**
 * What can be said of a language. Each file here says it of one; what it leaves out is as in
 * `commonFacts`. Structure that a grammar has is not here but in `queries/`.
 */

import { type CollectionFacts, noCollections } from "./collectionFacts.js";
import type { FixtureFacts, MemberCarrier, NameConvention } from "./frameworkFacts.js";
import type { HeadPattern } from "./heads.js";
import type { LibraryFacts } from "./libraryFacts.js";
import type { NameContext } from "./nameContext.js";
import { commonOverriding, type OverridingFacts } from "./overridingFacts.js";
import { commonParameters, type ParameterFacts } from "./parameters.js";

export interface LanguageFacts {
  /**
   * Extensions of its files, in lower case, without the dot. They repeat those of servers.json for
   * the library, which reads no files.
   */
  readonly extensions: readonly string[];
  /** The programs that run its scripts, as the first line of one names them, without version. */
  readonly interpreters: readonly string[];
  /** The shipped grammar that parses it; undefined if there is none. */
  readonly grammar: GrammarFacts | undefined;
  /** A word that is equal for languages which can use each other's declarations. */
  readonly family: string | undefined;

  /**
   * How names are read: in "code", separators split them; as "code with marks", the mark of a
   * variable is not part of its name either; as "data" they stay whole.
   */
  readonly nameRule: NameRule;
  /** What names may contain besides letters, digits and `_`; the next two follow from it. */
  readonly nameCharacters: NameCharacters;
  /** Characters that are part of a word if they are directly before or after it. */
  readonly wordEnds: WordEnds;
  readonly identifier: IdentifierSyntax;
  /**
   * What precedes a variable's or member's name and is not part of it; undefined in most, where
   * `$` is a letter.
   */
  readonly sigil: RegExp | undefined;
  /** Whether only a declaration has the sigil: PHP's property `$items` is used as `->items`. */
  readonly isSigilDropped: boolean;
  /** Undefined if they are not listed, so that every word may be a name. */
  readonly reservedWords: ReadonlySet<string> | undefined;
  /**
   * Reserved words that a rename may write all the same: `_`, which declares nothing, and the
   * receiver's name, which makes a parameter one. They are never taken.
   */
  readonly specialNames: ReadonlySet<string>;
  /** The name that declares nothing which can be used: Go's `_`. */
  readonly blankName: string | undefined;
  /** Whether a member's name may be a reserved word. */
  readonly allowsReservedMembers: boolean;

  /**
   * What is around a name where it declares nothing; undefined where that is not known, so that
   * each file with a name has to be parsed to find its declarations.
   */
  readonly uses: readonly NameContext[] | undefined;
  readonly comments: CommentSyntax;
  /** Matches the beginning of a decorator, attribute or template header, at the start of a line. */
  readonly attribute: RegExp;
  /** What begins and ends strings of several lines, whose text may be in any column. */
  readonly multilineQuote: string | undefined;

  /** Whether the indentation of a line decides which block it is in. */
  readonly isIndented: boolean;
  /** Whether lines at column 0 may be for a preprocessor, and stay there. */
  readonly hasPreprocessor: boolean;
  /** Matches an attribute that keeps a declaration to some builds. */
  readonly conditionalAttribute: RegExp | undefined;
  /** How a declaration says that other files of its package have it for other platforms. */
  readonly platforms: PlatformFacts | undefined;
  /** What keeps a file to some builds. */
  readonly buildConstraint: BuildConstraintFacts | undefined;
  /** Whether labels may be less deep than the lines around them: `case 1:`, `public:`. */
  readonly hasLabels: boolean;
  /** Matches a line whose body is the next line, without a bracket or colon between: `if (a)`. */
  readonly bodyHead: RegExp;
  /** Whether the indentation of a text is counted in levels, which have a width in each file. */
  readonly hasIndentLevels: boolean;
  /** The usual number of blank lines between declarations, and between those at the top level. */
  readonly blankLines: { readonly inside: number; readonly top: number; readonly includesShort?: boolean };
  /** Whether columns don't show what is beside a symbol, as with headings and paragraphs. */
  readonly isFlat: boolean;

  /** Matches the first line of a section that lasts until the next one in its column: `[a]`. */
  readonly sectionHead: RegExp | undefined;

  readonly parameters: ParameterFacts;
  /**
   * Whether a parameter's type follows its name without a sign, and several may share it:
   * `a, b int`.
   */
  readonly hasTypesAfterNames: boolean;

  /** Whether a member is always accessed through a receiver, such as `this`. */
  readonly hasExplicitReceivers: boolean;
  /** Whether a name of another module may have a path before it: `bank::open`. */
  readonly hasQualifiedPaths: boolean;
  /** Matches what precedes the name of a member, at the end of a text. */
  readonly memberAccess: RegExp;
  /** Whether `{ x }` can mean a variable and a property or field of that name at once. */
  readonly hasShorthandProperties: boolean;
  /** Whether a call may name a parameter of what it calls: `area(width=1)`. */
  readonly hasNamedArguments: boolean;
  /** Matches the name of a constructor that is called by the name of its type. */
  readonly constructorName: RegExp | undefined;
  /** Words by which a constructor calls another one, of its type or of the one that it extends. */
  readonly constructorWords: readonly string[];
  /** Whether a path may name the constructor or destructor of a type: `A::A`, `A::~A`. */
  readonly hasConstructorPaths: boolean;
  /**
   * Whether a symbol may be declared in several places of which one defines it: prototypes, types
   * without a body.
   */
  readonly hasPrototypes: boolean;
  /** Whether a call in a template may mean several functions, by the types that it is used with. */
  readonly hasTemplates: boolean;
  /** Whether the constants of an enum belong to what is around it, too. */
  readonly hasOpenEnums: boolean;
  /** Whether a variable is an array or a pointer by what is around its name: `char a[3]`. */
  readonly hasArrayDeclarators: boolean;
  /** Functions whose results tests take by their names. */
  readonly fixtures: FixtureFacts | undefined;
  /** What else takes declarations by their names. */
  readonly memberCarriers: readonly MemberCarrier[];
  /** What frameworks take by a convention. */
  readonly conventions: readonly NameConvention[];
  /**
   * How its declarations begin, by which those are found that the grammar can't read; empty where
   * none are.
   */
  readonly heads: readonly HeadPattern[];
  /** What is called without its name in the code. */
  readonly entries: EntryFacts;
  /** The names, in lower case and without extensions, of files that represent their folders. */
  readonly indexNames: readonly string[];
  /** Matches the paths of files that others include. */
  readonly headerFile: RegExp | undefined;
  /** Whether a module consists of all files of a folder, without a main file. */
  readonly hasFolderModules: boolean;
  /** The extensions of modules, and of stubs beside them that declare their types. */
  readonly stubs: readonly { readonly module: string; readonly stub: string }[];
  /** Whether the name of a file is that of its module in code: `import a.b`. */
  readonly hasNamedModules: boolean;
  /** Whether `import type { A }` imports types alone. */
  readonly hasTypeImports: boolean;
  /** Whether a server that sees a project knows what each name in it is, members included. */
  readonly hasDeclaredTypes: boolean;
  /** Whether a later declaration in a scope assigns to the same name. */
  readonly hasRebinding: boolean;
  /** Matches a line that deletes variables; the first group has their names. */
  readonly deletion: RegExp | undefined;
  /** Whether servers list each name of a scope once, with its last declaration. */
  readonly isListedOnce: boolean;
  /** Whether declarations of one name and arity are clauses of one function. */
  readonly hasClauses: boolean;
  /** Whether `def self.make` and `def make` are two methods of a class. */
  readonly hasSingletonMethods: boolean;
  /** Whether `extension` begins a block that adds to a type declared elsewhere. */
  readonly hasExtensions: boolean;
  /** The outline kind of an extension with the name of its type, if nothing else has it. */
  readonly extensionKind: string | undefined;
  /** Matches the head of a function that adds to a type, up to its name; the group is the type. */
  readonly extensionHead: RegExp | undefined;
  /** How several adjacent declarations are one symbol. */
  readonly oneSymbol: readonly OneSymbolRule[];
  /** Which declarations of one name may differ in their parameters alone. */
  readonly overloads: "none" | "members" | "all";
  /** Which members may override others. */
  readonly overriding: OverridingFacts;
  /** Where a declaration's documentation is a string: at the beginning of its body, or above. */
  readonly docstring: "body" | "above" | undefined;
  /** The lines of comments that are run as tests. */
  readonly docTests: DocTestFacts | undefined;
  /** The lines of a notebook's cells that are for the kernel, and no code of the language. */
  readonly kernelCommands: KernelCommandFacts | undefined;
  /** Matches the line that opens a fence of code which is run. */
  readonly chunkFence: RegExp | undefined;
  /** Whether tags in comments name declarations: `@param a`, `{@link A}`. */
  readonly hasDocTags: boolean;

  /** Whether all files of a folder are one package, whose names need no qualifier. */
  readonly hasFolderPackages: boolean;
  /** Matches the words by which a file belongs to the package of its folder. */
  readonly packageLine: RegExp | undefined;
  /** Matches the names that only their package can use: those of Go that begin in lower case. */
  readonly packageOnlyName: RegExp | undefined;
  /** Whether files include others whole, so that what they declare needs no import by name. */
  readonly hasIncludes: boolean;
  /**
   * How imports lead to declarations. `tree`: paths through modules that files declare. `folders`:
   * packages that are folders. `names`: packages and namespaces that files say they belong to.
   * `files`: modules that are files. Undefined: imports decide nothing.
   */
  readonly modules: "tree" | "folders" | "names" | "files" | undefined;
  /**
   * How an import of a qualified name is written, where the package of a file follows its folder:
   * `import {name};`, and what is between the words of the name.
   */
  readonly importStatement: { readonly statement: string; readonly separator: "." | "\\" } | undefined;
  /** Whether what has no modifier is visible in its package alone. */
  readonly hasPackageVisibility: boolean;
  /** Whether imports name whole modules, and names of one module need none. */
  readonly hasWholeImports: boolean;
  /** Whether composer.json says in which file a class is. */
  readonly hasAutoload: boolean;
  /** What loads a module when it is called with the path of one. */
  readonly moduleLoaders: readonly string[];
  /** Whether names of outer namespaces are visible in inner ones. */
  readonly seesOuterNamespaces: boolean;
  /** Matches the names that every module has without a declaration: Python's `__name__`. */
  readonly moduleAttribute: RegExp | undefined;
  /**
   * Whether syntax shows which types extend or implement others, so that implementations and
   * supertypes are known.
   */
  readonly hasHierarchy: boolean;
  /** Whether the types of receivers are read, so that members of one name are told apart. */
  readonly hasReceiverTypes: boolean;
  /** Whether blocks elsewhere add members to a type, and what a trait demands: `impl`. */
  readonly hasImplBlocks: boolean;
  /**
   * The kind of the symbols that are blocks which add members, and supertypes, to the type that
   * they are named after.
   */
  readonly blockKind: "object" | "namespace" | undefined;
  /** Whether types satisfy interfaces by their methods alone. */
  readonly hasMethodSets: boolean;
  /** Where signatures are compared: one spelling for types that have several. */
  readonly typeSpellings: Readonly<Record<string, string>> | undefined;
  /** Whether a type may be embedded in another, as a field of its name. */
  readonly hasEmbeddedFields: boolean;
  /** Whether types take members from modules or traits. */
  readonly hasMixins: boolean;
  /** Whether a type may be declared in parts, all of which are one type. */
  readonly hasPartialTypes: boolean;
  /** Whether a type and a value of one name, in one scope, are one symbol: TypeScript's. */
  readonly mergesDeclarations: boolean;
  /** Whether the members of a type may be declared outside of its body. */
  readonly hasMembersElsewhere: boolean;
  /** Whether traits or extensions can give members to any type. */
  readonly hasForeignMembers: boolean;
  /** Methods of the standard library that call another, by name. */
  readonly delegatingMethods: ReadonlyMap<string, DelegatingMethod>;
  /** Types whose objects have the members of their argument: `Box<T>`. */
  readonly transparentTypes: ReadonlySet<string>;
  /** Types that are one of their arguments: `Union[A, B]`. */
  readonly unionTypes: ReadonlySet<string>;
  /** Types of the library that are what the functions of their argument return. */
  readonly resultTypes: ReadonlySet<string>;
  /**
   * Members by which a type has others that it doesn't declare: those of their `result`, or `any`.
   */
  readonly forwarding: ReadonlyMap<string, "result" | "any">;
  /** The methods of the library whose types are those of elements. */
  readonly collections: CollectionFacts;
  /** Types of the language whose values may be of any type: `object`, `any`. */
  readonly topTypes: ReadonlySet<string>;
  /** Types that the language has by names which modules may have, too, and which win over those. */
  readonly builtinTypes: ReadonlySet<string>;
  /** Types of the library whose subtypes declare keys, not members: `TypedDict`. */
  /**
   * Matches what follows a function's parameters up to its body, where its result is declared.
   * Undefined where a body may show to other files what no head says.
   */
  readonly declaredResult: RegExp | undefined;
  /** Matches lines outside of declarations that other files see; undefined for all. */
  readonly passedImports: RegExp | undefined;
  readonly keyedTypes: ReadonlySet<string>;
  /** Matches the call of a method that takes a key of its receiver, up to the key. */
  readonly keyMethods: RegExp | undefined;
  /** The usual name of the first parameter of a method, where that is the object. */
  readonly receiverParameter: string | undefined;
  /** The file that gives the packages around it the path that others import them by. */
  readonly moduleFile: ModuleFile | undefined;
  /** When a file may use what another declares at its top level without importing it by name. */
  readonly unimportedUse: "always" | "star import" | "script";
  /** Matches a list of the names, in quotes, that a module exports. */
  readonly exportList: RegExp | undefined;
  /** Whether only callable symbols can be named in other files. */
  readonly exportsOnlyCallables: boolean;
  /** The project file that says which files a server loads. */
  readonly projectFile: "tsconfig.json" | "pyproject.toml" | "go.mod" | "compile_commands.json" | undefined;
  /** Where the sources of a project's libraries are; undefined where that is not known. */
  readonly libraries: LibraryFacts | undefined;
}

export interface DocTestFacts {
  /** Matches the beginning of such a line, or of any line of a comment where they are in fences. */
  readonly line: RegExp;
  /** What the first line of each example begins with; undefined where they are in fences. */
  readonly prompt?: string;
  /** The line before an example by which it has the names of its `{module}`. */
  readonly prelude?: string;
  /** Matches the line, without that beginning, that opens a fence of code which is run. */
  readonly fence?: RegExp;
  /** Matches the beginning of a line in a fence that is code, and not shown. */
  readonly hidden?: RegExp;
  /**
   * The lines around an example by which a server that knows no file outside of a project reads it
   * at the end of its own file; `library` gives the file's `{crate}` the name that others use.
   */
  readonly within?: { readonly before: string; readonly library: string; readonly after: string };
}

export interface KernelCommandFacts {
  /** Matches a line that is a command as a whole. */
  readonly statement: RegExp;
  /** Matches a line that gives a name the result of a command, in groups before and from it. */
  readonly value: RegExp;
  /** Matches the first line of a cell that is for a command as a whole; its name as a group. */
  readonly cell: RegExp;
  /** Matches the names of the commands whose cells are code of the language still. */
  readonly codeCells: RegExp;
  /** What servers report of a text that the kernel takes. */
  readonly allows: readonly KernelAllowance[];
}

/** A kind of diagnostics that is none in a notebook. */
export interface KernelAllowance {
  readonly message: RegExp;
  /** Matches the text of its range. */
  readonly text: RegExp;
  /** Where that is so: the top level is outside of functions and classes. */
  readonly at: "anywhere" | "top level" | "cell end";
}

/** Kotlin's `expect` and `actual`. */
export interface PlatformFacts {
  /** Matches the word in the line of the declaration, before its name. */
  readonly word: RegExp;
  /** Matches the package of a file, as its first group. */
  readonly package: RegExp;
}

export interface BuildConstraintFacts {
  /** Matches a line that keeps its file to some builds. */
  readonly line: RegExp;
  /** The words that name systems and processors, in constraints and at the ends of file names. */
  readonly systems: readonly string[];
  readonly processors: readonly string[];
  /** Words that hold for each of several systems. */
  readonly groups: ReadonlyMap<string, ReadonlySet<string>>;
}

/** What a method of the standard library calls. */
export interface DelegatingMethod {
  readonly method: string;
  /** Whose: its receiver's, or that of the type that is wanted of it. */
  readonly of: "receiver" | "wanted";
  /** The supertype for which the method is implemented, where the name alone says too little. */
  readonly supertype?: string;
}

export interface ModuleFile {
  readonly name: string;
  /** Matches the line with the module's name, which is its first group. */
  readonly module: RegExp;
}

export type NameRule = "code" | "code with marks" | "data";

/** Characters by where in a name they may be. */
export interface NameCharacters {
  readonly first: string;
  /** Also at the end. */
  readonly inside: string;
  /** At the end alone, once. */
  readonly last: string;
}

export interface WordEnds {
  readonly before: string;
  readonly after: string;
}

export interface IdentifierSyntax {
  /** Matches a whole name. */
  readonly name: RegExp;
  /** Matches one character of a name. */
  readonly character: RegExp;
}

/** The openers of line comments, and the openers and closers of block comments. */
export interface CommentSyntax {
  readonly line: readonly string[];
  readonly block: readonly (readonly [string, string])[];
}

/**
 * `accessors`: a getter and a setter. `signatures`: those of a function before it. `decorators`:
 * `@property` and its setter, `@overload`.
 */
export type OneSymbolRule = "accessors" | "signatures" | "decorators";

export interface EntryFacts {
  /** Matches the names of functions that the system calls. */
  readonly system?: RegExp;
  /** Matches the names of modules of tests beside the code. */
  readonly testModule?: RegExp;
  /** Matches the names of what a test runner calls, and the paths of the files that it looks in. */
  readonly tests?: { readonly name: RegExp; readonly file: RegExp };
  /** Matches what may pass on the declaration that it stands before: a decorator, an annotation. */
  readonly decorator?: RegExp;
}

export interface GrammarFacts {
  /** Its name, by default that of its file in `grammars/`. */
  readonly name: string;
  readonly file?: string;
  /**
   * The folders of its queries; by default the one of its name. The first pattern that matches
   * decides.
   */
  readonly queries?: readonly string[];
  /** Whether only the code that is embedded in its texts declares anything. */
  readonly isHost?: boolean;
  /** Whether its texts show code, which its servers leave alone. */
  readonly hasExamples?: boolean;
  /** Its texts are components with a template, whose code uses the names of their scripts. */
  readonly template?: TemplateFacts;
  /** Whether `\` continues a line only directly before `\n`, not before `\r\n`. */
  readonly continuesLinesOnlyAtLf?: boolean;
  /** Whether macros among the words of a declaration are left out for it. */
  readonly hasMacroWords?: boolean;
  /** Whether it accepts statements in a wrong indentation. */
  readonly ignoresIndentation?: boolean;
  /** Matches the nodes that it accepts without a command in them. */
  readonly emptyGroups?: RegExp;
  /** Whether it reads all valid code, so that an error is the text's: see docs/grammars.md. */
  readonly isComplete?: boolean;
  /** What takes the place of valid code in a text that it fails on, in order. */
  readonly rewrites?: readonly CodeRewrite[];
  /**
   * Matches the lines of conditional directives (`word` is `if…`, `else…` or `endif`), which it
   * reads only in some places.
   */
  readonly conditionals?: RegExp;
}

/** Valid code that a grammar fails on, and code of the same length that it reads instead. */
export interface CodeRewrite {
  /** Global. What the group `kept` matches stays: the last text of its kind in the match. */
  readonly pattern: RegExp;
  /** What the replacement begins with; no longer than any match. */
  readonly by?: string;
  /** The character that fills the rest; a space by default. */
  readonly fill?: string;
  /** Whether it fills line ends, too. */
  readonly joins?: boolean;
  /** Whether a match has names in it, of which nothing is known then. */
  readonly hidesNames?: boolean;
}

export interface TemplateFacts {
  /**
   * How code is written in it. `directives`: in attributes, and in double braces: Vue's. `blocks`:
   * in braces that may open and close blocks: Svelte's. `expressions`: in braces: Astro's.
   */
  readonly syntax: "directives" | "blocks" | "expressions";
  /**
   * Where `$name` reads the store `name`, the names that only look like those of stores
   * (https://svelte.dev/docs/svelte/what-are-runes).
   */
  readonly runes?: ReadonlySet<string>;
  /** The grammar of the code between two lines of `---` at its beginning. */
  readonly frontMatter?: string;
  /** The grammars of its scripts; the code in the template is parsed by the first that is there. */
  readonly scripts: readonly string[];
}

/** One language: its id, as LSP lists it, and the facts that differ from the common ones. */
export interface LanguageDefinition extends Partial<Omit<LanguageFacts, "overriding">> {
  readonly id: string;
  /** Other ids that editors give its documents. */
  readonly aliases?: readonly string[];
  readonly overriding?: Partial<OverridingFacts>;
}

export const slashComments: CommentSyntax = { line: ["//"], block: [["/*", "*/"]] };
export const hashComments: CommentSyntax = { line: ["#"], block: [] };
export const markupComments: CommentSyntax = { line: [], block: [["<!--", "-->"]] };

/** The lines of conditional directives, as C, C# and Swift write them. */
export const conditionalLines = /^[ \t]*#[ \t]*(?<word>if(?:n?def)?|el(?:se|if|seif)|endif)\b(?:\\\r?\n|[^\r\n])*/gm;

/** Matches nothing. */
export const NOTHING = /^(?!)/;

const commonCharacters: NameCharacters = { first: "$", inside: "$", last: "" };

/** Returns the facts that follow from the characters of names. `$` is a letter to finds anyway. */
export function nameSyntaxOf({
  first,
  inside,
  last,
}: NameCharacters): Pick<LanguageFacts, "nameCharacters" | "identifier" | "wordEnds"> {
  const escaped = (characters: string) => characters.replace(/[\\\]^-]/g, "\\$&");
  const end = last === "" ? "" : `[${escaped(last)}]?`;
  // Built when they are first read: each start of the program would pay for all languages.
  let name: RegExp | undefined;
  let character: RegExp | undefined;
  return {
    nameCharacters: { first, inside, last },
    identifier: {
      get name() {
        name ??= new RegExp(`^[\\p{L}\\p{Nl}_${escaped(first)}][\\p{L}\\p{M}\\p{N}_${escaped(inside)}]*${end}$`, "u");
        return name;
      },
      get character() {
        character ??= new RegExp(`[\\p{L}\\p{M}\\p{N}_${escaped(first + inside + last)}]`, "u");
        return character;
      },
    },
    wordEnds: { before: (first + inside).replaceAll("$", ""), after: (inside + last).replaceAll("$", "") },
  };
}

/** The rules for a language without a file, and for each fact that a file leaves out. */
export const commonFacts: LanguageFacts = {
  extensions: [],
  interpreters: [],
  grammar: undefined,
  heads: [],
  family: undefined,
  nameRule: "code",
  ...nameSyntaxOf(commonCharacters),
  sigil: undefined,
  isSigilDropped: false,
  reservedWords: undefined,
  specialNames: new Set(),
  blankName: undefined,
  allowsReservedMembers: false,
  uses: undefined,
  comments: slashComments,
  attribute: /^(?:@\w|#!?\[|template\s*<)/,
  multilineQuote: undefined,
  isIndented: false,
  hasPreprocessor: false,
  conditionalAttribute: undefined,
  platforms: undefined,
  buildConstraint: undefined,
  hasLabels: false,
  bodyHead: /^(?:\}\s*)?(?:(?:(?:else\s+)?if|for|foreach|while|switch|catch)\b.*\)|else|do|try|finally)$/,
  hasIndentLevels: true,
  blankLines: { inside: 1, top: 1 },
  isFlat: false,
  sectionHead: undefined,
  parameters: commonParameters,
  hasTypesAfterNames: false,
  hasExplicitReceivers: false,
  hasQualifiedPaths: false,
  memberAccess: /(?:\.|::|->)\s*$/,
  hasShorthandProperties: false,
  hasNamedArguments: false,
  constructorName: undefined,
  constructorWords: [],
  hasConstructorPaths: false,
  hasPrototypes: false,
  hasTemplates: false,
  hasOpenEnums: false,
  hasArrayDeclarators: false,
  fixtures: undefined,
  memberCarriers: [],
  conventions: [],
  entries: {},
  indexNames: ["index"],
  headerFile: undefined,
  hasFolderModules: false,
  stubs: [],
  hasNamedModules: false,
  hasTypeImports: false,
  hasDeclaredTypes: false,
  hasRebinding: false,
  deletion: undefined,
  isListedOnce: false,
  hasClauses: false,
  hasSingletonMethods: false,
  hasExtensions: false,
  extensionKind: undefined,
  extensionHead: undefined,
  oneSymbol: [],
  overloads: "members",
  overriding: commonOverriding,
  docstring: undefined,
  docTests: undefined,
  kernelCommands: undefined,
  chunkFence: undefined,
  hasDocTags: false,
  hasFolderPackages: false,
  packageLine: undefined,
  packageOnlyName: undefined,
  hasIncludes: false,
  modules: undefined,
  importStatement: undefined,
  hasPackageVisibility: false,
  hasWholeImports: false,
  hasAutoload: false,
  moduleLoaders: [],
  seesOuterNamespaces: false,
  hasHierarchy: false,
  hasReceiverTypes: false,
  hasImplBlocks: false,
  blockKind: undefined,
  hasMethodSets: false,
  typeSpellings: undefined,
  hasEmbeddedFields: false,
  hasMixins: false,
  hasPartialTypes: false,
  mergesDeclarations: false,
  moduleAttribute: undefined,
  hasMembersElsewhere: false,
  hasForeignMembers: false,
  delegatingMethods: new Map(),
  transparentTypes: new Set(),
  unionTypes: new Set(),
  resultTypes: new Set(),
  forwarding: new Map(),
  collections: noCollections,
  topTypes: new Set(),
  builtinTypes: new Set(),
  declaredResult: undefined,
  passedImports: undefined,
  keyedTypes: new Set(),
  keyMethods: undefined,
  receiverParameter: undefined,
  moduleFile: undefined,
  unimportedUse: "always",
  exportList: undefined,
  exportsOnlyCallables: false,
  projectFile: undefined,
  libraries: undefined,
};

/** Returns the words of a text as a set. */
export function wordsOf(text: string): ReadonlySet<string> {
  return new Set(text.trim().split(/\s+/));
}
