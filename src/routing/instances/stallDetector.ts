/**
 * Logs a warning, once, when a backend with pending requests stops responding. The backend is not
 * ended, as some requests rightly take minutes. The embedded server is supervised instead: its main
 * thread always has time to respond to a probe, unless it hangs.
 */

import { HANG_MS } from "../../backend/guard/unresponsive.js";
import type { Logger } from "../../error.js";
import { type Clock, systemClock } from "../clock.js";

export interface StallDetector {
  /** A request was sent to the backend. Ids are JSON text. */
  noteRequest(id: string): void;
  noteResponse(id: string): void;
  /** The backend has sent a message of any kind. */
  noteMessage(): void;
  /** Whether a warning was logged and there has been no message since. */
  isStalled(): boolean;
  /** The process has exited: forgets its requests. */
  end(): void;
}

export interface StallDetectorOptions {
  /** The name of the backend in the log. */
  readonly name: string;
  readonly log: Logger;
  readonly clock?: Clock;
  readonly supervision?: Supervision | undefined;
}

/** Present for a backend that is ended when it hangs. */
export interface Supervision {
  /** Sends the backend a request that it responds to at once. */
  readonly probe: () => void;
  /**
   * Starts a clock, in ms, of the time that the backend has to respond: on a busy machine, it is
   * slower than real time.
   */
  readonly startClock: () => () => number;
  /**
   * Called once, `HANG_MS` after its last message, or later on a busy machine, if it has not
   * responded to the probe.
   */
  readonly onHang: () => void;
}

/**
 * Watches one backend. The time runs from its last message, or from the first request after it had
 * responded to all earlier ones.
 */
export function detectStalls({ name, log, clock = systemClock, supervision }: StallDetectorOptions): StallDetector {
  const silenceMs = supervision ? HANG_MS / 2 : STALL_MS;
  /** When each pending request was sent, the oldest first. */
  const pendingSince = new Map<string, number>();
  let lastMessageAt = clock.now();
  let isStalled = false;
  /** Returns how long the backend has had to respond to the probe; undefined before one. */
  let probeClock: (() => number) | undefined;
  // Invariant: one timer at most. A message does not reset it; when it fires, it is set again for
  // the remaining time.
  let cancelTimer: (() => void) | undefined;

  function startTimer(ms: number): void {
    cancelTimer ??= clock.schedule(ms, onTimer);
  }

  function onTimer(): void {
    cancelTimer = undefined;
    const oldest = pendingSince.entries().next().value;
    if (oldest === undefined) return;
    const now = clock.now();
    if (now < lastMessageAt + silenceMs) {
      startTimer(lastMessageAt + silenceMs - now);
      return;
    }
    if (supervision) {
      // Two timers in a row: a machine that was asleep in between is not taken for a hang.
      const leftMs = HANG_MS / 2 - (probeClock?.() ?? 0);
      if (leftMs <= 0) {
        supervision.onHang();
        return;
      }
      if (!probeClock) {
        probeClock = supervision.startClock();
        supervision.probe();
      }
      startTimer(Math.max(leftMs, MIN_TIMER_MS));
      return;
    }
    isStalled = true;
    const [id, sentAt] = oldest;
    const which = pendingSince.size === 1 ? "a request" : `${pendingSince.size} requests, the first`;
    log(
      `${name} has sent nothing for ${seconds(now - lastMessageAt)}. Pending: ${which} with id ${id}, sent ${seconds(now - sentAt)} ago. ` +
        "It is busy or stuck. It is not killed, and other servers are not held up.",
    );
  }

  function noteMessage(): void {
    const now = clock.now();
    if (isStalled) log(`${name} responds again, after ${seconds(now - lastMessageAt)}.`);
    lastMessageAt = now;
    probeClock = undefined;
    if (!isStalled) return;
    isStalled = false;
    if (pendingSince.size > 0) startTimer(silenceMs);
  }

  return {
    noteRequest(id) {
      const now = clock.now();
      if (pendingSince.size === 0) lastMessageAt = now;
      pendingSince.set(id, now);
      if (!isStalled) startTimer(silenceMs);
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
      probeClock = undefined;
    },
  };
}

/** A slow clock is not looked at more often. */
const MIN_TIMER_MS = 500;

/** Longer than most servers take for a response. While they load, they send progress. */
const STALL_MS = 30_000;

function seconds(ms: number): string {
  return `${Math.round(ms / 1000)} s`;
}
