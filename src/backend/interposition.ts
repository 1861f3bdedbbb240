/**
 * Decisions on the frames between a server's process and its client, which take the process for one
 * that answers as they do. Bytes that pass keep the pace of the end that they go to.
 */

import { PassThrough, type Readable, Writable } from "node:stream";
import { describeOversized, type FrameHandler, frameSplitter } from "../wire/frames.js";
import { FrameWriter } from "../wire/frameWriter.js";
import { type BackendProcess, oversizedFrameError } from "./process.js";

/** How much may wait on each way: less has a large message stopped at every chunk. */
const BUFFER_BYTES = 1024 * 1024;

export interface Interposition {
  /** For frames of our own, which are written between those that pass. */
  readonly toServer: FrameWriter;
  readonly toClient: FrameWriter;
  /** Returns the process as its client sees it. */
  connect(decisions: Decisions): BackendProcess;
}

interface Decisions {
  readonly fromClient: FrameHandler["decide"];
  readonly fromServer: FrameHandler["decide"];
  /** Resolves when nothing is written to the client any more; by default with the server's output. */
  readonly idle?: () => Promise<unknown>;
}

/** `maxFrameBytes` is the maximum length of a message's body, if it is not the default. */
export function interpose(main: BackendProcess, maxFrameBytes: number | undefined): Interposition {
  const output = new PassThrough({ highWaterMark: BUFFER_BYTES });
  const [toServer, toClient] = [new FrameWriter(main.stdin), new FrameWriter(output)];
  const oversized: FrameHandler["oversized"] = (frame) =>
    main.kill(oversizedFrameError(main, describeOversized(frame)));
  const splitFor = (writer: FrameWriter, decide: FrameHandler["decide"]) =>
    splitInto(writer, { decide, oversized, maxFrameBytes });
  return {
    toServer,
    toClient,
    connect({ fromClient, fromServer, idle = () => Promise.resolve() }) {
      const input = writeThrough(main.stdin, splitFor(toServer, fromClient));
      readThrough(main.stdout, output, splitFor(toClient, fromServer));
      const end = () => void idle().then(() => output.end());
      main.stdout.once("end", end).once("error", end);
      return { ...main, stdin: input, stdout: output };
    },
  };
}

/** Returns a function that takes chunks, and writes what is left of their frames. */
function splitInto(
  writer: FrameWriter,
  limits: Pick<FrameHandler, "decide" | "oversized"> & { readonly maxFrameBytes: number | undefined },
): (chunk: Buffer) => void {
  const pass = (bytes: Buffer, open: boolean) => void writer.pass(bytes, open);
  // Text that is no message is told by who reads it next.
  const stray = (bytes: Buffer) => pass(bytes, false);
  const split = frameSplitter({ ...limits, pass, stray }, limits.maxFrameBytes);
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
