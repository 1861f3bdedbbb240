/** A walk over the tree an index was made from, with the record of each node. */

import { recordFields } from "../records/recordRows.js";
import type { RecordReader } from "../records/records.js";
import { NO_RECORD, type NodeWalk } from "./nodeWalk.js";

export class IndexedWalk {
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
