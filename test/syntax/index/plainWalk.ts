/** A walk over a tree of plain values: of another parser than tree-sitter, or written in a test. */

import { isCommentType } from "../../../src/syntax/grammars/commentTypes.js";
import { NO_RECORD, type NodeWalk } from "../../../src/syntax/index/build/nodeWalk.js";
import { KindTable } from "../../../src/syntax/index/records/kindTable.js";

/** Offsets are UTF-16. A node is anonymous only with `named: false`. */
export interface PlainNode {
  readonly kind: string;
  readonly from: number;
  readonly to: number;
  readonly children: readonly PlainNode[];
  readonly named?: boolean;
}

/** The same object in two trees counts as the same node. */
export function walkPlain(root: PlainNode, kinds = new KindTable(), isComment = isCommentType): NodeWalk {
  return new PlainWalk(root, kinds, isComment);
}

class PlainWalk implements NodeWalk {
  readonly kinds: KindTable;
  readonly #isComment: (kind: string) => boolean;
  #node: PlainNode;
  /** The ancestors, and the index of each among its siblings. */
  readonly #above: { readonly node: PlainNode; readonly place: number }[] = [];
  #place = 0;

  constructor(root: PlainNode, kinds: KindTable, isComment: (kind: string) => boolean) {
    this.#node = root;
    this.kinds = kinds;
    this.#isComment = isComment;
  }

  get kind(): number {
    const { kind, named } = this.#node;
    return named === false || this.#isComment(kind) ? NO_RECORD : this.kinds.numberOf(kind);
  }

  get from(): number {
    return this.#node.from;
  }

  get to(): number {
    return this.#node.to;
  }

  get id(): PlainNode {
    return this.#node;
  }

  down(): boolean {
    const first = this.#node.children[0];
    if (first === undefined) return false;
    this.#above.push({ node: this.#node, place: this.#place });
    [this.#node, this.#place] = [first, 0];
    return true;
  }

  next(): boolean {
    const sibling = this.#above.at(-1)?.node.children[this.#place + 1];
    if (sibling === undefined) return false;
    this.#node = sibling;
    this.#place++;
    return true;
  }

  up(): boolean {
    const parent = this.#above.pop();
    if (parent === undefined) return false;
    ({ node: this.#node, place: this.#place } = parent);
    return true;
  }
}
