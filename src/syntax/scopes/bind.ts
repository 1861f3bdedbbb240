/**
 * Binds names: which of them mean the same thing. Scopes nest; a name is looked for from the innermost outward, and where no scope has it, it is free.
 * Pure: it knows neither trees nor grammars.
 */

import type { Stretch } from "../../text/stretch.js";
import {
  type DefinitionItem,
  type MemberItem,
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
  /** Those of all its definitions. */
  namespaces: number;
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
  readonly type: string | undefined;
  readonly isWithin: boolean;
  readonly isJoined: boolean;
  /** Of the scopes directly in it, those that declare the members of one type. */
  parts: Map<string, Scope[]> | undefined;
  readonly isOpen: boolean;
  readonly only: ReadonlySet<string> | undefined;
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
  readonly isShared: boolean;
  readonly unread: ReadonlySet<string>;
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

/** What a class may declare and nobody can ask it for. */
const parameters: ReadonlySet<string> = new Set(["parameter", "type_parameter"]);

/** How far a binding is known to reach. */
export function reachOf(binding: Binding | undefined): Reach {
  if (binding === undefined) return "free";
  if (binding.definitions[0]?.import) return "import";
  if (binding.namespaces & namespaces.member) return "member";
  if (binding.scope.kind === "class") return parameters.has(binding.kind) ? "local" : "member";
  return binding.scope.kind === "file" || binding.isExported ? "file" : "local";
}

/** Whether everything that means it is known: nothing outside of the file can. */
export function isRenamable(
  binding: Binding,
  { isModule, isShared, unread }: Pick<Bound, "isModule" | "isShared" | "unread">,
): boolean {
  if (unread.has(binding.name)) return false;
  if (binding.occurrences.some((item) => item.item === "reference" && item.isFixed)) return false;
  const isInside = binding.scope.kind !== "file" && binding.scope.kind !== "class";
  const mayRename = ({ rename }: DefinitionItem) => rename === "yes" || (rename === "inside" && isInside);
  if (!binding.definitions.every(mayRename)) return false;
  switch (reachOf(binding)) {
    case "local":
      return true;
    case "import":
      return !binding.isExported;
    case "member":
      return binding.definitions.every((definition) => definition.isPrivate);
    case "file":
      if (isShared) return false;
      return binding.definitions.some(isOfFile) || (isModule && !binding.isExported);
    case "free":
      return false;
  }
}

function isOfFile({ isPrivate, isPrivateToFile }: DefinitionItem): boolean {
  return isPrivate || isPrivateToFile;
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
  { name, namespaces: asked, isOfSelf, from }: Pick<ReferenceItem, "name" | "namespaces" | "isOfSelf" | "from">,
  start: Scope,
): Binding | undefined {
  if (isOfSelf) return memberOfSelf(name, asked, start);
  let wanted = asked;
  const hidden = new Set<string>();
  let isDirect = true;
  let member: Scope | undefined;
  let isOpaque = false;
  for (let scope: Scope | undefined = start; scope; scope = scope.parent) {
    const redirected = scope.redirects.get(name);
    const found = redirected
      ? lookUp({ name, namespaces: wanted, isOfSelf, from: Number.POSITIVE_INFINITY }, redirected)
      : scope.isClosed && !isDirect
        ? undefined
        : (visibleIn(scope, { name, wanted, from, hidden }) ?? typeItself(scope, name, wanted));
    if (found) return found;
    if (scope.isWithin) member = scope;
    isOpaque ||= scope.isOpaque;
    // What keeps only parameters is a part of what stands in it: its names hide those of the type.
    if (!scope.parent?.only) {
      const types = member && typesAround(member);
      for (const type of types ?? []) {
        const found =
          visibleIn(type, { name, wanted, from: Number.POSITIVE_INFINITY, hidden }) ?? typeItself(type, name, wanted);
        if (found) return found;
      }
      isOpaque ||= types !== undefined && (types.length === 0 || types.some((type) => type.isOpaque));
      member = undefined;
      // A macro is put in before anybody asks what is declared where.
      if (isOpaque) wanted &= namespaces.macro;
      if (wanted === 0) return undefined;
    }
    for (const kind of scope.hides) hidden.add(kind);
    isDirect &&= scope.kind === "outside";
  }
  return undefined;
}

/** A class knows its own name, whatever else it may not tell. */
function typeItself(scope: Scope, name: string, wanted: number): Binding | undefined {
  if (scope.kind !== "class" || scope.type !== name || !scope.parent) return undefined;
  const member = { name, wanted: wanted & namespaces.type, from: Number.POSITIVE_INFINITY, hidden: nothing };
  return visibleIn(keeperOf(scope.kind, scope.parent), member);
}

function meantBy(item: NameItem, scope: Scope): Binding | undefined {
  if (item.item === "reference") return lookUp(item, scope);
  if (item.item !== "member" || item.of === undefined) return undefined;
  const { of, from } = item;
  const isType = of.kind === "type";
  const asked = { name: of.name, namespaces: isType ? namespaces.type : namespaces.value, isOfSelf: false, from };
  const receiver = lookUp(asked, scope);
  if (isType) return receiver && onlyOne(receiver.scope.parts?.get(of.name), item);
  return receiver?.definitions[0]?.isSelf ? memberOf(receiver.scope, item) : undefined;
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

function memberOfSelf(name: string, wanted: number, start: Scope): Binding | undefined {
  const type = classAround(start);
  return type && memberOf(type, { name, namespaces: wanted });
}

/** What a scope declares of its type, or else the only other one that declares it. */
function memberOf(scope: Scope, member: Pick<MemberItem, "name" | "namespaces">): Binding | undefined {
  const own = onlyOne([scope], member);
  return own ?? (scope.type === undefined ? undefined : onlyOne(scope.parent?.parts?.get(scope.type), member));
}

/** What declares it, if that is only one of these scopes. */
function onlyOne(
  scopes: readonly Scope[] = [],
  { name, namespaces: wanted }: Pick<MemberItem, "name" | "namespaces">,
): Binding | undefined {
  const member = { name, wanted, from: Number.POSITIVE_INFINITY, hidden: nothing };
  const found = new Set(scopes.map((scope) => visibleIn(scope, member)).filter((binding) => binding !== undefined));
  return found.size === 1 ? [...found][0] : undefined;
}

/** The scopes of the type that a scope belongs to, and of those around that one, the innermost first. None where they are elsewhere. */
export function typesAround({ type = "", parent }: Scope): Scope[] {
  const [first = "", ...rest] = type.split("::");
  for (let scope = parent; scope; scope = scope.parent) {
    let innermost = scope.parts?.get(first);
    if (innermost === undefined) continue;
    const around = [...innermost];
    for (const name of rest) {
      innermost = innermost.flatMap(({ parts }) => parts?.get(name) ?? []);
      if (innermost.length === 0) return [];
      around.unshift(...innermost);
    }
    return around;
  }
  return [];
}

/** The class that `this` is one of. */
export function classAround(start: Scope): Scope | undefined {
  for (let scope: Scope | undefined = start; scope && !scope.hasOwnSelf; scope = scope.parent)
    if (scope.isWithin) return typesAround(scope)[0];
    else if (scope.kind === "class") return scope;
  return undefined;
}

/** The nearest scope that is more than a block. */
function functionAround(start: Scope): Scope {
  let scope = start;
  while (scope.parent && (scope.kind === "block" || scope.kind === "outside")) scope = scope.parent;
  return scope;
}

/** The nearest scope around a function whose names are seen in it. */
function bodyAround(own: Scope): Scope | undefined {
  let scope = own.parent && functionAround(own.parent);
  while (scope?.isClosed) scope = scope.parent && functionAround(scope.parent);
  return scope;
}

/** Where the function that declares it says that the name means one further out: the scope from which on that is. */
function redirectOf(item: DefinitionItem, scope: Scope): Scope | undefined {
  return item.in === "function" ? functionAround(scope).redirects.get(item.name) : undefined;
}

/** What a definition writes to that may be declared elsewhere. Where it is not, it is declared as far out as can be. */
function writtenTo(item: DefinitionItem, scope: Scope, file: Scope): Binding {
  const { name, namespaces: wanted } = item;
  const redirect = redirectOf(item, scope);
  const from = redirect ? Number.POSITIVE_INFINITY : item.from;
  const binding = lookUp({ name, namespaces: wanted, isOfSelf: false, from }, redirect ?? scope);
  if (!binding) return declare({ ...item, again: "shadow" }, redirect ?? file, "first");
  if (item.again === "merge") {
    binding.definitions.push(item);
    binding.definitions.sort((a, b) => a.from - b.from);
  }
  return binding;
}

function targetOf(item: DefinitionItem, innermost: Scope, file: Scope): Scope | undefined {
  const { in: target, kind } = item;
  const scope = keeperOf(kind, innermost);
  switch (target) {
    case "scope":
    case "seen":
      return scope.kind === "outside" ? functionAround(scope) : scope;
    case "parent": {
      const around = keeperOf(kind, scope.parent ?? scope);
      return around.kind === "outside" ? functionAround(around) : around;
    }
    case "function":
      return functionAround(scope);
    case "class":
      return classAround(innermost);
    case "file":
    case "known":
      return file;
  }
}

/** The nearest scope that keeps what is of this kind. */
function keeperOf(kind: string, innermost: Scope): Scope {
  let scope = innermost;
  while (scope.parent && scope.only && !scope.only.has(kind)) scope = scope.parent;
  return scope;
}

/** `first`: what else the scope declares of this name, hides it where that is seen. */
function declare(item: DefinitionItem, target: Scope, place: "first" | "last" = "last"): Binding {
  const same = target.bindings.get(item.name) ?? [];
  // What is seen nowhere but in the class itself is asked of its objects, or it would be of no use.
  const isMember = target.kind === "class" && (target.isClosed || item.isAskedInClass);
  const wanted = isMember ? item.namespaces | namespaces.member : item.namespaces;
  const earlier = same.findLast((binding) => (binding.namespaces & wanted) !== 0);
  // In one pattern the same name stands twice only for the same thing: `A(x) | B(x)`.
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
  const isHoisted = (item.isSeenAheadAtTop && isAtTop) || (item.isBehindInClass && !isInClass);
  const binding: Binding = {
    name: item.name,
    kind: isInClass ? item.kindInClass : item.kind,
    scope: target,
    namespaces: wanted,
    visibleFrom: isHoisted ? undefined : item.visibleFrom,
    definitions: [item],
    occurrences: [],
    isExported: target.isOpen,
  };
  if (place === "first") same.unshift(binding);
  else same.push(binding);
  target.bindings.set(item.name, same);
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
  const { type, kind, isJoined } = scope;
  const around = functionAround(parent);
  const isInFunction = kind !== "block" || (around.kind === "function" && !around.isOpen);
  const isOpen = scope.isOpen || (scope.isOpenOutside && !isInFunction);
  const declarer = keeperOf(kind, parent);
  const same = type === undefined ? undefined : declarer.parts?.get(type);
  const bindings = (isJoined ? same?.[0]?.bindings : undefined) ?? new Map();
  const made: Scope = { ...scope, isOpen, parent, parts: undefined, bindings, redirects: new Map() };
  if (type !== undefined && !scope.isWithin) {
    declarer.parts ??= new Map();
    if (same) same.push(made);
    else declarer.parts.set(type, [made]);
  }
  return made;
}

/** Its names are looked for from around the scope that it stands in. */
function outsideOf(around: Scope, { from, to }: OutsideItem): Scope {
  const parent = around.parent ?? around;
  const flags = { isClosed: false, hasOwnSelf: false, isOpaque: false, isOpen: false, only: undefined };
  const noType = { type: undefined, isWithin: false, isJoined: false, parts: undefined };
  const usual = { ...flags, ...noType, hides: nothing, bindings: new Map(), redirects: new Map() };
  return { from, to, parent, kind: "outside", ...usual };
}
