/** The rows of the methods of language servers; ask/methodTable.ts has what each of them takes. */

import type { LspMethodName } from "../../ask/methodTable.js";
import { renamedTexts } from "../../session/completeness/rename/renameOptions.js";
import * as markdown from "../mcp/render/askAnswers.js";
import { type Options, UsageError } from "../options.js";
import * as documentAnswers from "../show/documentAnswers.js";
import * as placeAnswers from "../show/placeAnswers.js";
import * as textAnswers from "../show/textAnswers.js";
import { isLocateText, pageParams, usesParam } from "./argumentForms.js";
import { checkParam } from "./editOperation.js";
import type { MethodArguments, MethodRow } from "./methodCommand.js";

const PLACES_OUTPUT = "Each place as file:line:character, with its line.";
const DIFF_OUTPUT = "A diff for git apply; with --write, the names of the files that were changed.";

function readUses(texts: readonly string[], { uses }: Options): MethodArguments {
  return { texts, params: usesParam(uses) };
}

function readLevels(texts: readonly string[], { levels }: Options): MethodArguments {
  if (levels !== undefined && levels !== "all")
    throw new UsageError(`--levels=${levels} is unknown: write --levels=all, or leave it out for the next level.`);
  return { texts, params: levels === undefined ? {} : { levels } };
}

