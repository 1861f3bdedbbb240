/**
 * The documents of a server that several sessions share. Each is open there once, with the text
 * that was sent last, under versions of its own. Before a request of a session, documents that have
 * another text in that session get it.
 */

import { Document } from "../../text/document.js";
import { applyContentChanges, isContentChange } from "../../text/edits/contentChanges.js";
import { offsetsToRange, type PositionEncoding } from "../../text/position.js";
import { keyOfUri } from "../../uri.js";
import { frameOf } from "../../wire/frames.js";
import { findValue, findValues, removeValue, type Splice, setValue, splice, stringAt } from "../../wire/json.js";
import { buildNotification } from "../../wire/messages.js";

/** A session that has documents open. */
export interface DocumentHolder {
  send(frame: Buffer): void;
}

/** What a session has of a document. */
interface HeldText {
  version: number;
  /** The same object as the server's where the texts are equal. */
  text: Document;
}

interface SharedDocument {
  readonly uri: string;
  readonly languageId: string;
  /** What the server has. */
  text: Document;
  version: number;
  readonly holders: Map<DocumentHolder, HeldText>;
  /** The last diagnostics (body) for this text. */
  publication: Buffer | undefined;
}

export interface SharedDocumentsHost {
  /** Sends a frame to the server. */
  send(frame: Buffer): void;
  /** The encoding of positions that the server counts in. */
  encoding(): PositionEncoding;
  /** Whether the server takes changes with a range. */
  takesRanges(): boolean;
}

export class SharedDocuments {
  readonly #host: SharedDocumentsHost;
  readonly #documents = new Map<string, SharedDocument>();
  /** Documents that have different texts in different sessions. */
  readonly #mixed = new Set<SharedDocument>();
  /** By key of the URI: the last diagnostics (body) of files that no session has open. */
  readonly #others = new Map<string, Buffer>();

  constructor(host: SharedDocumentsHost) {
    this.#host = host;
  }

