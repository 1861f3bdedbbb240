/**
 * Messages for a backend that cannot take any: a snapshot of its documents, and the messages since
 * then, in order.
 *
 * Invariant: the snapshot with the messages applied is what the client has open. The size is
 * bounded: beyond it, a new snapshot replaces the messages, and queued requests are rejected as
 * their documents have changed.
 */

import type { OpenDocument } from "../../../files/documents/openDocument.js";
import type { Document } from "../../../text/document.js";
import type { Message } from "../../../wire/wholeMessages.js";
import { type DocumentSnapshot, snapshotOf } from "../../documents/syncKindAdapter.js";
import { buildCancelledResponse, buildModifiedResponse } from "../responses.js";
import type { PendingRequest } from "./pendingRequests.js";

export type QueuedMessage =
  | { readonly kind: "request"; readonly request: PendingRequest }
  | {
      readonly kind: "notification";
      readonly message: Message;
      readonly uri: string | undefined;
      /** The text after a change. */
      readonly textAfter: Document | undefined;
    }
  | {
      readonly kind: "action";
      readonly action: () => void;
      /** The size of the frame that it sends; 0 if it builds that from the texts of the moment. */
      readonly bytes: number;
    };

const MAX_BYTES = 16 * 1024 * 1024;

export class MessageQueue {
  readonly #documents: () => readonly OpenDocument[];
  #snapshots: readonly DocumentSnapshot[] = [];
  #messages: QueuedMessage[] = [];
  #bytes = 0;
  #isCollapsed = false;

  /** `documents` returns the open documents of the backend. */
  constructor(documents: () => readonly OpenDocument[]) {
    this.#documents = documents;
  }

  get isEmpty(): boolean {
    return this.#messages.length === 0;
  }

  /** Takes a new snapshot and drops the queued messages. Returns the requests among them. */
  snapshotDocuments(): readonly PendingRequest[] {
    const { messages } = this.takeAll();
    this.#snapshots = this.#documents().map(snapshotOf);
    return requestsIn(messages);
  }

  /** Empties the queue, for a backend that has everything so far. */
  reset(): void {
    this.takeAll();
  }

  add(queued: QueuedMessage): void {
    this.#messages.push(queued);
    this.#bytes +=
      queued.kind === "action"
        ? queued.bytes
        : (queued.kind === "request" ? queued.request : queued).message.bytes.length;
    if (this.#bytes > MAX_BYTES) this.#replaceBySnapshot();
  }

  /** Another instance serves the document from now on. Rejects the queued requests about it. */
  removeDocument(uri: string): void {
    const isAbout = (each: QueuedMessage) =>
      (each.kind === "request" && each.request.uri === uri) || (each.kind === "notification" && each.uri === uri);
    const removed = this.#messages.filter(isAbout);
    this.#snapshots = this.#snapshots.filter((text) => text.uri !== uri);
    this.#messages = this.#messages.filter((each) => !isAbout(each));
    for (const { id, respond } of requestsIn(removed)) respond(buildModifiedResponse(id));
  }

  /** Answers a queued request as cancelled, if there is one with this id (JSON text). */
  cancel(id: string): void {
    const at = this.#messages.findIndex((each) => each.kind === "request" && each.request.id === id);
    for (const { respond } of at < 0 ? [] : requestsIn(this.#messages.splice(at, 1)))
      respond(buildCancelledResponse(id));
  }

  /**
   * Empties the queue and returns what was in it. `isCollapsed`: a new snapshot was taken because
   * of the size, so that it does not continue from the texts that the backend has.
   */
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
    // Actions that build their frame later fit to any texts.
    const actions = this.#messages.filter((each) => each.kind === "action" && each.bytes === 0);
    const requests = this.snapshotDocuments();
    this.#messages = actions;
    this.#isCollapsed = true;
    for (const { id, respond } of requests) respond(buildModifiedResponse(id));
  }
}

function requestsIn(messages: readonly QueuedMessage[]): readonly PendingRequest[] {
  return messages.flatMap((each) => (each.kind === "request" ? [each.request] : []));
}
