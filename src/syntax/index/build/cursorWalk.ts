/**
 * A walk over a tree-sitter tree. Each step and each property is a call into WebAssembly, the main
 * cost of an index, so nothing is read twice.
 */

import type { Tree, TreeCursor } from "web-tree-sitter";
import type { KindTable } from "../records/kindTable.js";
import type { LanguageKinds } from "./languageKinds.js";
import type { NodeWalk } from "./nodeWalk.js";

/**
 * Runs `body` with a walk over the tree, then frees the walk's cursor, which the garbage collector
 * does not do.
 */
export function walkTree<Result>(tree: Tree, kinds: LanguageKinds, body: (walk: NodeWalk) => Result): Result {
  const cursor = tree.walk();
  try {
    return body(new CursorWalk(cursor, kinds));
  } finally {
    cursor.delete();
  }
}

/** A value that no property has. */
const NOT_READ = -2;

class CursorWalk implements NodeWalk {
  readonly kinds: KindTable;
  readonly #cursor: TreeCursor;
  readonly #languageKinds: LanguageKinds;
  // Properties of the current node.
  #kind = NOT_READ;
  #from = NOT_READ;
  #to = NOT_READ;
  #id = NOT_READ;

  constructor(cursor: TreeCursor, kinds: LanguageKinds) {
    this.kinds = kinds.kinds;
    this.#cursor = cursor;
    this.#languageKinds = kinds;
  }

  get kind(): number {
    if (this.#kind === NOT_READ) this.#kind = this.#languageKinds.at(this.#cursor);
    return this.#kind;
  }

  get from(): number {
    if (this.#from === NOT_READ) this.#from = this.#cursor.startIndex;
    return this.#from;
  }

  get to(): number {
    if (this.#to === NOT_READ) this.#to = this.#cursor.endIndex;
    return this.#to;
  }

  // Invariant: an id is the address of a node in its parent's list of children. Equal ids therefore
  // mean equal, unchanged parents: tree-sitter never shares a list that an edit touched, and no
  // other list can have its address while both trees are alive.
  get id(): number {
    if (this.#id === NOT_READ) this.#id = this.#cursor.nodeId;
    return this.#id;
  }

  down(): boolean {
    return this.#clearIfMoved(this.#cursor.gotoFirstChild());
  }

  next(): boolean {
    return this.#clearIfMoved(this.#cursor.gotoNextSibling());
  }

  up(): boolean {
    return this.#clearIfMoved(this.#cursor.gotoParent());
  }

  #clearIfMoved(hasMoved: boolean): boolean {
    if (hasMoved) this.#kind = this.#from = this.#to = this.#id = NOT_READ;
    return hasMoved;
  }
}
