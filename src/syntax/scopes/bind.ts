/**
 * Binds names to declarations. Scopes nest; a name is looked up from the innermost scope outward,
 * and is free if no scope declares it. Pure: neither this module nor its imports depend on trees or
 * grammars.
 */

import { containsStretch } from "../../text/stretch.js";
import { declare, redirectTargetOf, resolveWrite, targetScopeOf } from "./declare.js";
import { type Binding, emptySet, enclosingBody, enclosingFunction, type LexicalScope } from "./lexicalScope.js";
import { lookUp, resolveName } from "./lookUp.js";
import { parameterKinds } from "./nameReach.js";
import { nestScopes } from "./nestScopes.js";
import type { DefinitionItem, FileFacts, NameItem, ReferenceItem, ScopeItems } from "./scopeItems.js";

export interface BoundName {
  readonly item: NameItem;
  /** The innermost scope around it. */
  readonly scope: LexicalScope;
  /** `undefined` if the name is free. */
  readonly binding: Binding | undefined;
}

export interface BoundNames extends FileFacts {
  readonly file: LexicalScope;
  /**
   * In source order. A definition in two scopes (a parameter that is also a property) occurs twice.
   */
  readonly names: readonly BoundName[];
  /** Returns the innermost scope around an offset. */
  scopeAt(offset: number): LexicalScope;
}

/** Binds the names of a text of `length` code units. */
export function bindNames(items: ScopeItems, length: number): BoundNames {
  const file: LexicalScope = {
    from: 0,
    to: length,
    parent: undefined,
    kind: "file",
    isClosed: false,
    hides: emptySet,
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
  const scopeOf = nestScopes(file, items.scopes);
  for (const { item, scope } of scopeOf(items.redirects)) {
    const own = enclosingFunction(scope);
    const target = item.target === "file" ? file : enclosingBody(own);
    // At the top level a redirect has no effect.
    if (target && target !== own) own.redirects.set(item.name, target);
  }
  const placed = scopeOf(items.names);

  // Binds definitions first, because a name may be used before its declaration. Definitions that
  // may write to an outer declaration come last.
  const bindings = new Map<NameItem, Binding>();
  const deferredWrites: { readonly item: DefinitionItem; readonly scope: LexicalScope }[] = [];
  for (const { item, scope } of placed) {
    if (item.item !== "definition") continue;
    if (item.in === "known" || redirectTargetOf(item, scope)) {
      deferredWrites.push({ item, scope });
      continue;
    }
    const seen = item.in === "seen" ? lookUp({ ...item, isOfSelf: false }, scope) : undefined;
    if (seen) {
      if (item.again !== "use") seen.definitions.push(item);
      bindings.set(item, seen);
      continue;
    }
    const target = targetScopeOf(item, scope, file);
    // A parameter at the top level belongs to a function that the parser has not recognised.
    if (target && (target !== file || !parameterKinds.has(item.kind))) bindings.set(item, declare(item, target));
  }
  for (const { item, scope } of deferredWrites) bindings.set(item, resolveWrite(item, scope, file));
  const names = placed
    .map(({ item: placedItem, scope }): BoundName => {
      const declared = bindings.get(placedItem);
      const item = (declared === undefined && placedItem.item === "definition" && placedItem.otherwise) || placedItem;
      return { item, scope, binding: declared ?? resolveName(item, scope) };
    })
    .filter(({ item, binding }) => binding !== undefined || item.item !== "reference" || !item.isTentative);
  let exported = 0;
  for (const { item, scope, binding } of names) {
    binding?.occurrences.push(item);
    if (binding === undefined && item.item === "reference") markHidden(item, scope);
    while ((items.exported[exported]?.to ?? Number.POSITIVE_INFINITY) <= item.from) exported++;
    const stretch = items.exported[exported];
    if (binding && stretch && containsStretch(stretch, item)) binding.isExported = true;
  }
  const scopeAt = (offset: number) => scopeOf([{ from: offset, to: offset }])[0]?.scope ?? file;
  const { isModule, isShared, unparsedWords } = items;
  return { file, names, isModule, isShared, unparsedWords, scopeAt };
}

/** Marks what a free name would mean if no scope between them could have members of that name. */
function markHidden({ name, namespaces }: ReferenceItem, scope: LexicalScope): void {
  for (let each = scope.parent; each; each = each.parent)
    for (const binding of each.bindings.get(name) ?? [])
      if ((binding.namespaces & namespaces) !== 0) binding.mayHaveOthers = true;
}
