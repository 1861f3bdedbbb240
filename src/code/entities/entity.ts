/** What a name can mean: a declaration, a module, a package. */

import { factsOf } from "../../languages/languages.js";
import type { OutlineSymbol } from "../../syntax/outline/outlineSymbols.js";
import type { SyntaxText } from "../../syntax/syntax.js";
import { fileKeyOfPath } from "../../uri.js";

/** A text of the workspace. */
export interface CodeFile extends SyntaxText {
  /** Absolute. */
  readonly path: string;
}

export type Entity = DeclaredEntity | ModuleEntity | PackageEntity;

/** A declaration: a symbol of an outline, or a name that only scopes know. */
export interface DeclaredEntity {
  readonly kind: "symbol" | "local";
  readonly file: CodeFile;
  /** The extent of the name. */
  readonly from: number;
  readonly to: number;
  readonly symbol?: OutlineSymbol;
  /** The symbols around it, outermost first. */
  readonly owners: readonly OutlineSymbol[];
}

/** A file as a module, or a module inside of one. */
export interface ModuleEntity {
  readonly kind: "module";
  readonly file: CodeFile;
  readonly inner?: OutlineSymbol;
}

/** Files that share names: a folder, or a namespace with a name. */
export interface PackageEntity {
  readonly kind: "package";
  /** Words joined by dots, or a path by which it is imported. */
  readonly name: string;
}

/** Whether an entity is a symbol of an outline, not a name that only scopes know. */
export function isSymbol(entity: Entity): entity is DeclaredEntity {
  return entity.kind === "symbol";
}

/** Returns a text that only equal entities share: a file that links lead to is one file. */
export function keyOf(entity: Entity): string {
  if (entity.kind === "package") return `package ${entity.name}`;
  const file = fileKeyOfPath(entity.file.path);
  return entity.kind === "module" ? `${file}:${entity.inner?.nameFrom ?? ""}` : `${file}:${entity.from}`;
}

/** A declared type. */
export type TypeEntity = DeclaredEntity & { readonly symbol: OutlineSymbol };

const typeKinds = new Set(["class", "interface", "struct", "enum", "type_parameter", "object"]);

/** Whether an entity is a type; a type alias may be declared as a variable. */
export function isType(entity: Entity): entity is TypeEntity {
  if (entity.kind !== "symbol") return false;
  const { file, symbol } = entity;
  return typeKinds.has(symbol?.kind ?? "") || (symbol?.kind === "module" && factsOf(file.languageId).hasMixins);
}

/** Whether an entity is a type or module whose name is not also that of a value: no `struct A;`. */
export function isNoValue(entity: Entity): boolean {
  return isNamespace(entity) || (isType(entity) && /^(?:interface|enum|type_parameter)$/.test(entity.symbol.kind));
}

/** Whether a symbol is a block that adds to a type declared elsewhere: `impl`, `extension`. */
export function isBlock({ kind }: OutlineSymbol, { languageId }: CodeFile): boolean {
  return kind === factsOf(languageId).blockKind;
}

const namespaceKinds = new Set(["module", "namespace", "package"]);

export function isNamespace(entity: Entity): boolean {
  return (
    entity.kind === "module" ||
    entity.kind === "package" ||
    (entity.kind === "symbol" && namespaceKinds.has(entity.symbol?.kind ?? ""))
  );
}

export function isField(entity: Entity): boolean {
  return entity.kind === "symbol" && entity.symbol?.kind === "field";
}

export function isConstantOfEnum(entity: Entity): entity is DeclaredEntity {
  return entity.kind === "symbol" && entity.symbol?.kind === "enum_member";
}

const callableKinds = new Set(["function", "method", "constructor", "enum_member"]);

/** Whether an entity can be called, and is no type. */
export function isCallable(entity: Entity): boolean {
  return entity.kind === "symbol" && callableKinds.has(entity.symbol?.kind ?? "");
}

/**
 * Whether a declaration announces what another one defines: a prototype, a type without a body, an
 * `extern` variable.
 */
export function isForwardDeclaration({ kind, codeFrom, to }: OutlineSymbol, { text }: Pick<CodeFile, "text">): boolean {
  const code = text.slice(codeFrom, to);
  // A macro is whole without a body in brackets.
  if (isOtherName(code) || code.startsWith("#")) return false;
  if (callableKinds.has(kind) || typeKinds.has(kind))
    return !code.includes("{") && !/=\s*(?:default|delete)\b/.test(code);
  return /^extern\b/.test(code) && !code.includes("=");
}

/** Whether code declares another name for a type, which needs no body. */
export function isOtherName(code: string): boolean {
  return /^(?:typedef|using)\b/.test(code);
}

/** Whether an entity is a macro of Rust: by rules, or a function that makes code. */
export function isMacro(entity: Entity): entity is DeclaredEntity {
  if (entity.kind !== "symbol" || entity.symbol === undefined) return false;
  const { file, symbol } = entity;
  const head = file.text.slice(Math.min(symbol.from, symbol.codeFrom), symbol.nameFrom);
  return /\bmacro(?:_rules\s*!)?\s*$|#\[\s*proc_macro/.test(head);
}

/** What resolution finds. */
export interface Resolution {
  readonly entities: readonly Entity[];
  /**
   * `shown`: by scopes, imports or types; without entities, it is nothing that the workspace
   * declares. `unknown`: syntax does not show it.
   */
  readonly certainty: "shown" | "unknown";
  /** The keys of the types whose members it was searched among, that of the value first. */
  readonly searched?: ReadonlySet<string>;
}

export const unknown: Resolution = { entities: [], certainty: "unknown" };

export function shown(entities: readonly Entity[]): Resolution {
  return { entities: [...new Map(entities.map((each) => [keyOf(each), each])).values()], certainty: "shown" };
}

export function shownIfAny(entities: readonly Entity[]): Resolution {
  return entities.length > 0 ? shown(entities) : unknown;
}
