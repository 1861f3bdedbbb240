/** The names that may be written at an offset: those of the scopes around it, the innermost first. */

import type { ParsedText } from "../trees/parsedText.js";
import { boundNamesOf } from "./boundNames.js";
import { enclosingClass, enclosingTypes, type LexicalScope } from "./lexicalScope.js";
import type { VisibleName } from "./nameInfo.js";
import { reachOf } from "./nameReach.js";
import { namespaces } from "./scopeItems.js";

/** So many are told: nobody reads more. */
const MAX_NAMES = 2_000;

/** What a language keeps apart from its other values is written without a sign of it all the same. */
const separateNamespaces = namespaces.function | namespaces.constant | namespaces.macro;

/** With `ofSelf`, the members of the class around instead. Empty where names of the language can't be bound. */
export function visibleNamesAt(text: ParsedText, offset: number, ofSelf: boolean): VisibleName[] {
  const bound = boundNamesOf(text);
  if (!bound) return [];
  const innermost = bound.scopeAt(offset);
  const found = new Map<string, VisibleName>();
  const add = (scope: LexicalScope, namespace: number, hidden: ReadonlySet<string>): void => {
    for (const bindings of scope.bindings.values()) {
      for (const binding of bindings) {
        const { name, kind, visibleFrom = 0 } = binding;
        const isVisible = (binding.namespaces & namespace) !== 0 && visibleFrom <= offset && !hidden.has(kind);
        const reach = reachOf(binding);
        if (isVisible && reach !== "free" && !found.has(name) && found.size < MAX_NAMES)
          found.set(name, { name, kind, reach });
      }
    }
  };
  if (ofSelf) {
    const type = enclosingClass(innermost);
    // A type may be declared in parts: Rust's `impl` blocks.
    const parts = type?.type === undefined ? [] : (type.parent?.parts?.get(type.type) ?? []);
    for (const part of type ? [type, ...parts] : []) add(part, namespaces.member | separateNamespaces, new Set());
    return [...found.values()];
  }
  const hidden = new Set<string>();
  let isDirect = true;
  for (let scope: LexicalScope | undefined = innermost; scope; scope = scope.parent) {
    const sources = scope.isWithin ? [scope, ...enclosingTypes(scope)] : [scope];
    if (!scope.isClosed || isDirect)
      for (const each of sources) add(each, namespaces.value | namespaces.type | separateNamespaces, hidden);
    for (const kind of scope.hides) hidden.add(kind);
    isDirect &&= scope.kind === "outside";
  }
  return [...found.values()];
}
