/**
 * The texts of files that an answer refers to, as the session has them: those of open documents,
 * else those on disk. Nothing is opened at a backend, and nothing is kept after the request.
 */

import { languageOf } from "../../backend/config/servers.js";
import { Document } from "../../text/document.js";
import { keyOfUri, pathOfUri, uriOfPath } from "../../uri.js";
import type { RequestContext } from "../client/requestContext.js";
import { readFileText } from "../documents/unopenedFiles.js";
import type { DocumentVersion } from "../place/syntaxView.js";

export interface FileTexts {
  /** Returns the text of a document; undefined if it is gone, too large or not text. */
  read(uri: string): Promise<DocumentVersion | undefined>;
  /** Does the same for a file by its absolute path. */
  readPath(path: string): Promise<DocumentVersion | undefined>;
}

export type SourceContext = Pick<RequestContext, "client" | "documents" | "servers">;

/** Makes a reader that reads each file once. */
export function createFileTexts({ client, documents, servers }: SourceContext): FileTexts {
  documents.applyPending();
  const texts = new Map<string, Promise<DocumentVersion | undefined>>();
  const readText = async (uri: string): Promise<DocumentVersion | undefined> => {
    const path = pathOfUri(uri);
    const open = documents.get(uri) ?? (path === undefined ? undefined : documents.ofPath(path));
    if (open) return { uri: open.uri, languageId: open.languageId, text: open.text };
    if (path === undefined) return undefined;
    try {
      const text = Document.of(await readFileText(path));
      return { uri, languageId: languageOf(servers, path) ?? "plaintext", text };
    } catch {
      return undefined;
    }
  };
  const read = (uri: string) => {
    const key = keyOfUri(uri);
    const before = texts.get(key);
    if (before) return before;
    const text = readText(uri);
    texts.set(key, text);
    return text;
  };
  return { read, readPath: (path) => read(uriOfPath(path, client.roots.folders)) };
}
