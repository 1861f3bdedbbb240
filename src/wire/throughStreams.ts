/** Streams whose chunks are taken by something on their way, with the pace of the other end. */

import { PassThrough, type Readable, Writable } from "node:stream";

/** How much may wait on each way: less has a large message stopped at every chunk. */
const BUFFER_BYTES = 1024 * 1024;

/** Makes the stream that `take` writes to. */
export function createOutput(): PassThrough {
  return new PassThrough({ highWaterMark: BUFFER_BYTES });
}

/** Returns a stream whose chunks `take` gets, while `target`, which it writes to, keeps up. */
export function writeThrough(target: Writable, take: (chunk: Buffer) => void): Writable {
  return new Writable({
    highWaterMark: BUFFER_BYTES,
    write(chunk: Buffer, _encoding, done) {
      take(chunk);
      if (!target.writableNeedDrain) return done();
      const resume = () => {
        target.off("drain", resume).off("close", resume);
        done();
      };
      target.on("drain", resume).on("close", resume);
    },
    final(done) {
      target.end();
      done();
    },
  });
}

/** Has `take` get each chunk of `source`, while `output`, which it writes to, keeps up. */
export function readThrough(source: Readable, output: PassThrough, take: (chunk: Buffer) => void): void {
  source.on("data", (chunk: Buffer) => {
    take(chunk);
    if (!output.writableNeedDrain) return;
    source.pause();
    output.once("drain", () => source.resume());
  });
}
