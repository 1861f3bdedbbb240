/**
 * Lets the event loop run in the middle of long work: incoming messages and file system events are
 * handled.
 */

export function yieldToEventLoop(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
