/** What is to be said of each method on the command line. One table: for `lsp-locate <method> --help`, for completion, for the words people try instead. */

/** The groups of methods, in the order in which help lists them. */
export const methodGroups = ["find", "read", "types", "change", "check", "more"] as const;

export type MethodGroup = (typeof methodGroups)[number];

export interface MethodHelp {
  readonly group: MethodGroup;
  /** What one learns from it, or what it does: for lists, so without a full stop. */
  readonly summary: string;
  /** What stands on stdout behind the line that says where the Locate landed; without one, the answer as JSON. */
  readonly prints?: string;
  /** What of the answer stands behind `--json`, where it isn't what the language server has answered. */
  readonly json?: string;
  /** What is written behind the Locate. */
  readonly extraArguments?: string;
  /** As they are typed in a project of Python; test/projects/python is one. */
  readonly examples: readonly string[];
  /** Words that people try instead of the name. */
  readonly aliases?: readonly string[];
}

const PLACES_OUTPUT = "Each place as file:line:character, with its line.";
const TREE_OUTPUT = "A line for each, with its line number, indented by how deep it lies.";
const DIFF_OUTPUT = "A diff that git apply takes; with --write the files are changed, and which ones is said.";

/** In the order in which lists have them. */
export const methodHelp: Readonly<Record<string, MethodHelp>> = {
  search: {
    group: "find",
    summary: "where in the workspace something of that name is declared",
    prints: "Each declaration as file:line:character, with its kind and its symbol path.",
    json: "{ symbols, count, near?, markdown }",
    examples: ["lsp-locate search Shelf.add", "lsp-locate search total --kind=function --limit=5"],
    aliases: ["find", "symbol", "symbols", "workspace/symbol", "grep", "whereis"],
  },
  outline: {
    group: "find",
    summary: "the symbols of a file, which is what to write behind file:",
    prints: TREE_OUTPUT,
    json: "{ symbols, markdown }",
    examples: ["lsp-locate outline store/items.py", "lsp-locate outline store/items.py --depth=1"],
    aliases: ["ls", "toc", "tree"],
  },
  resolve: {
    group: "find",
    summary: "where a Locate leads, without asking anything about it",
    prints: "The place as file:line:character, with its line, and how many other places the text has.",
    json: "{ file_path, position, target, markdown, match?, symbol? }, positions 1-based but in target",
    examples: ["lsp-locate resolve store/items.py:Shelf.add", "lsp-locate resolve 'store/items.py:Shelf.add@<|>raise'"],
    aliases: ["goto", "go", "where"],
  },
  describe: {
    group: "find",
    summary: "the way back: from line and character to the Locate that finds it again",
    prints: "The Locate, ready to be written behind another method.",
    json: "{ locate, notation, markdown }",
    examples: ["lsp-locate describe store/items.py:58:19", "lsp-locate describe store/items.py:58:9-58:12"],
    aliases: ["position", "at"],
  },
  nodes: {
    group: "find",
    summary: "the syntax nodes around a place, for anchor_text and ancestor_node_type",
    prints: "Each node's type, range and first line, the smallest first.",
    json: "{ nodes, markdown }",
    examples: ["lsp-locate nodes 'store/shop.py:total@<|>result += item.price'"],
    aliases: ["ast", "syntax"],
  },
  resolveRange: {
    group: "more",
    summary: "what a Locate selects where a range is wanted",
    prints: "The range as file:line:character-line:character, with its lines.",
    json: "{ file_path, range, target, markdown, match?, symbol? }, positions 1-based but in target",
    examples: ["lsp-locate resolveRange store/items.py:Shelf.add", "lsp-locate resolveRange store/items.py:10-20"],
  },

  hover: {
    group: "read",
    summary: "what it is: its type or signature, and its documentation",
    prints: "The server's words, without their Markdown.",
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
    summary: "where it is declared, in languages that tell this from a definition",
    prints: PLACES_OUTPUT,
    examples: ["lsp-locate declaration 'store/shop.py:check@<|>größe('"],
  },
  completion: {
    group: "read",
    summary: "what could be written there",
    prints: "A line for each, with its kind and what the server says of it.",
    examples: ["lsp-locate completion 'store/shop.py:total@item.<|>price'"],
    aliases: ["completions", "suggest"],
  },
  signatureHelp: {
    group: "read",
    summary: "what the call around it takes",
    prints: "Each signature, the parameter that is being written marked.",
    examples: ["lsp-locate signatureHelp 'store/shop.py:check@shelf.find(<|>'"],
    aliases: ["signature", "args", "arguments"],
  },
  documentHighlight: {
    group: "read",
    summary: "where else in this file it stands, and whether it is read or written there",
    prints: PLACES_OUTPUT,
    examples: ["lsp-locate documentHighlight 'store/shop.py:total@<|>result = 0.0'"],
    aliases: ["highlight", "highlights"],
  },

  incomingCalls: {
    group: "types",
    summary: "who calls it",
    prints: "Each caller, and below it the places of its calls.",
    examples: ["lsp-locate incomingCalls store/prices.py:größe"],
    aliases: ["callers", "calls", "callhierarchy"],
  },
  outgoingCalls: {
    group: "types",
    summary: "whom it calls",
    prints: "Each function that is called, and below it the places of the calls.",
    examples: ["lsp-locate outgoingCalls store/shop.py:check"],
    aliases: ["callees"],
  },
  supertypes: {
    group: "types",
    summary: "what a type is derived from",
    prints: PLACES_OUTPUT,
    examples: ["lsp-locate supertypes store/items.py:Shelf.Full"],
    aliases: ["super", "parents", "typehierarchy"],
  },
  subtypes: {
    group: "types",
    summary: "what is derived from a type",
    prints: PLACES_OUTPUT,
    examples: ["lsp-locate subtypes store/items.py:Item"],
    aliases: ["sub", "children", "subclasses"],
  },

  rename: {
    group: "change",
    summary: "another name for it, everywhere",
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
    summary: "other text in its place, in front of it or behind it, or none",
    prints: DIFF_OUTPUT,
    json: "{ edit, place, markdown }, with --write also written",
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
    summary: "the file as its language server would lay it out",
    prints: DIFF_OUTPUT,
    examples: ["lsp-locate formatting store/shop.py", "lsp-locate formatting store/shop.py --write"],
    aliases: ["format", "fmt", "prettier"],
  },
  rangeFormatting: {
    group: "change",
    summary: "the same of a part of a file",
    prints: DIFF_OUTPUT,
    examples: ["lsp-locate rangeFormatting store/shop.py:total"],
  },
  codeAction: {
    group: "change",
    summary: "what the server offers to do about a stretch of code",
    prints: "A line for each: its kind and its title.",
    examples: ["lsp-locate codeAction store/shop.py:total", "lsp-locate codeAction store/shop.py:1-2 --only=source"],
    aliases: ["actions", "action", "fix", "quickfix", "refactor", "codeactions"],
  },

  diagnostic: {
    group: "check",
    summary: "what is wrong in a file",
    prints: "Each problem as file:line:character, with its line.",
    examples: ["lsp-locate diagnostic store/shop.py"],
    aliases: ["diagnostics", "lint", "errors", "problems", "check", "warnings"],
  },

  documentSymbol: {
    group: "more",
    summary: "the server's own list of the symbols of a file; outline says more",
    prints: TREE_OUTPUT,
    examples: ["lsp-locate documentSymbol store/items.py"],
  },
  prepareRename: {
    group: "more",
    summary: "whether it can be renamed, and what would be",
    prints: "The range that would be renamed.",
    examples: ["lsp-locate prepareRename store/items.py:Shelf.add"],
  },
  prepareCallHierarchy: {
    group: "more",
    summary: "the item that incomingCalls and outgoingCalls begin with",
    prints: PLACES_OUTPUT,
    examples: ["lsp-locate prepareCallHierarchy store/prices.py:größe"],
  },
  prepareTypeHierarchy: {
    group: "more",
    summary: "the item that supertypes and subtypes begin with",
    prints: PLACES_OUTPUT,
    examples: ["lsp-locate prepareTypeHierarchy store/items.py:Item"],
  },
  linkedEditingRange: {
    group: "more",
    summary: "what is edited along with it, such as the other tag",
    prints: PLACES_OUTPUT,
    examples: ["lsp-locate linkedEditingRange store/items.py:Item"],
  },
  moniker: {
    group: "more",
    summary: "the name by which an index of many projects knows it",
    prints: "Each moniker, with its scheme and its kind.",
    examples: ["lsp-locate moniker store/items.py:Item"],
  },
  selectionRange: {
    group: "more",
    summary: "what grows around a place as a selection is extended",
    prints: "Each range, the smallest first.",
    examples: ["lsp-locate selectionRange store/items.py:Shelf.add store/shop.py:total"],
  },
  inlayHint: {
    group: "more",
    summary: "what an editor shows between the words: types, names of parameters",
    prints: "Each hint in its line.",
    examples: ["lsp-locate inlayHint store/shop.py:total"],
    aliases: ["hints", "inlayhints"],
  },
  inlineValue: {
    group: "more",
    summary: "what a debugger would show in these lines",
    prints: "A line for each value; which one is asked for goes into --params.",
    examples: [
      `lsp-locate inlineValue store/shop.py:total --params='{"context":{"frameId":1,"stoppedLocation":{"start":{"line":10,"character":0},"end":{"line":10,"character":0}}}}'`,
    ],
  },
  inlineCompletion: {
    group: "more",
    summary: "what could be written there, as whole stretches",
    prints: "Each text.",
    examples: ["lsp-locate inlineCompletion 'store/shop.py:total@return <|>result'"],
  },
  onTypeFormatting: {
    group: "more",
    summary: "what the server changes when a character has been typed there",
    prints: DIFF_OUTPUT,
    examples: [`lsp-locate onTypeFormatting 'store/shop.py:total@result = 0.0<|>' --params='{"ch":"\\n"}'`],
  },
  rangesFormatting: {
    group: "more",
    summary: "several parts of a file as its language server would lay them out",
    prints: DIFF_OUTPUT,
    examples: ["lsp-locate rangesFormatting store/shop.py:total store/shop.py:check"],
  },
  foldingRange: {
    group: "more",
    summary: "what of a file can be folded away",
    prints: "The lines of each fold.",
    examples: ["lsp-locate foldingRange store/items.py"],
  },
  codeLens: {
    group: "more",
    summary: "what an editor shows above the lines of a file",
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
    summary: "the colours that a file names",
    prints: "Each colour with its place.",
    examples: ["lsp-locate documentColor store/items.py"],
  },
  colorPresentation: {
    group: "more",
    summary: "the ways to write a colour, which goes into --params",
    prints: "A line for each way.",
    examples: [
      `lsp-locate colorPresentation store/items.py:LIMIT --params='{"color":{"red":1,"green":0,"blue":0,"alpha":1}}'`,
    ],
  },
  "semanticTokens/full": {
    group: "more",
    summary: "what each word of a file is, as LSP's numbers",
    examples: ["lsp-locate semanticTokens/full store/items.py"],
  },
  "semanticTokens/full/delta": {
    group: "more",
    summary: "the same as a change of an answer before; its id goes into --params",
    examples: [`lsp-locate semanticTokens/full/delta store/items.py --params='{"previousResultId":"1"}'`],
  },
  "semanticTokens/range": {
    group: "more",
    summary: "the same of a part of a file",
    examples: ["lsp-locate semanticTokens/range store/items.py:Shelf"],
  },
};
