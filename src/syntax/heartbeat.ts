/**
 * The heartbeat of a thread that parses: a counter in shared memory, by which the thread that waits
 * tells long work from a hang.
 */

export type Heartbeat = Int32Array;

let own: Heartbeat | undefined;

export function createHeartbeat(): Heartbeat {
  return new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
}

/** Makes `beat` of this thread count there. */
export function setHeartbeat(heartbeat: Heartbeat): void {
  own = heartbeat;
}

/** Says that the work of this thread makes progress. */
export function beat(): void {
  if (own) Atomics.add(own, 0, 1);
}

/** Returns the number of beats so far. It overflows. */
export function countBeats(heartbeat: Heartbeat): number {
  return Atomics.load(heartbeat, 0);
}
