/**
 * Reports the places that an answer may leave out to the client's model: by the channel that
 * servers.json names for the client, and by the log.
 */

import type { AnswerNote } from "../../../ask/diagnostics/answerNotes.js";
import type { ClientEntry } from "../../../backend/config/servers.js";
import type { Logger } from "../../../error.js";
import { elements, findValue, skipSpace, splice } from "../../../wire/json.js";
import { type CompletedResult, type PlainRequest, positionIn } from "./plainRequest.js";

interface AnswerDoubtsHost {
  /** The client's channel; undefined where none is known to reach its model. */
  readonly channel: ClientEntry["doubts"];
  /** Shows a note beside the diagnostics of a document, or takes that with this key away. */
  setNote(uri: string, key: string, note: AnswerNote | undefined): void;
  readonly log: Logger;
}

/** Sentences that were logged are not logged again while there are no more others than this. */
const MAX_LOGGED = 500;

export class AnswerDoubts {
  readonly #host: AnswerDoubtsHost;
  readonly #logged = new Set<string>();

  constructor(host: AnswerDoubtsHost) {
    this.#host = host;
  }

  /** Says what is known of an answer. Returns its body as the client gets it. */
  report(request: PlainRequest, body: Buffer, { added, doubt }: Omit<CompletedResult, "result">): Buffer {
    const { channel, setNote } = this.#host;
    for (const line of [added, doubt]) if (line !== undefined) this.#logOnce(line);
    const { method, uri, params } = request;
    const position = positionIn(params);
    if (channel === "diagnostics" && uri !== undefined && position)
      setNote(uri, JSON.stringify([method, position]), doubt === undefined ? undefined : { position, message: doubt });
    return channel === "items" && doubt !== undefined ? withNote(body, doubt) : body;
  }

  #logOnce(line: string): void {
    if (this.#logged.has(line)) return;
    if (this.#logged.size > MAX_LOGGED) this.#logged.clear();
    this.#logged.add(line);
    this.#host.log(line);
  }
}

const OPEN = 0x7b;

/** Adds a member `note` to the first item of a response's result. */
function withNote(body: Buffer, note: string): Buffer {
  const result = findValue(body, ["result"]);
  const [first] = result ? elements(body, skipSpace(body, result.from)) : [];
  if (!first || body[first.from] !== OPEN) return body;
  const at = first.from + 1;
  return splice(body, [{ from: at, to: at, bytes: Buffer.from(`"note":${JSON.stringify(note)},`) }]);
}
