/**
 * Files that the client has not opened and a Locate is about: read from disk, opened at the backend by us where it needs that,
 * in step with the disk at each use, and out of the client's way: when it opens one of them itself, ours is closed first.
 */

import { promises, type Stats } from "node:fs";
import { LocateError } from "../../error.js";
import { diffTexts } from "../../text/change.js";
import { decode } from "../../text/decode.js";
import { Document } from "../../text/document.js";
import { keyOfPath, realKeyOfPath } from "../../uri.js";
import { OpenDocument } from "./openDocument.js";

/** How long, and how many at a time, files stay open at the backend after their last use. */
const KEEP_OPEN_MS = 5 * 60_000;
const MAX_OPEN = 100;
/** A larger file is not text that anybody locates in; sent to a server it would cost it seconds. */
const MAX_FILE_BYTES = 32 * 1024 * 1024;

/** What this needs of the session: how to tell the backend, and how files are named to it. */
interface UnopenedFilesHost {
  /** Whether the client has that document open. */
  isOpenInClient(document: OpenDocument): boolean;
  /** Sends a notification about a document to its backend; only called once the session runs. */
  notify(document: OpenDocument, method: string, params: unknown): void;
  /** A file was opened at its backend. */
  didOpen(document: OpenDocument, path: string): void;
  /** Whether its backend's text synchronisation wants to hear of opened and closed documents, and of changes. */
  syncOptions(document: OpenDocument): { readonly open: boolean; readonly changes: boolean };
  uriOf(path: string): string;
  languageOf(path: string): string;
}

interface Entry {
  readonly path: string;
  document: OpenDocument;
  /** Since when it is open at the backend, if it is. */
  openedAt: number | undefined;
  usedAt: number;
}

export class UnopenedFiles {
  readonly #host: UnopenedFilesHost;
  readonly #entries = new Map<string, Entry>();
  /** Everything we ever opened at the backend and the client did not: what diagnostics about it are for us alone. */
  readonly #ownKeys = new Set<string>();
  #sweepTimer: NodeJS.Timeout | undefined;

  constructor(host: UnopenedFilesHost) {
    this.#host = host;
  }

  /** The file as it is on disk now. Errors: `file_not_found` is the caller's to tell; `file_unreadable`. */
  async read(path: string): Promise<OpenDocument> {
    const text = await readFileText(path);
    const entry = this.#entries.get(keyOfPath(path)) ?? this.#byRealPath(path) ?? this.#add(path, text);
    entry.usedAt = Date.now();
    if (entry.document.text.text !== text) this.#refresh(entry, text);
    return entry.document;
  }

  /** Tells the backend of a document of ours, if it is to be told and wasn't yet. To be called in the turn its request is sent in. */
  openAtBackend(document: OpenDocument): void {
    const entry = this.#entries.get(document.key);
    if (!entry || entry.document !== document || entry.openedAt !== undefined || !this.#host.syncOptions(document).open)
      return;
    if (this.#host.isOpenInClient(document)) {
      this.#close(entry);
      return;
    }
    const atBackend = [...this.#entries.values()].filter((other) => other.openedAt !== undefined);
    if (atBackend.length >= MAX_OPEN) this.#closeOldest(atBackend);
    const { uri, languageId, version, text } = document;
    this.#host.notify(document, "textDocument/didOpen", {
      textDocument: { uri, languageId, version, text: text.text },
    });
    entry.openedAt = Date.now();
    this.#host.didOpen(document, entry.path);
    this.#ownKeys.add(document.key);
    this.#sweepTimer ??= setInterval(() => this.#sweep(), KEEP_OPEN_MS / 5).unref();
  }

  /** The client is about to open that document: closes ours, wherever it is known by this or another name. */
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

