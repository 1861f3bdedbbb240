/**
 * The results of the query `scopes`, flat and in source order: scopes and names. Plain values, so
 * that binding does not depend on trees. See queries/README.md for the captures and properties.
 */

import type { Stretch } from "../../text/stretch.js";
import type { ImportOrigin } from "./nameInfo.js";

/** Bits. The same word may name a type and a value. */
export const namespaces = { value: 1, type: 2, member: 4, label: 8, function: 16, constant: 32, macro: 64 } as const;

export interface ScopeItem extends Stretch {
  readonly item: "scope";
  readonly kind: "block" | "function" | "class";
  /**
   * Whether its names are visible directly in it only, not in scopes inside: Python's class bodies.
   */
  readonly isClosed: boolean;
  /**
   * Kinds of outer names that are not visible in it: a Ruby method sees only its own local
   * variables.
   */
  readonly hides: ReadonlySet<string>;
  /** Whether `this` differs from the one around it. */
  readonly hasOwnSelf: boolean;
  /** Whether its names can be used from outside: a namespace. */
  readonly isOpen: boolean;
  /**
   * `isOpen`, but only outside functions. In a function it is what the parser makes of text it
   * can't parse.
   */
  readonly isOpenOutside: boolean;
  /** Whether undeclared names may have an unknown origin: a `with` statement. */
  readonly isOpaque: boolean;
  /**
   * The name of the type whose members it declares, if several scopes can declare members of one
   * type.
   */
  readonly type: string | undefined;
  /**
   * Whether the names of its type are visible in it: a method defined outside its class. Parts of
   * the type's name are joined by `::`.
   */
  readonly isWithin: boolean;
  /** Whether all scopes of its type in one scope share their names: a reopened namespace. */
  readonly isJoined: boolean;
  /**
   * The kinds of definitions that it keeps; others belong to the scope around it. `undefined`: all.
   */
  readonly only: ReadonlySet<string> | undefined;
}

/**
 * A part of a scope in which names have their meaning around that scope: defaults of Python's
 * parameters.
 */
export interface OutsideItem extends Stretch {
  readonly item: "outside";
}

export interface DefinitionItem extends Stretch {
  readonly item: "definition";
  readonly name: string;
  readonly kind: string;
  /** Its kind if a class declares it. */
  readonly kindInClass: string;
  /** Whether it is a member if a class declares it. */
  readonly isMemberInClass: boolean;
  /**
   * The scope that gets the name: `scope`, the innermost; `parent`, the one around it; `function`,
   * the nearest that is more than a block; `class`; `file`; `known`, the outer scope that has the
   * name, or else the file; `seen`, the outer scope that has had it before, or else the innermost;
   * `nowhere`, none, because it is only announced.
   */
  readonly in: "scope" | "parent" | "function" | "class" | "file" | "known" | "seen" | "nowhere";
  /** Visible from this offset; `undefined`: in its whole scope. */
  readonly visibleFrom: number | undefined;
  /**
   * Whether a file, namespace or class shows it from the start, because another file may have
   * declared it before.
   */
  readonly isHoistedAtTop: boolean;
  /** Whether `visibleFrom` counts only if a class declares it. */
  readonly isOrderedOnlyInClass: boolean;
  /** A sum of `namespaces`. */
  readonly namespaces: number;
  /**
   * What it does if its scope has the name already: `merge`, both declare it; `shadow`, it declares
   * a new thing from here on; `use`, it only writes to it.
   */
  readonly again: "merge" | "shadow" | "use";
  /** `inside`: only if neither the file nor a class declares it. */
  readonly rename: "yes" | "inside" | "no";
  /** Whether only the class can name it: JavaScript's `#x`. */
  readonly isPrivate: boolean;
  /** Whether only the file can name it, unless a class declares it: C's `static`. */
  readonly isPrivateToFile: boolean;
  /** Whether it is an object of the type that its function belongs to: a receiver in Go. */
  readonly isSelf: boolean;
  /**
   * Its item if no class is found that it could belong to: a member of a class elsewhere, or a
   * reference.
   */
  readonly otherwise: MemberItem | ReferenceItem | undefined;
  readonly import: ImportOrigin | undefined;
  readonly rewrite: string | undefined;
}

export interface ReferenceItem extends Stretch {
  readonly item: "reference";
  readonly name: string;
  readonly namespaces: number;
  /** Whether only a type is possible here. */
  readonly isType: boolean;
  /** Whether it is a member of the enclosing class: `x` in `this.x`. */
  readonly isOfSelf: boolean;
  readonly isWrite: boolean;
  /** Whether it can't be replaced by another name here, so that its binding can't be renamed. */
  readonly isFixed: boolean;
  /** Whether a definition at the same place hides what it means. */
  readonly isOuter?: true;
  /** Whether it is a name only if something declares it: a word in braces in a string. */
  readonly isTentative: boolean;
  readonly rewrite: string | undefined;
}

/** A name accessed through a receiver of unknown type. */
export interface MemberItem extends Stretch {
  readonly item: "member";
  readonly name: string;
  /** The last word of the receiver, if it ends in one. */
  readonly receiver: Stretch | undefined;
  /** The last word of what is called, if it names a parameter: `area` in `area(width=1)`. */
  readonly callee?: Stretch | undefined;
  /** The receiver if its type may be known: an object of the function's own type, or a type. */
  readonly of: { readonly name: string; readonly kind: "receiver" | "type" } | undefined;
  /** The namespaces of the member that can be meant. */
  readonly namespaces: number;
}

/** A name as it is called in another file, or the name of that file. */
export interface OriginalItem extends Stretch {
  readonly item: "original";
  readonly name: string;
  readonly import: ImportOrigin;
}

/** A name that means an outer one in this function: Python's `global x`, `nonlocal x`. */
export interface RedirectItem extends Stretch {
  readonly item: "redirect";
  readonly name: string;
  readonly target: "file" | "function";
}

export type NameItem = DefinitionItem | ReferenceItem | MemberItem | OriginalItem;

/** Properties of a file that decide about the names it declares. */
export interface FileFacts {
  /** Whether top-level names belong to the file alone unless they are exported. */
  readonly isModule: boolean;
  /** Whether other files include its text, so that none of its names are its own. */
  readonly isShared: boolean;
  /** Words in text that is not parsed (macros). Each may be a name of the file. */
  readonly unparsedWords: ReadonlySet<string>;
}

export interface ScopeItems extends FileFacts {
  readonly scopes: readonly (ScopeItem | OutsideItem)[];
  readonly names: readonly NameItem[];
  readonly redirects: readonly RedirectItem[];
  /** The names in these stretches are exported; in source order. */
  readonly exported: readonly Stretch[];
}
