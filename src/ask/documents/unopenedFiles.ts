/**
 * Files that a Locate is about and the client has not opened.
 *
 * They are read from disk, opened at the backend where that is needed, and brought up to date at
 * each use. When the client opens one of them itself, ours is closed first.
 */

import { decodeFile } from "../../files/documents/notebook/decodeFile.js";
import { isNotebookPath } from "../../files/documents/notebook/notebook.js";
import { FIRST_VERSION, OpenDocument } from "../../files/documents/openDocument.js";
import type { FileStats } from "../../files/fileCalls.js";
import { fileReader } from "../../files/fileReader.js";
import { unreadableError } from "../../files/readErrors.js";
import { MAX_TEXT_BYTES, maxBytesOf } from "../../files/readFileSync.js";
import type { ReadPermission } from "../../files/readPermission.js";
import { decode } from "../../text/decode.js";
import { diffTexts } from "../../text/diff/difference.js";
import { Document } from "../../text/document.js";
import { offsetsToRange, type PositionEncoding } from "../../text/position.js";
import { keyOfPath, keyOfUri, realKeyOfPath } from "../../uri.js";
import { type FileStamp, isSameStamp, stampBeforeReading, stampOf } from "../../workspace/disk/fileStamp.js";

/** How long, and how many at a time, files stay open at the backend after their last use. */
const KEEP_OPEN_MS = 5 * 60_000;
const MAX_OPEN = 100;

/**
 * What the unopened files need of the session: how to notify the backend, and how it names files.
 */
interface UnopenedFilesHost {
  /** Whether the client has that document open. */
  isOpenInClient(document: OpenDocument): boolean;
  /** Sends a notification about a document to its backend; only called once the session runs. */
  notify(document: OpenDocument, method: string, params: unknown): void;
  /** Called before a file is opened at its backend; `path` is undefined for what is in no file. */
  willOpen(document: OpenDocument, path: string | undefined): void;
  /** Called when a file was opened at its backend. */
  didOpen(document: OpenDocument, path: string | undefined): void;
  /** Called when a file was closed at its backend. */
  didClose(document: OpenDocument): void;
  /**
   * Returns whether the backend wants didOpen and didClose, and didChange, with a range if it takes
   * one; and how it counts characters.
   */
  syncOptions(document: OpenDocument): {
    readonly open: boolean;
    readonly changes: boolean;
    readonly ranges: boolean;
    readonly encoding: PositionEncoding;
  };
  uriOf(path: string): string;
  languageOf(path: string): string;
  /** Whether notebooks are read as scripts. */
  readsNotebooks(): boolean;
  /** Aborted at the end of the session, which cancels reads. */
  readonly signal: AbortSignal;
}

/** Returns the stats of a file as `fileReader.stat` does. */
export type StatFile = (path: string) => Promise<FileStats>;

interface Entry {
  /** Undefined for a document in no file, whose text its server gives. */
  readonly path: string | undefined;
  document: OpenDocument;
  /** That of the file when `refreshAll` last read it; undefined if its text is from elsewhere. */
  stamp: FileStamp | undefined;
  /** When it was opened at the backend; undefined if it is not open there. */
  openedAt: number | undefined;
  usedAt: number;
  /** What needs it open for a time; undefined once it is to stay open for longer. */
  users: Set<object> | undefined;
  /** The text that the backend has in place of the document's own. */
  trial: Document | undefined;
  /** Whether it is a file that does not exist, and is open at the backend as if it did. */
  isTrialAlone: boolean;
}

interface VirtualText {
  readonly uri: string;
  readonly languageId: string;
  readonly text: string;
}

export class UnopenedFiles {
  readonly #host: UnopenedFilesHost;
  readonly #entries = new Map<string, Entry>();
  /**
   * The keys of all files that we ever opened and the client did not: their diagnostics are for us
   * alone.
   */
  readonly #ownKeys = new Set<string>();
  #sweepTimer: NodeJS.Timeout | undefined;

  constructor(host: UnopenedFilesHost) {
    this.#host = host;
  }

