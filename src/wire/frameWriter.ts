/** One stream out, shared by frames that stream through and frames of our own, which never fall into the middle of another. */

import type { Writable } from "node:stream";

export class Outlet {
  readonly #stream: Writable;
  // Invariant: while a frame is open, nothing but its own bytes is written.
  #open = false;
  #waiting: (() => void)[] = [];
  #gone = false;
  /** Whole frames that are to leave together. */
  #gathered: Buffer[] | undefined;

  /** `gone` is called where nobody reads any more; what is meant for them is dropped. */
  constructor(stream: Writable, gone: () => void = () => {}) {
    this.#stream = stream;
    stream.on("error", () => {
      this.#gone = true;
      gone();
    });
  }

  /** Bytes of frames that pass; `open` when the last frame among them goes on. Returns false where the sender should pause. */
  pass(bytes: Buffer, open: boolean): boolean {
    if (this.#gone) return true;
    if (this.#gathered && !open) {
      this.#gathered.push(bytes);
      return true;
    }
    const more = this.#stream.write(bytes);
    this.#open = open;
    if (!open && this.#waiting.length > 0) this.#letIn();
    return more;
  }

  /** A whole frame of our own: now, or as soon as the one under way has ended. */
  send(frame: Buffer): void {
    this.between(() => {
      this.pass(frame, false);
    });
  }

  /** Runs `act` between two frames: at once, or as soon as the one under way has ended. What it sends leaves then and there. */
  between(act: () => void): void {
    if (this.#open || this.#waiting.length > 0) this.#waiting.push(act);
    else act();
  }

  /** From here to `release`, whole frames that pass are kept back: what came together leaves in one write. */
  gather(): void {
    this.#gathered ??= [];
  }

  /** What was gathered leaves; false where the sender should pause. */
  release(): boolean {
    const frames = this.#gathered ?? [];
    this.#gathered = undefined;
    if (frames.length === 0) return true;
    const bytes = frames.length === 1 ? (frames[0] as Buffer) : Buffer.concat(frames);
    return this.pass(bytes, false);
  }

  /** Bytes that were written and wait for the reader. */
  get backlog(): number {
    return this.#stream.writableLength;
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
