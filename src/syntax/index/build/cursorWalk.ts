/** A walk over a tree-sitter tree. Steps and questions are calls into WebAssembly, which is most of what an index costs: nothing is asked twice. */

import type { Tree, TreeCursor } from "web-tree-sitter";
import type { KindTable } from "../records/kindTable.js";
import type { LanguageKinds } from "./languageKinds.js";
import type { NodeWalk } from "./nodeWalk.js";

/** Runs `body` with a walk over the tree; the cursor under it, which no garbage collector knows, is freed behind it. */
export function walkTree<Result>(tree: Tree, kinds: LanguageKinds, body: (walk: NodeWalk) => Result): Result {
  const cursor = tree.walk();
  try {
    return body(new CursorWalk(cursor, kinds));
  } finally {
    cursor.delete();
  }
}

/** Not asked yet: what no answer is. */
const NOT_READ = -2;

class CursorWalk implements NodeWalk {
  readonly kinds: KindTable;
  readonly #cursor: TreeCursor;
  readonly #languageKinds: LanguageKinds;
  // Of the node it is on.
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

  // Invariant: an id is the address of a node's place in what its parent owns, so equal ids are equal parents, unchanged. tree-sitter
  // never hands on what an edit touched, and nothing else can come to stand at an address while both trees hold theirs.
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
