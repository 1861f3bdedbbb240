/**
 * Binds names: which of them mean the same thing. Scopes nest; a name is looked for from the innermost outward, and where no scope has it, it is free.
 * Pure: it knows neither trees nor grammars.
 */

import type { Stretch } from "../../text/stretch.js";
import {
  type DefinitionItem,
  type NameItem,
  namespaces,
  type OutsideItem,
  type ReferenceItem,
  type ScopeItem,
  type ScopeItems,
} from "./items.js";
import type { ImportOf, Reach } from "./name.js";

/** Something that names stand for. */
export interface Binding {
  readonly name: string;
  /** The kind of its first definition. */
  readonly kind: string;
  readonly scope: Scope;
  readonly namespaces: number;
  /** Undefined: everywhere in its scope. */
  readonly visibleFrom: number | undefined;
  readonly definitions: DefinitionItem[];
  /** All that means it, definitions too, in source order. */
  readonly occurrences: NameItem[];
  isExported: boolean;
}

/** A stretch with names of its own. */
export interface Scope extends Stretch {
  readonly parent: Scope | undefined;
  readonly kind: ScopeItem["kind"] | "file" | "outside";
  readonly isClosed: boolean;
  readonly hides: ReadonlySet<string>;
  readonly hasOwnSelf: boolean;
  readonly isOpaque: boolean;
  readonly isOpen: boolean;
  readonly bindings: Map<string, Binding[]>;
  readonly redirects: Map<string, Scope>;
}

export interface BoundName {
  readonly item: NameItem;
  /** The innermost scope it stands in. */
  readonly scope: Scope;
  /** Undefined where it is free. */
  readonly binding: Binding | undefined;
}

export interface Bound {
  readonly file: Scope;
  /** In source order; a definition in two scopes (a parameter that is a property too) stands here twice. */
  readonly names: readonly BoundName[];
  readonly isModule: boolean;
  /** The innermost scope around an offset. */
  scopeAt(offset: number): Scope;
}

const nothing: ReadonlySet<string> = new Set();

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
    isOpen: false,
    bindings: new Map(),
    redirects: new Map(),
  };
  const scopeOf = placing(file, items.scopes);
  for (const { item, scope } of scopeOf(items.redirects)) {
    const own = functionAround(scope);
    const target = item.target === "file" ? file : own.parent && functionAround(own.parent);
    if (target) own.redirects.set(item.name, target);
  }
  const placed = scopeOf(items.names);

  // All definitions first: a name may be used before it is declared.
  const bindings = new Map<NameItem, Binding>();
  for (const { item, scope } of placed) {
    if (item.item !== "definition") continue;
    const target = targetOf(item, scope, file);
    if (target) bindings.set(item, declare(item, target));
  }
  const names = placed.map(({ item, scope }): BoundName => {
    const binding = bindings.get(item) ?? (item.item === "reference" ? lookUp(item, scope) : undefined);
    return { item, scope, binding };
  });
  let exported = 0;
  for (const { item, binding } of names) {
    binding?.occurrences.push(item);
    while ((items.exported[exported]?.to ?? Number.POSITIVE_INFINITY) <= item.from) exported++;
    const stretch = items.exported[exported];
    if (binding && stretch && holds(stretch, item)) binding.isExported = true;
  }
  const scopeAt = (offset: number) => scopeOf([{ from: offset, to: offset }])[0]?.scope ?? file;
  return { file, names, isModule: items.isModule, scopeAt };
}

/** How far a binding is known to reach. */
export function reachOf(binding: Binding | undefined): Reach {
  if (binding === undefined) return "free";
  if (binding.definitions[0]?.import) return "import";
  if (binding.namespaces & namespaces.member || binding.scope.kind === "class") return "member";
  return binding.scope.kind === "file" || binding.isExported ? "file" : "local";
}

/** Whether everything that means it is known: nothing outside of the file can. */
export function isRenamable(binding: Binding, isModule: boolean): boolean {
  if (!binding.definitions.every((definition) => definition.isRenamable)) return false;
  switch (reachOf(binding)) {
    case "local":
      return true;
    case "import":
      return !binding.isExported;
    case "member":
      return binding.definitions.every((definition) => definition.isPrivate);
    case "file":
      return binding.definitions.every((definition) => definition.isPrivate) || (isModule && !binding.isExported);
    case "free":
      return false;
  }
}

/** What a name taken from elsewhere is over there. */
export function importOf(binding: Binding | undefined): ImportOf | undefined {
  return binding?.definitions.find((definition) => definition.import)?.import;
}

/**
 * The binding that a name has at an offset in a scope, from the innermost scope outward. Undefined where no scope has it, and where one
 * on the way may have it without saying so.
 */
