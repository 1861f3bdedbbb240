/** Scopes and what is bound in them, and the ways from one scope outward. */

import type { Stretch } from "../../text/stretch.js";
import type { DefinitionItem, NameItem, ScopeItem } from "./scopeItems.js";

/** Something that names stand for. */
export interface Binding {
  readonly name: string;
  /** The kind of its first definition. */
  readonly kind: string;
  readonly scope: LexicalScope;
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
export interface LexicalScope extends Stretch {
  readonly parent: LexicalScope | undefined;
  readonly kind: ScopeItem["kind"] | "file" | "outside";
  readonly isClosed: boolean;
  readonly hides: ReadonlySet<string>;
  readonly hasOwnSelf: boolean;
  readonly isOpaque: boolean;
  readonly type: string | undefined;
  readonly isWithin: boolean;
  readonly isJoined: boolean;
  /** Of the scopes directly in it, those that declare the members of one type. */
  parts: Map<string, LexicalScope[]> | undefined;
  readonly isOpen: boolean;
  readonly only: ReadonlySet<string> | undefined;
  readonly bindings: Map<string, Binding[]>;
  readonly redirects: Map<string, LexicalScope>;
}

/** The nearest scope that is more than a block. */
export function enclosingFunction(start: LexicalScope): LexicalScope {
  let scope = start;
  while (scope.parent && (scope.kind === "block" || scope.kind === "outside")) scope = scope.parent;
  return scope;
}

/** The nearest scope around a function whose names are seen in it. */
export function enclosingBody(own: LexicalScope): LexicalScope | undefined {
  let scope = own.parent && enclosingFunction(own.parent);
  while (scope?.isClosed) scope = scope.parent && enclosingFunction(scope.parent);
  return scope;
}

/** The nearest scope that keeps what is of this kind. */
export function declaringScopeOf(kind: string, innermost: LexicalScope): LexicalScope {
  let scope = innermost;
  while (scope.parent && scope.only && !scope.only.has(kind)) scope = scope.parent;
  return scope;
}

/** The class that `this` is one of. */
export function enclosingClass(start: LexicalScope): LexicalScope | undefined {
  for (let scope: LexicalScope | undefined = start; scope && !scope.hasOwnSelf; scope = scope.parent)
    if (scope.isWithin) return enclosingTypes(scope)[0];
    else if (scope.kind === "class") return scope;
  return undefined;
}

/** The scopes of the type that a scope belongs to, and of those around that one, the innermost first. None where they are elsewhere. */
export function enclosingTypes({ type = "", parent }: LexicalScope): LexicalScope[] {
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

/** No names, no kinds. */
export const emptySet: ReadonlySet<string> = new Set();
