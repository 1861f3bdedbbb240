/**
 * Files that answers of backends have named, such as the target of a definition: whether they have
 * changed on disk since the backends knew them, which makes an answer stale.
 */

import type { Stats } from "node:fs";
import { setLatest } from "../../text/list.js";
import { pathOfUri } from "../../uri.js";
import { type EntryStamp, entryStampOf, hasChanged } from "../../workspace/disk/fileStamp.js";
import { statIfExists } from "../../workspace/disk/folderEntries.js";
import type { Backends } from "../backend/backend.js";
import { changeTypes, type DiskChange, type DiskChangeTracker, notifyChangedFiles } from "./diskChanges.js";
import type { UnopenedFiles } from "./unopenedFiles.js";

/** The maximum number of files of one answer that are compared: its first ones. */
const MAX_NAMED_FILES = 50;
/** The maximum number of files that are remembered. Those named longest ago are forgotten. */
const MAX_FILES = 5_000;
/** File systems may record a time that is a little earlier than the clock's. */
const CLOCK_STEP_MS = 20;

/** Returns the first URIs in a result (JSON), each once. */
export function urisIn(result: Buffer): readonly string[] {
  const uris = new Set<string>();
  for (const [, quoted = ""] of result.toString("utf8").matchAll(URI_MEMBER)) {
    uris.add(JSON.parse(quoted) as string);
    if (uris.size >= MAX_NAMED_FILES) break;
  }
  return [...uris];
}

const URI_MEMBER = /"(?:uri|targetUri)"\s*:\s*("(?:[^"\\\p{Cc}]|\\["\\/bfnrt]|\\u[\da-fA-F]{4})*")/gu;

interface NamedFile {
  /** As of the last comparison; undefined for a file that does not exist. */
  readonly stamp: EntryStamp | undefined;
  /**
   * When the backends were notified of its last change, as of `performance.now()`; Infinity until
   * then, and 0 without a change.
   */
  notifiedAt: number;
}

export class FilesInAnswers {
  /** In milliseconds since 1970: what was changed before that, the backends have read since. */
  readonly #startedAt = Date.now() - CLOCK_STEP_MS;
  /** By path. */
  readonly #files = new Map<string, NamedFile>();

  /**
   * Compares the files that the answer to a request names. `isStale`: one has changed since the
   * request was sent, at `sentAt`. `changes` are those that backends are to be notified of: since
   * the last comparison, or since the session began. A named file that does not exist was deleted.
   */
  compare(uris: readonly string[], sentAt: number): { readonly isStale: boolean; readonly changes: DiskChange[] } {
    const changes: DiskChange[] = [];
    let isStale = false;
    for (const uri of uris) {
      const path = pathOfUri(uri);
      if (path === undefined) continue;
      const before = this.#files.get(path);
      const stats = statIfExists(path);
      const stamp = stats && entryStampOf(stats, Date.now());
      const isChanged = before ? !isSame(before.stamp, stamp) : stats === undefined || this.#isRecent(stats);
      const file = isChanged ? { stamp, notifiedAt: Infinity } : (before ?? { stamp, notifiedAt: 0 });
      this.#keep(path, file);
      isStale ||= file.notifiedAt >= sentAt;
      if (isChanged) changes.push({ uri, type: changeType(before && { exists: before.stamp !== undefined }, stamp) });
    }
    return { isStale, changes };
  }

  /**
   * Returns a function to be called when the backends have been notified of the changes that were
   * found up to now.
   */
  beginNotification(): () => void {
    const pending = [...this.#files.values()].filter(({ notifiedAt }) => notifiedAt === Infinity);
    return () => {
      for (const file of pending) file.notifiedAt = performance.now();
    };
  }

  #isRecent({ mtimeMs, ctimeMs }: Stats): boolean {
    return Math.max(mtimeMs, ctimeMs) > this.#startedAt;
  }

  #keep(path: string, file: NamedFile): void {
    setLatest(this.#files, path, file, MAX_FILES);
  }
}

function changeType(before: { readonly exists: boolean } | undefined, now: EntryStamp | undefined): number {
  if (now === undefined) return changeTypes.deleted;
  return before?.exists === false ? changeTypes.created : changeTypes.changed;
}

function isSame(before: EntryStamp | undefined, now: EntryStamp | undefined): boolean {
  return before && now ? !hasChanged(before, now, true) : before === now;
}

/** The client's documents. */
interface ClientTextCheck {
  /** Compares all open documents with the disk. Returns whether the backend was sent a new text. */
  checkAll(): boolean;
}

interface StaleAnswersHost {
  readonly texts: ClientTextCheck;
  readonly backends: Backends;
  readonly diskChanges: DiskChangeTracker;
  readonly unopenedFiles: UnopenedFiles;
}

/**
 * Answers that are older than the disk. A file that an answer names may have changed a moment
 * before, so that the place in it is that of the old text. The backends are then notified, and the
 * request is sent again.
 */
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
