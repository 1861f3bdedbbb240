/**
 * What the query `scopes` of a grammar finds in a text, flat and in source order: stretches with names of their own, and the names. As values, so that what is made of
 * them knows no tree. queries/README.md has the captures and properties.
 */

import type { Stretch } from "../../text/stretch.js";
import type { ImportOf } from "./name.js";

/** Which names can be meant where: the same word may stand for a type and for a value. */
export const namespaces = { value: 1, type: 2, member: 4, label: 8 } as const;

export interface ScopeItem extends Stretch {
  readonly item: "scope";
  readonly kind: "block" | "function" | "class";
  /** What it declares is seen directly in it, and not from the scopes in it: Python's class bodies. */
  readonly isClosed: boolean;
  /** Kinds of things declared around it that are not seen in it: a Ruby method knows no local variables but its own. */
  readonly hides: ReadonlySet<string>;
  /** `this` is another one in it than around it. */
  readonly hasOwnSelf: boolean;
  /** What it declares can be named from outside: a namespace. */
  readonly isOpen: boolean;
  /** Names that it does not declare may come from where nobody can tell: a `with` statement. */
  readonly isOpaque: boolean;
}

/** A stretch of a scope in which names mean what they mean around that scope: the default values of Python's parameters. */
export interface OutsideItem extends Stretch {
  readonly item: "outside";
}

export interface DefinitionItem extends Stretch {
  readonly item: "definition";
  readonly name: string;
  readonly kind: string;
  /** Whose name it becomes: the innermost scope's, that of the scope around it, the nearest that is more than a block, the nearest class's, the file's. */
  readonly in: "scope" | "parent" | "function" | "class" | "file";
  /** Seen from here on; undefined: in all of its scope. */
  readonly visibleFrom: number | undefined;
  /** Of `namespaces`, added up. */
  readonly namespaces: number;
  /** Where its scope has the name already: `merge`, both declare it; `shadow`, a new thing from here on; `use`, it only writes to it. */
  readonly again: "merge" | "shadow" | "use";
  readonly isRenamable: boolean;
  /** Nothing outside of the class can name it: JavaScript's `#x`. */
  readonly isPrivate: boolean;
  readonly import: ImportOf | undefined;
  readonly rewrite: string | undefined;
}

export interface ReferenceItem extends Stretch {
  readonly item: "reference";
  readonly name: string;
  readonly namespaces: number;
  /** A member of the class around: `x` in `this.x`. */
  readonly isOfSelf: boolean;
  readonly isWrite: boolean;
  readonly rewrite: string | undefined;
}

/** A name that something unknown is asked for. */
export interface MemberItem extends Stretch {
  readonly item: "member";
  readonly name: string;
  /** What it is asked of, if that ends in a word: where that word stands. */
  readonly receiver: Stretch | undefined;
}

/** A name as it is called in another file, or that file's. */
export interface OriginalItem extends Stretch {
  readonly item: "original";
  readonly name: string;
  readonly import: ImportOf;
}

/** A name that in this function means one further out: Python's `global x`, `nonlocal x`. */
export interface RedirectItem extends Stretch {
  readonly item: "redirect";
  readonly name: string;
  readonly target: "file" | "function";
}

export type NameItem = DefinitionItem | ReferenceItem | MemberItem | OriginalItem;

export interface ScopeItems {
  readonly scopes: readonly (ScopeItem | OutsideItem)[];
  readonly names: readonly NameItem[];
  readonly redirects: readonly RedirectItem[];
  /** Names at the top are the file's own unless they are exported. */
  readonly isModule: boolean;
  /** The names in these stretches are exported; in source order. */
  readonly exported: readonly Stretch[];
}
