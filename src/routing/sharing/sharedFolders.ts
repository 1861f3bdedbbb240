/** The workspace folders of a server that several sessions share, and the files watched in them. */

import type { Logger } from "../../error.js";
import { pathOfUri, type WorkspaceFolder } from "../../uri.js";
import { type FileEvent, type FileWatchers, watchFiles } from "../files/fileWatchers.js";

interface SharedFoldersHost {
  /** When the server has started; in ms since the epoch. */
  readonly startedAt: number;
  /** Notifies the server of further folders, if it takes them. */
  onAdded(added: readonly WorkspaceFolder[]): void;
  /** Notifies the server and its sessions of files that have changed on disk. */
  onChanged(changes: readonly FileEvent[]): void;
  readonly log: Logger;
}

const WATCHER_KEY = "server";

export class SharedFolders {
  readonly #host: SharedFoldersHost;
  #folders: readonly WorkspaceFolder[] = [];
  #watchers: FileWatchers | undefined;

  constructor(host: SharedFoldersHost) {
    this.#host = host;
  }

  get all(): readonly WorkspaceFolder[] {
    return this.#folders;
  }

  /** Takes the folders that the server is initialized with. */
  begin(folders: readonly WorkspaceFolder[]): void {
    this.#folders = folders;
  }

  /** Adds those of a further session. None is removed: it may be another session's, too. */
  add(folders: readonly WorkspaceFolder[]): void {
    const added = folders.filter(({ uri }) => !this.#folders.some((folder) => folder.uri === uri));
    if (added.length === 0) return;
    this.#folders = [...this.#folders, ...added];
    this.#watchers?.rootsChanged();
    this.#host.onAdded(added);
  }

  /** Adds a registration for changed files. `watchers` is unchecked JSON. */
  watch(id: string, watchers: unknown): void {
    this.#watchers ??= watchFiles({
      sessionStart: this.#host.startedAt,
      roots: () => this.#folders.flatMap(({ uri }) => pathOfUri(uri) ?? []),
      notify: (_key, changes) => this.#host.onChanged(changes),
      log: this.#host.log,
    });
    this.#watchers.watch(WATCHER_KEY, id, watchers);
  }

  unwatch(id: string): void {
    this.#watchers?.unwatch(WATCHER_KEY, id);
  }

  /**
   * Resolves when the server has been notified of all changes up to now; returns undefined if no
   * files are watched.
   */
  flush(): Promise<void> | undefined {
    return this.#watchers?.flush();
  }

  end(): void {
    this.#watchers?.end();
  }
}
