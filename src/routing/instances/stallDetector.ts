/** A backend that owes answers and says nothing: somebody is told, once. It is not ended for it: some servers think for minutes, and are right. */

import { type Clock, systemClock } from "../clock.js";

export interface Silence {
  /** A request went to it. Ids are JSON text. */
  asked(id: string): void;
  answered(id: string): void;
  /** It said anything at all. */
  spoke(): void;
  /** Whether it has said nothing for so long that it was told of. */
  isNoticed(): boolean;
  /** It is gone, and owes nothing any more. */
  end(): void;
}

export interface SilenceOptions {
  /** How people call the backend. */
  readonly name: string;
  readonly log: (line: string) => void;
  readonly clock?: Clock;
}

/** Listens to one backend. Its silence begins when it last spoke, or was first asked something again after having answered all. */
export function noticeSilence({ name, log, clock = systemClock }: SilenceOptions): Silence {
  /** When each request that is not answered was asked, the oldest first. */
  const owed = new Map<string, number>();
  let since = clock.now();
  let isNoticed = false;
  // Invariant: one alarm at most. It is not put off by every word: when it rings, it is set again for what is left.
  let callOff: (() => void) | undefined;

  function watch(ms: number): void {
    callOff ??= clock.wake(ms, ring);
  }

  function ring(): void {
    callOff = undefined;
    const oldest = owed.entries().next().value;
    if (oldest === undefined) return;
    const now = clock.now();
    if (now < since + patienceMs) {
      watch(since + patienceMs - now);
      return;
    }
    isNoticed = true;
    const [id, asked] = oldest;
    const which = owed.size === 1 ? "a request" : `${owed.size} requests, the first`;
    log(
      `${name} has said nothing for ${seconds(now - since)}, and owes an answer to ${which} with id ${id}, asked ${seconds(now - asked)} ago. ` +
        "It is busy, or stuck: it is not killed, and other servers are not held up.",
    );
  }

  function spoke(): void {
    const now = clock.now();
    if (isNoticed) log(`${name} speaks again, after ${seconds(now - since)} of silence.`);
    since = now;
    if (!isNoticed) return;
    isNoticed = false;
    if (owed.size > 0) watch(patienceMs);
  }

  return {
    asked(id) {
      const now = clock.now();
      if (owed.size === 0) since = now;
      owed.set(id, now);
      if (!isNoticed) watch(patienceMs);
    },
    answered(id) {
      owed.delete(id);
      spoke();
    },
    spoke,
    isNoticed: () => isNoticed,
    end() {
      callOff?.();
      callOff = undefined;
      owed.clear();
      isNoticed = false;
    },
  };
}

/** Longer than most servers take for anything but loading, of which they tell. */
const patienceMs = 30_000;

function seconds(ms: number): string {
  return `${Math.round(ms / 1000)} s`;
}
