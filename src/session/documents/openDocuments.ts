/**
 * The documents the client has open, as the client last said. The relay never waits for them: a change is kept as the bytes
 * it came in, and applied when somebody asks, when there is time, or when too many have gathered.
 */

import { type Change, mapPoint, mapThrough } from "../../text/change.js";
import { applyContentChanges, type ContentChange, isContentChange } from "../../text/contentChanges.js";
import { Document } from "../../text/document.js";
import type { PositionEncoding } from "../../text/position.js";
import { keyOfPath, keyOfUri, pathOfUri, realKeyOfPath } from "../../uri.js";
import type { Envelope } from "../../wire/envelope.js";
import type { Frame, Verdict } from "../../wire/frames.js";
import { findValue, stringAt } from "../../wire/json.js";
import type { Session } from "../session.js";

/** Bytes of changes that may wait: more than a burst of typing or a formatter makes, less than memory minds. */
const MOST_WAITING = 32 * 1024 * 1024;
/** After this long without a further one, and in slices this long, waiting changes are applied unasked. */
const IDLE_MS = 100;
const SLICE_MS = 3;

/** A document that the client, or we for a Locate, have open. */
export class OpenDocument {
  readonly uri: string;
  readonly key: string;
  readonly languageId: string;
  readonly owner: "client" | "proxy";
  version: number;
  text: Document;
  /** When its present text came, as of `performance.now()`. */
  changedAt: number;
  closed = false;
  /** Places that are followed through every change, without keeping the changes. */
  readonly tracked = new Set<Follower>();
  #realKey: string | undefined;
  #changes: Change[] = [];
  #followers = 0;

  constructor(opened: {
    uri: string;
    languageId: string;
    version: number;
    text: Document;
    owner: "client" | "proxy";
    at: number;
  }) {
    this.uri = opened.uri;
    this.key = keyOfUri(opened.uri);
    this.languageId = opened.languageId;
    this.owner = opened.owner;
    this.version = opened.version;
    this.text = opened.text;
    this.changedAt = opened.at;
  }

  /** The key of the file itself, behind symbolic links; undefined for what is no file. */
  get realKey(): string | undefined {
    const path = pathOfUri(this.uri);
    if (path !== undefined) this.#realKey ??= realKeyOfPath(path);
    return this.#realKey;
  }

  /** Whether somebody follows its places. */
  get isWatched(): boolean {
    return this.#followers > 0;
  }

