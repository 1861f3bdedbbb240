/** Which binding a name means: looked for from the innermost scope outward, or among the members of a type. */

import {
  type Binding,
  declaringScopeOf,
  emptySet,
  enclosingClass,
  enclosingTypes,
  type LexicalScope,
} from "./lexicalScope.js";
import { type MemberItem, type NameItem, namespaces, type ReferenceItem } from "./scopeItems.js";

/** What a name that defines nothing means, if the text says it. */
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
 * The binding that a name has at an offset in a scope, from the innermost scope outward. Undefined where no scope has it, and where one
 * on the way may have it without saying so.
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
    // What keeps only parameters is a part of what stands in it: its names hide those of the type.
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
function lookUpOwnType(scope: LexicalScope, name: string, wanted: number): Binding | undefined {
  if (scope.kind !== "class" || scope.type !== name || !scope.parent) return undefined;
  const member = { name, namespaces: wanted & namespaces.type, from: Number.POSITIVE_INFINITY, hidden: emptySet };
  return findVisible(declaringScopeOf(scope.kind, scope.parent), member);
}

function lookUpSelfMember(name: string, wanted: number, start: LexicalScope): Binding | undefined {
  const type = enclosingClass(start);
  return type && lookUpMember(type, { name, namespaces: wanted });
}

/** What a scope declares of its type, or else the only other one that declares it. */
function lookUpMember(scope: LexicalScope, member: Pick<MemberItem, "name" | "namespaces">): Binding | undefined {
  const own = uniqueMember([scope], member);
  return own ?? (scope.type === undefined ? undefined : uniqueMember(scope.parent?.parts?.get(scope.type), member));
}

/** What declares it, if that is only one of these scopes. */
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
