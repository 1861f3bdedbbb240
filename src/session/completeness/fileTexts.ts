/**
 * The texts of files that an answer refers to, as the session has them: those of open documents,
 * else those on disk. Nothing is opened at a backend. Texts from disk, and with them what is known
 * of their syntax, are kept for the next request while the files keep their stamps.
 */

import { readFileText } from "../../ask/documents/unopenedFiles.js";
import { fileReader } from "../../files/fileReader.js";
import { languageOfFile } from "../../files/languageOfFile.js";
import type { ReadPermission } from "../../files/readPermission.js";
import { Document } from "../../text/document.js";
import { getOrInsert, SizedMap } from "../../text/list.js";
import { fileKeyOf, pathOfUri, uriOfPath } from "../../uri.js";
import { type FileStamp, isSameStamp, stampBeforeReading, stampOf } from "../../workspace/disk/fileStamp.js";
import type { RequestContext } from "../client/requestContext.js";
import { answerPermission } from "../documents/filePaths.js";
import type { OpenDocuments } from "../documents/openDocuments.js";
import type { DocumentVersion } from "../place/syntaxView.js";

export interface FileTexts {
  /** The revision of all texts when the reader was made; undefined if it is not known. */
  readonly revision: string | undefined;
  /** Returns the text of a document; undefined if it is gone, too large or not text. */
  read(uri: string): Promise<DocumentVersion | undefined>;
  /** Does the same for a file by its absolute path. */
  readPath(path: string): Promise<DocumentVersion | undefined>;
  /**
   * Says that the index has these files: while the revision of all texts stays, their texts need
   * not be compared with the disk again. `paths` are absolute.
   */
  noteIndexed(paths: readonly string[]): void;
}

export type SourceContext = Pick<RequestContext, "client" | "documents" | "servers">;

/** The texts from disk that a session keeps. */
const keptTexts = new WeakMap<OpenDocuments, KeptTexts>();

/**
 * Makes a reader that reads each file once, if it has changed since an earlier request. `revision`
 * is that of all texts as of now, or undefined if it is not known.
 */
export function createFileTexts({ client, documents, servers }: SourceContext, revision?: string): FileTexts {
  documents.applyPending();
  const kept = getOrInsert(keptTexts, documents, () => new KeptTexts(servers.readsNotebooks === true));
  const texts = new Map<string, Promise<DocumentVersion | undefined>>();
  const compared = new Set<string>();
  const indexed = new Set<string>();
  const confirm = (path: string) => {
    if (revision !== undefined && compared.has(path) && indexed.has(path)) kept.confirm(path, revision);
  };
  const readText = async (uri: string): Promise<DocumentVersion | undefined> => {
    const path = pathOfUri(uri);
    const open = documents.get(uri);
    if (open) return { uri: open.uri, languageId: open.languageId, text: open.text };
    if (path === undefined) return undefined;
    try {
      const text = kept.at(path, revision) ?? (await kept.read(path, answerPermission(client.roots)));
      compared.add(path);
      confirm(path);
      return { uri, languageId: languageOfFile(path, servers) ?? "plaintext", text };
    } catch {
      return undefined;
    }
  };
  const read = (uri: string) => getOrInsert(texts, fileKeyOf(uri), () => readText(uri));
  const byPath = new Map<string, Promise<DocumentVersion | undefined>>();
  const readPath = (path: string) => getOrInsert(byPath, path, () => read(uriOfPath(path, client.roots.folders)));
  const noteIndexed = (paths: readonly string[]) => {
    for (const path of paths) {
      indexed.add(path);
      confirm(path);
    }
  };
  return { revision, read, readPath, noteIndexed };
}

/** The total length of the texts that are kept, in UTF-16 units. */
const MAX_KEPT_LENGTH = 8_000_000;

interface KeptText {
  readonly stamp: FileStamp;
  readonly text: Document;
  /** The last revision of all texts at which it was this one; undefined if that is not known. */
  revision?: string;
}

/** Texts of files by their paths, the latest used last. */
class KeptTexts {
  readonly #texts = new SizedMap<string, KeptText>(MAX_KEPT_LENGTH);
  readonly #readsNotebooks: boolean;

  constructor(readsNotebooks: boolean) {
    this.#readsNotebooks = readsNotebooks;
  }

  /** Returns the text of a file at a revision, if that is known without looking at the disk. */
  at(path: string, revision: string | undefined): Document | undefined {
    const kept = this.#texts.get(path);
    return revision !== undefined && kept?.revision === revision ? kept.text : undefined;
  }

  /** Says that a file's text is that of a revision. */
  confirm(path: string, revision: string): void {
    const kept = this.#texts.get(path);
    if (kept) kept.revision = revision;
  }

  /** Rejects as `readFileText` does. */
  async read(path: string, permission: ReadPermission): Promise<Document> {
    const stats = await fileReader.stat(path);
    const before = this.#texts.get(path);
    if (before && isSameStamp(before.stamp, stampOf(stats))) {
      this.#texts.set(path, before, before.text.length);
      return before.text;
    }
    const read = await readFileText(path, { permission, readsNotebooks: this.#readsNotebooks });
    const text = before?.text.text === read ? before.text : Document.of(read);
    this.#texts.set(path, { stamp: stampBeforeReading(stats, Date.now()), text }, text.length);
    return text;
  }
}
