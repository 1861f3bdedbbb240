/** One stream out, shared by frames that stream through and frames of our own, which never fall into the middle of another. */

import type { Writable } from "node:stream";

export class FrameWriter {
  readonly #stream: Writable;
  // Invariant: while a frame is open, nothing but its own bytes is written.
  #isFrameOpen = false;
  #pendingActions: (() => void)[] = [];
  #isClosed = false;
  /** Whole frames that are to leave together. */
  #corked: Buffer[] | undefined;

  /** `gone` is called where nobody reads any more; what is meant for them is dropped. */
  constructor(stream: Writable, onClosed: () => void = () => {}) {
    this.#stream = stream;
    stream.on("error", () => {
      this.#isClosed = true;
      onClosed();
    });
  }

  /** Bytes of frames that pass; `open` when the last frame among them goes on. Returns false where the sender should pause. */
  pass(bytes: Buffer, open: boolean): boolean {
    if (this.#isClosed) return true;
    if (this.#corked && !open) {
      this.#corked.push(bytes);
      return true;
    }
    const more = this.#stream.write(bytes);
    this.#isFrameOpen = open;
    if (!open && this.#pendingActions.length > 0) this.#runWaiting();
    return more;
  }

  /** A whole frame of our own: now, or as soon as the one under way has ended. */
  send(frame: Buffer): void {
    this.runBetweenFrames(() => {
      this.pass(frame, false);
    });
  }

  /** Runs `act` between two frames: at once, or as soon as the one under way has ended. What it sends leaves then and there. */
  runBetweenFrames(act: () => void): void {
    if (this.#isFrameOpen || this.#pendingActions.length > 0) this.#pendingActions.push(act);
    else act();
  }

  /** From here to `release`, whole frames that pass are kept back: what came together leaves in one write. */
  cork(): void {
    this.#corked ??= [];
  }

  /** What was gathered leaves; false where the sender should pause. */
  uncork(): boolean {
    const frames = this.#corked ?? [];
    this.#corked = undefined;
    if (frames.length === 0) return true;
    const bytes = frames.length === 1 ? (frames[0] as Buffer) : Buffer.concat(frames);
    return this.pass(bytes, false);
  }

  /** Bytes that were written and wait for the reader. */
  get bufferedBytes(): number {
    return this.#stream.writableLength;
  }

  onDrain(resume: () => void): void {
    this.#stream.once("drain", resume);
  }

  /** Resolves when the stream has taken what was written before it ended. */
  end(): Promise<void> {
    if (this.#isClosed) return Promise.resolve();
    return new Promise((resolve) => {
      this.#stream.once("error", () => resolve());
      this.#stream.end(() => resolve());
    });
  }

  #runWaiting(): void {
    const waiting = this.#pendingActions;
    this.#pendingActions = [];
    for (const act of waiting) act();
  }
}