export function lookUp(
  { name, namespaces: wanted, isOfSelf, from }: Pick<ReferenceItem, "name" | "namespaces" | "isOfSelf" | "from">,
  start: Scope,
): Binding | undefined {
  if (isOfSelf) return memberOfSelf(name, start);
  const hidden = new Set<string>();
  let isDirect = true;
  for (let scope: Scope | undefined = start; scope; scope = scope.parent) {
    const redirected = scope.redirects.get(name);
    const found = redirected
      ? lookUp({ name, namespaces: wanted, isOfSelf, from: Number.POSITIVE_INFINITY }, redirected)
      : scope.isClosed && !isDirect
        ? undefined
        : visibleIn(scope, { name, wanted, from, hidden });
    if (found) return found;
    if (scope.isOpaque) return undefined;
    for (const kind of scope.hides) hidden.add(kind);
    isDirect &&= scope.kind === "outside";
  }
  return undefined;
}

interface Wanted {
  readonly name: string;
  readonly wanted: number;
  readonly from: number;
  readonly hidden: ReadonlySet<string>;
}

function visibleIn(scope: Scope, { name, wanted, from, hidden }: Wanted): Binding | undefined {
  return scope.bindings
    .get(name)
    ?.findLast(
      (binding) =>
        (binding.namespaces & wanted) !== 0 && (binding.visibleFrom ?? 0) <= from && !hidden.has(binding.kind),
    );
}

function memberOfSelf(name: string, start: Scope): Binding | undefined {
  const type = classAround(start);
  return type && visibleIn(type, { name, wanted: namespaces.member, from: Number.POSITIVE_INFINITY, hidden: nothing });
}

/** The class that `this` is one of. */
export function classAround(start: Scope): Scope | undefined {
  for (let scope: Scope | undefined = start; scope && !scope.hasOwnSelf; scope = scope.parent)
    if (scope.kind === "class") return scope;
  return undefined;
}

/** The nearest scope that is more than a block. */
function functionAround(start: Scope): Scope {
  let scope = start;
  while (scope.parent && (scope.kind === "block" || scope.kind === "outside")) scope = scope.parent;
  return scope;
}

function targetOf({ in: target, name }: DefinitionItem, scope: Scope, file: Scope): Scope | undefined {
  switch (target) {
    case "scope":
      return scope.kind === "outside" ? functionAround(scope) : scope;
    case "parent": {
      const around = scope.parent ?? scope;
      return around.kind === "outside" ? functionAround(around) : around;
    }
    case "function": {
      const own = functionAround(scope);
      return own.redirects.get(name) ?? own;
    }
    case "class":
      return classAround(scope);
    case "file":
      return file;
  }
}

function declare(item: DefinitionItem, target: Scope): Binding {
  const same = target.bindings.get(item.name) ?? [];
  const earlier = same.findLast((binding) => (binding.namespaces & item.namespaces) !== 0);
  if (earlier && item.again !== "shadow") {
    if (item.again === "merge") earlier.definitions.push(item);
    return earlier;
  }
  const { name, kind, visibleFrom } = item;
  const binding: Binding = {
    name,
    kind,
    scope: target,
    namespaces: item.namespaces,
    visibleFrom,
    definitions: [item],
    occurrences: [],
    isExported: target.isOpen,
  };
  same.push(binding);
  target.bindings.set(name, same);
  return binding;
}

type Placing = <Item extends Stretch>(items: readonly Item[]) => { readonly item: Item; readonly scope: Scope }[];

/** Nests the scopes, and says of anything in source order which is the innermost around it. */
function placing(file: Scope, items: readonly (ScopeItem | OutsideItem)[]): Placing {
  const ordered = [...items].sort((a, b) => a.from - b.from || b.to - a.to);
  const scopes: Scope[] = [];
  const open: Scope[] = [file];
  for (const item of ordered) {
    while (open.length > 1 && !holds(open.at(-1) as Scope, item)) open.pop();
    const around = open.at(-1) as Scope;
    const scope = item.item === "scope" ? scopeIn(around, item) : outsideOf(around, item);
    scopes.push(scope);
    open.push(scope);
  }
  return (inside) => {
    const stack: Scope[] = [file];
    let next = 0;
    return inside.map((item) => {
      for (let scope = scopes[next]; scope && scope.from <= item.from; scope = scopes[++next]) {
        while (stack.length > 1 && !holds(stack.at(-1) as Scope, scope)) stack.pop();
        stack.push(scope);
      }
      while (stack.length > 1 && (stack.at(-1) as Scope).to <= item.from) stack.pop();
      // One that begins where the name begins and ends before it does, is not around it.
      const around = stack.findLast((scope) => holds(scope, item)) ?? file;
      return { item, scope: around };
    });
  };
}

function holds(outer: Stretch, inner: Stretch): boolean {
  return outer.from <= inner.from && inner.to <= outer.to;
}

function scopeIn(parent: Scope, { item: _, ...scope }: ScopeItem): Scope {
  return { ...scope, parent, bindings: new Map(), redirects: new Map() };
}

/** Its names are looked for from around the scope that it stands in. */
function outsideOf(around: Scope, { from, to }: OutsideItem): Scope {
  const parent = around.parent ?? around;
  const usual = { isClosed: false, hides: nothing, hasOwnSelf: false, isOpaque: false, isOpen: false };
  return { from, to, parent, kind: "outside", ...usual, bindings: new Map(), redirects: new Map() };
}
