/**
 * One direction of the traffic: from a stream, through the verdicts, to a frame writer, with
 * back-pressure.
 */

import type { Readable } from "node:stream";
import { type FrameHandler, frameSplitter } from "./frames.js";
import type { FrameWriter } from "./frameWriter.js";

export interface RelayOptions {
  readonly from: Readable;
  readonly to: FrameWriter;
  readonly decide: FrameHandler["decide"];
  readonly stray: FrameHandler["stray"];
}

/**
 * Relays until `from` ends. While `to` can't take more, nothing is read, which bounds the memory
 * used.
 */
export function relay({ from, to, decide, stray }: RelayOptions): Promise<void> {
  let isFull = false;
  const split = frameSplitter({
    decide,
    stray,
    pass(bytes, open) {
      if (!to.pass(bytes, open)) isFull = true;
    },
  });
  from.on("data", (chunk: Buffer) => {
    split(chunk);
    if (isFull) {
      isFull = false;
      from.pause();
      to.onDrain(() => from.resume());
    }
  });
  return endOf(from);
}

/** Resolves when a stream has ended, failed or been closed. */
export function endOf(stream: Readable): Promise<void> {
  return new Promise((resolve) => {
    stream.once("end", resolve);
    stream.once("error", () => resolve());
    stream.once("close", resolve);
  });
}
