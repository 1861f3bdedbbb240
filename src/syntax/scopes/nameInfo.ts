/** The facts about a name by its scopes: plain values, because they leave the worker. */

import type { Stretch } from "../../text/stretch.js";
import type { Subtype } from "../trees/heritage.js";

/**
 * How far a name reaches, narrowest first. `local`: a scope inside the file. `member`: a type that
 * the file declares. `file`: declared by the file, for itself and perhaps for others. `import`:
 * taken from another file. `free`: the file does not say.
 */
export type NameReach = "local" | "member" | "file" | "import" | "free";

/** One occurrence of a name. */
export interface Occurrence extends Stretch {
  readonly role: "definition" | "reference";
  readonly isWrite: boolean;
  /**
   * The text to write for a new name, `{new}`, if that is not just the name: `{ x }` becomes `{ x:
   * y }`.
   */
  readonly rewrite?: string;
}

/** Where a name is imported from: `import { original as name } from "source"`. */
export interface ImportOrigin {
  /** As written, without quotes: `./util`, `os.path`, `fmt`. May be empty. */
  readonly source: string;
  /** Its name in the source; `undefined` if the whole module is imported. */
  readonly original?: string;
  /** It is what a module of CommonJS exports, perhaps a class: `const a = require("a")`. */
  readonly isRequired?: true;
}

export interface NameInfo extends Stretch {
  readonly name: string;
  readonly reach: NameReach;
  /** A word of LSP's SymbolKind, or `parameter`, `import`, `label`. Absent if the name is free. */
  readonly kind?: string;
  /** The declarations of the name, in source order. Empty if the name is free. */
  readonly definitions: readonly Stretch[];
  /**
   * All occurrences in the file, in source order. Of a free name, the free occurrences of the same
   * text.
   */
  readonly occurrences: readonly Occurrence[];
  /** Whether `occurrences` is complete, so that the name can be renamed. */
  readonly isRenamable: boolean;
  readonly import?: ImportOrigin;
  /** Whether it is accessed through a receiver: `b` in `a.b`, `a::b`. */
  readonly isMember: boolean;
  /**
   * The last word of the receiver, its import if it is imported, and the name of its type if its
   * declaration shows it.
   */
  readonly receiver?: {
    readonly name: string;
    readonly reach: NameReach;
    readonly import?: ImportOrigin;
    readonly type?: string;
  };
  /**
   * What is called, if it is the name of an argument: `area` in `area(width=1)`. By its original
   * name if it is imported; the import may be that of its receiver.
   */
  readonly callee?: { readonly name: string; readonly reach: NameReach; readonly import?: ImportOrigin };
  /**
   * The import that its receiver, or the value of its pattern, may come from, where that is not
   * imported itself: `core` for `core.util.name`, `./a` for `require("./a").name`.
   */
  readonly origin?: ImportOrigin;
  /** The number of arguments, if it is called. */
  readonly argumentCount?: number;
  /** The labels of the arguments: "" without one, "*" of a closure after the others. */
  readonly argumentLabels?: readonly string[];
  /** Whether only a type is possible here. */
  readonly isType: boolean;
  /**
   * Where one word is both a variable and a property or field: in an object literal, `{ x }`, or in
   * a pattern that takes an object apart, `const { x } = y`.
   */
  readonly shorthand?: "literal" | "pattern";
  /** What it means around the place where it is declared, if it is a use of that: `if let a`. */
  readonly outer?: NameInfo;
  /** Whether it is such a use. */
  readonly isOuter?: true;
  /** Whether the scopes of its language are not known, so that nothing but its text is. */
  readonly isUnscoped?: true;
}

/** One occurrence of a word, and what scopes say about it. */
export interface WordUse extends NameInfo {
  readonly role: Occurrence["role"];
  /** The type whose head it is in, as one that the type extends or implements. */
  readonly subtype?: Subtype;
}

/** A name that may be written at an offset. */
export interface VisibleName {
  readonly name: string;
  readonly kind: string;
  readonly reach: Exclude<NameReach, "free">;
}

/** A name that a stretch uses, and that is declared outside of it or nowhere in the text. */
export interface OuterName extends Pick<NameInfo, "name" | "reach" | "kind" | "definitions" | "import"> {
  /** Those in the stretch, in source order. */
  readonly uses: readonly Stretch[];
  readonly isWritten: boolean;
  /** Whether only a type is possible in each of them. */
  readonly isType: boolean;
}
