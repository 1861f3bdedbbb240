/**
 * Binds names: which of them mean the same thing. Scopes nest; a name is looked for from the innermost outward, and where no scope has it, it is free.
 * Pure, as all of what it is made of: it knows neither trees nor grammars.
 */

import { declare, redirectOf, targetOf, writtenTo } from "./declare.js";
import { type Binding, bodyAround, functionAround, holds, nothing, type Scope } from "./lexicalScope.js";
import { lookUp, meantBy } from "./lookUp.js";
import { parameters } from "./nameReach.js";
import { placing } from "./nestScopes.js";
import type { DefinitionItem, FileFacts, NameItem, ScopeItems } from "./scopeItems.js";

export interface BoundName {
  readonly item: NameItem;
  /** The innermost scope it stands in. */
  readonly scope: Scope;
  /** Undefined where it is free. */
  readonly binding: Binding | undefined;
}

export interface Bound extends FileFacts {
  readonly file: Scope;
  /** In source order; a definition in two scopes (a parameter that is a property too) stands here twice. */
  readonly names: readonly BoundName[];
  /** The innermost scope around an offset. */
  scopeAt(offset: number): Scope;
}

/** Binds what a text holds; `length` is the text's. */
export function bind(items: ScopeItems, length: number): Bound {
  const file: Scope = {
    from: 0,
    to: length,
    parent: undefined,
    kind: "file",
    isClosed: false,
    hides: nothing,
    hasOwnSelf: false,
    isOpaque: false,
    type: undefined,
    isWithin: false,
    isJoined: false,
    parts: undefined,
    isOpen: false,
    only: undefined,
    bindings: new Map(),
    redirects: new Map(),
  };
  const scopeOf = placing(file, items.scopes);
  for (const { item, scope } of scopeOf(items.redirects)) {
    const own = functionAround(scope);
    const target = item.target === "file" ? file : bodyAround(own);
    // At the top of a file it says nothing.
    if (target && target !== own) own.redirects.set(item.name, target);
  }
  const placed = scopeOf(items.names);

  // All definitions first: a name may be used before it is declared. Those that write to what is declared further out come last.
  const bindings = new Map<NameItem, Binding>();
  const writes: { readonly item: DefinitionItem; readonly scope: Scope }[] = [];
  for (const { item, scope } of placed) {
    if (item.item !== "definition") continue;
    if (item.in === "known" || redirectOf(item, scope)) {
      writes.push({ item, scope });
      continue;
    }
    const seen = item.in === "seen" ? lookUp({ ...item, isOfSelf: false }, scope) : undefined;
    if (seen) {
      if (item.again !== "use") seen.definitions.push(item);
      bindings.set(item, seen);
      continue;
    }
    const target = targetOf(item, scope, file);
    // A parameter of the file is one whose function the parser has not understood.
    if (target && (target !== file || !parameters.has(item.kind))) bindings.set(item, declare(item, target));
  }
  for (const { item, scope } of writes) bindings.set(item, writtenTo(item, scope, file));
  const names = placed
    .map(({ item: said, scope }): BoundName => {
      const declared = bindings.get(said);
      const item = (declared === undefined && said.item === "definition" && said.otherwise) || said;
      return { item, scope, binding: declared ?? meantBy(item, scope) };
    })
    .filter(({ item, binding }) => binding !== undefined || item.item !== "reference" || !item.isTentative);
  let exported = 0;
  for (const { item, binding } of names) {
    binding?.occurrences.push(item);
    while ((items.exported[exported]?.to ?? Number.POSITIVE_INFINITY) <= item.from) exported++;
    const stretch = items.exported[exported];
    if (binding && stretch && holds(stretch, item)) binding.isExported = true;
  }
  const scopeAt = (offset: number) => scopeOf([{ from: offset, to: offset }])[0]?.scope ?? file;
  const { isModule, isShared, unread } = items;
  return { file, names, isModule, isShared, unread, scopeAt };
}
