/**
 * The notifications of a shared server about its state: the progress that is open, and the last
 * notification of each other kind. A session that comes later is told it.
 */

import { findValue, stringAt } from "../../wire/json.js";

/** Notifications about a moment, of which a later session is told nothing. */
const passing: ReadonlySet<string> = new Set([
  ...["window/logMessage", "window/showMessage", "telemetry/event", "$/logTrace"],
]);

export class LastNotifications {
  /** By token (JSON text): the frames that have begun a progress which is open. */
  readonly #openProgress = new Map<string, readonly Buffer[]>();
  /** By method: the last frame. */
  readonly #last = new Map<string, Buffer>();

  /** Notes a `window/workDoneProgress/create`. */
  noteCreate({ body, bytes }: { readonly body: Buffer; readonly bytes: Buffer }): void {
    const span = findValue(body, ["params", "token"]);
    if (span) this.#openProgress.set(body.toString("latin1", span.from, span.to), [Buffer.from(bytes)]);
  }

  /** Notes a `$/progress` with a token (JSON text). */
  noteProgress(token: string, { body, bytes }: { readonly body: Buffer; readonly bytes: Buffer }): void {
    const kind = stringAt(body, findValue(body, ["params", "value", "kind"]));
    const begun = this.#openProgress.get(token) ?? [];
    if (kind === "begin") this.#openProgress.set(token, [...begun, Buffer.from(bytes)]);
    else if (kind === "end") this.#openProgress.delete(token);
  }

  /** Notes another notification. */
  note(method: string, bytes: Buffer): void {
    if (!passing.has(method)) this.#last.set(method, Buffer.from(bytes));
  }

  /** Sends what is kept. */
  replay(send: (frame: Buffer) => void): void {
    for (const frame of [...[...this.#openProgress.values()].flat(), ...this.#last.values()]) send(frame);
  }
}
