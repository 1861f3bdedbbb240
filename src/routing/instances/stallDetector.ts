/** A backend that owes answers and says nothing: somebody is told, once. It is not ended for it: some servers think for minutes, and are right. */

import type { Logger } from "../../error.js";
import { type Clock, systemClock } from "../clock.js";

export interface StallDetector {
  /** A request went to it. Ids are JSON text. */
  noteRequest(id: string): void;
  noteResponse(id: string): void;
  /** It said anything at all. */
  noteMessage(): void;
  /** Whether it has said nothing for so long that it was told of. */
  isStalled(): boolean;
  /** It is gone, and owes nothing any more. */
  end(): void;
}

export interface StallDetectorOptions {
  /** How people call the backend. */
  readonly name: string;
  readonly log: Logger;
  readonly clock?: Clock;
}

/** Listens to one backend. Its silence begins when it last spoke, or was first asked something again after having answered all. */
export function detectStalls({ name, log, clock = systemClock }: StallDetectorOptions): StallDetector {
  /** When each request that is not answered was asked, the oldest first. */
  const pendingSince = new Map<string, number>();
  let lastMessageAt = clock.now();
  let isStalled = false;
  // Invariant: one alarm at most. It is not put off by every word: when it rings, it is set again for what is left.
  let cancelTimer: (() => void) | undefined;

  function startTimer(ms: number): void {
    cancelTimer ??= clock.schedule(ms, onTimer);
  }

  function onTimer(): void {
    cancelTimer = undefined;
    const oldest = pendingSince.entries().next().value;
    if (oldest === undefined) return;
    const now = clock.now();
    if (now < lastMessageAt + STALL_MS) {
      startTimer(lastMessageAt + STALL_MS - now);
      return;
    }
    isStalled = true;
    const [id, sentAt] = oldest;
    const which = pendingSince.size === 1 ? "a request" : `${pendingSince.size} requests, the first`;
    log(
      `${name} has said nothing for ${seconds(now - lastMessageAt)}, and owes an answer to ${which} with id ${id}, asked ${seconds(now - sentAt)} ago. ` +
        "It is busy, or stuck: it is not killed, and other servers are not held up.",
    );
  }

  function noteMessage(): void {
    const now = clock.now();
    if (isStalled) log(`${name} speaks again, after ${seconds(now - lastMessageAt)} of silence.`);
    lastMessageAt = now;
    if (!isStalled) return;
    isStalled = false;
    if (pendingSince.size > 0) startTimer(STALL_MS);
  }

  return {
    noteRequest(id) {
      const now = clock.now();
      if (pendingSince.size === 0) lastMessageAt = now;
      pendingSince.set(id, now);
      if (!isStalled) startTimer(STALL_MS);
    },
    noteResponse(id) {
      pendingSince.delete(id);
      noteMessage();
    },
    noteMessage,
    isStalled: () => isStalled,
    end() {
      cancelTimer?.();
      cancelTimer = undefined;
      pendingSince.clear();
      isStalled = false;
    },
  };
}

/** Longer than most servers take for anything but loading, of which they tell. */
const STALL_MS = 30_000;

function seconds(ms: number): string {
  return `${Math.round(ms / 1000)} s`;
}
