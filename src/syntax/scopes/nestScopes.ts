/** Nests the scopes of a text and locates items in them. */

import { containsStretch, type Stretch } from "../../text/stretch.js";
import { declaringScopeOf, emptySet, enclosingFunction, type LexicalScope } from "./lexicalScope.js";
import type { OutsideItem, ScopeItem } from "./scopeItems.js";

export type ScopeLocator = <Item extends Stretch>(
  items: readonly Item[],
) => { readonly item: Item; readonly scope: LexicalScope }[];

/**
 * Nests the scopes. Returns a function that finds the innermost scope around each of a list of
 * items in source order.
 */
export function nestScopes(file: LexicalScope, items: readonly (ScopeItem | OutsideItem)[]): ScopeLocator {
  const ordered = [...items].sort((a, b) => a.from - b.from || b.to - a.to);
  const scopes: LexicalScope[] = [];
  const open: LexicalScope[] = [file];
  for (const item of ordered) {
    while (open.length > 1 && !containsStretch(open.at(-1) as LexicalScope, item)) open.pop();
    const around = open.at(-1) as LexicalScope;
    const scope = item.item === "scope" ? createScope(around, item) : createOutsideScope(around, item);
    scopes.push(scope);
    open.push(scope);
  }
  return (inside) => {
    const stack: LexicalScope[] = [file];
    let next = 0;
    return inside.map((item) => {
      for (let scope = scopes[next]; scope && scope.from <= item.from; scope = scopes[++next]) {
        while (stack.length > 1 && !containsStretch(stack.at(-1) as LexicalScope, scope)) stack.pop();
        stack.push(scope);
      }
      while (stack.length > 1 && (stack.at(-1) as LexicalScope).to <= item.from) stack.pop();
      // A scope that begins with the name and ends before the name's end does not contain it.
      const around = stack.findLast((scope) => containsStretch(scope, item)) ?? file;
      return { item, scope: around };
    });
  };
}

function createScope(parent: LexicalScope, { item: _, ...scope }: ScopeItem): LexicalScope {
  const { type, kind, isJoined } = scope;
  const around = enclosingFunction(parent);
  const isInFunction = kind !== "block" || (around.kind === "function" && !around.isOpen);
  const isOpen = scope.isOpen || (scope.isOpenOutside && !isInFunction);
  const declarer = declaringScopeOf(kind, parent);
  const same = type === undefined ? undefined : declarer.parts?.get(type);
  const bindings = (isJoined ? same?.[0]?.bindings : undefined) ?? new Map();
  const made: LexicalScope = { ...scope, isOpen, parent, parts: undefined, bindings, redirects: new Map() };
  if (type !== undefined && !scope.isWithin) {
    declarer.parts ??= new Map();
    if (same) same.push(made);
    else declarer.parts.set(type, [made]);
  }
  return made;
}

/** Names in it are looked up from around the scope that contains it. */
function createOutsideScope(around: LexicalScope, { from, to }: OutsideItem): LexicalScope {
  const parent = around.parent ?? around;
  const flags = { isClosed: false, hasOwnSelf: false, isOpaque: false, isOpen: false, only: undefined };
  const noType = { type: undefined, isWithin: false, isJoined: false, parts: undefined };
  const usual = { ...flags, ...noType, hides: emptySet, bindings: new Map(), redirects: new Map() };
  return { from, to, parent, kind: "outside", ...usual };
}
