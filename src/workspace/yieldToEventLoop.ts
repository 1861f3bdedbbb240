/** Letting others have their turn in the middle of long work: messages that came are taken, and so is what the file system has to say. */

export function yieldToEventLoop(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
