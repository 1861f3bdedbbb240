/**
 * Answers that are older than the disk. A file that an answer names may have changed a moment
 * before, so that the place in it is that of the old text. The backends are then notified, and the
 * request is sent again.
 */

import { findValue } from "../wire/json.js";
import type { Backends } from "./backend/backend.js";
import { type DiskChangeTracker, notifyChangedFiles } from "./documents/diskChanges.js";
import { FilesInAnswers, urisIn } from "./documents/filesInAnswers.js";
import type { UnopenedFiles } from "./documents/unopenedFiles.js";
import { policyOf, shortName } from "./policy.js";

/** The client's documents. */
export interface ClientTextCheck {
  /** Compares all open documents with the disk. Returns whether the backend was sent a new text. */
  checkAll(): boolean;
}

/** A request whose answer may be compared with the disk. */
interface ComparedRequest {
  readonly message: { readonly method: string; readonly body: Buffer };
  readonly cancellation: { readonly isCancellationRequested: boolean };
  /** Whether the files that an answer has named were compared with the disk. */
  readonly isCompared: boolean;
  /** When it was sent last, as of `performance.now()`. */
  readonly sentAt: number;
}

export interface StaleAnswersHost {
  readonly texts: ClientTextCheck;
  readonly backends: Backends;
  readonly diskChanges: DiskChangeTracker;
  readonly unopenedFiles: UnopenedFiles;
}

export class StaleAnswers {
  readonly #host: StaleAnswersHost;
  readonly #files = new FilesInAnswers();

  constructor(host: StaleAnswersHost) {
    this.#host = host;
  }

  /** Whether the answer to a request is to be compared with the disk: once, if it names files. */
  covers({ isCompared, cancellation, message: { method, body } }: ComparedRequest): boolean {
    if (isCompared || cancellation.isCancellationRequested || !policyOf(shortName(method))?.namesFiles) return false;
    return !body.includes(PARTIAL_RESULTS);
  }

  /**
   * Whether a response is older than the disk: a file that it names has changed since the request
   * was sent, or a document that the client has open.
   */
  includes(request: ComparedRequest, body: Buffer): boolean {
    const result = this.covers(request) ? findValue(body, ["result"]) : undefined;
    if (!result) return false;
    const uris = urisIn(body.subarray(result.from, result.to));
    const { isStale, changes } = this.#files.compare(uris, request.sentAt);
    this.#host.diskChanges.report(changes);
    return this.#host.texts.checkAll() || isStale;
  }

  /**
   * Notifies the backends of all changes on disk. Returns whether there were any since a request
   * was sent, at `sentAt`.
   */
  async notifyChanges(sentAt: number): Promise<boolean> {
    const { diskChanges, texts } = this.#host;
    const markNotified = this.#files.beginNotification();
    await notifyChangedFiles(this.#host);
    markNotified();
    return texts.checkAll() || diskChanges.notifiedAt >= sentAt;
  }
}

/** A client that has parts of a result can't get another one. */
export const PARTIAL_RESULTS = Buffer.from('"partialResultToken"');
