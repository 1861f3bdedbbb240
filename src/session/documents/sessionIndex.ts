/** The global index of a session's folders, for backends without an index of their own. */

import { readFileText } from "../../ask/documents/unopenedFiles.js";
import type { OpenDocument } from "../../files/documents/openDocument.js";
import { languageOfPath } from "../../languages/languages.js";
import { setLatest } from "../../text/list.js";
import { pathOfUri } from "../../uri.js";
import { statIfExists } from "../../workspace/disk/folderEntries.js";
import { Worktrees } from "../../workspace/disk/worktrees.js";
import type { WorkspaceIndex } from "../../workspace/workspaceIndex.js";
import { foldersOf, type Roots } from "./filePaths.js";
import type { LibraryArea } from "./libraries.js";
import type { OpenDocuments } from "./openDocuments.js";

/** Starts an index of these folders. */
export type StartIndex = (folders: readonly string[]) => Promise<WorkspaceIndex>;

/** The maximum number of indexes of worktrees beside that of the session's folders. */
const MAX_WORKTREES = 4;
/** The maximum number of indexes of libraries. */
const MAX_LIBRARIES = 8;

/** Folders (absolute paths) in which the system reports no changes on disk, and why. */
export interface UnwatchedFolders {
  readonly folders: readonly string[];
  readonly why: string;
}

interface StartedIndex {
  readonly folders: readonly string[];
  /** Why the system reports no changes in the folders; `undefined` if it does. */
  watchFailure: string | undefined;
  readonly index: Promise<WorkspaceIndex>;
  /** By path: the texts of open documents that it has. */
  readonly sentTexts: Map<string, object>;
}

/**
 * The index of the session's folders: started on demand, and again when the folders have changed.
 * Another worktree of git that a request is about has an index of its own, and so has a library.
 */
export class SessionIndex {
  readonly #start: StartIndex;
  #current: (StartedIndex & { readonly key: string }) | undefined;
  /** By the top of a worktree, the latest used last. */
  readonly #worktrees = new Map<string, StartedIndex>();
  /** By the paths of a library's sources, the latest used last. */
  readonly #libraries = new Map<string, StartedIndex>();

  constructor(start: StartIndex) {
    this.#start = start;
  }

  /**
   * Returns the index of the session's folders, or that of the worktree of a file (absolute path)
   * if they are not in it, with the present text of the client's open documents.
   */
  async get(roots: Roots, documents: OpenDocuments, file?: string): Promise<WorkspaceIndex> {
    const paths = foldersOf(roots);
    const worktrees = new Worktrees();
    const top = file === undefined ? undefined : worktrees.otherThan(file, paths);
    const { index: starting, sentTexts } = top === undefined ? this.#indexOfFolders(paths) : this.#indexOfWorktree(top);
    const index = await starting;
    documents.applyPending();
    const open = new Set<string>();
    for (const { uri, languageId, text } of documents.all()) {
      const path = pathOfUri(uri);
      if (path === undefined || worktrees.otherThan(path, top === undefined ? paths : [top]) !== undefined) continue;
      open.add(path);
      if (sentTexts.get(path) === text) continue;
      sentTexts.set(path, text);
      index.open(path, languageId, text.text);
    }
    for (const path of sentTexts.keys()) {
      if (open.has(path)) continue;
      sentTexts.delete(path);
      index.close(path);
    }
    return index;
  }

  /** Returns the index of a library, which has a text of each file that is one of its sources. */
  async ofLibrary({ sources }: LibraryArea): Promise<WorkspaceIndex> {
    const paths = sources.map(({ path }) => path);
    const files = paths.filter((path) => statIfExists(path)?.isFile());
    const key = JSON.stringify(paths);
    const started = this.#libraries.get(key) ?? this.#startIndex(paths.filter((path) => !files.includes(path)));
    for (const [, oldest] of setLatest(this.#libraries, key, started, MAX_LIBRARIES)) void endIndex(oldest);
    const index = await started.index;
    for (const path of files) index.open(path, languageOfPath(path), await readFileText(path));
    return index;
  }

  /** Returns the folders of the indexes that look for changes at each query. */
  unwatched(): readonly UnwatchedFolders[] {
    const started = [...(this.#current ? [this.#current] : []), ...this.#worktrees.values()];
    return started.flatMap(({ folders, watchFailure: why }) => (why === undefined ? [] : [{ folders, why }]));
  }

  /** Ends the indexes, which save their caches for the next session. */
  async end(): Promise<void> {
    const all = [this.#current, ...this.#worktrees.values(), ...this.#libraries.values()];
    this.#current = undefined;
    this.#worktrees.clear();
    this.#libraries.clear();
    await Promise.all(all.map(endIndex));
  }

  #indexOfFolders(paths: readonly string[]): StartedIndex {
    const key = JSON.stringify(paths);
    if (this.#current?.key !== key) {
      void endIndex(this.#current);
      this.#current = Object.assign(this.#startIndex(paths), { key });
    }
    return this.#current;
  }

  #indexOfWorktree(top: string): StartedIndex {
    const started = this.#worktrees.get(top) ?? this.#startIndex([top]);
    for (const [, oldest] of setLatest(this.#worktrees, top, started, MAX_WORKTREES)) void endIndex(oldest);
    return started;
  }

  #startIndex(folders: readonly string[]): StartedIndex {
    const started: StartedIndex = {
      folders,
      watchFailure: undefined,
      index: this.#start(folders),
      sentTexts: new Map(),
    };
    const track = (index: WorkspaceIndex) =>
      index.onStateChange(({ watchFailure }) => {
        started.watchFailure = watchFailure;
      });
    // Whoever asks the index is told why it did not start.
    void started.index.then(track, () => {});
    return started;
  }
}

/**
 * Returns the revision of all texts (see `WorkspaceIndex`); null where the index does not know it,
 * or not in time.
 */
export async function revisionOfTexts(
  { uri, languageId }: Pick<OpenDocument, "uri" | "languageId">,
  timeoutMs: number,
  { index, client, documents }: RevisionContext,
): Promise<string | null> {
  const aborter = new AbortController();
  const timer = setTimeout(() => aborter.abort(), timeoutMs).unref();
  try {
    const workspace = await index.get(client.roots, documents, pathOfUri(uri));
    return await workspace.revision(languageId, aborter.signal);
  } catch {
    return null;
  } finally {
    clearTimeout(timer);
  }
}

interface RevisionContext {
  readonly index: Pick<SessionIndex, "get">;
  readonly client: { readonly roots: Roots };
  readonly documents: OpenDocuments;
}

async function endIndex(started: StartedIndex | undefined): Promise<void> {
  await started?.index.then((index) => index.end()).catch(() => {});
}
