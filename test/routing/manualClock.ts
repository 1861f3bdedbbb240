/** A clock that only a test advances. */

import type { Clock } from "../../src/routing/clock.js";

interface Alarm {
  readonly at: number;
  readonly then: () => void;
}

export class ManualClock implements Clock {
  readonly #alarms = new Set<Alarm>();
  #time = 0;
  #isSet: (() => void) | undefined;

  now(): number {
    return this.#time;
  }

  schedule(ms: number, then: () => void): () => void {
    const alarm = { at: this.#time + ms, then };
    this.#alarms.add(alarm);
    this.#isSet?.();
    return () => this.#alarms.delete(alarm);
  }

  /** The number of pending timers. */
  get alarms(): number {
    return this.#alarms.size;
  }

  /** Advances the time; each timer fires at its time, also those set meanwhile. */
  advance(ms: number): void {
    const end = this.#time + ms;
    for (let next = this.#next(end); next !== undefined; next = this.#next(end)) {
      this.#alarms.delete(next);
      this.#time = next.at;
      next.then();
    }
    this.#time = end;
  }

  /** Advances the time to the next timer. Resolves when another one has been set. */
  async turn(): Promise<void> {
    const set = new Promise<void>((resolve) => (this.#isSet = resolve));
    const next = this.#next(Number.POSITIVE_INFINITY);
    if (next === undefined) throw new Error("no alarm is set");
    this.advance(next.at - this.#time);
    await set;
  }

  #next(end: number): Alarm | undefined {
    return [...this.#alarms].filter(({ at }) => at <= end).sort((left, right) => left.at - right.at)[0];
  }
}
