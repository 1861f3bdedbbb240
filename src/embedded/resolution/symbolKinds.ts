/** Symbol kinds, named by the words of LSP's SymbolKind, and their completion item kinds. */

import type { CompletionItemKind, SymbolKind } from "vscode-languageserver-protocol";
import { symbolKindOfName } from "../../locate/symbols/symbolNode.js";
import { callableKinds } from "../../syntax/outline/callableKinds.js";

const types = new Set(["class", "interface", "struct", "enum", "type_parameter"]);
const members = new Set(["method", "property", "field", "constructor", "enum_member", "event"]);

export function isType(kind: string): boolean {
  return types.has(kind);
}

/** Whether symbols of a kind are accessed through another: `b` in `a.b`. */
export function isMember(kind: string): boolean {
  return members.has(kind);
}

/** Whether symbols of a kind can be called. A class is, by its constructor. */
export function isCallable(kind: string): boolean {
  return callableKinds.has(kind) || kind === "class" || kind === "struct";
}

/** Returns Variable for an unknown word. */
export function toSymbolKind(kind: string): SymbolKind {
  // The protocol's type is the union of exactly these numbers.
  return symbolKindOfName(kind) as SymbolKind;
}

const VARIABLE = 6;
const completionItemKinds: Readonly<Record<string, number>> = {
  file: 17,
  module: 9,
  namespace: 9,
  package: 9,
  import: 9,
  class: 7,
  method: 2,
  property: 10,
  field: 5,
  constructor: 4,
  enum: 13,
  interface: 8,
  function: 3,
  constant: 21,
  enum_member: 20,
  struct: 22,
  event: 23,
  operator: 24,
  type_parameter: 25,
};

/** Returns Variable for parameters and unknown words. */
export function toCompletionItemKind(kind: string): CompletionItemKind {
  const number = Object.hasOwn(completionItemKinds, kind) ? completionItemKinds[kind] : undefined;
  // The protocol's type is the union of exactly these numbers.
  return (number ?? VARIABLE) as CompletionItemKind;
}
