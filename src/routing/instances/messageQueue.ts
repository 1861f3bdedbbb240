/**
 * What is for a backend that can't be spoken to: its documents as they were when it stopped hearing of them, and what was said since, in order.
 *
 * Invariant: these documents, and then what waits, make what the client has open. It never holds more than some megabytes: where too much waits, the documents are taken as
 * they are by then, and who had asked about what they were hears so.
 */

import type { OpenDocument } from "../../session/documents/openDocument.js";
import type { Document } from "../../text/document.js";
import type { Message } from "../../wire/readMessages.js";
import { type DocumentSnapshot, snapshotOf } from "../documents/documentSync.js";
import type { PendingRequest } from "./pendingRequests.js";
import { buildCancelledResponse, buildModifiedResponse } from "./responses.js";

export type QueuedMessage =
  | { readonly kind: "request"; readonly request: PendingRequest }
  | {
      readonly kind: "notification";
      readonly message: Message;
      readonly uri: string | undefined;
      /** The text behind a change. */
      readonly textAfter: Document | undefined;
    }
  | {
      readonly kind: "act";
      readonly action: () => void;
      /** How much it is going to say, where that is made already; 0 where it looks at the texts when it is said. */
      readonly bytes: number;
    };

const MAX_BYTES = 16 * 1024 * 1024;

export class MessageQueue {
  readonly #documents: () => readonly OpenDocument[];
  #snapshots: readonly DocumentSnapshot[] = [];
  #messages: QueuedMessage[] = [];
  #bytes = 0;
  #isCollapsed = false;

  /** `documents`: those of this backend that are open by now. */
  constructor(documents: () => readonly OpenDocument[]) {
    this.#documents = documents;
  }

  /** From here on, what is said waits behind the documents as they are now. What has waited so far is forgotten, but for the requests that are returned. */
  snapshotDocuments(): readonly PendingRequest[] {
    const { messages } = this.takeAll();
    this.#snapshots = this.#documents().map(snapshotOf);
    return requestsIn(messages);
  }

  /** Nothing waits yet, and nothing was missed: it only has to be told what comes. */
  reset(): void {
    this.takeAll();
  }

  add(queued: QueuedMessage): void {
    this.#messages.push(queued);
    this.#bytes +=
      queued.kind === "act" ? queued.bytes : (queued.kind === "request" ? queued.request : queued).message.bytes.length;
    if (this.#bytes > MAX_BYTES) this.#replaceBySnapshot();
  }

  /** A document is somebody else's now. Who had asked about it hears so. */
  removeDocument(uri: string): void {
    const isAbout = (each: QueuedMessage) =>
      (each.kind === "request" && each.request.uri === uri) || (each.kind === "notification" && each.uri === uri);
    const removed = this.#messages.filter(isAbout);
    this.#snapshots = this.#snapshots.filter((text) => text.uri !== uri);
    this.#messages = this.#messages.filter((each) => !isAbout(each));
    for (const { id, respond } of requestsIn(removed)) respond(buildModifiedResponse(id));
  }

  /** The client does not want that answer any more, if it is one that waits. */
  cancel(id: string): void {
    const at = this.#messages.findIndex((each) => each.kind === "request" && each.request.id === id);
    for (const { respond } of at < 0 ? [] : requestsIn(this.#messages.splice(at, 1)))
      respond(buildCancelledResponse(id));
  }

  /** All of it, to be said now. `isCollapsed`: documents were taken anew, so what the backend has heard of them is not what is missing here. */
  takeAll(): {
    readonly snapshots: readonly DocumentSnapshot[];
    readonly messages: readonly QueuedMessage[];
    readonly isCollapsed: boolean;
  } {
    const all = { snapshots: this.#snapshots, messages: this.#messages, isCollapsed: this.#isCollapsed };
    this.#snapshots = [];
    this.#messages = [];
    this.#bytes = 0;
    this.#isCollapsed = false;
    return all;
  }

  #replaceBySnapshot(): void {
    // What looks at the texts when it is said makes sense whatever they are.
    const actions = this.#messages.filter((each) => each.kind === "act" && each.bytes === 0);
    const requests = this.snapshotDocuments();
    this.#messages = actions;
    this.#isCollapsed = true;
    for (const { id, respond } of requests) respond(buildModifiedResponse(id));
  }
}

function requestsIn(messages: readonly QueuedMessage[]): readonly PendingRequest[] {
  return messages.flatMap((each) => (each.kind === "request" ? [each.request] : []));
}
