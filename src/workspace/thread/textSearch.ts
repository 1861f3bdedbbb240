/** Searches files for a text and collects the first lines that hold it. */

import { decode } from "../../text/decode.js";
import { Document } from "../../text/document.js";
import type { TextLine, TextQuery } from "../declaration.js";
import { createWordFinder, isWholeWordAt } from "../parse/wordSearch.js";

/** All files together; a search past it ends. */
const MAX_BYTES = 512 * 1024 * 1024;
const MAX_LINE_LENGTH = 160;

export class TextSearch {
  readonly lines: TextLine[] = [];
  readonly #text: string;
  readonly #limit: number;
  readonly #maxCount: number;
  readonly #isPart: boolean;
  readonly #hasText: (bytes: Buffer) => boolean;
  readonly #endsAt: number;
  #bytesLeft = MAX_BYTES;
  #hasMore = false;
  #count = 0;

  constructor({ text, limit, isPart = false, maxCount = limit, timeoutMs = Number.POSITIVE_INFINITY }: TextQuery) {
    this.#text = text;
    this.#limit = limit;
    this.#maxCount = maxCount;
    this.#isPart = isPart;
    const needle = Buffer.from(text, "utf8");
    this.#hasText = isPart ? (bytes) => bytes.includes(needle) : createWordFinder(text);
    this.#endsAt = performance.now() + timeoutMs;
  }

  /** The number of lines found. */
  get count(): number {
    return this.#count;
  }

  /** Whether the search has ended at a limit: there may be further lines. */
  get isOver(): boolean {
    return this.#hasMore || this.#bytesLeft <= 0 || performance.now() > this.#endsAt;
  }

  /** Takes in the lines of a file. Binary files have none. */
  add(path: string, bytes: Buffer): void {
    this.#bytesLeft -= bytes.length;
    if (!this.#hasText(bytes)) return;
    const decoded = decode(bytes);
    if ("binary" in decoded) return;
    const { text } = decoded;
    const document = Document.of(text);
    for (let from = text.indexOf(this.#text); from >= 0; ) {
      let next = from + 1;
      if (this.#isPart || isWholeWordAt(text, from, this.#text.length)) {
        if (this.#count >= this.#maxCount) {
          this.#hasMore = true;
          return;
        }
        this.#count++;
        const line = document.lineAt(from);
        const character = from - document.lineFrom(line);
        const [lineFrom, lineTo] = [document.lineFrom(line), document.lineTo(line)];
        if (this.lines.length < this.#limit)
          this.lines.push({ path, line, character, text: excerpt(document, lineFrom, lineTo, from) });
        next = Math.max(next, lineTo);
      }
      from = text.indexOf(this.#text, next);
    }
  }
}

/** Returns a line without the whitespace around it; of a long one, the part around an offset. */
function excerpt(document: Document, from: number, to: number, offset: number): string {
  const start = to - from <= MAX_LINE_LENGTH ? from : Math.max(from, offset - MAX_LINE_LENGTH / 4);
  const text = document.slice(start, Math.min(to, start + MAX_LINE_LENGTH));
  // Half of a surrogate pair at a cut is left out.
  return text.replace(/^[\uDC00-\uDFFF]|[\uD800-\uDBFF]$/g, "").trim();
}
