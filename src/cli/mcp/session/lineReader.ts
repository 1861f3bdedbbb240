/** Splits a stream of bytes into lines of bounded length. */

export interface LineReaderOptions {
  readonly maxBytes: number;
  /** Gets each line without its line end, and without a last line that has none. */
  readonly onLine: (line: Buffer) => void;
  /** Gets what is kept of a line with more than `maxBytes`, at its end. */
  readonly onOversized: (line: OversizedLine) => void;
}

export interface OversizedLine {
  readonly byteLength: number;
  readonly head: Buffer;
  readonly tail: Buffer;
}

/** How many bytes of the beginning and of the end of an oversized line are kept. */
const KEPT_BYTES = 4096;
const LINE_END = 0x0a;

/** Returns a function that takes the chunks of a stream. */
export function lineReader({ maxBytes, onLine, onOversized }: LineReaderOptions): (chunk: Buffer) => void {
  let parts: Buffer[] = [];
  let byteLength = 0;
  let head: Buffer | undefined;
  let tail: Buffer = Buffer.alloc(0);

  function add(part: Buffer): void {
    byteLength += part.length;
    if (head !== undefined) {
      tail = Buffer.from(Buffer.concat([tail, part.subarray(-KEPT_BYTES)]).subarray(-KEPT_BYTES));
      return;
    }
    parts.push(part);
    if (byteLength <= maxBytes) return;
    const line = Buffer.concat(parts);
    head = Buffer.from(line.subarray(0, KEPT_BYTES));
    tail = Buffer.from(line.subarray(-KEPT_BYTES));
    parts = [];
  }

  function endLine(): void {
    if (head !== undefined) onOversized({ byteLength, head, tail });
    else onLine(parts.length === 1 ? (parts[0] as Buffer) : Buffer.concat(parts));
    parts = [];
    byteLength = 0;
    head = undefined;
  }

  return (chunk) => {
    let from = 0;
    for (let to = chunk.indexOf(LINE_END); to >= 0; to = chunk.indexOf(LINE_END, from)) {
      add(chunk.subarray(from, to));
      endLine();
      from = to + 1;
    }
    add(chunk.subarray(from));
  };
}
