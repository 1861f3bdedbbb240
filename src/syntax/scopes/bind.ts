/**
 * Binds names to declarations. Scopes nest; a name is looked up from the innermost scope outward,
 * and is free if no scope declares it. Pure: neither this module nor its imports depend on trees or
 * grammars.
 */

import { containsStretch, type Stretch } from "../../text/stretch.js";
import {
  type Binding,
  declaringScopeOf,
  emptySet,
  enclosingBody,
  enclosingClass,
  enclosingFunction,
  type LexicalScope,
} from "./lexicalScope.js";
import { lookUp, resolveName } from "./lookUp.js";
import { parameterKinds } from "./nameReach.js";
import {
  type DefinitionItem,
  type FileFacts,
  type NameItem,
  namespaces,
  type OutsideItem,
  type ReferenceItem,
  type ScopeItem,
  type ScopeItems,
} from "./scopeItems.js";

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

/** Returns the scope that a definition belongs to, or `undefined` if there is none. */
function targetScopeOf(item: DefinitionItem, innermost: LexicalScope, file: LexicalScope): LexicalScope | undefined {
  const { in: target, kind } = item;
  const scope = declaringScopeOf(kind, innermost);
  switch (target) {
    case "scope":
    case "seen":
      return scope.kind === "outside" ? declaringScopeOf(kind, enclosingFunction(scope)) : scope;
    case "parent": {
      const around = declaringScopeOf(kind, scope.parent ?? scope);
      return around.kind === "outside" ? declaringScopeOf(kind, enclosingFunction(around)) : around;
    }
    case "function":
      return enclosingFunction(scope);
    case "class":
      return enclosingClass(innermost);
    case "file":
    case "known":
      return file;
    case "nowhere":
      return undefined;
  }
}

/**
 * Returns the outer scope that the enclosing function redirects the name to (Python's `global x`).
 */
function redirectTargetOf(item: DefinitionItem, scope: LexicalScope): LexicalScope | undefined {
  return item.in === "function" ? enclosingFunction(scope).redirects.get(item.name) : undefined;
}

/**
 * Returns the binding that a definition writes to. If none is visible, declares one in the
 * outermost possible scope.
 */
function resolveWrite(item: DefinitionItem, scope: LexicalScope, file: LexicalScope): Binding {
  const { name, namespaces: wanted } = item;
  const redirect = redirectTargetOf(item, scope);
  const from = redirect ? Number.POSITIVE_INFINITY : item.from;
  const binding = lookUp({ name, namespaces: wanted, isOfSelf: false, from }, redirect ?? scope);
  if (!binding) return declare({ ...item, again: "shadow" }, redirect ?? file, "first");
  if (item.again === "merge") {
    binding.definitions.push(item);
    binding.definitions.sort((a, b) => a.from - b.from);
  }
  return binding;
}

/**
 * Adds a definition to a scope and returns its binding. With `first`, other bindings of the same
 * name in the scope take precedence where they are visible.
 */
function declare(item: DefinitionItem, target: LexicalScope, place: "first" | "last" = "last"): Binding {
  const same = target.bindings.get(item.name) ?? [];
  // A name that is visible only directly in the class would be useless unless it were a member.
  const isMember = target.kind === "class" && (target.isClosed || item.isMemberInClass);
  // A member with the class's name is a constructor: the plain name is the class's.
  const plain = isMember && target.type === item.name ? 0 : item.namespaces;
  const wanted = isMember ? plain | namespaces.member : plain;
  const earlier = same.findLast((binding) => (binding.namespaces & wanted) !== 0);
  // A name that occurs twice in one pattern means the same thing: `A(x) | B(x)`.
  const isSameStatement = earlier?.visibleFrom !== undefined && earlier.visibleFrom === item.visibleFrom;
  if (earlier && (item.again !== "shadow" || isSameStatement)) {
    if (item.again !== "use") {
      earlier.definitions.push(item);
      earlier.namespaces |= wanted;
    }
    return earlier;
  }
  const isInClass = target.kind === "class";
  const isAtTop = isInClass || target.kind === "file" || target.isOpen;
  const isHoisted = (item.isHoistedAtTop && isAtTop) || (item.isOrderedOnlyInClass && !isInClass);
  const binding: Binding = {
    name: item.name,
    kind: isInClass ? item.kindInClass : item.kind,
    scope: target,
    namespaces: wanted,
    visibleFrom: isHoisted ? undefined : item.visibleFrom,
    definitions: [item],
    occurrences: [],
    isExported: target.isOpen,
    mayHaveOthers: false,
  };
  if (place === "first") same.unshift(binding);
  else same.push(binding);
  target.bindings.set(item.name, same);
  return binding;
}

type ScopeLocator = <Item extends Stretch>(
  items: readonly Item[],
) => { readonly item: Item; readonly scope: LexicalScope }[];

/**
 * Nests the scopes. Returns a function that finds the innermost scope around each of a list of
 * items in source order.
 */
function nestScopes(file: LexicalScope, items: readonly (ScopeItem | OutsideItem)[]): ScopeLocator {
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
