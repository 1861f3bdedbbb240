/**
 * Builds the index of an edited text from the previous index: reuses the records of the nodes that
 * the parser reused.
 */

import type { Tree } from "web-tree-sitter";
import type { Document } from "../../../text/document.js";
import { recordFields } from "../records/recordRows.js";
import { RecordReader } from "../records/records.js";
import type { SyntaxIndex } from "../syntaxIndex.js";
import { assembleRecords } from "./assembleRecords.js";
import { walkTree } from "./cursorWalk.js";
import { recordNodes } from "./indexTree.js";
import type { LanguageKinds } from "./languageKinds.js";
import { NO_RECORD, type NodeWalk } from "./nodeWalk.js";
import { Recorder } from "./recorder.js";

export interface ReindexResult {
  readonly index: SyntaxIndex;
  /** The number of new records. Most are new because tree-sitter recreated their nodes. */
  readonly read: number;
  /** The number of records in leaves that the earlier index does not have. */
  readonly rebuilt: number;
}

/**
 * Returns the index of `tree`. `earlier.tree` is the tree of `earlier.index` after `Tree.edit`,
 * from which `tree` was parsed. A missing edit costs time but does not change the result. The
 * document holds the new text.
 */
// Invariant: both trees are alive. Only then do equal ids mean reused nodes. Delete the earlier
// tree after this call, not before.
export function reindexTree(
  earlier: { readonly index: SyntaxIndex; readonly tree: Tree },
  tree: Tree,
  document: Document,
  kinds: LanguageKinds,
): ReindexResult {
  return walkTree(earlier.tree, kinds, (before) =>
    walkTree(tree, kinds, (walk) => reindexWalk({ index: earlier.index, walk: before }, walk, document)),
  );
}

/**
 * Both walks must be at their roots and share a table of kinds. Tests set a small `leafSize` to get
 * many leaf borders.
 */
export function reindexWalk(
  earlier: { readonly index: SyntaxIndex; readonly walk: NodeWalk },
  walk: NodeWalk,
  document: Document,
  leafSize?: number,
): ReindexResult {
  const { records } = earlier.index;
  if (earlier.index.kinds !== walk.kinds || earlier.walk.kinds !== walk.kinds) {
    throw new RangeError("The earlier index has another table of kinds: pass the table it was made with.");
  }
  const recorder = new Recorder(document);
  const reader = new RecordReader(records);
  const before = new IndexedWalk(earlier.walk, reader);
  recordNodes(walk, recorder, (kind, from) => {
    const { id } = walk;
    // The usual case first: the node follows the previous one in both trees. Its end need not be
    // read.
    let reusable = before.recordOf(id);
    if (reusable === undefined) {
      if (kind === NO_RECORD) return false;
      const { to } = walk;
      if (from === to) return false;
      before.seek(from, to);
      reusable = before.recordOf(id);
      if (reusable === undefined) {
        // The same node with a change in it: compare its descendants with the earlier ones.
        if (before.isOn(kind, from, to)) before.enter();
        return false;
      }
    }
    if (kind !== NO_RECORD && !recorder.reuse(reader, reusable, from)) return false;
    before.skip(kind);
    return true;
  });
  const assembled = assembleRecords(records, recorder.rows, recorder.reused, leafSize);
  const shared = new Set(records.leaves);
  const rebuilt = assembled.leaves.reduce((sum, leaf) => (shared.has(leaf) ? sum : sum + leaf.size), 0);
  return { index: { kinds: walk.kinds, records: assembled }, read: recorder.rows.size, rebuilt };
}

/** A walk over the tree an index was made from, with the record of each node. */
class IndexedWalk {
  readonly #walk: NodeWalk;
  readonly #reader: RecordReader;
  /** The record of the current node; if it has none, that of the next node that has one. */
  #record = 0;
  #isOver = false;

  /** Takes a walk at its root and the records of its tree. */
  constructor(walk: NodeWalk, reader: RecordReader) {
    this.#walk = walk;
    this.#reader = reader;
  }

  /** Returns the record of the current node if the node has this id. */
  recordOf(id: unknown): number | undefined {
    return !this.#isOver && this.#walk.id === id ? this.#record : undefined;
  }

  /** Moves past the current node, which has this kind, and all its descendants. */
  skip(kind: number): void {
    if (kind !== NO_RECORD) this.#record += 1 + this.#reader.value(this.#record, recordFields.descendants);
    this.#toNextNode();
  }

  /**
   * Moves ahead to where a node `from..to` would be: to the first node that starts at `from` and is
   * no longer, or else to the first that starts after `from`. Never moves back, so that all calls
   * together cost one walk.
   */
  seek(from: number, to: number): void {
    while (!this.#isOver) {
      const start = this.#walk.from;
      if (start > from) return;
      const end = this.#walk.to;
      const isBefore = end <= from && (start < from || to > from);
      if (start === from && end <= to && !isBefore) return;
      if (isBefore) this.skip(this.#walk.kind);
      else this.enter();
    }
  }

  /** Returns whether the current node has this kind and extent. */
  isOn(kind: number, from: number, to: number): boolean {
    const walk = this.#walk;
    return !this.#isOver && walk.from === from && walk.to === to && walk.kind === kind;
  }

  /** Moves to the next node in preorder. */
  enter(): void {
    const isRecorded = this.#walk.kind !== NO_RECORD;
    if (isRecorded) this.#record++;
    if (!(isRecorded && this.#walk.down())) this.#toNextNode();
  }

  #toNextNode(): void {
    while (!this.#isOver && !this.#walk.next()) this.#isOver = !this.#walk.up();
  }
}
