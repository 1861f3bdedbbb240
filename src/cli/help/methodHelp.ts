/**
 * The table of help texts for methods: for `lsp-locate <method> --help`, completion and
 * suggestions.
 */

/** The groups of methods, in the order in which help lists them. */
export const methodGroups = ["find", "read", "types", "change", "check", "more"] as const;

export type MethodGroup = (typeof methodGroups)[number];

export interface MethodHelp {
  readonly group: MethodGroup;
  /** What it returns or does: a phrase without a full stop. */
  readonly summary: string;
  /**
   * What is printed after the place of the Locate; absent for an answer that is printed as JSON.
   */
  readonly prints?: string;
  /** What `--json` prints, if it isn't the language server's answer. */
  readonly json?: string;
  /** The words after the Locate. */
  readonly extraArguments?: string;
  /** Command lines for the Python project in test/projects/python. */
  readonly examples: readonly string[];
  /** Words that people try instead of the name. */
  readonly aliases?: readonly string[];
}

const PLACES_OUTPUT = "Each place as file:line:character, with its line.";
const TREE_OUTPUT = "A line for each symbol: its line number, kind and name, indented by depth.";
const DIFF_OUTPUT = "A diff for git apply; with --write, the names of the files that were changed.";

/** In the order of lists. */
export const methodHelp: Readonly<Record<string, MethodHelp>> = {
  search: {
    group: "find",
    summary: "where a symbol is declared, in the whole workspace",
    prints: "Each declaration as file:line:character, with its kind and its symbol path.",
    json: "{ symbols, count, near?, text?, markdown }",
    examples: ["lsp-locate search Shelf.add", "lsp-locate search total --kind=function --limit=5"],
    aliases: ["find", "symbol", "symbols", "workspace/symbol", "grep", "whereis"],
  },
  outline: {
    group: "find",
    summary: "the symbols of a file, which can be written after <file>:",
    prints: TREE_OUTPUT,
    json: "{ symbols, markdown }",
    examples: ["lsp-locate outline store/items.py", "lsp-locate outline store/items.py --depth=1"],
    aliases: ["ls", "toc", "tree"],
  },
  resolve: {
    group: "find",
    summary: "the place that a Locate refers to",
    prints: "The place as file:line:character, with its line and the number of other matches.",
    json: "{ file_path, position, target, markdown, match?, symbol? }, positions 1-based except in target",
    examples: ["lsp-locate resolve store/items.py:Shelf.add", "lsp-locate resolve 'store/items.py:Shelf.add@<|>raise'"],
    aliases: ["goto", "go", "where"],
  },
  describe: {
    group: "find",
    summary: "a Locate for a line and character",
    prints: "The Locate, as it can be written after another method.",
    json: "{ locate, notation, markdown }",
    examples: ["lsp-locate describe store/items.py:58:19", "lsp-locate describe store/items.py:58:9-58:12"],
    aliases: ["position", "at"],
  },
  nodes: {
    group: "find",
    summary: "the syntax nodes around a place, for anchor_text and ancestor_node_type",
    prints: "Each node's type, range and first line, the smallest first.",
    json: "{ nodes, markdown }; with --records { records, count, difference }",
    examples: [
      "lsp-locate nodes 'store/shop.py:total@<|>result += item.price'",
      "lsp-locate nodes store/shop.py --records --limit=20",
    ],
    aliases: ["ast", "syntax"],
  },
  resolveRange: {
    group: "more",
    summary: "the range that a Locate refers to",
    prints: "The range as file:line:character-line:character, with its lines.",
    json: "{ file_path, range, target, markdown, match?, symbol? }, positions 1-based except in target",
    examples: ["lsp-locate resolveRange store/items.py:Shelf.add", "lsp-locate resolveRange store/items.py:10-20"],
  },

  hover: {
    group: "read",
    summary: "the type or signature, and the documentation",
    prints: "The server's text, without Markdown.",
    examples: ["lsp-locate hover store/items.py:Shelf.add", "lsp-locate hover 'store/shop.py:check@<|>total('"],
    aliases: ["doc", "docs", "type", "info", "show", "explain", "k"],
  },
  definition: {
    group: "read",
    summary: "where it is defined",
    prints: PLACES_OUTPUT,
    examples: ["lsp-locate definition 'store/shop.py:check@<|>größe('"],
    aliases: ["def", "gd", "jump"],
  },
  references: {
    group: "read",
    summary: "where it is used, in every file",
    prints: PLACES_OUTPUT,
    examples: ["lsp-locate references store/prices.py:größe", "lsp-locate references :Shelf.add"],
    aliases: ["refs", "ref", "usages", "uses"],
  },
  implementation: {
    group: "read",
    summary: "what implements it",
    prints: PLACES_OUTPUT,
    examples: ["lsp-locate implementation store/items.py:Shelf.add"],
    aliases: ["impl", "implementations"],
  },
  typeDefinition: {
    group: "read",
    summary: "where its type is defined",
    prints: PLACES_OUTPUT,
    examples: ["lsp-locate typeDefinition 'store/shop.py@<|>shelf = Shelf(3)'"],
  },
  declaration: {
    group: "read",
    summary: "where it is declared, in languages with separate declarations",
    prints: PLACES_OUTPUT,
    examples: ["lsp-locate declaration 'store/shop.py:check@<|>größe('"],
  },
  completion: {
    group: "read",
    summary: "what can be written there",
    prints: "A line for each, with its kind and description.",
    examples: ["lsp-locate completion 'store/shop.py:total@item.<|>price'"],
    aliases: ["completions", "suggest"],
  },
  signatureHelp: {
    group: "read",
    summary: "the parameters of the call around a place",
    prints: "Each signature, with the current parameter marked.",
    examples: ["lsp-locate signatureHelp 'store/shop.py:check@shelf.find(<|>'"],
    aliases: ["signature", "args", "arguments"],
  },
  documentHighlight: {
    group: "read",
    summary: "its occurrences in the file, and whether each reads or writes it",
    prints: PLACES_OUTPUT,
    examples: ["lsp-locate documentHighlight 'store/shop.py:total@<|>result = 0.0'"],
    aliases: ["highlight", "highlights"],
  },

  incomingCalls: {
    group: "types",
    summary: "the functions that call it",
    prints: "Each caller, with the places of its calls below.",
    examples: ["lsp-locate incomingCalls store/prices.py:größe"],
    aliases: ["callers", "calls", "callhierarchy"],
  },
  outgoingCalls: {
    group: "types",
    summary: "the functions that it calls",
    prints: "Each function that is called, with the places of the calls below.",
    examples: ["lsp-locate outgoingCalls store/shop.py:check"],
    aliases: ["callees"],
  },
  supertypes: {
    group: "types",
    summary: "the types that a type is derived from",
    prints: PLACES_OUTPUT,
    examples: ["lsp-locate supertypes store/items.py:Shelf.Full"],
    aliases: ["super", "parents", "typehierarchy"],
  },
  subtypes: {
    group: "types",
    summary: "the types that are derived from a type",
    prints: PLACES_OUTPUT,
    examples: ["lsp-locate subtypes store/items.py:Item"],
    aliases: ["sub", "children", "subclasses"],
  },

  rename: {
    group: "change",
    summary: "rename a symbol, in every file",
    prints: DIFF_OUTPUT,
    extraArguments: "<new name>",
    examples: [
      "lsp-locate rename 'store/shop.py:total@<|>result = 0.0' sum",
      "lsp-locate rename store/items.py:Shelf.add put --write",
    ],
    aliases: ["mv"],
  },
  edit: {
    group: "change",
    summary: "replace or delete it, or insert text before or after it, fitted to its place",
    prints: DIFF_OUTPUT,
    json: "{ edit, unit, place, notes?, markdown }; with --write also written",
    examples: [
      "lsp-locate edit store/items.py:LIMIT --replace='LIMIT = 20'",
      "lsp-locate edit 'store/shop.py:total@return result' --insert-before='print(result); '",
      "lsp-locate edit store/prices.py:größe --delete",
      "cat new.py | lsp-locate edit store/prices.py:größe --replace=-",
    ],
    aliases: ["replace", "insert", "delete", "sed"],
  },
  formatting: {
    group: "change",
    summary: "format a file",
    prints: DIFF_OUTPUT,
    examples: ["lsp-locate formatting store/shop.py", "lsp-locate formatting store/shop.py --write"],
    aliases: ["format", "fmt", "prettier"],
  },
  rangeFormatting: {
    group: "change",
    summary: "format a part of a file",
    prints: DIFF_OUTPUT,
    examples: ["lsp-locate rangeFormatting store/shop.py:total"],
  },
  codeAction: {
    group: "change",
    summary: "the code actions that the server offers for a range",
    prints: "A line for each: its title and its kind.",
    examples: ["lsp-locate codeAction store/shop.py:total", "lsp-locate codeAction store/shop.py:1-2 --only=source"],
    aliases: ["actions", "action", "fix", "quickfix", "refactor", "codeactions"],
  },

  diagnostic: {
    group: "check",
    summary: "the errors and warnings of a file",
    prints: "Each problem as file:line:character, with its line.",
    json: "{ place, result }; result is the server's answer; with --watch, a line for each change",
    examples: ["lsp-locate diagnostic store/shop.py", "lsp-locate diagnostic store/shop.py --watch"],
    aliases: ["diagnostics", "lint", "errors", "problems", "check", "warnings"],
  },

  documentSymbol: {
    group: "more",
    summary: "the server's own list of symbols; outline shows more",
    prints: TREE_OUTPUT,
    examples: ["lsp-locate documentSymbol store/items.py"],
  },
  prepareRename: {
    group: "more",
    summary: "whether it can be renamed, and the range that would be",
    prints: "The range that would be renamed.",
    examples: ["lsp-locate prepareRename store/items.py:Shelf.add"],
  },
  prepareCallHierarchy: {
    group: "more",
    summary: "the item that incomingCalls and outgoingCalls start from",
    prints: PLACES_OUTPUT,
    examples: ["lsp-locate prepareCallHierarchy store/prices.py:größe"],
  },
  prepareTypeHierarchy: {
    group: "more",
    summary: "the item that supertypes and subtypes start from",
    prints: PLACES_OUTPUT,
    examples: ["lsp-locate prepareTypeHierarchy store/items.py:Item"],
  },
  linkedEditingRange: {
    group: "more",
    summary: "the ranges that are edited together, such as the other tag",
    prints: PLACES_OUTPUT,
    examples: ["lsp-locate linkedEditingRange store/items.py:Item"],
  },
  moniker: {
    group: "more",
    summary: "its identifier in an index of several projects",
    prints: "Each moniker, with its scheme and its kind.",
    examples: ["lsp-locate moniker store/items.py:Item"],
  },
  selectionRange: {
    group: "more",
    summary: "the ranges around a place, for extending a selection",
    prints: "Each range, the smallest first.",
    examples: ["lsp-locate selectionRange store/items.py:Shelf.add store/shop.py:total"],
  },
  inlayHint: {
    group: "more",
    summary: "inline hints of an editor: types, names of parameters",
    prints: "Each hint in its line.",
    examples: ["lsp-locate inlayHint store/shop.py:total"],
    aliases: ["hints", "inlayhints"],
  },
  inlineValue: {
    group: "more",
    summary: "the values that a debugger shows in these lines",
    prints: "A line for each value; the debugger's context goes into --params.",
    examples: [
      `lsp-locate inlineValue store/shop.py:total --params='{"context":{"frameId":1,"stoppedLocation":{"start":{"line":10,"character":0},"end":{"line":10,"character":0}}}}'`,
    ],
  },
  inlineCompletion: {
    group: "more",
    summary: "what can be written there, as longer texts",
    prints: "Each text.",
    examples: ["lsp-locate inlineCompletion 'store/shop.py:total@return <|>result'"],
  },
  onTypeFormatting: {
    group: "more",
    summary: "the changes after a character has been typed",
    prints: DIFF_OUTPUT,
    examples: [`lsp-locate onTypeFormatting 'store/shop.py:total@result = 0.0<|>' --params='{"ch":"\\n"}'`],
  },
  rangesFormatting: {
    group: "more",
    summary: "format several parts of a file",
    prints: DIFF_OUTPUT,
    examples: ["lsp-locate rangesFormatting store/shop.py:total store/shop.py:check"],
  },
  foldingRange: {
    group: "more",
    summary: "the ranges of a file that can be folded",
    prints: "The lines of each fold.",
    examples: ["lsp-locate foldingRange store/items.py"],
  },
  codeLens: {
    group: "more",
    summary: "the code lenses that an editor shows above lines",
    prints: "A line for each lens.",
    examples: ["lsp-locate codeLens store/items.py"],
  },
  documentLink: {
    group: "more",
    summary: "the links in a file, and where they lead",
    prints: "Each link with its target.",
    examples: ["lsp-locate documentLink store/items.py"],
  },
  documentColor: {
    group: "more",
    summary: "the colours in a file",
    prints: "Each colour with its place.",
    examples: ["lsp-locate documentColor store/items.py"],
  },
  colorPresentation: {
    group: "more",
    summary: "the ways to write a colour that is given in --params",
    prints: "A line for each.",
    examples: [
      `lsp-locate colorPresentation store/items.py:LIMIT --params='{"color":{"red":1,"green":0,"blue":0,"alpha":1}}'`,
    ],
  },
  "semanticTokens/full": {
    group: "more",
    summary: "the semantic tokens of a file, in LSP's encoding",
    examples: ["lsp-locate semanticTokens/full store/items.py"],
  },
  "semanticTokens/full/delta": {
    group: "more",
    summary: "the changes since an earlier answer, whose id goes into --params",
    examples: [`lsp-locate semanticTokens/full/delta store/items.py --params='{"previousResultId":"1"}'`],
  },
  "semanticTokens/range": {
    group: "more",
    summary: "the semantic tokens of a part of a file",
    examples: ["lsp-locate semanticTokens/range store/items.py:Shelf"],
  },
};
