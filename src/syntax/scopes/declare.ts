/** Which scope a definition belongs to, and whether it declares something new there. */

import {
  type Binding,
  declaringScopeOf,
  enclosingClass,
  enclosingFunction,
  type LexicalScope,
} from "./lexicalScope.js";
import { lookUp } from "./lookUp.js";
import { type DefinitionItem, namespaces } from "./scopeItems.js";

/** Undefined where there is no such scope. */
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

/** Where the function that declares it says that the name means one further out: the scope from which on that is. */
export function redirectTargetOf(item: DefinitionItem, scope: LexicalScope): LexicalScope | undefined {
  return item.in === "function" ? enclosingFunction(scope).redirects.get(item.name) : undefined;
}

/** What a definition writes to that may be declared elsewhere. Where it is not, it is declared as far out as can be. */
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

/** `first`: what else the scope declares of this name, hides it where that is seen. */
export function declare(item: DefinitionItem, target: LexicalScope, place: "first" | "last" = "last"): Binding {
  const same = target.bindings.get(item.name) ?? [];
  // What is seen nowhere but in the class itself is asked of its objects, or it would be of no use.
  const isMember = target.kind === "class" && (target.isClosed || item.isMemberInClass);
  // What is called like its class makes one: the plain name is the class's.
  const plain = isMember && target.type === item.name ? 0 : item.namespaces;
  const wanted = isMember ? plain | namespaces.member : plain;
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
  };
  if (place === "first") same.unshift(binding);
  else same.push(binding);
  target.bindings.set(item.name, same);
  return binding;
}
