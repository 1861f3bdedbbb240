/**
 * Looks up the binding of a name: from the innermost scope outward, or among the members of a type.
 */

import {
  type Binding,
  declaringScopeOf,
  emptySet,
  enclosingClass,
  enclosingTypes,
  type LexicalScope,
} from "./lexicalScope.js";
import { type MemberItem, type NameItem, namespaces, type ReferenceItem } from "./scopeItems.js";

/** Returns the binding of a name that is not a definition, if the text determines it. */
export function resolveName(item: NameItem, scope: LexicalScope): Binding | undefined {
  if (item.item === "reference") return lookUp(item, scope);
  if (item.item !== "member" || item.of === undefined) return undefined;
  const { of, from } = item;
  const isType = of.kind === "type";
  const query = { name: of.name, namespaces: isType ? namespaces.type : namespaces.value, isOfSelf: false, from };
  const receiver = lookUp(query, scope);
  if (isType) return receiver && uniqueMember(receiver.scope.parts?.get(of.name), item);
  return receiver?.definitions[0]?.isSelf ? lookUpMember(receiver.scope, item) : undefined;
}

/**
 * Returns the binding of a name, searched from a scope outward. Returns `undefined` if no scope has
 * one, or if a scope on the way may have one that is not in the text.
 */
export function lookUp(
  { name, namespaces: allNamespaces, isOfSelf, from }: Pick<ReferenceItem, "name" | "namespaces" | "isOfSelf" | "from">,
  start: LexicalScope,
): Binding | undefined {
  if (isOfSelf) return lookUpSelfMember(name, allNamespaces, start);
  let wanted = allNamespaces;
  const hidden = new Set<string>();
  let isDirect = true;
  let member: LexicalScope | undefined;
  let isOpaque = false;
  for (let scope: LexicalScope | undefined = start; scope; scope = scope.parent) {
    const redirected = scope.redirects.get(name);
    const found = redirected
      ? lookUp({ name, namespaces: wanted, isOfSelf, from: Number.POSITIVE_INFINITY }, redirected)
      : scope.isClosed && !isDirect
        ? undefined
        : (findVisible(scope, { name, namespaces: wanted, from, hidden }) ?? lookUpOwnType(scope, name, wanted));
    if (found) return found;
    if (scope.isWithin) member = scope;
    isOpaque ||= scope.isOpaque;
    // A scope that keeps only parameters is part of the body in it: its names hide those of the
    // type.
    if (!scope.parent?.only) {
      const types = member && enclosingTypes(member);
      for (const type of types ?? []) {
        const found =
          findVisible(type, { name, namespaces: wanted, from: Number.POSITIVE_INFINITY, hidden }) ??
          lookUpOwnType(type, name, wanted);
        if (found) return found;
      }
      isOpaque ||= types !== undefined && (types.length === 0 || types.some((type) => type.isOpaque));
      member = undefined;
      // Macros are expanded before declarations are looked up.
      if (isOpaque) wanted &= namespaces.macro;
      if (wanted === 0) return undefined;
    }
    for (const kind of scope.hides) hidden.add(kind);
    isDirect &&= scope.kind === "outside";
  }
  return undefined;
}

/** A class sees its own name, even where names around it are hidden. */
function lookUpOwnType(scope: LexicalScope, name: string, wanted: number): Binding | undefined {
  if (scope.kind !== "class" || scope.type !== name || !scope.parent) return undefined;
  const member = { name, namespaces: wanted & namespaces.type, from: Number.POSITIVE_INFINITY, hidden: emptySet };
  return findVisible(declaringScopeOf(scope.kind, scope.parent), member);
}

function lookUpSelfMember(name: string, wanted: number, start: LexicalScope): Binding | undefined {
  const type = enclosingClass(start);
  return type && lookUpMember(type, { name, namespaces: wanted });
}

/** Returns the member that a scope declares, or else the only other scope of its type declares. */
function lookUpMember(scope: LexicalScope, member: Pick<MemberItem, "name" | "namespaces">): Binding | undefined {
  const own = uniqueMember([scope], member);
  return own ?? (scope.type === undefined ? undefined : uniqueMember(scope.parent?.parts?.get(scope.type), member));
}

/** Returns the member if exactly one of the scopes declares it. */
function uniqueMember(
  scopes: readonly LexicalScope[] = [],
  { name, namespaces: wanted }: Pick<MemberItem, "name" | "namespaces">,
): Binding | undefined {
  const member = { name, namespaces: wanted, from: Number.POSITIVE_INFINITY, hidden: emptySet };
  const found = new Set(scopes.map((scope) => findVisible(scope, member)).filter((binding) => binding !== undefined));
  return found.size === 1 ? [...found][0] : undefined;
}

interface ScopeQuery {
  readonly name: string;
  readonly namespaces: number;
  readonly from: number;
  readonly hidden: ReadonlySet<string>;
}

function findVisible(scope: LexicalScope, { name, namespaces: wanted, from, hidden }: ScopeQuery): Binding | undefined {
  return scope.bindings
    .get(name)
    ?.findLast(
      (binding) =>
        (binding.namespaces & wanted) !== 0 && (binding.visibleFrom ?? 0) <= from && !hidden.has(binding.kind),
    );
}
