/** A walk over the tree an index was made from, which knows the record of each node it comes by. */

import { recordFields } from "../records/recordRows.js";
import type { RecordReader } from "../records/records.js";
import { NO_RECORD, type NodeWalk } from "./nodeWalk.js";

export class IndexedWalk {
  readonly #walk: NodeWalk;
  readonly #reader: RecordReader;
  /** The record of the node it stands on; where that has none, the record of the next that has. */
  #record = 0;
  #isOver = false;

  /** The walk at its root, and the records of its tree. */
  constructor(walk: NodeWalk, reader: RecordReader) {
    this.#walk = walk;
    this.#reader = reader;
  }

  /** The record of the node it stands on, if that is the node of this id. */
  recordOf(id: unknown): number | undefined {
    return !this.#isOver && this.#walk.id === id ? this.#record : undefined;
  }

  /** Behind the node, which is of this kind, and all that is below it. */
  skip(kind: number): void {
    if (kind !== NO_RECORD) this.#record += 1 + this.#reader.value(this.#record, recordFields.descendants);
    this.#toNextNode();
  }

  /**
   * Ahead to where a node from..to would stand: to the first node that starts there and is no longer, or else to the first that starts
   * behind `from`. Never back, so that all calls together cost no more than one walk.
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

  /** Whether it stands on a node of this kind and place. */
  isOn(kind: number, from: number, to: number): boolean {
    const walk = this.#walk;
    return !this.#isOver && walk.from === from && walk.to === to && walk.kind === kind;
  }

  /** To the next node in preorder. */
  enter(): void {
    const isRecorded = this.#walk.kind !== NO_RECORD;
    if (isRecorded) this.#record++;
    if (!(isRecorded && this.#walk.down())) this.#toNextNode();
  }

  #toNextNode(): void {
    while (!this.#isOver && !this.#walk.next()) this.#isOver = !this.#walk.up();
  }
}
