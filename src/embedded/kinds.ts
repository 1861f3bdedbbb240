/** What kinds of symbols there are, as words of LSP's SymbolKind, and what they are to LSP's numbers. */

import { CompletionItemKind, SymbolKind } from "vscode-languageserver/node";

const types = new Set(["class", "interface", "struct", "enum", "type_parameter"]);
const members = new Set(["method", "property", "field", "constructor", "enum_member", "event"]);
const callables = new Set(["function", "method", "constructor", "operator"]);

export function isType(kind: string): boolean {
  return types.has(kind);
}

/** What is reached through something else: `b` in `a.b`. */
export function isMember(kind: string): boolean {
  return members.has(kind);
}

/** What can stand before an argument list; a class stands for what makes one. */
export function isCalled(kind: string): boolean {
  return callables.has(kind) || kind === "class" || kind === "struct";
}

const symbolKinds: Readonly<Record<string, SymbolKind>> = {
  file: SymbolKind.File,
  module: SymbolKind.Module,
  namespace: SymbolKind.Namespace,
  package: SymbolKind.Package,
  class: SymbolKind.Class,
  method: SymbolKind.Method,
  property: SymbolKind.Property,
  field: SymbolKind.Field,
  constructor: SymbolKind.Constructor,
  enum: SymbolKind.Enum,
  interface: SymbolKind.Interface,
  function: SymbolKind.Function,
  variable: SymbolKind.Variable,
  constant: SymbolKind.Constant,
  string: SymbolKind.String,
  number: SymbolKind.Number,
  boolean: SymbolKind.Boolean,
  array: SymbolKind.Array,
  object: SymbolKind.Object,
  key: SymbolKind.Key,
  null: SymbolKind.Null,
  enum_member: SymbolKind.EnumMember,
  struct: SymbolKind.Struct,
  event: SymbolKind.Event,
  operator: SymbolKind.Operator,
  type_parameter: SymbolKind.TypeParameter,
};

/** A variable, for a word that names none. */
export function symbolKind(kind: string): SymbolKind {
  return Object.hasOwn(symbolKinds, kind) ? (symbolKinds[kind] ?? SymbolKind.Variable) : SymbolKind.Variable;
}

const completionKinds: Readonly<Record<string, CompletionItemKind>> = {
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
export function completionKind(kind: string): CompletionItemKind {
  return Object.hasOwn(completionKinds, kind)
    ? (completionKinds[kind] ?? CompletionItemKind.Variable)
    : CompletionItemKind.Variable;
}
