/** One stream out, shared by frames that stream through and frames of our own, which never fall into the middle of another. */

import type { Writable } from "node:stream";

export class Outlet {
  readonly #stream: Writable;
  // Invariant: while a frame is open, nothing but its own bytes is written.
  #open = false;
  #waiting: (() => void)[] = [];
  #gone = false;

  constructor(stream: Writable) {
    this.#stream = stream;
    // A reader that is gone shows in its end or exit; what was meant for it is dropped.
    stream.on("error", () => {
      this.#gone = true;
    });
  }

  /** Bytes of frames that pass; `open` when the last frame among them goes on. Returns false where the sender should pause. */
  pass(bytes: Buffer, open: boolean): boolean {
    if (this.#gone) return true;
    const more = this.#stream.write(bytes);
    this.#open = open;
    if (!open && this.#waiting.length > 0) this.#letIn();
    return more;
  }

  /** A whole frame of our own: now, or as soon as the one under way has ended. */
  send(frame: Buffer): void {
    this.between(() => {
      if (!this.#gone) this.#stream.write(frame);
    });
  }

  /** Runs `act` between two frames: at once, or as soon as the one under way has ended. What it sends leaves then and there. */
  between(act: () => void): void {
    if (this.#open || this.#waiting.length > 0) this.#waiting.push(act);
    else act();
  }

  onDrain(resume: () => void): void {
    this.#stream.once("drain", resume);
  }

  /** Resolves when the stream has taken what was written before it ended. */
  end(): Promise<void> {
    if (this.#gone) return Promise.resolve();
    return new Promise((resolve) => {
      this.#stream.once("error", () => resolve());
      this.#stream.end(() => resolve());
    });
  }

  #letIn(): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const act of waiting) act();
  }
}
