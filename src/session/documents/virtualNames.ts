/** Documents in no file that answers have named, and their names for people. */

import { setLatest } from "../../text/list.js";
import { virtualName } from "../../uri.js";

/** How many documents are remembered. */
const MAX_NAMED = 5_000;

export class VirtualNames {
  /** By name: the URIs that have it, as keys. */
  readonly #uris = new Map<string, ReadonlySet<string>>();

  /** Notes the URIs of documents in an answer: a result as JSON. */
  note(json: string): void {
    for (const [, written = ""] of json.matchAll(
      /"(?:uri|targetUri|file_path)" ?: ?("(?!file:)[a-z][a-z0-9+.-]{1,30}:[^"]+")/gi,
    )) {
      const uri = JSON.parse(written) as string;
      const name = virtualName(uri);
      if (name === undefined) continue;
      const uris = this.#uris.get(name) ?? new Set();
      setLatest(this.#uris, name, uris.has(uri) ? uris : new Set([...uris, uri]), MAX_NAMED);
    }
  }

  /** Returns the URIs of the documents with a name. */
  urisOf(name: string): readonly string[] {
    return [...(this.#uris.get(name) ?? [])];
  }
}
