/**
 * The workspace folders that one server serves: its own root, and those that it takes beside it.
 */

import { type Backend, sendNotification } from "../../ask/backend/backend.js";
import type { WorkspaceFolder } from "../../uri.js";

export class ServedFolders {
  readonly #root: WorkspaceFolder;
  readonly #backend: Backend;
  #all: readonly WorkspaceFolder[];
  /** Those that the process has been told of. */
  #announced: readonly WorkspaceFolder[] = [];

  constructor(root: WorkspaceFolder, backend: Backend) {
    this.#root = root;
    this.#backend = backend;
    this.#all = [root];
  }

  get all(): readonly WorkspaceFolder[] {
    return this.#all;
  }

  /** Whether the process takes folders after its start. */
  get takesChanges(): boolean {
    const { supported, changeNotifications } = this.#backend.capabilities.workspace?.workspaceFolders ?? {};
    return supported === true && changeNotifications !== undefined && changeNotifications !== false;
  }

  includes({ uri }: WorkspaceFolder): boolean {
    return contains(this.#all, uri);
  }

  /** Adds folders, and takes all as announced: the request that starts a process names them. */
  initializeWith(known: readonly WorkspaceFolder[]): void {
    this.#all = [...this.#all, ...known.filter((folder) => !this.includes(folder))];
    this.#announced = this.#all;
  }

  /** Forgets all but the root: the process takes no others. */
  restrictToRoot(): void {
    this.#all = [this.#root];
  }

  add(folder: WorkspaceFolder): void {
    this.#all = [...this.#all, folder];
  }

  remove({ uri }: WorkspaceFolder): void {
    this.#all = this.#all.filter((folder) => folder.uri !== uri);
  }

  /** Tells the process of the folders that have changed, if it wants to know. */
  announce(): void {
    const added = this.#all.filter(({ uri }) => !contains(this.#announced, uri));
    const removed = this.#announced.filter(({ uri }) => !contains(this.#all, uri));
    this.#announced = this.#all;
    if (added.length + removed.length === 0 || !this.takesChanges) return;
    sendNotification(this.#backend, "workspace/didChangeWorkspaceFolders", { event: { added, removed } });
  }
}

function contains(folders: readonly WorkspaceFolder[], uri: string): boolean {
  return folders.some((folder) => folder.uri === uri);
}