  /** Handles `textDocument/didOpen`. */
  open(holder: DocumentHolder, body: Buffer): void {
    const { uri, languageId, version, text: content } = openedDocument(body);
    const key = keyOfUri(uri);
    const present = this.#documents.get(key);
    if (present) {
      const text = present.text.text === content ? present.text : Document.of(content);
      present.holders.set(holder, { version, text });
      this.#take(present, text);
      this.#replay(present, holder);
      return;
    }
    const text = Document.of(content);
    const holders = new Map([[holder, { version, text }]]);
    const publication = this.#others.get(key);
    this.#others.delete(key);
    const document = { uri, languageId, text, version: Math.max(1, version), holders, publication };
    this.#documents.set(key, document);
    this.#notify("textDocument/didOpen", {
      textDocument: { uri, languageId, version: document.version, text: content },
    });
  }

  /** Handles `textDocument/didChange`. Returns false for a document that is not open. */
  change(holder: DocumentHolder, body: Buffer): boolean {
    const { uri, version, changes } = changeOf(body);
    const document = this.#documents.get(keyOfUri(uri));
    const held = document?.holders.get(holder);
    if (!document || !held) return false;
    const before = held.text;
    const { document: after } = applyContentChanges(before, changes, this.#host.encoding());
    held.version = version;
    held.text = isSameText(after, document.text) ? document.text : after;
    if (held.text === document.text) {
      this.#review(document);
      this.#replay(document, holder);
      return true;
    }
    if (before === document.text) this.#sendChange(document, held.text, changes);
    else this.#take(document, held.text);
    this.#review(document);
    return true;
  }

  /** Handles `textDocument/didClose`. Returns false for a document that is not open. */
  close(holder: DocumentHolder, uri: string): boolean {
    const document = this.#documents.get(keyOfUri(uri));
    if (!document?.holders.delete(holder)) return false;
    this.#review(document);
    if (document.holders.size > 0) return true;
    this.#documents.delete(keyOfUri(uri));
    this.#notify("textDocument/didClose", { textDocument: { uri: document.uri } });
    return true;
  }

  /** Closes all documents of a session that has gone. */
  closeAll(holder: DocumentHolder): void {
    for (const { uri } of [...this.#documents.values()]) this.close(holder, uri);
  }

  /** Gives the server the texts of a session, of which it sends a request. */
  prepare(holder: DocumentHolder): void {
    for (const document of this.#mixed) {
      const held = document.holders.get(holder);
      if (held) this.#take(document, held.text);
    }
  }

  /**
   * Takes diagnostics (body) of the server. Those who have the document open with this text get
   * them. Returns false if nobody has it open: they are for all.
   */
  publish(body: Buffer): boolean {
    const key = keyOfUri(stringAt(body, findValue(body, ["params", "uri"])) ?? "");
    const document = this.#documents.get(key);
    if (!document) {
      this.#others.delete(key);
      if (findValues(body, ["params", "diagnostics", "*"]).length > 0) this.#others.set(key, Buffer.from(body));
      return false;
    }
    const version = findValue(body, ["params", "version"]);
    // Those of an older text are followed by others.
    if (version && Number(body.toString("latin1", version.from, version.to)) !== document.version) return true;
    document.publication = Buffer.from(body);
    for (const [holder, { text }] of document.holders) if (text === document.text) this.#replay(document, holder);
    return true;
  }

  /** Sends a new session the diagnostics of files that nobody has open. */
  replayOthers(holder: DocumentHolder): void {
    for (const body of this.#others.values()) holder.send(frameOf(body));
  }

  /**
   * Returns a result or an edit (body) with the versions that a session has for its documents; the
   * same buffer where they are the server's.
   */
  withVersionsOf(holder: DocumentHolder, body: Buffer, paths: readonly (readonly string[])[]): Buffer {
    if (!body.includes(DOCUMENT_CHANGES)) return body;
    const splices: Splice[] = [];
    for (const path of paths)
      for (const named of findValues(body, [...path, "documentChanges", "*", "textDocument"])) {
        const version = findValue(body, ["version"], named.from);
        const uri = stringAt(body, findValue(body, ["uri"], named.from));
        if (!version || uri === undefined || body.toString("latin1", version.from, version.to) === "null") continue;
        const held = this.#documents.get(keyOfUri(uri))?.holders.get(holder);
        splices.push({ ...version, bytes: Buffer.from(held ? `${held.version}` : "null") });
      }
    return splices.length > 0 ? splice(body, splices) : body;
  }

  /** Sends the server another text of a document, unless it has it. */
  #take(document: SharedDocument, text: Document): void {
    if (document.text !== text) {
      const { takesRanges, encoding } = this.#host;
      const whole = { from: 0, to: document.text.length };
      // As editors do: not all servers survive a change without a range.
      const range = takesRanges() ? { range: offsetsToRange(document.text, whole, encoding()) } : {};
      this.#sendChange(document, text, [{ ...range, text: text.text }]);
    }
    this.#review(document);
  }

  #sendChange(document: SharedDocument, text: Document, contentChanges: readonly object[]): void {
    document.text = text;
    document.version++;
    document.publication = undefined;
    const { uri, version } = document;
    this.#notify("textDocument/didChange", { textDocument: { uri, version }, contentChanges });
  }

  /** Makes equal texts of a document one, and notes whether there are others. */
  #review(document: SharedDocument): void {
    let isMixed = false;
    for (const held of document.holders.values()) {
      if (held.text !== document.text && isSameText(held.text, document.text)) held.text = document.text;
      if (held.text !== document.text) isMixed = true;
    }
    if (isMixed) this.#mixed.add(document);
    else this.#mixed.delete(document);
  }

  /** Sends a session the last diagnostics of a document, if they are about its text. */
  #replay({ text, publication, holders }: SharedDocument, holder: DocumentHolder): void {
    const held = holders.get(holder);
    if (!publication || !held || held.text !== text) return;
    const hasVersion = findValue(publication, ["params", "version"]) !== undefined;
    const body = hasVersion ? setValue(publication, ["params", "version"], held.version) : publication;
    holder.send(frameOf(body ?? removeValue(publication, ["params", "version"])));
  }

  #notify(method: string, params: unknown): void {
    this.#host.send(frameOf(buildNotification(method, params)));
  }
}

const DOCUMENT_CHANGES = Buffer.from('"documentChanges"');

function isSameText(one: Document, other: Document): boolean {
  return one === other || (one.length === other.length && one.text === other.text);
}

function openedDocument(body: Buffer) {
  const { params } = JSON.parse(body.toString("utf8")) as {
    readonly params?: { readonly textDocument?: Readonly<Record<string, unknown>> };
  };
  const { uri, languageId, version, text } = params?.textDocument ?? {};
  return {
    uri: String(uri),
    languageId: String(languageId),
    version: Number(version) || 0,
    text: typeof text === "string" ? text : "",
  };
}

function changeOf(body: Buffer) {
  const { params } = JSON.parse(body.toString("utf8")) as {
    readonly params?: {
      readonly textDocument?: { readonly uri?: unknown; readonly version?: unknown };
      readonly contentChanges?: readonly unknown[];
    };
  };
  const { textDocument: { uri, version } = {}, contentChanges = [] } = params ?? {};
  return { uri: String(uri), version: Number(version) || 0, changes: contentChanges.filter(isContentChange) };
}