  /**
   * Reads a file as it is on disk now. Without a permission, any may be read. Errors:
   * `file_unreadable`, and the file system's own.
   */
  async read(path: string, permission?: ReadPermission): Promise<OpenDocument> {
    const text = await this.#readText(path, permission);
    const entry = this.#entries.get(keyOfPath(path)) ?? this.#byRealPath(path) ?? this.#add(path, text);
    entry.usedAt = Date.now();
    if (entry.document.text.text !== text) this.#refresh(entry, text);
    return entry.document;
  }

  /** Returns the document of a text that is in no file: the same one while it is in use. */
  keepText({ uri, languageId, text }: VirtualText): OpenDocument {
    const entry = this.#entries.get(keyOfUri(uri)) ?? this.#addDocument(undefined, { uri, languageId, text });
    entry.usedAt = Date.now();
    if (entry.document.text.text !== text) this.#refresh(entry, text);
    return entry.document;
  }

  /**
   * Opens our document at the backend, if it has to be and is not. Call it in the turn in
   * which the request is sent. If there is a `user`, the document is closed at the end of its use.
   */
  openAtBackend(document: OpenDocument, user?: object): void {
    const entry = this.#entries.get(document.key);
    if (!entry || entry.document !== document) return;
    if (user === undefined) entry.users = undefined;
    else entry.users?.add(user);
    if (entry.openedAt !== undefined || !this.#host.syncOptions(document).open) return;
    if (this.#host.isOpenInClient(document)) {
      this.#close(entry);
      return;
    }
    const atBackend = [...this.#entries.values()].filter((other) => other.openedAt !== undefined);
    if (atBackend.length >= MAX_OPEN) this.#closeOldest(atBackend);
    document.sentAt = performance.now();
    document.openedVersion = document.version;
    this.#host.willOpen(document, entry.path);
    this.#sendOpened(document);
    entry.openedAt = Date.now();
    if (user !== undefined) entry.users = new Set([user]);
    this.#host.didOpen(document, entry.path);
    this.#ownKeys.add(document.key);
    this.#sweepTimer ??= setInterval(() => this.#sweep(), KEEP_OPEN_MS / 5).unref();
  }

  /** Returns the documents that are open only for this user. */
  documentsOf(user: object): readonly OpenDocument[] {
    return [...this.#entries.values()].flatMap(({ openedAt, users, document }) =>
      openedAt !== undefined && users?.size === 1 && users.has(user) ? [document] : [],
    );
  }

  /** Ends a use. Closes the documents that are open only for it, but those that `isKept` names. */
  endUse(user: object, isKept: (document: OpenDocument) => boolean): void {
    for (const entry of this.#entries.values()) {
      const { document, users } = entry;
      if (!users?.delete(user) || users.size > 0 || entry.openedAt === undefined) continue;
      if (document.hasSnapshots || isKept(document)) entry.users = undefined;
      else this.#closeAtBackend(entry);
    }
  }

  /**
   * Sends the text of a document to the backend again, as a new version. Returns false if it is not
   * open there.
   */
  sendAgain(document: OpenDocument): boolean {
    const entry = this.#openEntryOf(document);
    if (!entry) return false;
    // The end of a trial sends it.
    if (entry.trial) return true;
    document.setText(document.text, [], performance.now());
    document.version++;
    this.#sendText(document, document.text);
    return true;
  }

  /**
   * Sends another text to the backend in place of that of a document, until `endTrial`. Returns a
   * document that stands for it; undefined if the document is not open there.
   */
  beginTrial(document: OpenDocument, text: Document): OpenDocument | undefined {
    const entry = this.#openEntryOf(document);
    if (!entry) return undefined;
    entry.trial = text;
    const { uri, languageId, owner } = document;
    const version = ++document.version;
    const trial = new OpenDocument({ uri, languageId, version, text, owner, at: performance.now() });
    this.#sendText(trial, document.text);
    return trial;
  }

  /** Sends the backend the document's own text again, as a new version. */
  endTrial(document: OpenDocument): void {
    const entry = this.#entries.get(document.key);
    const trial = entry?.trial;
    if (entry?.document !== document || trial === undefined) return;
    entry.trial = undefined;
    if (entry.openedAt === undefined) return;
    document.setText(document.text, [], performance.now());
    document.version++;
    this.#sendText(document, trial);
  }

  /** Opens a file that is not on disk at its backend, until `closeTrial`. */
  openTrial(path: string, text: Document): OpenDocument {
    const known = this.#entries.get(keyOfPath(path));
    if (known) this.#close(known);
    const entry = this.#add(path, text.text);
    const { document } = entry;
    entry.isTrialAlone = true;
    if (!this.#host.syncOptions(document).open) return document;
    this.#sendOpened(document);
    entry.openedAt = Date.now();
    this.#ownKeys.add(document.key);
    return document;
  }

  /** Closes a file that is not on disk. */
  closeTrial(document: OpenDocument): void {
    const entry = this.#entries.get(document.key);
    if (entry?.document === document) this.#close(entry);
  }

  /** Closes a document at the backend, for `openAtBackend` to open it anew. */
  closeAtBackend(document: OpenDocument): void {
    const entry = this.#openEntryOf(document);
    if (entry) this.#closeAtBackend(entry);
  }

  /** Closes our document before the client opens it, whichever of its names it has. */
  closeForClient(key: string, realKey: string | undefined): void {
    this.#ownKeys.delete(key);
    for (const entry of [...this.#entries.values()]) {
      if (entry.document.key === key || (realKey !== undefined && entry.document.realKey === realKey)) {
        this.#ownKeys.delete(entry.document.key);
        this.#close(entry);
      }
    }
  }

  /** Whether the backend knows that document only from us. */
  isOnlyOurs(key: string): boolean {
    return this.#ownKeys.has(key);
  }

  get hasAny(): boolean {
    return this.#ownKeys.size > 0;
  }

  /** Returns the documents that are open at a backend. */
  openDocuments(): readonly OpenDocument[] {
    return [...this.#entries.values()].flatMap(({ openedAt, document }) => (openedAt === undefined ? [] : [document]));
  }

  /** Notes that documents are not open any more, as their backend is gone. */
  markClosed(isAtBackend: (document: OpenDocument) => boolean): void {
    for (const entry of this.#entries.values()) if (isAtBackend(entry.document)) entry.openedAt = undefined;
  }

  /** Reads every open file again that has changed on disk, and notifies the backend. */
  async refreshAll(stat: StatFile): Promise<void> {
    await Promise.all(
      [...this.#entries.values()].map(async (entry) => {
        const { path } = entry;
        if (entry.isTrialAlone || path === undefined) return;
        try {
          const stats = await stat(path);
          if (entry.stamp && isSameStamp(entry.stamp, stampOf(stats))) return;
          const text = await this.#readText(path);
          if (this.#entries.get(entry.document.key) !== entry) return;
          if (entry.document.text.text !== text) this.#refresh(entry, text);
          entry.stamp = stampBeforeReading(stats, Date.now());
        } catch {
          this.#close(entry);
        }
      }),
    );
  }

  /** Returns the entry of the same file under another name (a symbolic link). */
  #byRealPath(path: string): Entry | undefined {
    const key = realKeyOfPath(path);
    for (const entry of this.#entries.values()) if (entry.document.realKey === key) return entry;
    return undefined;
  }

  #add(path: string, text: string): Entry {
    return this.#addDocument(path, { uri: this.#host.uriOf(path), languageId: this.#host.languageOf(path), text });
  }

  #addDocument(path: string | undefined, { uri, languageId, text }: VirtualText): Entry {
    const document = new OpenDocument({
      uri,
      languageId,
      version: FIRST_VERSION,
      text: Document.of(text),
      owner: "proxy",
      at: performance.now(),
    });
    const entry: Entry = {
      path,
      document,
      stamp: undefined,
      openedAt: undefined,
      usedAt: Date.now(),
      users: undefined,
      trial: undefined,
      isTrialAlone: false,
    };
    this.#entries.set(document.key, entry);
    return entry;
  }

  #refresh(entry: Entry, text: string): void {
    const { document } = entry;
    const replaced = document.text;
    entry.stamp = undefined;
    document.setText(Document.of(text), diffTexts(replaced, text), performance.now());
    document.version++;
    if (entry.openedAt !== undefined && !entry.trial) this.#sendText(document, replaced);
  }

  /** Sends the text of a document in place of the one that the backend has. */
  #sendText(document: OpenDocument, replaced: Document): void {
    const { uri, version } = document;
    const { text } = document.text;
    const { changes, ranges, encoding } = this.#host.syncOptions(document);
    if (changes) {
      // As editors do: vtsls makes a range of its own, which ends below the text, of a change
      // without one, and ends when tsserver refuses it.
      const whole = { from: 0, to: replaced.length };
      const range = ranges ? { range: offsetsToRange(replaced, whole, encoding) } : {};
      this.#host.notify(document, "textDocument/didChange", {
        textDocument: { uri, version },
        contentChanges: [{ ...range, text }],
      });
    } else {
      this.#host.notify(document, "textDocument/didClose", { textDocument: { uri } });
      this.#sendOpened(document);
    }
  }

