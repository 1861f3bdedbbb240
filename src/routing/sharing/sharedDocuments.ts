/**
 * The documents of a server that several sessions share. Each is open there once, with the text
 * that was sent last, under versions of its own. Before a request of a session, documents that have
 * another text in that session get it.
 */

import { type DocumentItem, DocumentStore } from "../../files/documents/documentStore.js";
import type { OpenDocument } from "../../files/documents/openDocument.js";
import type { Document } from "../../text/document.js";
import { isContentChange } from "../../text/edits/contentChanges.js";
import { getOrInsert } from "../../text/list.js";
import { offsetsToRange, type PositionEncoding } from "../../text/position.js";
import { UriMap } from "../../uri.js";
import { frameOf } from "../../wire/frames.js";
import { findValue, findValues, removeValue, type Splice, setValue, splice, stringAt } from "../../wire/json.js";
import { buildNotification } from "../../wire/messages.js";

/** A session that has documents open. */
export interface DocumentHolder {
  send(frame: Buffer): void;
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
  readonly #atServer: DocumentStore;
  /** The documents of each session. A text that is equal to the server's is the same object. */
  readonly #held = new Map<DocumentHolder, DocumentStore>();
  /** Documents of the server that have different texts in different sessions. */
  readonly #mixed = new Set<OpenDocument>();
  /** The last diagnostics (body) of the server's present texts, and of files that are not open. */
  readonly #publications = new UriMap<Buffer>();

  constructor(host: SharedDocumentsHost) {
    this.#host = host;
    this.#atServer = new DocumentStore(() => host.encoding());
  }

