/**
 * Pauses the client's input while too much of the answers is unread, so that a client that reads
 * none does not fill the memory.
 */

import type { Readable, Writable } from "node:stream";

/**
 * Above the answers to the calls of a client that reads. While the input is paused, its end is not
 * noticed, nor are cancellations.
 */
const MAX_UNREAD_BYTES = 256 * 1024;

export class InputGate {
  readonly #input: Readable;
  readonly #output: Writable;

  constructor(input: Readable, output: Writable) {
    this.#input = input;
    this.#output = output;
  }

  /** To be called when the input is read: a listener makes it flow. */
  open(): void {
    // Each answer that waits for the output has listeners.
    this.#output.setMaxListeners(0);
    this.#input.on("data", () => this.#update());
    this.#output.on("drain", () => this.#update());
  }

  #update(): void {
    const isOpen = this.#output.writableLength <= MAX_UNREAD_BYTES;
    if (isOpen === !this.#input.isPaused()) return;
    if (isOpen) this.#input.resume();
    else this.#input.pause();
  }
}
