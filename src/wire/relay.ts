/**
 * One direction of the traffic: from a stream, through the decisions, to a frame writer, with
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
  readonly oversized: FrameHandler["oversized"];
  readonly maxFrameBytes: number | undefined;
}

/**
 * Relays until `from` ends. While `to` can't take more, nothing is read, which bounds the memory
 * used.
 */
export function relay({ from, to, decide, stray, oversized, maxFrameBytes }: RelayOptions): Promise<void> {
  let isFull = false;
  const pass = (bytes: Buffer, open: boolean) => {
    if (!to.pass(bytes, open)) isFull = true;
  };
  const split = frameSplitter({ decide, pass, stray, oversized }, maxFrameBytes);
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