  /** Takes a new text that came at that time, and what changed on the way to it. */
  become(text: Document, changes: readonly Change[], at: number): void {
    this.text = text;
    this.changedAt = at;
    for (const place of this.tracked) place.follow(text, changes);
    // One by one: a replacement of the whole may be more changes than a call takes arguments.
    if (this.#followers > 0) for (const change of changes) this.#changes.push(change);
  }

  /** The text as it is now, and a way to follow its places through what comes; call `release` when done. Changes are kept only meanwhile. */
  watch(): Watched {
    const { text } = this;
    const since = this.#changes.length;
    this.#followers++;
    const watched: Watched = {
      text,
      now: (from, to) => follow(this.#changes.slice(since), from, to),
      until: (later, from, to) => follow(this.#changes.slice(since, sinceOf.get(later)), from, to),
      release: () => {
        if (--this.#followers === 0) this.#changes = [];
      },
    };
    sinceOf.set(watched, since);
    return watched;
  }
}

/** How many changes of its document each had seen when it began. */
const sinceOf = new WeakMap<Watched, number>();

/** A message about a document that is still to be applied, and when it came, as of `performance.now()`. */
interface Waiting {
  readonly body: Buffer;
  readonly at: number;
}

/** Hears of every change of a document. */
export interface Follower {
  follow(text: Document, changes: readonly Change[]): void;
}

export interface Watched {
  readonly text: Document;
  /** Where a stretch of that text is now (offsets); undefined once what stood at one of its ends was deleted. */
  now(from: number, to: number): Stretch | undefined;
  /** Where it was when the same document began to be watched again, later; this one has not been released since. */
  until(later: Watched, from: number, to: number): Stretch | undefined;
  release(): void;
}

export interface Stretch {
  readonly from: number;
  readonly to: number;
}

function follow(changes: readonly Change[], from: number, to: number): Stretch | undefined {
  if (from === to) {
    const at = mapPoint(changes, from);
    return at === null ? undefined : { from: at, to: at };
  }
  const start = mapThrough(changes, from, "after");
  const end = mapThrough(changes, to, "before");
  return start === null || end === null || end < start ? undefined : { from: start, to: end };
}

export interface DocumentEvents {
  opened(document: OpenDocument): void;
}

/** Hears that the client has opened a document. */
export type Opened = (document: OpenDocument) => void;

/** The client's side: notes what is said of documents. One that we have open at the backend is closed there before the client's opening passes. */
export function documents({ method }: Envelope, session: Session): Verdict | undefined {
  switch (method) {
    case "textDocument/didChange":
    case "textDocument/didClose":
    case "notebookDocument/didOpen":
    case "notebookDocument/didChange":
    case "notebookDocument/didClose":
      return session.documents.noted;
    case "textDocument/didOpen":
      for (const backend of session.backends.all()) backend.readiness?.handleDocumentOpened();
      // Whether it is one of ours is seen when the message is whole: a Locate may open the file while it still comes.
      return session.asking.used ? { kind: "take", take: (frame) => opening(frame, session) } : session.documents.noted;
    default:
      return undefined;
  }
}

function opening({ bytes, body }: Frame, session: Session): Buffer {
  const uri = stringAt(body, findValue(body, ["params", "textDocument", "uri"]));
  if (uri !== undefined) {
    const path = pathOfUri(uri);
    session.unopened.clientOpens(keyOfUri(uri), path === undefined ? undefined : realKeyOfPath(path));
  }
  session.documents.later(body);
  return bytes;
}

export class Documents {
  /** Told of every document that the client opens, in the turn in which it does. */
  readonly listeners = new Set<Opened>();
  readonly noted: Verdict = { kind: "see", see: (body) => this.later(body) };
  readonly #open = new Map<string, OpenDocument>();
  /** The same by the URIs as the client spells them: one that types need not be decoded at each key. */
  readonly #spelled = new Map<string, OpenDocument>();
  readonly #events: DocumentEvents;
  readonly #encoding: () => PositionEncoding;
  #waiting: Waiting[] = [];
  #waitingBytes = 0;
  #idle: NodeJS.Timeout | undefined;

  constructor(encoding: () => PositionEncoding, events: DocumentEvents) {
    this.#encoding = encoding;
    this.#events = events;
  }

  /** Notes a message of the client's about a document, to be applied as if now. */
  later(body: Buffer): void {
    this.#waiting.push({ body, at: performance.now() });
    this.#waitingBytes += body.length;
    if (this.#waitingBytes > MOST_WAITING) this.settle();
    else this.#idle ??= this.#whenQuiet();
  }

  /** Applies what is waiting. Every look at a document goes through here first. */
  settle(): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    this.#waitingBytes = 0;
    for (const each of waiting) this.#apply(each);
  }

  /** The document with that URI, however it is spelled. */
  get(uri: string): OpenDocument | undefined {
    this.settle();
    return this.#open.get(keyOfUri(uri)) ?? this.#sameFile(pathOfUri(uri));
  }

  ofPath(path: string): OpenDocument | undefined {
    this.settle();
    return this.#open.get(keyOfPath(path)) ?? this.#sameFile(path);
  }

  all(): Iterable<OpenDocument> {
    this.settle();
    return this.#open.values();
  }

  /** The same file on disk under another name (a symbolic link) is the same document. */
  #sameFile(path: string | undefined): OpenDocument | undefined {
    if (path === undefined) return undefined;
    const key = realKeyOfPath(path);
    for (const document of this.#open.values()) if (document.realKey === key) return document;
    return undefined;
  }

  /** Applies what waits once nothing more has come for a while: in a flood, traffic goes first. */
  #whenQuiet(): NodeJS.Timeout {
    const seen = this.#waitingBytes;
    const look = () => {
      if (this.#waitingBytes !== seen) this.#idle = this.#whenQuiet();
      else this.#applySlice();
    };
    return setTimeout(look, IDLE_MS).unref();
  }

  #applySlice(): void {
    this.#idle = undefined;
    const until = performance.now() + SLICE_MS;
    let done = 0;
    while (done < this.#waiting.length && performance.now() < until) this.#apply(this.#waiting[done++] as Waiting);
    for (const { body } of this.#waiting.splice(0, done)) this.#waitingBytes -= body.length;
    if (this.#waiting.length > 0) this.#idle = setTimeout(() => this.#applySlice(), 0).unref();
  }

  #apply({ body, at }: Waiting): void {
    try {
      this.#take(JSON.parse(body.toString("utf8")) as DocumentMessage, at);
    } catch {
      // The backend gets the same bytes, and says what it thinks of them.
    }
  }

  #take(message: DocumentMessage, at: number): void {
    const params = message.params ?? {};
    switch (message.method) {
      case "textDocument/didOpen":
        this.#didOpen(params.textDocument, at);
        break;
      case "textDocument/didChange":
        this.#didChange(params.textDocument, params.contentChanges, at);
        break;
      case "textDocument/didClose":
        this.#didClose(params.textDocument);
        break;
      case "notebookDocument/didOpen":
        for (const cell of params.cellTextDocuments ?? []) this.#didOpen(cell, at);
        break;
      case "notebookDocument/didClose":
        for (const cell of params.cellTextDocuments ?? []) this.#didClose(cell);
        break;
      case "notebookDocument/didChange": {
        const cells = params.change?.cells;
        for (const cell of cells?.structure?.didOpen ?? []) this.#didOpen(cell, at);
        for (const { document, changes } of cells?.textContent ?? []) this.#didChange(document, changes, at);
        for (const cell of cells?.structure?.didClose ?? []) this.#didClose(cell);
        break;
      }
    }
  }

  #didOpen(item: TextDocumentItem | undefined, at: number): void {
    if (typeof item?.uri !== "string" || typeof item.text !== "string") return;
    const document = new OpenDocument({
      uri: item.uri,
      languageId: String(item.languageId ?? ""),
      version: Number(item.version ?? 0),
      text: Document.of(item.text),
      owner: "client",
      at,
    });
    const before = this.#open.get(document.key);
    if (before) this.#forget(before);
    this.#open.set(document.key, document);
    this.#spelled.set(item.uri, document);
    this.#events.opened(document);
    for (const opened of this.listeners) opened(document);
  }

  #didChange(item: TextDocumentItem | undefined, changes: readonly ContentChange[] | undefined, at: number): void {
    const document = this.#named(item);
    if (!document || !Array.isArray(changes)) return;
    if (!changes.every(isContentChange)) {
      // What the backend makes of this is not for us to guess: better no copy than a wrong one.
      this.#forget(document);
      return;
    }
    const { document: text, changes: made } = applyContentChanges(document.text, changes, this.#encoding());
    document.become(text, made, at);
    document.version = Number(item?.version ?? document.version);
  }

  #named(item: TextDocumentItem | undefined): OpenDocument | undefined {
    const uri = item?.uri;
    return typeof uri === "string" ? (this.#spelled.get(uri) ?? this.#open.get(keyOfUri(uri))) : undefined;
  }

  #didClose(item: TextDocumentItem | undefined): void {
    const document = this.#named(item);
    if (document) this.#forget(document);
  }

  #forget(document: OpenDocument): void {
    document.closed = true;
    this.#open.delete(document.key);
    this.#spelled.delete(document.uri);
  }
}

/** What we read of a message; everything may be missing, it comes from outside. */
interface DocumentMessage {
  readonly method?: string;
  readonly params?: {
    readonly textDocument?: TextDocumentItem;
    readonly contentChanges?: readonly ContentChange[];
    readonly cellTextDocuments?: readonly TextDocumentItem[];
    readonly change?: {
      readonly cells?: {
        readonly structure?: {
          readonly didOpen?: readonly TextDocumentItem[];
          readonly didClose?: readonly TextDocumentItem[];
        };
        readonly textContent?: readonly {
          readonly document: TextDocumentItem;
          readonly changes: readonly ContentChange[];
        }[];
      };
    };
  };
}

interface TextDocumentItem {
  readonly uri?: unknown;
  readonly languageId?: unknown;
  readonly version?: unknown;
  readonly text?: unknown;
}
