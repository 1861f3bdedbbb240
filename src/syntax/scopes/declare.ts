/** Which scope a definition belongs to, and whether it declares something new there. */

import { type Binding, classAround, functionAround, keeperOf, type Scope } from "./lexicalScope.js";
import { lookUp } from "./lookUp.js";
import { type DefinitionItem, namespaces } from "./scopeItems.js";

/** Undefined where there is no such scope. */
export function targetOf(item: DefinitionItem, innermost: Scope, file: Scope): Scope | undefined {
  const { in: target, kind } = item;
  const scope = keeperOf(kind, innermost);
  switch (target) {
    case "scope":
    case "seen":
      return scope.kind === "outside" ? keeperOf(kind, functionAround(scope)) : scope;
    case "parent": {
      const around = keeperOf(kind, scope.parent ?? scope);
      return around.kind === "outside" ? keeperOf(kind, functionAround(around)) : around;
    }
    case "function":
      return functionAround(scope);
    case "class":
      return classAround(innermost);
    case "file":
    case "known":
      return file;
    case "nowhere":
      return undefined;
  }
}

/** Where the function that declares it says that the name means one further out: the scope from which on that is. */
export function redirectOf(item: DefinitionItem, scope: Scope): Scope | undefined {
  return item.in === "function" ? functionAround(scope).redirects.get(item.name) : undefined;
}

/** What a definition writes to that may be declared elsewhere. Where it is not, it is declared as far out as can be. */
export function writtenTo(item: DefinitionItem, scope: Scope, file: Scope): Binding {
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

/** `first`: what else the scope declares of this name, hides it where that is seen. */
export function declare(item: DefinitionItem, target: Scope, place: "first" | "last" = "last"): Binding {
  const same = target.bindings.get(item.name) ?? [];
  // What is seen nowhere but in the class itself is asked of its objects, or it would be of no use.
  const isMember = target.kind === "class" && (target.isClosed || item.isAskedInClass);
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
