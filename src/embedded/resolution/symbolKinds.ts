/** Symbol kinds, named by the words of LSP's SymbolKind, and their completion item kinds. */

import { CompletionItemKind, type SymbolKind } from "vscode-languageserver/node";
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

const completionItemKinds: Readonly<Record<string, CompletionItemKind>> = {
  file: CompletionItemKind.File,
  module: CompletionItemKind.Module,
  namespace: CompletionItemKind.Module,
  package: CompletionItemKind.Module,
  import: CompletionItemKind.Module,
  class: CompletionItemKind.Class,
  method: CompletionItemKind.Method,
  property: CompletionItemKind.Property,
  field: CompletionItemKind.Field,
  constructor: CompletionItemKind.Constructor,
  enum: CompletionItemKind.Enum,
  interface: CompletionItemKind.Interface,
  function: CompletionItemKind.Function,
  constant: CompletionItemKind.Constant,
  enum_member: CompletionItemKind.EnumMember,
  struct: CompletionItemKind.Struct,
  event: CompletionItemKind.Event,
  operator: CompletionItemKind.Operator,
  type_parameter: CompletionItemKind.TypeParameter,
};

/** Returns Variable for parameters and unknown words. */
export function toCompletionItemKind(kind: string): CompletionItemKind {
  return Object.hasOwn(completionItemKinds, kind)
    ? (completionItemKinds[kind] ?? CompletionItemKind.Variable)
    : CompletionItemKind.Variable;
}
