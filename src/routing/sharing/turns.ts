/**
 * Whose turn it is at a server that several sessions share. The messages of a session keep their
 * order; while one session has the server for itself, those of the others wait.
 */

import { copyMessage, type Message } from "../../wire/wholeMessages.js";
import type { SharingSession } from "./sharingSession.js";

interface TurnsHost {
  sessions(): ReadonlySet<SharingSession>;
  /** Handles a message whose turn it is. */
  take(session: SharingSession, message: Message): void;
}

/** How long a session that wants the server for itself waits for the requests of others. */
const ALONE_TIMEOUT_MS = 10_000;
const LOOK_INTERVAL_MS = 5;

export class Turns {
  readonly #host: TurnsHost;
  /** The session that has the server for itself. */
  #alone: SharingSession | undefined;

  constructor(host: TurnsHost) {
    this.#host = host;
  }

  /** Takes a message now, or when its turn comes. */
  receive(session: SharingSession, message: Message): void {
    if (this.#mustWait(session) || session.queue.length > 0) session.queue.push(copyMessage(message));
    else this.#host.take(session, message);
  }

  /** Gives the server to one session, once the requests of the others are answered. */
  giveTo(session: SharingSession): void {
    this.#alone = session;
    const isOthersIdle = () => [...this.#host.sessions()].every((each) => each === session || each.pending.size === 0);
    if (isOthersIdle()) return;
    session.isPaused = true;
    const deadline = Date.now() + ALONE_TIMEOUT_MS;
    const look = () => {
      if (!isOthersIdle() && Date.now() < deadline && this.#host.sessions().has(session)) {
        setTimeout(look, LOOK_INTERVAL_MS);
        return;
      }
      session.isPaused = false;
      this.release(session);
    };
    look();
  }

  /** Gives the server back to all, if it was this session's. */
  endOf(session: SharingSession): void {
    if (this.#alone !== session) return;
    this.#alone = undefined;
    for (const each of this.#host.sessions()) this.release(each);
  }

  /** Takes the messages of a session that have waited. */
  release(session: SharingSession): void {
    while (session.queue.length > 0 && this.#host.sessions().has(session) && !this.#mustWait(session))
      this.#host.take(session, session.queue.shift() as Message);
  }

  #mustWait(session: SharingSession): boolean {
    return session.isPaused || (this.#alone !== undefined && this.#alone !== session);
  }
}
