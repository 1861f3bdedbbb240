/**
 * Watches the folders of open documents, so that a change on disk is noticed without a request.
 * Requests compare their documents with the disk themselves: a missed event costs only time.
 */

import { type FSWatcher, watch } from "node:fs";
import { dirname } from "node:path";

/** Events come in bursts: a file is truncated, written and renamed. */
const BURST_MS = 20;
/** Where folders can't be watched, and for what the system does not report. */
const POLL_MS = 2_000;

interface WatchedFolder {
  readonly watcher: FSWatcher | undefined;
  documentCount: number;
}

export class FolderWatch {
  readonly #onChange: (isInChangedFolder: (path: string) => boolean) => void;
  readonly #folders = new Map<string, WatchedFolder>();
  readonly #changed = new Set<string>();
  #burstTimer: NodeJS.Timeout | undefined;
  #pollTimer: NodeJS.Timeout | undefined;

  /** `onChange` gets a test for the paths of files that may have changed. */
  constructor(onChange: (mayHaveChanged: (path: string) => boolean) => void) {
    this.#onChange = onChange;
  }

  /** Watches the folder of a file. */
  add(path: string): void {
    const folder = dirname(path);
    const watched = this.#folders.get(folder);
    if (watched) watched.documentCount++;
    else this.#folders.set(folder, { watcher: this.#watch(folder), documentCount: 1 });
    this.#pollTimer ??= setInterval(() => this.#onChange(() => true), POLL_MS).unref();
  }

  remove(path: string): void {
    const folder = dirname(path);
    const watched = this.#folders.get(folder);
    if (!watched || --watched.documentCount > 0) return;
    watched.watcher?.close();
    this.#folders.delete(folder);
  }

  end(): void {
    clearTimeout(this.#burstTimer);
    clearInterval(this.#pollTimer);
    for (const { watcher } of this.#folders.values()) watcher?.close();
    this.#folders.clear();
  }

  #watch(folder: string): FSWatcher | undefined {
    try {
      const watcher = watch(folder, { persistent: false }, () => this.#note(folder));
      watcher.on("error", () => watcher.close());
      return watcher;
    } catch {
      return undefined; // too many watches, or no such folder: polled
    }
  }

  #note(folder: string): void {
    this.#changed.add(folder);
    this.#burstTimer ??= setTimeout(() => {
      this.#burstTimer = undefined;
      const changed = new Set(this.#changed);
      this.#changed.clear();
      this.#onChange((path) => changed.has(dirname(path)));
    }, BURST_MS).unref();
  }
}
