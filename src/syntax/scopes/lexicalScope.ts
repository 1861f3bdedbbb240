/** Scopes, the bindings in them, and searches from one scope outward. */

import type { Stretch } from "../../text/stretch.js";
import type { DefinitionItem, NameItem, ScopeItem } from "./scopeItems.js";

/** A variable, function, type or other thing that occurrences of one name refer to. */
export interface Binding {
  readonly name: string;
  /** The kind of its first definition. */
  readonly kind: string;
  readonly scope: LexicalScope;
  /** The namespaces of all its definitions. */
  namespaces: number;
  /** `undefined` if it is visible in its whole scope. */
  readonly visibleFrom: number | undefined;
  readonly definitions: DefinitionItem[];
  /** All occurrences, including definitions, in source order. */
  readonly occurrences: NameItem[];
  isExported: boolean;
  /** Whether a free name may mean it, as the members of a type around that are not known. */
  mayHaveOthers: boolean;
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
  /** The scopes directly in this one that declare members of a type, by the type's name. */
  parts: Map<string, LexicalScope[]> | undefined;
  readonly isOpen: boolean;
  readonly only: ReadonlySet<string> | undefined;
  readonly bindings: Map<string, Binding[]>;
  readonly redirects: Map<string, LexicalScope>;
}

/** Returns the nearest scope that is more than a block. */
export function enclosingFunction(start: LexicalScope): LexicalScope {
  let scope = start;
  while (scope.parent && (scope.kind === "block" || scope.kind === "outside")) scope = scope.parent;
  return scope;
}

/** Returns the nearest scope around a function whose names are visible in the function. */
export function enclosingBody(own: LexicalScope): LexicalScope | undefined {
  let scope = own.parent && enclosingFunction(own.parent);
  while (scope?.isClosed) scope = scope.parent && enclosingFunction(scope.parent);
  return scope;
}

/** Returns the nearest scope that keeps definitions of this kind. */
export function declaringScopeOf(kind: string, innermost: LexicalScope): LexicalScope {
  let scope = innermost;
  while (scope.parent && scope.only && !scope.only.has(kind)) scope = scope.parent;
  return scope;
}

/** Returns the class that `this` refers to. */
export function enclosingClass(start: LexicalScope): LexicalScope | undefined {
  for (let scope: LexicalScope | undefined = start; scope && !scope.hasOwnSelf; scope = scope.parent)
    if (scope.isWithin) return enclosingTypes(scope)[0];
    else if (scope.kind === "class") return scope;
  return undefined;
}

/**
 * Returns the scopes of the type that a scope belongs to, and of the types around that one,
 * innermost first. Empty if the type is declared elsewhere.
 */
export function enclosingTypes({ type = "", parent }: LexicalScope): LexicalScope[] {
  const [first = "", ...rest] = type.split("::");
  for (let scope = parent; scope; scope = scope.parent) {
    let innermost = scope.parts?.get(first);
    if (innermost === undefined) continue;
    let around = [...innermost];
    for (const name of rest) {
      innermost = innermost.flatMap(({ parts }) => parts?.get(name) ?? []);
      if (innermost.length === 0) return [];
      around = innermost.concat(around);
    }
    return around;
  }
  return [];
}

/** No names, or no kinds. */
export const emptySet: ReadonlySet<string> = new Set();