  /** Those that are open at a backend. */
  openDocuments(): readonly OpenDocument[] {
    return [...this.#entries.values()].flatMap(({ openedAt, document }) => (openedAt === undefined ? [] : [document]));
  }

  /** What a backend had open is not open any more: it is gone. */
  markClosed(isThere: (document: OpenDocument) => boolean): void {
    for (const entry of this.#entries.values()) if (isThere(entry.document)) entry.openedAt = undefined;
  }

  /** Reads every file again that is open and changed on disk; the backend hears of the changes. */
  async refreshAll(): Promise<void> {
    await Promise.all(
      [...this.#entries.values()].map(async (entry) => {
        try {
          const text = await readFileText(entry.path);
          if (this.#entries.get(entry.document.key) === entry && entry.document.text.text !== text)
            this.#refresh(entry, text);
        } catch {
          this.#close(entry);
        }
      }),
    );
  }

  /** The same file under another name (a symbolic link) is the same document. */
  #byRealPath(path: string): Entry | undefined {
    const key = realKeyOfPath(path);
    for (const entry of this.#entries.values()) if (entry.document.realKey === key) return entry;
    return undefined;
  }

  #add(path: string, text: string): Entry {
    const document = new OpenDocument({
      uri: this.#host.uriOf(path),
      languageId: this.#host.languageOf(path),
      version: 0,
      text: Document.of(text),
      owner: "proxy",
      at: performance.now(),
    });
    const entry: Entry = { path, document, openedAt: undefined, usedAt: Date.now() };
    this.#entries.set(document.key, entry);
    return entry;
  }

  #refresh(entry: Entry, text: string): void {
    const { document } = entry;
    document.setText(Document.of(text), diffTexts(document.text, text), performance.now());
    document.version++;
    if (entry.openedAt === undefined) return;
    const { uri, version } = document;
    if (this.#host.syncOptions(document).changes) {
      this.#host.notify(document, "textDocument/didChange", {
        textDocument: { uri, version },
        contentChanges: [{ text }],
      });
    } else {
      this.#host.notify(document, "textDocument/didClose", { textDocument: { uri } });
      this.#host.notify(document, "textDocument/didOpen", {
        textDocument: { uri, languageId: document.languageId, version, text },
      });
    }
  }

  #close(entry: Entry): void {
    entry.document.isClosed = true;
    this.#entries.delete(entry.document.key);
    if (entry.openedAt !== undefined)
      this.#host.notify(entry.document, "textDocument/didClose", { textDocument: { uri: entry.document.uri } });
  }

  /** The one used longest ago; where all are in use, there is one too many for a while. */
  #closeOldest(entries: readonly Entry[]): void {
    const [first, ...others] = entries.filter(({ document }) => !document.hasSnapshots);
    if (first) this.#close(others.reduce((oldest, other) => (other.usedAt < oldest.usedAt ? other : oldest), first));
  }

  #sweep(): void {
    const before = Date.now() - KEEP_OPEN_MS;
    const isOver = ({ document, usedAt }: Entry) => usedAt < before && !document.hasSnapshots;
    for (const entry of [...this.#entries.values()].filter(isOver)) this.#close(entry);
  }
}

/** A file's text. Throws the file system's own error where it is not there, `file_unreadable` where it is no text. */
export async function readFileText(path: string): Promise<string> {
  let stats: Stats;
  let bytes: Buffer;
  try {
    stats = await promises.stat(path);
    if (stats.isFile() && stats.size <= MAX_FILE_BYTES) bytes = await promises.readFile(path);
    else throw unreadable(path, stats.isFile() ? tooLarge(stats.size) : "it is no file but a folder or a device");
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    if (code === "EACCES" || code === "EPERM") throw unreadable(path, "permission denied");
    throw error;
  }
  const decoded = decode(bytes);
  if ("binary" in decoded) throw unreadable(path, `it is no text: ${decoded.binary}`);
  return decoded.text;
}

function tooLarge(size: number): string {
  return `it is too large: ${Math.round(size / 1024 / 1024)} MB; at most ${MAX_FILE_BYTES / 1024 / 1024} MB are read from disk (open it in the client to locate in it)`;
}

function unreadable(path: string, why: string): LocateError {
  return new LocateError("file_unreadable", `Can't read ${path}: ${why}.`, { path, why });
}
