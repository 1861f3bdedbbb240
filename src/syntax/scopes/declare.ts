/** Finds the scope that a definition belongs to, and whether it declares something new there. */

import {
  type Binding,
  declaringScopeOf,
  enclosingClass,
  enclosingFunction,
  type LexicalScope,
} from "./lexicalScope.js";
import { lookUp } from "./lookUp.js";
import { type DefinitionItem, namespaces } from "./scopeItems.js";

/** Returns the scope that a definition belongs to, or `undefined` if there is none. */
export function targetScopeOf(
  item: DefinitionItem,
  innermost: LexicalScope,
  file: LexicalScope,
): LexicalScope | undefined {
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
export function redirectTargetOf(item: DefinitionItem, scope: LexicalScope): LexicalScope | undefined {
  return item.in === "function" ? enclosingFunction(scope).redirects.get(item.name) : undefined;
}

/**
 * Returns the binding that a definition writes to. If none is visible, declares one in the
 * outermost possible scope.
 */
export function resolveWrite(item: DefinitionItem, scope: LexicalScope, file: LexicalScope): Binding {
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
export function declare(item: DefinitionItem, target: LexicalScope, place: "first" | "last" = "last"): Binding {
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
