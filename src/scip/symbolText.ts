/** What an index says of a symbol, for people: its kind, its name, its hover. */

import type { SymbolKind } from "vscode-languageserver-protocol";
import { maxOf } from "../text/list.js";
import { escapeControls } from "../text/printable.js";
import type { ScipOccurrence, ScipSymbol } from "./file/scipMessages.js";
import { type Descriptor, nameOfSymbol } from "./file/symbols.js";

/** LSP's SymbolKind by SCIP's numbers of `SymbolInformation.Kind`. */
const symbolKinds: Readonly<Record<number, SymbolKind>> = {
  ...Object.fromEntries([66, 26, 27, 67, 68, 69, 70, 71, 74, 76, 80].map((kind) => [kind, 6])), // methods
  ...Object.fromEntries([7, 75].map((kind) => [kind, 5])), // classes
  ...Object.fromEntries([21, 42, 53, 56].map((kind) => [kind, 11])), // interfaces, protocols, traits
  ...Object.fromEntries([15, 77, 79].map((kind) => [kind, 8])), // fields
  ...Object.fromEntries([41, 81, 18, 45, 72].map((kind) => [kind, 7])), // properties and accessors
  ...Object.fromEntries([17, 25].map((kind) => [kind, 12])), // functions and macros
  ...Object.fromEntries([61, 82, 60, 37].map((kind) => [kind, 13])), // variables
  ...Object.fromEntries([54, 55, 59].map((kind) => [kind, 5])), // types
  ...Object.fromEntries([13, 73, 78].map((kind) => [kind, 24])), // events
  8: 14,
  9: 9,
  11: 10,
  12: 22,
  16: 1,
  29: 2,
  30: 3,
  35: 4,
  49: 23,
  58: 26,
};

const kindsByDescriptor: Readonly<Record<Descriptor["kind"], SymbolKind>> = {
  namespace: 3,
  type: 5,
  term: 13,
  method: 6,
  meta: 2,
  macro: 12,
  "type parameter": 26,
  parameter: 13,
};

/** Returns the kind that the index says, otherwise the one that the symbol's form suggests. */
export function symbolKindOf(symbol: string, kind: number): SymbolKind {
  return symbolKinds[kind] ?? kindsByDescriptor[nameOfSymbol(symbol)?.kind ?? "term"];
}

/** Returns the name of a symbol for lists. */
export function displayNameOf(symbol: string, facts: Pick<ScipSymbol, "displayName"> | undefined): string {
  return escapeControls(facts?.displayName || nameOfSymbol(symbol)?.name || symbol).replaceAll("\n", " ");
}

/** Returns the signature and the documentation; empty if the index has neither. */
export function hoverText(facts: ScipSymbol | undefined, occurrence: ScipOccurrence, isMarkdown: boolean): string {
  const { signature } = facts ?? {};
  const documentation = occurrence.documentation.length > 0 ? occurrence.documentation : (facts?.documentation ?? []);
  const code = signature && (isMarkdown ? fence(signature.text, signature.language) : signature.text);
  const parts = [code ?? "", ...documentation.map((part) => (isMarkdown ? part : withoutFences(part)))];
  return escapeControls(
    parts
      .map((part) => part.trim())
      .filter((part) => part !== "")
      .join("\n\n"),
  );
}

/** Returns a code block whose fence is longer than any in the code. */
function fence(code: string, language: string): string {
  const longest = maxOf((code.match(/`+/g) ?? []).map(({ length }) => length));
  const marks = "`".repeat(Math.max(3, longest + 1));
  return `${marks}${language.toLowerCase()}\n${code}\n${marks}`;
}

function withoutFences(markdown: string): string {
  return markdown.replace(/^```.*$\n?/gm, "");
}
