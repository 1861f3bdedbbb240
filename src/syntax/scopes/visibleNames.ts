/** The names that may be written at an offset: those of the scopes around it, the innermost first. */

import type { ParsedText } from "../trees/parsedText.js";
import { boundOf } from "./boundNames.js";
import { classAround, type Scope, typesAround } from "./lexicalScope.js";
import type { VisibleName } from "./nameInfo.js";
import { reachOf } from "./nameReach.js";
import { namespaces } from "./scopeItems.js";

/** So many are told: nobody reads more. */
const mostNames = 2_000;

/** What a language keeps apart from its other values is written without a sign of it all the same. */
const keptApart = namespaces.function | namespaces.constant | namespaces.macro;

/** With `ofSelf`, the members of the class around instead. Empty where names of the language can't be bound. */
export function visibleAt(text: ParsedText, offset: number, ofSelf: boolean): VisibleName[] {
  const bound = boundOf(text);
  if (!bound) return [];
  const innermost = bound.scopeAt(offset);
  const found = new Map<string, VisibleName>();
  const add = (scope: Scope, namespace: number, hidden: ReadonlySet<string>): void => {
    for (const bindings of scope.bindings.values()) {
      for (const binding of bindings) {
        const { name, kind, visibleFrom = 0 } = binding;
        const isVisible = (binding.namespaces & namespace) !== 0 && visibleFrom <= offset && !hidden.has(kind);
        const reach = reachOf(binding);
        if (isVisible && reach !== "free" && !found.has(name) && found.size < mostNames)
          found.set(name, { name, kind, reach });
      }
    }
  };
  if (ofSelf) {
    const type = classAround(innermost);
    // A type may be declared in parts: Rust's `impl` blocks.
    const parts = type?.type === undefined ? [] : (type.parent?.parts?.get(type.type) ?? []);
    for (const part of type ? [type, ...parts] : []) add(part, namespaces.member | keptApart, new Set());
    return [...found.values()];
  }
  const hidden = new Set<string>();
  let isDirect = true;
  for (let scope: Scope | undefined = innermost; scope; scope = scope.parent) {
    const seen = scope.isWithin ? [scope, ...typesAround(scope)] : [scope];
    if (!scope.isClosed || isDirect)
      for (const each of seen) add(each, namespaces.value | namespaces.type | keptApart, hidden);
    for (const kind of scope.hides) hidden.add(kind);
    isDirect &&= scope.kind === "outside";
  }
  return [...found.values()];
}
