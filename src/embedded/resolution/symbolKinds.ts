/** What kinds of symbols there are, as words of LSP's SymbolKind, and what they are where names are completed. */

import { CompletionItemKind, type SymbolKind } from "vscode-languageserver/node";
import { symbolKindOfName } from "../../locate/symbols/symbolNode.js";
import { callableKinds } from "../../syntax/outline/callableKinds.js";

const types = new Set(["class", "interface", "struct", "enum", "type_parameter"]);
const members = new Set(["method", "property", "field", "constructor", "enum_member", "event"]);

export function isType(kind: string): boolean {
  return types.has(kind);
}

/** What is reached through something else: `b` in `a.b`. */
export function isMember(kind: string): boolean {
  return members.has(kind);
}

/** What can stand before an argument list; a class stands for what makes one. */
export function isCallable(kind: string): boolean {
  return callableKinds.has(kind) || kind === "class" || kind === "struct";
}

/** A variable, for a word that names none. */
export function toSymbolKind(kind: string): SymbolKind {
  // The protocol's type lists the very numbers that the words stand for.
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

/** A variable, for parameters and whatever else. */
export function toCompletionItemKind(kind: string): CompletionItemKind {
  return Object.hasOwn(completionItemKinds, kind)
    ? (completionItemKinds[kind] ?? CompletionItemKind.Variable)
    : CompletionItemKind.Variable;
}