/** In the order of lists. */
export const serverRows: Readonly<Record<LspMethodName, MethodRow>> = {
  hover: {
    group: "read",
    summary: "the type or signature, and the documentation",
    prints: "The server's text, without Markdown.",
    examples: ["lsp-locate hover store/items.py:Shelf.add", "lsp-locate hover 'store/shop.py:check@<|>total('"],
    aliases: ["doc", "docs", "type", "info", "k"],
    render: textAnswers.renderHover,
    emptyText: "no hover",
    renderMarkdown: markdown.renderHoverMarkdown,
  },
  definition: {
    group: "read",
    summary: "where it is defined",
    prints: PLACES_OUTPUT,
    examples: ["lsp-locate definition 'store/shop.py:check@<|>größe('"],
    aliases: ["def", "gd", "goto", "jump"],
    render: placeAnswers.renderLocations,
    emptyText: "no definition",
    renderMarkdown: markdown.renderPlacesOf("definition"),
  },
  references: {
    group: "read",
    summary: "where it is used, in every file",
    prints: PLACES_OUTPUT,
    examples: ["lsp-locate references store/prices.py:größe", "lsp-locate references :Shelf.add"],
    aliases: ["refs", "ref", "usages", "uses"],
    options: ["uses"],
    readArguments: readUses,
    render: placeAnswers.renderLocations,
    emptyText: "no references",
    renderMarkdown: markdown.renderReferences,
  },
  implementation: {
    group: "read",
    summary: "what implements it",
    prints: PLACES_OUTPUT,
    examples: ["lsp-locate implementation store/items.py:Shelf.add"],
    aliases: ["impl", "implementations"],
    render: placeAnswers.renderLocations,
    emptyText: "no implementations",
    renderMarkdown: markdown.renderPlacesOf("implementation"),
  },
  typeDefinition: {
    group: "read",
    summary: "where its type is defined",
    prints: PLACES_OUTPUT,
    examples: ["lsp-locate typeDefinition 'store/shop.py@<|>shelf = Shelf(3)'"],
    render: placeAnswers.renderLocations,
    emptyText: "no type definition",
    renderMarkdown: markdown.renderPlacesOf("type definition"),
  },
  declaration: {
    group: "read",
    summary: "where it is declared, in languages with separate declarations",
    prints: PLACES_OUTPUT,
    examples: ["lsp-locate declaration 'store/shop.py:check@<|>größe('"],
    render: placeAnswers.renderLocations,
    emptyText: "no declaration",
    renderMarkdown: markdown.renderPlacesOf("declaration"),
  },
  completion: {
    group: "read",
    summary: "what can be written there",
    prints: "A line for each, with its kind and description.",
    examples: ["lsp-locate completion 'store/shop.py:total@item.<|>price'"],
    aliases: ["completions", "suggest"],
    render: textAnswers.renderCompletions,
    emptyText: "no completions",
    renderMarkdown: markdown.renderNames,
  },
  signatureHelp: {
    group: "read",
    summary: "the parameters of the call around a place",
    prints: "Each signature, with the current parameter marked.",
    examples: ["lsp-locate signatureHelp 'store/shop.py:check@shelf.find(<|>'"],
    aliases: ["args", "arguments"],
    render: textAnswers.renderSignatures,
    emptyText: "no signature",
    renderMarkdown: markdown.renderSignatureBlock,
  },
  documentHighlight: {
    group: "read",
    summary: "its occurrences in the file, and whether each reads or writes it",
    prints: PLACES_OUTPUT,
    examples: ["lsp-locate documentHighlight 'store/shop.py:total@<|>result = 0.0'"],
    aliases: ["highlight", "highlights"],
    render: placeAnswers.renderHighlights,
    emptyText: "no highlights",
    renderMarkdown: markdown.renderHighlightsByFile,
  },
  incomingCalls: {
    group: "types",
    summary: "the functions that call it",
    prints: "Each caller, with the places of its calls below.",
    examples: [
      "lsp-locate incomingCalls store/prices.py:größe",
      "lsp-locate incomingCalls store/prices.py:größe --levels=all",
    ],
    aliases: ["callers", "calls", "callhierarchy"],
    options: ["uses", "levels"],
    readArguments(texts, options) {
      return { texts, params: { ...readUses(texts, options).params, ...readLevels(texts, options).params } };
    },
    render: placeAnswers.renderIncomingCalls,
    emptyText: "no calls to it",
    renderMarkdown: markdown.renderCallers,
  },
  outgoingCalls: {
    group: "types",
    summary: "the functions that it calls",
    prints: "Each function that is called, with the places of the calls below.",
    examples: ["lsp-locate outgoingCalls store/shop.py:check"],
    aliases: ["callees"],
    options: ["levels"],
    readArguments: readLevels,
    render: placeAnswers.renderOutgoingCalls,
    emptyText: "no calls in it",
    renderMarkdown: markdown.renderCallees,
  },
  supertypes: {
    group: "types",
    summary: "the types that a type is derived from",
    prints: PLACES_OUTPUT,
    examples: [
      "lsp-locate supertypes store/items.py:Shelf.Full",
      "lsp-locate supertypes store/items.py:Shelf.Full --levels=all",
    ],
    aliases: ["super", "parents", "typehierarchy"],
    options: ["levels"],
    readArguments: readLevels,
    render: placeAnswers.renderItems,
    emptyText: "no supertypes",
    renderMarkdown: markdown.renderTypes("supertype"),
  },
  subtypes: {
    group: "types",
    summary: "the types that are derived from a type",
    prints: PLACES_OUTPUT,
    examples: ["lsp-locate subtypes store/items.py:Item", "lsp-locate subtypes store/items.py:Item --levels=all"],
    aliases: ["sub", "children", "subclasses"],
    options: ["levels"],
    readArguments: readLevels,
    render: placeAnswers.renderItems,
    emptyText: "no subtypes",
    renderMarkdown: markdown.renderTypes("subtype"),
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
    aliases: ["rename-symbol"],
    emptyText: "nothing to rename",
    options: ["new-name", "check", "no-check", "public", "text", "also"],
    writeValues: ["anyway", "clean"],
    readArguments(words, options, where) {
      const { "new-name": nameOption, public: isPublic, text, also } = options;
      const newName = nameOption ?? words[1];
      const texts = nameOption === undefined ? [...words.slice(0, 1), ...words.slice(2)] : words;
      if (newName === undefined)
        throw new UsageError("rename needs the new name: lsp-locate rename <locate> <new name>.");
      if (nameOption === undefined && isLocateText(newName, where) && !isLocateText(texts[0] ?? "", where))
        throw new UsageError("The Locate comes first", ([method = "rename"]) => [method, newName, texts[0] ?? ""]);
      if (text !== undefined && !renamedTexts.some((each) => each === text))
        throw new UsageError(`--text=${text} is unknown: write --text=${renamedTexts.join(", --text=")}.`);
      const params = {
        newName,
        ...(isPublic === true && { public: true }),
        ...(options["allow-outside"] === true && { outside: true }),
        ...(text !== undefined && { text }),
        ...(also !== undefined && { also: splitLocates(also) }),
      };
      return { texts, params: { ...params, ...checkParam(options) } };
    },
  },
  formatting: {
    group: "change",
    summary: "format a file",
    prints: DIFF_OUTPUT,
    examples: ["lsp-locate formatting store/shop.py", "lsp-locate formatting store/shop.py --write"],
    aliases: ["format", "fmt", "prettier"],
    emptyText: "nothing to change",
    isEmptyFine: true,
  },
  rangeFormatting: {
    group: "more",
    summary: "format a part of a file",
    prints: DIFF_OUTPUT,
    examples: ["lsp-locate rangeFormatting store/shop.py:total"],
    emptyText: "nothing to change",
    isEmptyFine: true,
  },
  codeAction: {
    group: "change",
    summary: "the code actions that the server offers for a range",
    prints: "A line for each: its title and its kind.",
    examples: ["lsp-locate codeAction store/shop.py:total", "lsp-locate codeAction store/shop.py:1-2 --only=source"],
    aliases: ["actions", "action", "codeactions"],
    render: textAnswers.renderActions,
    emptyText: "no code actions",
    options: ["only"],
  },
  diagnostic: {
    group: "check",
    summary: "the errors and warnings of a file, of a folder, or of what has changed",
    argument: {
      usage: "<file> | <folder>",
      details:
        "It takes a file, a folder, or a pattern in quotes. With --changed: the files that differ from git's last commit, and those that refer to what changed in them.",
    },
    prints: "Each problem as file:line:character, with its line. What the server has not checked in time is an error.",
    json: "{ place, result, version, checked }; result is the server's answer about the text with that version, and checked is syntax where it knows nothing else; with --watch, a line for each change; of several files { files, count, checked, unchecked, errors, warnings, after?, omitted?, markdown }",
    examples: [
      "lsp-locate diagnostic store/shop.py",
      "lsp-locate diagnostic store/shop.py --watch",
      "lsp-locate diagnostic store",
      "lsp-locate diagnostic --changed",
    ],
    aliases: ["diagnostics", "lint", "errors", "problems", "check", "warnings"],
    render: documentAnswers.renderDiagnostics,
    emptyText: "no problems",
    isEmptyFine: true,
    isFailure: documentAnswers.hasErrors,
    isOpen: documentAnswers.isUnchecked,
    takesFolders: true,
    options: ["watch", "changed", "budget", "after"],
    readArguments(texts, { watch, changed, budget, after }) {
      if (watch && changed) throw new UsageError("--watch is for one file, and --changed for several: leave one out.");
      return {
        texts: changed && texts.length === 0 ? ["."] : texts,
        params: { ...(changed === undefined ? {} : { changed: true }), ...pageParams({ budget, after }) },
      };
    },
  },
  documentSymbol: {
    group: "more",
    summary: "the server's own list of symbols; outline shows more",
    prints: "A line for each symbol: its line number, kind and name, indented by depth.",
    examples: ["lsp-locate documentSymbol store/items.py"],
    render: documentAnswers.renderDocumentSymbols,
    emptyText: "no symbols",
  },
  prepareRename: {
    group: "more",
    summary: "whether it can be renamed, and the range that would be",
    prints: "The range that would be renamed.",
    examples: ["lsp-locate prepareRename store/items.py:Shelf.add"],
    render: placeAnswers.renderRenameRange,
    emptyText: "it can't be renamed",
  },
  prepareCallHierarchy: {
    group: "more",
    summary: "the item that incomingCalls and outgoingCalls start from",
    prints: PLACES_OUTPUT,
    examples: ["lsp-locate prepareCallHierarchy store/prices.py:größe"],
    render: placeAnswers.renderItems,
    emptyText: "there is no function or method there",
  },
  prepareTypeHierarchy: {
    group: "more",
    summary: "the item that supertypes and subtypes start from",
    prints: PLACES_OUTPUT,
    examples: ["lsp-locate prepareTypeHierarchy store/items.py:Item"],
    render: placeAnswers.renderItems,
    emptyText: "there is no type there",
  },
  linkedEditingRange: {
    group: "more",
    summary: "the ranges that are edited together, such as the other tag",
    prints: PLACES_OUTPUT,
    examples: ["lsp-locate linkedEditingRange store/items.py:Item"],
    render: placeAnswers.renderLinkedRanges,
    emptyText: "no linked ranges",
  },
  moniker: {
    group: "more",
    summary: "its identifier in an index of several projects",
    prints: "Each moniker, with its scheme and its kind.",
    examples: ["lsp-locate moniker store/items.py:Item"],
    render: placeAnswers.renderMonikers,
    emptyText: "no monikers",
  },
  selectionRange: {
    group: "more",
    summary: "the ranges around a place, for extending a selection",
    prints: "Each range, the smallest first.",
    examples: ["lsp-locate selectionRange store/items.py:Shelf.add store/shop.py:total"],
    render: placeAnswers.renderSelections,
    emptyText: "no selection ranges",
  },
  inlayHint: {
    group: "more",
    summary: "inline hints of an editor: types, names of parameters",
    prints: "Each hint in its line.",
    examples: ["lsp-locate inlayHint store/shop.py:total"],
    aliases: ["hints", "inlayhints"],
    render: documentAnswers.renderHints,
    emptyText: "no inlay hints",
  },
  inlineValue: {
    group: "more",
    summary: "the values that a debugger shows in these lines",
    prints: "A line for each value; the debugger's context goes into --params.",
    examples: [
      `lsp-locate inlineValue store/shop.py:total --params='{"context":{"frameId":1,"stoppedLocation":{"start":{"line":10,"character":0},"end":{"line":10,"character":0}}}}'`,
    ],
    render: documentAnswers.renderInlineValues,
    emptyText: "no inline values",
  },
  inlineCompletion: {
    group: "more",
    summary: "what can be written there, as longer texts",
    prints: "Each text.",
    examples: ["lsp-locate inlineCompletion 'store/shop.py:total@return <|>result'"],
    render: textAnswers.renderInlineCompletions,
    emptyText: "no inline completions",
  },
  onTypeFormatting: {
    group: "more",
    summary: "the changes after a character has been typed",
    prints: DIFF_OUTPUT,
    examples: [`lsp-locate onTypeFormatting 'store/shop.py:total@result = 0.0<|>' --params='{"ch":"\\n"}'`],
    emptyText: "nothing to change",
    isEmptyFine: true,
  },
  rangesFormatting: {
    group: "more",
    summary: "format several parts of a file",
    prints: DIFF_OUTPUT,
    examples: ["lsp-locate rangesFormatting store/shop.py:total store/shop.py:check"],
    emptyText: "nothing to change",
    isEmptyFine: true,
  },
  foldingRange: {
    group: "more",
    summary: "the ranges of a file that can be folded",
    prints: "The lines of each fold.",
    examples: ["lsp-locate foldingRange store/items.py"],
    render: documentAnswers.renderFolds,
    emptyText: "nothing to fold",
  },
  codeLens: {
    group: "more",
    summary: "the code lenses that an editor shows above lines",
    prints: "A line for each lens.",
    examples: ["lsp-locate codeLens store/items.py"],
    render: documentAnswers.renderLenses,
    emptyText: "no code lenses",
  },
  documentLink: {
    group: "more",
    summary: "the links in a file, and where they lead",
    prints: "Each link with its target.",
    examples: ["lsp-locate documentLink store/items.py"],
    render: documentAnswers.renderLinks,
    emptyText: "no links",
  },
  documentColor: {
    group: "more",
    summary: "the colours in a file",
    prints: "Each colour with its place.",
    examples: ["lsp-locate documentColor store/items.py"],
    render: documentAnswers.renderColours,
    emptyText: "no colours",
  },
  colorPresentation: {
    group: "more",
    summary: "the ways to write a colour that is given in --params",
    prints: "A line for each.",
    examples: [
      `lsp-locate colorPresentation store/items.py:LIMIT --params='{"color":{"red":1,"green":0,"blue":0,"alpha":1}}'`,
    ],
    render: documentAnswers.renderPresentations,
    emptyText: "no ways to write the colour",
  },
  "semanticTokens/full": {
    group: "more",
    summary: "the semantic tokens of a file, in LSP's encoding",
    examples: ["lsp-locate semanticTokens/full store/items.py"],
    emptyText: "no tokens",
  },
  "semanticTokens/full/delta": {
    group: "more",
    summary: "the changes since an earlier answer, whose id goes into --params",
    examples: [`lsp-locate semanticTokens/full/delta store/items.py --params='{"previousResultId":"1"}'`],
    emptyText: "no tokens",
  },
  "semanticTokens/range": {
    group: "more",
    summary: "the semantic tokens of a part of a file",
    examples: ["lsp-locate semanticTokens/range store/items.py:Shelf"],
    emptyText: "no tokens",
  },
};

/** Reads Locates between spaces, or a list of them in JSON. */
function splitLocates(text: string): readonly unknown[] {
  if (!text.trimStart().startsWith("[")) return text.trim().split(/\s+/);
  try {
    const list: unknown = JSON.parse(text);
    if (Array.isArray(list)) return list;
  } catch {
    // Said below.
  }
  throw new UsageError("--also takes Locates between spaces, or a list of them in JSON.");
}
