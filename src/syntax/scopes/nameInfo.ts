/** What the scopes of a text say of the name at an offset. Values, as they leave the worker. */

import type { Stretch } from "../../text/stretch.js";

/**
 * How far a name is known to reach, from the narrowest: `local` to a scope inside the file, `member` of a type that is declared in the
 * file, `file` for what the file declares for itself and perhaps for others, `import` for what it takes from another one. `free`: nothing
 * in the file says what it is.
 */
export type NameReach = "local" | "member" | "file" | "import" | "free";

/** One place where a name stands. */
export interface Occurrence extends Stretch {
  readonly role: "definition" | "reference";
  readonly isWrite: boolean;
  /** What has to be written there for a new name, `{new}` standing for it, where that is not just the name: `{ x }` becomes `{ x: y }`. */
  readonly rewrite?: string;
}

/** Where something is taken from: `import { original as name } from "source"`. */
export interface ImportOrigin {
  /** As written, without quotes: `./util`, `os.path`, `fmt`; may be empty. */
  readonly source: string;
  /** Its name over there; undefined where the whole module is meant. */
  readonly original?: string;
}

export interface NameInfo extends Stretch {
  readonly name: string;
  readonly reach: NameReach;
  /** What kind of thing declares it, as a word of LSP's SymbolKind, or `parameter`, `import`, `label`. Absent where free. */
  readonly kind?: string;
  /** The names that declare it, in source order. Empty where free. */
  readonly definitions: readonly Stretch[];
  /** Every place in the file that means the same thing, in source order. Of a free name: the places in the file where it is free and so written. */
  readonly occurrences: readonly Occurrence[];
  /** Whether all places that mean it are in `occurrences`, so that it can be renamed. */
  readonly isRenamable: boolean;
  readonly import?: ImportOrigin;
  /** It is asked of something: `b` in `a.b`, `a::b`. */
  readonly isMember: boolean;
  /** Then: the last word of what it is asked of, and where that was imported from if it was. */
  readonly receiver?: { readonly name: string; readonly reach: NameReach; readonly import?: ImportOrigin };
  /** Where it is called: with how many arguments. */
  readonly argumentCount?: number;
  /** It stands where only a type can. */
  readonly isType: boolean;
}

/** A name that may be written at an offset. */
export interface VisibleName {
  readonly name: string;
  readonly kind: string;
  readonly reach: Exclude<NameReach, "free">;
}
