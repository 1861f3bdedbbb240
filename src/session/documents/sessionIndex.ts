/** The global index of a session's folders, for backends without an index of their own. */

import { pathOfUri } from "../../uri.js";
import type { WorkspaceIndex } from "../../workspace/workspaceIndex.js";
import type { Roots } from "./filePaths.js";
import type { OpenDocuments } from "./openDocuments.js";

/** Starts an index of these folders. */
export type StartIndex = (folders: readonly string[]) => Promise<WorkspaceIndex>;

/**
 * The index of the session's folders: started on demand, and again when the folders have changed.
 */
export class SessionIndex {
  readonly #start: StartIndex;
  #current:
    | { readonly folders: string; readonly index: Promise<WorkspaceIndex>; readonly sentTexts: Map<string, object> }
    | undefined;

  constructor(start: StartIndex) {
    this.#start = start;
  }

  /** Returns the index, with the present text of the client's open documents. */
  async get({ folders, others }: Roots, documents: OpenDocuments): Promise<WorkspaceIndex> {
    const named = folders.flatMap(({ uri }) => pathOfUri(uri) ?? []);
    const paths = named.length > 0 ? named : others.slice(0, 1);
    const key = JSON.stringify(paths);
    if (this.#current?.folders !== key) {
      void this.end();
      this.#current = { folders: key, index: this.#start(paths), sentTexts: new Map() };
    }
    const { index: starting, sentTexts } = this.#current;
    const index = await starting;
    documents.applyPending();
    const open = new Set<string>();
    for (const { uri, languageId, text } of documents.all()) {
      const path = pathOfUri(uri);
      if (path === undefined) continue;
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

  /** Ends the index, which saves its cache for the next session. */
  async end(): Promise<void> {
    const current = this.#current;
    this.#current = undefined;
    await current?.index.then((index) => index.end()).catch(() => {});
  }
}
