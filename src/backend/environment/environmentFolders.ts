/** Which folder a document's environment is looked for in: its own, one above it, or the root. */

import { dirname } from "node:path";
import { getOrInsert } from "../../text/list.js";
import type { Server, Servers } from "../config/servers.js";
import { searchScope } from "./candidateFolders.js";
import { nearestEnvironmentFolder, stampOf } from "./detectEnvironment.js";

interface KnownFolder {
  readonly server: Server;
  readonly root: string;
  readonly found: string;
  /** The paths that it depends on, and how they were. */
  readonly looked: ReadonlySet<string>;
  readonly stamp: string;
}

/** The maximum number of folders of documents; further ones are looked up anew. */
const MAX_FOLDERS = 1_000;

export class EnvironmentFolders {
  readonly #languages: () => Servers["languages"];
  /** By the folder of a document, then by the name of a server and its root. */
  readonly #known = new Map<string, Map<string, KnownFolder>>();

  constructor(languages: () => Servers["languages"]) {
    this.#languages = languages;
  }

  /** Returns the folder for a file of a server. All paths are absolute. */
  of(file: string, server: Server, root: string): string {
    const folder = dirname(file);
    if (server.detect === undefined || folder === root) return root;
    if (this.#known.size >= MAX_FOLDERS && !this.#known.has(folder)) this.#known.clear();
    const ofFolder = getOrInsert(this.#known, folder, () => new Map<string, KnownFolder>());
    const key = `${server.name}\0${root}`;
    return getOrInsert(ofFolder, key, () => this.#look(folder, server, root)).found;
  }

  /** Looks again for files in a folder. Returns the folders that others have taken over from. */
  review(folder: string): readonly string[] {
    const replaced: string[] = [];
    for (const [key, known] of this.#known.get(folder) ?? []) {
      if (stampOf(known.looked) === known.stamp) continue;
      const now = this.#look(folder, known.server, known.root);
      this.#known.get(folder)?.set(key, now);
      if (now.found !== known.found) replaced.push(known.found);
    }
    return replaced;
  }

  #look(folder: string, server: Server, root: string): KnownFolder {
    const looked = new Set<string>();
    const scope = searchScope(folder, root, (path) => looked.add(path));
    const found = nearestEnvironmentFolder(server, scope, this.#languages());
    return { server, root, found, looked, stamp: stampOf(looked) };
  }
}
