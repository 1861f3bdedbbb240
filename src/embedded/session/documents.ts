/**
 * The texts of open documents and of files on disk. A text is immutable; a change makes a new one.
 */

import { dirname } from "node:path";
import type { Logger } from "../../error.js";
import { fileReader } from "../../files/fileReader.js";
import { mayRead, type ReadPermission } from "../../files/readPermission.js";
import { decode } from "../../text/decode.js";
import { Document } from "../../text/document.js";
import { applyContentChanges, isContentChange } from "../../text/edits/contentChanges.js";
import { keyOfPath, keyOfUri, pathOfUri, uriOfPath } from "../../uri.js";

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

export type DocumentChangeKind = "opened" | "changed" | "closed";

export interface SourceTextsOptions {
  /** Returns the language id for the name of a file that is not open, or undefined. */
  readonly languageOf: (path: string) => string | undefined;
  /** Returns the URIs of the workspace's folders, as the client spells them. */
  readonly folders: () => readonly string[];
  readonly log: Logger;
}

export class SourceTexts {
  readonly #open = new Map<string, SourceText>();
  readonly #options: SourceTextsOptions;
  readonly #listeners: ((source: SourceText, change: DocumentChangeKind) => void)[] = [];

  constructor(options: SourceTextsOptions) {
    this.#options = options;
  }

  /** Calls `listener` for each change, synchronously. */
  onChange(listener: (source: SourceText, change: DocumentChangeKind) => void): void {
    this.#listeners.push(listener);
  }

  open(item: {
    readonly uri: string;
    readonly languageId: string;
    readonly version: number;
    readonly text: string;
  }): void {
    const { uri, languageId, version, text } = item;
    const source = { uri, path: pathOfUri(uri), languageId, version, document: Document.of(text) };
    this.#open.set(keyOfUri(uri), source);
    this.#notify(source, "opened");
  }

  change(uri: string, version: number, changes: readonly unknown[]): void {
    const before = this.#open.get(keyOfUri(uri));
    if (before === undefined) return;
    if (!changes.every(isContentChange)) {
      // A wrong text is worse than none: the client must open the document again.
      this.#options.log(`a change of ${uri} is malformed; the document is treated as closed`);
      this.close(uri);
      return;
    }
    const { document } = applyContentChanges(before.document, changes, "utf-16");
    const source = { ...before, version, document };
    this.#open.set(keyOfUri(uri), source);
    this.#notify(source, "changed");
  }

  close(uri: string): void {
    const source = this.#open.get(keyOfUri(uri));
    if (source === undefined) return;
    this.#open.delete(keyOfUri(uri));
    this.#notify(source, "closed");
  }

  all(): Iterable<SourceText> {
    return this.#open.values();
  }

  /** Returns the open document with that URI, in any spelling. */
  get(uri: string): SourceText | undefined {
    return this.#open.get(keyOfUri(uri));
  }

  getByPath(path: string): SourceText | undefined {
    return this.#open.get(keyOfPath(path));
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
      const { bytes } = await fileReader.read(path, { maxBytes: MAX_FILE_BYTES, permission: this.#permission });
      const decoded = decode(bytes);
      if ("binary" in decoded) return undefined;
      return { uri, path, languageId: language, version: null, document: Document.of(decoded.text) };
    } catch {
      return undefined; // deleted meanwhile, or not readable
    }
  }

  /** What this server finds by itself it reads in the workspace; without one, beside open files. */
  get #permission(): ReadPermission {
    const folders = this.#options.folders().flatMap((uri) => pathOfUri(uri) ?? []);
    const besideOpen = () =>
      [...this.#open.values()].flatMap(({ path }) => (path === undefined ? [] : [dirname(path)]));
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

  #notify(source: SourceText, change: DocumentChangeKind): void {
    for (const listener of this.#listeners) listener(source, change);
  }
}