  /** Handles `textDocument/didOpen`. */
  open(holder: DocumentHolder, body: Buffer): void {
    const item = openedItem(body);
    const documents = getOrInsert(this.#held, holder, () => new DocumentStore(() => this.#host.encoding()));
    const present = this.#atServer.get(item.uri);
    if (present) {
      const text = present.text.text === item.text ? present.text : item.text;
      const held = documents.open({ ...item, text });
      this.#take(present, held.text);
      this.#replay(present, holder);
      return;
    }
    const { text } = documents.open(item);
    const { uri, languageId, version } = this.#atServer.open({ ...item, version: Math.max(1, item.version), text });
    this.#notify("textDocument/didOpen", { textDocument: { uri, languageId, version, text: text.text } });
  }

  /** Handles `textDocument/didChange`. Returns false for a document that is not open. */
  change(holder: DocumentHolder, body: Buffer): boolean {
    const { uri, version, changes } = changeOf(body);
    const document = this.#atServer.get(uri);
    const documents = this.#held.get(holder);
    const held = documents?.get(uri);
    if (!document || !documents || !held) return false;
    const wasSame = held.text === document.text;
    documents.change(uri, version, changes);
    if (isSameText(held.text, document.text)) {
      held.text = document.text;
      this.#review(document);
      this.#replay(document, holder);
      return true;
    }
    if (wasSame) this.#sendChange(document, held.text, changes);
    else this.#take(document, held.text);
    this.#review(document);
    return true;
  }

  /** Handles `textDocument/didClose`. Returns false for a document that is not open. */
  close(holder: DocumentHolder, uri: string): boolean {
    const document = this.#atServer.get(uri);
    if (!document || !this.#held.get(holder)?.close(uri)) return false;
    this.#review(document);
    if (this.#holdersOf(document).length > 0) return true;
    this.#atServer.close(uri);
    this.#publications.delete(uri);
    this.#notify("textDocument/didClose", { textDocument: { uri: document.uri } });
    return true;
  }

  /** Closes all documents of a session that has gone. */
  closeAll(holder: DocumentHolder): void {
    for (const { uri } of [...(this.#held.get(holder)?.all() ?? [])]) this.close(holder, uri);
    this.#held.delete(holder);
  }

  /** Gives the server the texts of a session, of which it sends a request. */
  prepare(holder: DocumentHolder): void {
    for (const document of this.#mixed) {
      const held = this.#held.get(holder)?.get(document.uri);
      if (held) this.#take(document, held.text);
    }
  }

  /**
   * Takes diagnostics (body) of the server. Those who have the document open with this text get
   * them. Returns false if nobody has it open: they are for all.
   */
  publish(body: Buffer): boolean {
    const uri = stringAt(body, findValue(body, ["params", "uri"])) ?? "";
    const document = this.#atServer.get(uri);
    if (!document) {
      if (findValues(body, ["params", "diagnostics", "*"]).length > 0) this.#publications.set(uri, Buffer.from(body));
      else this.#publications.delete(uri);
      return false;
    }
    const version = findValue(body, ["params", "version"]);
    // Those of an older text are followed by others.
    if (version && Number(body.toString("latin1", version.from, version.to)) !== document.version) return true;
    this.#publications.set(uri, Buffer.from(body));
    for (const [holder] of this.#holdersOf(document)) this.#replay(document, holder);
    return true;
  }

  /** Sends a new session the diagnostics of files that nobody has open. */
  replayOthers(holder: DocumentHolder): void {
    for (const [uri, body] of this.#publications.entries()) if (!this.#atServer.get(uri)) holder.send(frameOf(body));
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
        const held = this.#held.get(holder)?.get(uri);
        splices.push({ ...version, bytes: Buffer.from(held ? `${held.version}` : "null") });
      }
    return splices.length > 0 ? splice(body, splices) : body;
  }

  /** Sends the server another text of a document, unless it has it. */
  #take(document: OpenDocument, text: Document): void {
    if (document.text !== text) {
      const { takesRanges, encoding } = this.#host;
      const whole = { from: 0, to: document.text.length };
      // As editors do: not all servers survive a change without a range.
      const range = takesRanges() ? { range: offsetsToRange(document.text, whole, encoding()) } : {};
      this.#sendChange(document, text, [{ ...range, text: text.text }]);
    }
    this.#review(document);
  }

  #sendChange(document: OpenDocument, text: Document, contentChanges: readonly object[]): void {
    document.text = text;
    document.version++;
    const { uri, version } = document;
    this.#publications.delete(uri);
    this.#notify("textDocument/didChange", { textDocument: { uri, version }, contentChanges });
  }

  /** Makes equal texts of a document one, and notes whether there are others. */
  #review(document: OpenDocument): void {
    let isMixed = false;
    for (const [, held] of this.#holdersOf(document)) {
      if (held.text !== document.text && isSameText(held.text, document.text)) held.text = document.text;
      if (held.text !== document.text) isMixed = true;
    }
    if (isMixed) this.#mixed.add(document);
    else this.#mixed.delete(document);
  }

  /** Sends a session the last diagnostics of a document, if they are about its text. */
  #replay({ uri, text }: OpenDocument, holder: DocumentHolder): void {
    const held = this.#held.get(holder)?.get(uri);
    const publication = this.#publications.get(uri);
    if (!publication || !held || held.text !== text) return;
    const hasVersion = findValue(publication, ["params", "version"]) !== undefined;
    const body = hasVersion ? setValue(publication, ["params", "version"], held.version) : publication;
    holder.send(frameOf(body ?? removeValue(publication, ["params", "version"])));
  }

  /** Returns the sessions that have a document open, with what each has of it. */
  #holdersOf({ key }: OpenDocument): readonly (readonly [DocumentHolder, OpenDocument])[] {
    return [...this.#held].flatMap(([holder, documents]) => {
      const held = documents.ofKey(key);
      return held ? [[holder, held] as const] : [];
    });
  }

  #notify(method: string, params: unknown): void {
    this.#host.send(frameOf(buildNotification(method, params)));
  }
}

const DOCUMENT_CHANGES = Buffer.from('"documentChanges"');

function isSameText(one: Document, other: Document): boolean {
  return one === other || (one.length === other.length && one.text === other.text);
}

function openedItem(body: Buffer): DocumentItem {
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
