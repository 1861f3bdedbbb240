/**
 * Decisions on the frames between a server's process and its client. Bytes that pass keep the pace
 * of the end that they go to.
 */

import { PassThrough, type Readable, Writable } from "node:stream";
import { type FrameHandler, frameSplitter } from "./frames.js";
import { FrameWriter } from "./frameWriter.js";

/** How much may wait on each way: less has a large message stopped at every chunk. */
const BUFFER_BYTES = 1024 * 1024;

/** The streams of a process, as its client sees them. */
interface Streams {
  readonly stdin: Writable;
  readonly stdout: Readable;
}

export interface Interception {
  /** For frames of our own, which are written between those that pass. */
  readonly toServer: FrameWriter;
  readonly toClient: FrameWriter;
  /** Returns the streams for the client. */
  connect(decisions: Decisions): Streams;
}

interface Decisions {
  readonly fromClient: FrameHandler["decide"];
  readonly fromServer: FrameHandler["decide"];
  /** Resolves when nothing more is written to the client, once the server's output has ended. */
  readonly idle?: () => Promise<unknown>;
}

interface Limits {
  readonly oversized: FrameHandler["oversized"];
  /** The maximum length of a message's body, if it is not the default. */
  readonly maxFrameBytes: number | undefined;
}

export function interceptFrames({ stdin, stdout }: Streams, limits: Limits): Interception {
  const output = new PassThrough({ highWaterMark: BUFFER_BYTES });
  const [toServer, toClient] = [new FrameWriter(stdin), new FrameWriter(output)];
  return {
    toServer,
    toClient,
    connect({ fromClient, fromServer, idle = () => Promise.resolve() }) {
      const input = writeThrough(stdin, splitInto(toServer, fromClient, limits));
      readThrough(stdout, output, splitInto(toClient, fromServer, limits));
      const end = () => void idle().then(() => output.end());
      stdout.once("end", end).once("error", end);
      return { stdin: input, stdout: output };
    },
  };
}

/** Returns a function that takes chunks, and writes what is left of their frames. */
function splitInto(
  writer: FrameWriter,
  decide: FrameHandler["decide"],
  { oversized, maxFrameBytes }: Limits,
): (chunk: Buffer) => void {
  const pass = (bytes: Buffer, open: boolean) => void writer.pass(bytes, open);
  // Text that is no message is told by who reads it next.
  const stray = (bytes: Buffer) => pass(bytes, false);
  const split = frameSplitter({ decide, pass, stray, oversized }, maxFrameBytes);
  return (chunk) => {
    writer.cork();
    try {
      split(chunk);
    } finally {
      writer.uncork();
    }
  };
}

/** Returns a stream whose chunks `take` gets, while `target`, which it writes to, keeps up. */
function writeThrough(target: Writable, take: (chunk: Buffer) => void): Writable {
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
function readThrough(source: Readable, output: PassThrough, take: (chunk: Buffer) => void): void {
  source.on("data", (chunk: Buffer) => {
    take(chunk);
    if (!output.writableNeedDrain) return;
    source.pause();
    output.once("drain", () => source.resume());
  });
}
