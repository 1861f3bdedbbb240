/** What an outline shows of types: their parts without a name, and the blocks that add to them. */

import { factsOf } from "../../languages/languages.js";
import { readName } from "../../locate/symbols/symbolNames.js";
import type { OutlineSymbol } from "../../syntax/outline/outlineSymbols.js";
import type { Stretch } from "../../text/stretch.js";
import { isWholeWordAt } from "../../workspace/parse/wordSearch.js";
import {
  type CodeFile,
  type DeclaredEntity,
  type Entity,
  isBlock,
  isForwardDeclaration,
  isType,
} from "../entities/entity.js";

const MAX_BLANKS = 20;

/** Returns the entity of a symbol; `owners` are those around it, the outermost first. */
export function symbolEntity(file: CodeFile, symbol: OutlineSymbol, owners: readonly OutlineSymbol[]): DeclaredEntity {
  return { kind: "symbol", file, from: symbol.nameFrom, to: symbol.nameTo, symbol, owners };
}

/**
 * Whether a symbol is a block whose members are used by the name of the type around it: Kotlin's.
 */
export function isCompanion({ kind, codeFrom, nameFrom }: OutlineSymbol, { text }: CodeFile): boolean {
  return kind === "object" && /\bcompanion\s+(?:object\s+)?$/.test(text.slice(codeFrom, nameFrom));
}

/** Whether a symbol is a struct, union or enum of C, or a class, without a name. */
export function isUnnamed({ name }: OutlineSymbol): boolean {
  return /^\(anonymous |^new .*\{\.\.\.\}$/.test(name);
}

/**
 * Returns the members of a type, with those of unions and structs in it that have no name, or only
 * that of the type: `typedef struct { int x; } A;`.
 */
export function membersIn({ name, children }: OutlineSymbol, file: CodeFile): readonly OutlineSymbol[] {
  const isPart = (each: OutlineSymbol) => {
    const after = file.text.slice(each.to, each.to + MAX_BLANKS + name.length).trimStart();
    return (
      isUnnamed(each) && (after.startsWith(";") || (after.startsWith(name) && isWholeWordAt(after, 0, name.length)))
    );
  };
  // The members of an enum of C++ that is no class belong to what is around it, too.
  const isOpenEnum = ({ kind, codeFrom, nameFrom }: OutlineSymbol) =>
    kind === "enum" &&
    factsOf(file.languageId).hasOpenEnums &&
    !/\b(?:class|struct)\b/.test(file.text.slice(codeFrom, nameFrom));
  return children.flatMap((each) => {
    if (isPart(each)) return membersIn(each, file);
    return isOpenEnum(each) ? [each, ...each.children] : [each];
  });
}

/** Returns the blocks among symbols and in them. */
export function blocksIn(symbols: readonly OutlineSymbol[], file: CodeFile): readonly OutlineSymbol[] {
  return symbols.flatMap((each) => [...(isBlock(each, file) ? [each] : []), ...blocksIn(each.children, file)]);
}

/** Returns the offset of the last word of the type in a block's name: `Foo` of `super::Foo<T>`. */
export function nameOffsetIn({ nameFrom, nameTo }: OutlineSymbol, { text }: CodeFile): number {
  const name = text.slice(nameFrom, nameTo);
  const path = /^[&\s]*(?:'\w+\s+)?(?:(?:mut|dyn)\s+)*(?:[\p{ID_Continue}$]+\s*(?:::|\.)\s*)*/u.exec(name)?.[0] ?? "";
  return nameFrom + path.length;
}

/**
 * Returns the offset of the type before a name: of Go's receiver, of `A::run`, of `String.shout`.
 */
export function qualifierBefore(
  symbol: OutlineSymbol,
  from: number,
  { text, languageId }: CodeFile,
): number | undefined {
  const [type, ...inner] = readName(symbol.name, factsOf(languageId).nameRule).plain.slice(0, -1).toReversed();
  if (type === undefined || inner.length > 3) return undefined;
  const before = text.slice(symbol.codeFrom, from);
  let at = before.lastIndexOf(type);
  while (at > 0 && !isWholeWordAt(before, at, type.length)) at = before.lastIndexOf(type, at - 1);
  return at < 0 || !isWholeWordAt(before, at, type.length) ? undefined : symbol.codeFrom + at;
}

/** Returns the offset of the type that a function extends by its head: Kotlin's `fun A.run()`. */
export function extendedBefore(
  { kind, codeFrom, nameFrom }: OutlineSymbol,
  { text, languageId }: CodeFile,
): number | undefined {
  const { extensionHead } = factsOf(languageId);
  if (extensionHead === undefined || !/^(?:function|method)$/.test(kind)) return undefined;
  const head = text.slice(codeFrom, nameFrom);
  const type = extensionHead.exec(head)?.[1];
  return type === undefined ? undefined : codeFrom + head.lastIndexOf(type);
}

/** Returns the last word of a name, without type arguments. */
export function lastWordOf(name: string): string {
  return (
    withoutArguments(name)
      .match(/[\p{ID_Continue}$]+/gu)
      ?.at(-1) ?? name
  );
}

/** Returns a type without its type arguments. */
export function withoutArguments(type: string): string {
  return type.split("<", 1)[0] ?? "";
}

/** Returns the name in the head of the innermost block; undefined outside of blocks. */
export function blockNameIn(around: readonly OutlineSymbol[], file: CodeFile): Stretch | undefined {
  const block = around.findLast((each) => isBlock(each, file));
  return block && { from: nameOffsetIn(block, file), to: block.nameTo };
}

/** Returns what `Self` is in the innermost block or trait: its extent, and the name in its head. */
export function ownHeadIn(
  around: readonly OutlineSymbol[],
  file: CodeFile,
): { name: Stretch; extent: Stretch } | undefined {
  const found = around.findLast((each) => isBlock(each, file) || each.kind === "interface");
  if (found === undefined) return undefined;
  const from = isBlock(found, file) ? nameOffsetIn(found, file) : found.nameFrom;
  const name = withoutArguments(file.text.slice(from, found.nameTo)).trimEnd();
  return { name: { from, to: from + name.length }, extent: { from: found.codeFrom, to: found.to } };
}

/** Returns the word that begins at an offset. */
export function wordAt({ text }: CodeFile, from: number): string | undefined {
  return /^[\p{ID_Continue}$]+/u.exec(text.slice(from, from + MAX_WORD_LENGTH))?.[0];
}

const MAX_WORD_LENGTH = 200;

/** Whether an entity is a type that is not only announced, in languages where types may be. */
export function hasBody(entity: Entity): boolean {
  if (!isType(entity)) return false;
  return !factsOf(entity.file.languageId).hasPrototypes || !isForwardDeclaration(entity.symbol, entity.file);
}
