/** The names that may be written at an offset: those of the scopes around it, innermost first. */

import type { ParsedText } from "../trees/parsedText.js";
import { boundNamesOf } from "./boundNames.js";
import { enclosingClass, enclosingTypes, type LexicalScope } from "./lexicalScope.js";
import type { VisibleName } from "./nameInfo.js";
import { reachOf } from "./nameReach.js";
import { namespaces } from "./scopeItems.js";

/** The most names returned. */
const MAX_NAMES = 2_000;

/**
 * These names are written without a mark, though the language keeps them apart from other values.
 */
const separateNamespaces = namespaces.function | namespaces.constant | namespaces.macro;

/**
 * Returns the visible names; with `ofSelf`, the members of the enclosing class instead. Empty if
 * the language has no `scopes` query.
 */
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
