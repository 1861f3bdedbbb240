/**
 * What the query `scopes` of a grammar finds in a text, flat and in source order: stretches with names of their own, and the names. As values, so that what is made of
 * them knows no tree. queries/README.md has the captures and properties.
 */

import type { Stretch } from "../../text/stretch.js";
import type { ImportOrigin } from "./nameInfo.js";

/** Which names can be meant where: the same word may stand for a type and for a value. */
export const namespaces = { value: 1, type: 2, member: 4, label: 8, function: 16, constant: 32, macro: 64 } as const;

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
  /** So only where no function is around it: there it is what the parser makes of what it does not understand. */
  readonly isOpenOutside: boolean;
  /** Names that it does not declare may come from where nobody can tell: a `with` statement. */
  readonly isOpaque: boolean;
  /** Where several of them declare the members of one type: what that is called. */
  readonly type: string | undefined;
  /** What its type declares is seen in it: a method that is written outside of its class. Parts of the type's name are joined by `::`. */
  readonly isWithin: boolean;
  /** All scopes of its type that stand in the same scope have their names together: a namespace that is opened again. */
  readonly isJoined: boolean;
  /** Kinds of things that it keeps; what else is declared in it, is declared around it. Undefined: all. */
  readonly only: ReadonlySet<string> | undefined;
}

/** A stretch of a scope in which names mean what they mean around that scope: the default values of Python's parameters. */
export interface OutsideItem extends Stretch {
  readonly item: "outside";
}

export interface DefinitionItem extends Stretch {
  readonly item: "definition";
  readonly name: string;
  readonly kind: string;
  /** Its kind where a class declares it. */
  readonly kindInClass: string;
  /** Where a class declares it, its objects can be asked for it. */
  readonly isMemberInClass: boolean;
  /** Whose name it becomes: the innermost scope's, that of the scope around it, the nearest that is more than a block, the nearest class's, the file's; `known`: that of the scope around that has it, else the file's; `seen`: likewise, but of one that has had it before, else the innermost's; `nowhere`: it is only announced. */
  readonly in: "scope" | "parent" | "function" | "class" | "file" | "known" | "seen" | "nowhere";
  /** Seen from here on; undefined: in all of its scope. */
  readonly visibleFrom: number | undefined;
  /** In a file, a namespace or a class it is seen everywhere all the same: there it may have been declared before, in another file. */
  readonly isHoistedAtTop: boolean;
  /** So only where a class declares it. */
  readonly isOrderedOnlyInClass: boolean;
  /** Of `namespaces`, added up. */
  readonly namespaces: number;
  /** Where its scope has the name already: `merge`, both declare it; `shadow`, a new thing from here on; `use`, it only writes to it. */
  readonly again: "merge" | "shadow" | "use";
  /** `inside`: where neither the file nor a class declares it. */
  readonly rename: "yes" | "inside" | "no";
  /** Nothing outside of the class can name it: JavaScript's `#x`. */
  readonly isPrivate: boolean;
  /** So only where no class declares it: C's `static`. */
  readonly isPrivateToFile: boolean;
  /** It is an object of the type that its function belongs to: a receiver of Go. */
  readonly isSelf: boolean;
  /** What it is where there is no class that it could belong to: one of a class that is elsewhere, or no definition at all. */
  readonly otherwise: MemberItem | ReferenceItem | undefined;
  readonly import: ImportOrigin | undefined;
  readonly rewrite: string | undefined;
}

export interface ReferenceItem extends Stretch {
  readonly item: "reference";
  readonly name: string;
  readonly namespaces: number;
  /** It stands where only a type can. */
  readonly isType: boolean;
  /** A member of the class around: `x` in `this.x`. */
  readonly isOfSelf: boolean;
  readonly isWrite: boolean;
  /** It can't be called otherwise where it stands: what it means is not to be renamed. */
  readonly isFixed: boolean;
  /** No name at all where nothing declares it: what stands in braces in a string. */
  readonly isTentative: boolean;
  readonly rewrite: string | undefined;
}

/** A name that something unknown is asked for. */
export interface MemberItem extends Stretch {
  readonly item: "member";
  readonly name: string;
  /** What it is asked of, if that ends in a word: where that word stands. */
  readonly receiver: Stretch | undefined;
  /** Where its type may be known, what it is asked of: an object of the type that the function belongs to, or a type. */
  readonly of: { readonly name: string; readonly kind: "receiver" | "type" } | undefined;
  /** Then: which of its members can be meant. */
  readonly namespaces: number;
}

/** A name as it is called in another file, or that file's. */
export interface OriginalItem extends Stretch {
  readonly item: "original";
  readonly name: string;
  readonly import: ImportOrigin;
}

/** A name that in this function means one further out: Python's `global x`, `nonlocal x`. */
export interface RedirectItem extends Stretch {
  readonly item: "redirect";
  readonly name: string;
  readonly target: "file" | "function";
}

export type NameItem = DefinitionItem | ReferenceItem | MemberItem | OriginalItem;

/** What is known of a file that decides about the names it declares. */
export interface FileFacts {
  /** Names at the top are the file's own unless they are exported. */
  readonly isModule: boolean;
  /** Other files take this one's text in: nothing in it is its own. */
  readonly isShared: boolean;
  /** Words in text that is not parsed, a macro's: each may be a name of the file. */
  readonly unparsedWords: ReadonlySet<string>;
}

export interface ScopeItems extends FileFacts {
  readonly scopes: readonly (ScopeItem | OutsideItem)[];
  readonly names: readonly NameItem[];
  readonly redirects: readonly RedirectItem[];
  /** The names in these stretches are exported; in source order. */
  readonly exported: readonly Stretch[];
}
