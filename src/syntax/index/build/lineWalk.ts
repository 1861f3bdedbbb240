/** Lines of mostly ascending offsets, as in a walk: tries the next line before it searches. */

import type { Document } from "../../../text/document.js";

export class LineWalk {
  readonly #document: Document;
  #line = 0;
  #from = 0;
  /** Where the next line starts; `Infinity` in the last line. */
  #next: number;

  constructor(document: Document) {
    this.#document = document;
    this.#next = this.#startOf(1);
  }

  /** The line of the offset last moved to. */
  get line(): number {
    return this.#line;
  }

  /** Where that line starts. */
  get from(): number {
    return this.#from;
  }

  moveTo(offset: number): void {
    if (offset >= this.#from && offset < this.#next) return;
    if (offset >= this.#next) {
      const following = this.#startOf(this.#line + 2);
      if (offset < following) {
        this.#line++;
        this.#from = this.#next;
        this.#next = following;
        return;
      }
    }
    this.#line = this.#document.lineAt(offset);
    this.#from = this.#document.lineFrom(this.#line);
    this.#next = this.#startOf(this.#line + 1);
  }

  #startOf(line: number): number {
    return line < this.#document.lineCount ? this.#document.lineFrom(line) : Number.POSITIVE_INFINITY;
  }
}
