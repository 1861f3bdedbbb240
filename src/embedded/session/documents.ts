/** Texts: of documents that the client has open, and of files on disk. A text is a value; a change makes a new one. */

import { promises } from "node:fs";
import type { Logger } from "../../error.js";
import { applyContentChanges, isContentChange } from "../../text/contentChanges.js";
import { decode } from "../../text/decode.js";
import { Document } from "../../text/document.js";
import { keyOfPath, keyOfUri, pathOfUri, uriOfPath } from "../../uri.js";

/** A text and what it is called. */
export interface SourceText {
  readonly uri: string;
  /** Undefined for what is no file. */
  readonly path: string | undefined;
  readonly languageId: string;
  /** The client's number of this text; null for one that is read from disk. */
  readonly version: number | null;
  readonly document: Document;
}

/** Larger files are no code that somebody wrote; the client can still open them. */
const MAX_FILE_BYTES = 8 * 1024 * 1024;

export type DocumentChangeKind = "opened" | "changed" | "closed";

export interface SourceTextsOptions {
  /** The language id of a file that is not open; undefined where its name tells none. */
  readonly languageOf: (path: string) => string | undefined;
  /** URIs of the workspace's folders, as the client spells them. */
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

  /** Called in the turn in which the client says so. */
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
      // Better no text than a wrong one: the client has to open it anew.
      this.#options.log(`a change of ${uri} makes no sense; the document is taken to be closed`);
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

  /** The open document of that URI, however it is spelled. */
  get(uri: string): SourceText | undefined {
    return this.#open.get(keyOfUri(uri));
  }

  getByPath(path: string): SourceText | undefined {
    return this.#open.get(keyOfPath(path));
  }

  /** The document of that URI, from disk where it is not open; undefined where it is not there or no text. */
  async find(uri: string): Promise<SourceText | undefined> {
    const path = pathOfUri(uri);
    return this.get(uri) ?? (path === undefined ? undefined : this.read(path, undefined, uri));
  }

  /** The text of a file: what is open goes before the disk. Undefined where it is not there or no text. */
  async read(path: string, languageId?: string, uri = this.uriOf(path)): Promise<SourceText | undefined> {
    const open = this.getByPath(path);
    if (open) return open;
    const language = languageId ?? this.#options.languageOf(path) ?? "";
    try {
      const stats = await promises.stat(path);
      // Whoever reads a pipe waits until somebody writes, perhaps for ever.
      if (!stats.isFile() || stats.size > MAX_FILE_BYTES) return undefined;
      const decoded = decode(await promises.readFile(path));
      if ("binary" in decoded) return undefined;
      return { uri, path, languageId: language, version: null, document: Document.of(decoded.text) };
    } catch {
      return undefined; // it has gone, or may not be read
    }
  }

  /** Undefined where its name tells none. */
  languageOf(path: string): string | undefined {
    return this.#options.languageOf(path);
  }

  /** As the client spells it. */
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
