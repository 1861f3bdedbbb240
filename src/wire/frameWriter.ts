/**
 * An output stream shared by relayed frames and frames of this program, which are written only
 * between others.
 */

import type { Writable } from "node:stream";
import type { Frame } from "./frames.js";

/** More bytes are written piece by piece: to join them would cost more than the calls it saves. */
const MAX_JOINED_BYTES = 256 * 1024;

/** Writes whole and partial frames to one stream. */
export class FrameWriter {
  /**
   * Returns a frame that is sent as it is written; undefined for one that is not. Relayed bytes do
   * not go through it.
   */
  filter: ((frame: Buffer) => Buffer | undefined) | undefined;
  readonly #stream: Writable;
  // Invariant: while a frame is open, only its own bytes are written.
  #isFrameOpen = false;
  #pendingActions: (() => void)[] = [];
  #isClosed = false;
  /** Whole frames that are held back, to be written together. */
  #corked: Buffer[] | undefined;

  /** `onClosed` is called when the stream fails; later writes are dropped. */
  constructor(stream: Writable, onClosed: () => void = () => {}) {
    this.#stream = stream;
    stream.on("error", () => {
      this.#isClosed = true;
      onClosed();
    });
  }

  /**
   * Writes bytes of relayed frames; `open` if the last frame continues. Returns false if the sender
   * should pause.
   */
  pass(bytes: Buffer, open: boolean): boolean {
    if (this.#isClosed) return true;
    if (this.#corked) {
      this.#corked.push(bytes);
      if (!open) return true;
      return this.#write(this.#corked.splice(0), open);
    }
    return this.#write([bytes], open);
  }

  #write(pieces: readonly Buffer[], open: boolean): boolean {
    const more = writeAll(this.#stream, pieces);
    this.#isFrameOpen = open;
    if (!open && this.#pendingActions.length > 0) this.#runWaiting();
    return more;
  }

  /** Writes a whole frame, if the filter lets it pass: now, or after the open frame. */
  send(frame: Buffer): void {
    const filtered = this.filter ? this.filter(frame) : frame;
    if (filtered) this.sendUnfiltered(filtered);
  }

  /** The same for a frame that was received, whose pieces need not be joined. */
  sendReceived(frame: Frame): void {
    const { pieces } = frame;
    if (!pieces || this.filter) this.send(frame.bytes);
    else this.runBetweenFrames(() => this.#passAll(pieces));
  }

  sendUnfiltered(frame: Buffer): void {
    this.runBetweenFrames(() => {
      this.pass(frame, false);
    });
  }

  /** Runs `act` between two frames: now, or after the open frame. */
  runBetweenFrames(act: () => void): void {
    if (this.#isFrameOpen || this.#pendingActions.length > 0) this.#pendingActions.push(act);
    else act();
  }

  /** Holds back whole frames until `uncork`, so that they are written together. */
  cork(): void {
    this.#corked ??= [];
  }

  /** Writes the frames held back. Returns false if the sender should pause. */
  uncork(): boolean {
    const frames = this.#corked ?? [];
    this.#corked = undefined;
    if (frames.length === 0) return true;
    return this.#isClosed || this.#write(frames, false);
  }

  /** The number of bytes that the reader has not yet taken. */
  get bufferedBytes(): number {
    return this.#stream.writableLength;
  }

  /** Calls `resume` once, when the stream takes more. */
  onDrain(resume: () => void): void {
    this.#stream.once("drain", resume);
  }

  /** Ends the stream. Resolves when everything is written, or writing fails. */
  end(): Promise<void> {
    if (this.#isClosed) return Promise.resolve();
    return new Promise((resolve) => {
      this.#stream.once("error", () => resolve());
      this.#stream.end(() => resolve());
    });
  }

  #passAll(pieces: readonly Buffer[]): void {
    if (this.#isClosed) return;
    if (this.#corked) for (const piece of pieces) this.#corked.push(piece);
    else this.#write(pieces, false);
  }

  #runWaiting(): void {
    const waiting = this.#pendingActions;
    this.#pendingActions = [];
    for (const act of waiting) act();
  }
}

/** Returns false if the sender should pause. */
function writeAll(stream: Writable, pieces: readonly Buffer[]): boolean {
  if (pieces.length === 1) return stream.write(pieces[0]);
  let length = 0;
  for (const piece of pieces) length += piece.length;
  if (length <= MAX_JOINED_BYTES) return stream.write(Buffer.concat(pieces, length));
  stream.cork();
  for (const piece of pieces) stream.write(piece);
  stream.uncork();
  return !stream.writableNeedDrain;
}