  #sendOpened(document: OpenDocument): void {
    const { uri, languageId, version, text } = document;
    this.#host.notify(document, "textDocument/didOpen", {
      textDocument: { uri, languageId, version, text: text.text },
    });
  }

  #close(entry: Entry): void {
    entry.document.isClosed = true;
    this.#entries.delete(entry.document.key);
    if (entry.openedAt !== undefined) this.#closeAtBackend(entry);
  }

  #closeAtBackend(entry: Entry): void {
    const { document } = entry;
    entry.openedAt = undefined;
    // When it is opened again, what the backend says of this version is not about that text.
    document.version++;
    this.#host.notify(document, "textDocument/didClose", { textDocument: { uri: document.uri } });
    this.#host.didClose(document);
  }

  #openEntryOf(document: OpenDocument): Entry | undefined {
    const entry = this.#entries.get(document.key);
    return entry?.document === document && entry.openedAt !== undefined ? entry : undefined;
  }

  /**
   * Closes the file that was used longest ago. Where all are in use, there is one too many for a
   * while.
   */
  #closeOldest(entries: readonly Entry[]): void {
    const [first, ...others] = entries.filter(({ document }) => !document.hasSnapshots);
    if (first) this.#close(others.reduce((oldest, other) => (other.usedAt < oldest.usedAt ? other : oldest), first));
  }

  #sweep(): void {
    const before = Date.now() - KEEP_OPEN_MS;
    const isOver = ({ document, usedAt }: Entry) => usedAt < before && !document.hasSnapshots;
    for (const entry of [...this.#entries.values()].filter(isOver)) this.#close(entry);
  }

  #readText(path: string, permission?: ReadPermission): Promise<string> {
    const { signal } = this.#host;
    return readFileText(path, { signal, permission, readsNotebooks: this.#host.readsNotebooks() });
  }
}

interface ReadTextOptions {
  readonly signal?: AbortSignal;
  readonly permission?: ReadPermission | undefined;
  /** Whether a notebook is read as the script of its cells. */
  readonly readsNotebooks?: boolean;
}

/**
 * Reads the text of a file. Throws the file system's own error where it does not exist,
 * `file_unreadable` where it can't or may not be read, or is no text.
 */
export async function readFileText(
  path: string,
  { signal, permission, readsNotebooks = false }: ReadTextOptions = {},
): Promise<string> {
  const maxBytes = readsNotebooks ? maxBytesOf(path, MAX_TEXT_BYTES) : MAX_TEXT_BYTES;
  const { bytes } = await fileReader.read(path, { maxBytes, permission, signal });
  const decoded = readsNotebooks ? decodeFile(path, bytes) : decode(bytes);
  if ("binary" in decoded)
    throw unreadableError(
      path,
      isNotebookPath(path) && readsNotebooks ? decoded.binary : `it is not text: ${decoded.binary}`,
    );
  return decoded.text;
}
