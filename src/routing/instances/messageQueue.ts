/**
 * What is for a backend that can't be spoken to: its documents as they were when it stopped hearing of them, and what was said since, in order.
 *
 * Invariant: these documents, and then what waits, make what the client has open. It never holds more than some megabytes: where too much waits, the documents are taken as
 * they are by then, and who had asked about what they were hears so.
 */

import type { OpenDocument } from "../../session/documents/openDocuments.js";
import type { Document } from "../../text/document.js";
import type { Message } from "../../wire/readMessages.js";
import { type OpenText, openTextOf } from "../documents/documentSync.js";
import type { Asked } from "./pendingRequests.js";
import { cancelled, modified } from "./responses.js";

export type Waiting =
  | { readonly kind: "request"; readonly asked: Asked }
  | {
      readonly kind: "notification";
      readonly message: Message;
      readonly uri: string | undefined;
      /** The text behind a change. */
      readonly after: Document | undefined;
    }
  | {
      readonly kind: "act";
      readonly act: () => void;
      /** How much it is going to say, where that is made already; 0 where it looks at the texts when it is said. */
      readonly bytes: number;
    };

const mostBytes = 16 * 1024 * 1024;

export class Backlog {
  readonly #documents: () => readonly OpenDocument[];
  #opened: readonly OpenText[] = [];
  #waiting: Waiting[] = [];
  #bytes = 0;
  #isCollapsed = false;

  /** `documents`: those of this backend that are open by now. */
  constructor(documents: () => readonly OpenDocument[]) {
    this.#documents = documents;
  }

  /** From here on, what is said waits behind the documents as they are now. What has waited so far is forgotten, but for the requests that are returned. */
  takeStock(): readonly Asked[] {
    const { waiting } = this.take();
    this.#opened = this.#documents().map(openTextOf);
    return requestsIn(waiting);
  }

  /** Nothing waits yet, and nothing was missed: it only has to be told what comes. */
  begin(): void {
    this.take();
  }

  add(what: Waiting): void {
    this.#waiting.push(what);
    this.#bytes +=
      what.kind === "act" ? what.bytes : (what.kind === "request" ? what.asked : what).message.bytes.length;
    if (this.#bytes > mostBytes) this.#collapse();
  }

  /** A document is somebody else's now. Who had asked about it hears so. */
  forget(uri: string): void {
    const isAbout = (each: Waiting) =>
      (each.kind === "request" && each.asked.uri === uri) || (each.kind === "notification" && each.uri === uri);
    const gone = this.#waiting.filter(isAbout);
    this.#opened = this.#opened.filter((text) => text.uri !== uri);
    this.#waiting = this.#waiting.filter((each) => !isAbout(each));
    for (const { id, answered } of requestsIn(gone)) answered(modified(id));
  }

  /** The client does not want that answer any more, if it is one that waits. */
  cancel(id: string): void {
    const at = this.#waiting.findIndex((each) => each.kind === "request" && each.asked.id === id);
    for (const { answered } of at < 0 ? [] : requestsIn(this.#waiting.splice(at, 1))) answered(cancelled(id));
  }

  /** All of it, to be said now. `isCollapsed`: documents were taken anew, so what the backend has heard of them is not what is missing here. */
  take(): {
    readonly opened: readonly OpenText[];
    readonly waiting: readonly Waiting[];
    readonly isCollapsed: boolean;
  } {
    const all = { opened: this.#opened, waiting: this.#waiting, isCollapsed: this.#isCollapsed };
    this.#opened = [];
    this.#waiting = [];
    this.#bytes = 0;
    this.#isCollapsed = false;
    return all;
  }

  #collapse(): void {
    // What looks at the texts when it is said makes sense whatever they are.
    const acts = this.#waiting.filter((each) => each.kind === "act" && each.bytes === 0);
    const requests = this.takeStock();
    this.#waiting = acts;
    this.#isCollapsed = true;
    for (const { id, answered } of requests) answered(modified(id));
  }
}

function requestsIn(waiting: readonly Waiting[]): readonly Asked[] {
  return waiting.flatMap((each) => (each.kind === "request" ? [each.asked] : []));
}
