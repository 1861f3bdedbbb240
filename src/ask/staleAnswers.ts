/**
 * Answers that are older than the disk. A file that an answer names may have changed a moment
 * before, so that the place in it is that of the old text. The backends are then notified, and the
 * request is sent again.
 */

import type { Backends } from "./backend/backend.js";
import { type DiskChangeTracker, notifyChangedFiles } from "./documents/diskChanges.js";
import { FilesInAnswers, urisIn } from "./documents/filesInAnswers.js";
import type { UnopenedFiles } from "./documents/unopenedFiles.js";

/** The client's documents. */
export interface ClientTextCheck {
  /** Compares all open documents with the disk. Returns whether the backend was sent a new text. */
  checkAll(): boolean;
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

  /**
   * Whether a result (JSON) is older than the disk: a file that it names has changed since the
   * request was sent, at `sentAt`, or a document that the client has open.
   */
  isStale(result: Buffer, sentAt: number): boolean {
    const { isStale, changes } = this.#files.compare(urisIn(result), sentAt);
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
