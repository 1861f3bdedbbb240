/**
 * The texts of open documents and of files on disk. A text is immutable; a change makes a new one.
 */

import { dirname } from "node:path";
import type { Logger } from "../../error.js";
import { type DocumentEvent, type DocumentItem, DocumentStore } from "../../files/documents/documentStore.js";
import { decodeFile } from "../../files/documents/notebook/decodeFile.js";
import type { OpenDocument } from "../../files/documents/openDocument.js";
import { fileReader } from "../../files/fileReader.js";
import { maxBytesOf } from "../../files/readFileSync.js";
import { mayRead, type ReadPermission } from "../../files/readPermission.js";
import { decode } from "../../text/decode.js";
import { Document } from "../../text/document.js";
import { keyOfPath, pathOfUri, uriOfPath } from "../../uri.js";

/** A text with its URI, path, language and version. */
export interface SourceText {
  readonly uri: string;
  /** Undefined for a document that is not a file. */
  readonly path: string | undefined;
  readonly languageId: string;
  /** The client's version number; null for a text read from disk. */
  readonly version: number | null;
  readonly document: Document;
}

/**
 * Larger files on disk are ignored, as they are hardly source code. A client can still open them.
 */
const MAX_FILE_BYTES = 8 * 1024 * 1024;

export interface SourceTextsOptions {
  /** Returns the language id for the name of a file that is not open, or undefined. */
  readonly languageOf: (path: string) => string | undefined;
  /** Whether notebooks are read as scripts; by default not. */
  readonly readsNotebooks?: () => boolean;
  /** Returns the URIs of the workspace's folders, as the client spells them. */
  readonly folders: () => readonly string[];
  readonly log: Logger;
}

export class SourceTexts {
  // Positions count as offsets do.
  readonly #open = new DocumentStore(() => "utf-16");
  readonly #options: SourceTextsOptions;

  constructor(options: SourceTextsOptions) {
    this.#options = options;
  }

  /** Calls `listener` for each change, synchronously. */
  onChange(listener: (source: SourceText, event: DocumentEvent) => void): void {
    this.#open.listeners.add((document, event) => listener(sourceOf(document), event));
  }

  open(item: DocumentItem): void {
    if (typeof item.uri === "string" && typeof item.text === "string") this.#open.open(item);
    else this.#options.log("a document without a URI or a text is not opened");
  }

  change(uri: string, version: number, changes: readonly unknown[]): void {
    if (!this.#open.change(uri, version, changes))
      this.#options.log(`a change of ${uri} is malformed; the document is treated as closed`);
  }

  close(uri: string): void {
    this.#open.close(uri);
  }

  all(): readonly SourceText[] {
    return [...this.#open.all()].map(sourceOf);
  }

  /** Returns the open document with that URI, in any spelling. */
  get(uri: string): SourceText | undefined {
    const document = this.#open.get(uri);
    return document && sourceOf(document);
  }

  getByPath(path: string): SourceText | undefined {
    const document = this.#open.ofKey(keyOfPath(path));
    return document && sourceOf(document);
  }

  /** Returns the document, open or from disk. Undefined if it does not exist or is not text. */
  async find(uri: string): Promise<SourceText | undefined> {
    const path = pathOfUri(uri);
    return this.get(uri) ?? (path === undefined ? undefined : this.read(path, undefined, uri));
  }

  /**
   * Returns the text of a file that this server has found, of the open document or from disk.
   * Undefined if there is no text, or if it may not be read: a file elsewhere may be open for one
   * client, and the server answers others, too.
   */
  async read(path: string, languageId?: string, uri = this.uriOf(path)): Promise<SourceText | undefined> {
    const open = this.getByPath(path);
    if (open) return mayRead(path, this.#permission) ? open : undefined;
    const language = languageId ?? this.#options.languageOf(path) ?? "";
    try {
      const { bytes } = await fileReader.read(path, {
        maxBytes: maxBytesOf(path, MAX_FILE_BYTES),
        permission: this.#permission,
      });
      const decoded = this.#options.readsNotebooks?.() ? decodeFile(path, bytes) : decode(bytes);
      if ("binary" in decoded) return undefined;
      return { uri, path, languageId: language, version: null, document: Document.of(decoded.text) };
    } catch {
      return undefined; // deleted meanwhile, or not readable
    }
  }

  /** What this server finds by itself it reads in the workspace; without one, beside open files. */
  get #permission(): ReadPermission {
    const folders = this.#options.folders().flatMap((uri) => pathOfUri(uri) ?? []);
    const besideOpen = () => this.all().flatMap(({ path }) => (path === undefined ? [] : [dirname(path)]));
    return { folders: folders.length > 0 ? folders : [...new Set(besideOpen())], allowsOutside: false };
  }

  /** Returns the language id for a file name, or undefined. */
  languageOf(path: string): string | undefined {
    return this.#options.languageOf(path);
  }

  /** Returns the URI of a file, as the client spells it. */
  uriOf(path: string): string {
    return (
      this.getByPath(path)?.uri ??
      uriOfPath(
        path,
        this.#options.folders().map((uri) => ({ uri })),
      )
    );
  }
}

/** The present text of each open document. */
const sources = new WeakMap<OpenDocument, SourceText>();

/** Returns the present text of a document, the same object until it changes. */
function sourceOf(document: OpenDocument): SourceText {
  const { uri, languageId, version, text } = document;
  const known = sources.get(document);
  if (known?.version === version && known.document === text) return known;
  const source = { uri, path: pathOfUri(uri), languageId, version, document: text };
  sources.set(document, source);
  return source;
}
