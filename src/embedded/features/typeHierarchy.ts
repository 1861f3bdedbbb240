/**
 * textDocument/prepareTypeHierarchy, typeHierarchy/supertypes and typeHierarchy/subtypes: the next
 * level of types, as the heads of types show it, or in Go their methods.
 */

import type { TypeHierarchyItem, TypeHierarchyPrepareParams } from "vscode-languageserver-protocol";
import { type DeclaredEntity, isType } from "../../code/entities/entity.js";
import { Implementations } from "../../code/families/implementations.js";
import { codeRangeOf } from "../../syntax/outline/outlineSymbol.js";
import { appendAll } from "../../text/list.js";
import { nameOrOwnType, resolverOf, type SourceResolver } from "../resolution/resolveNames.js";
import { toSymbolKind } from "../resolution/symbolKinds.js";
import { type EmbeddedRequestContext, rangeIn } from "../session/embeddedContext.js";
import { assertHierarchy } from "./implementation.js";

interface LevelParams {
  readonly item: TypeHierarchyItem;
}

/** Returns null where the name means no type. Throws for a language whose heads are not read. */
export async function prepareTypeHierarchy(
  params: TypeHierarchyPrepareParams,
  context: EmbeddedRequestContext,
): Promise<TypeHierarchyItem[] | null> {
  const { types, sources } = await typesAt(params, context);
  return types.length === 0 ? null : itemsOf(types, sources);
}

/** A name in a head that leads to nothing in the workspace is an item at that name. */
export function supertypes({ item }: LevelParams, context: EmbeddedRequestContext): Promise<TypeHierarchyItem[]> {
  return levelOf(item, context, (implementations, type) => implementations.supertypesOf(type));
}

export function subtypes({ item }: LevelParams, context: EmbeddedRequestContext): Promise<TypeHierarchyItem[]> {
  return levelOf(item, context, (implementations, type) => implementations.subtypesOf(type));
}

async function levelOf(
  { uri, selectionRange }: TypeHierarchyItem,
  context: EmbeddedRequestContext,
  find: (implementations: Implementations, type: DeclaredEntity) => Promise<readonly DeclaredEntity[]>,
): Promise<TypeHierarchyItem[]> {
  const params = { textDocument: { uri }, position: selectionRange.start };
  const { types, sources } = await typesAt(params, context);
  const implementations = new Implementations(sources.resolver);
  const found: DeclaredEntity[] = [];
  for (const type of types) appendAll(found, await find(implementations, type));
  return itemsOf(found, sources);
}

interface FoundTypes {
  readonly types: readonly DeclaredEntity[];
  readonly sources: SourceResolver;
}

async function typesAt(
  params: Pick<TypeHierarchyPrepareParams, "textDocument" | "position">,
  context: EmbeddedRequestContext,
): Promise<FoundTypes> {
  const sources = resolverOf(context);
  const use = await nameOrOwnType(params, context);
  if (use === undefined) return { types: [], sources };
  assertHierarchy(use);
  const file = sources.fileOf(use.source);
  if (file === undefined) return { types: [], sources };
  const { entities } = await sources.resolver.resolveAt(file, use.name.from);
  return { types: entities.filter(isType), sources };
}

/** Returns types as items, each place once. */
function itemsOf(types: readonly DeclaredEntity[], { targetsOf }: SourceResolver): TypeHierarchyItem[] {
  const items = new Map<string, TypeHierarchyItem>();
  for (const type of types) {
    const [target] = targetsOf([type]);
    if (target === undefined) continue;
    const { source, name } = target;
    const item: TypeHierarchyItem = {
      name: source.document.slice(name.from, name.to),
      kind: toSymbolKind(type.symbol?.kind ?? "class"),
      uri: source.uri,
      range: rangeIn(source, type.symbol ? codeRangeOf(type.symbol) : name),
      selectionRange: rangeIn(source, name),
    };
    items.set(`${item.uri} ${name.from}`, item);
  }
  return [...items.values()];
}
