/**
 * The two texts of each document that the client has open: the client's, and the backend's.
 *
 * They are the same until a file changes on disk without a `didChange`, since the harness edited it
 * by other means. If the client's text was equal to the file before that, the backend and the
 * session's documents get the file's new text. Unsaved text is never replaced.
 */

import { DocumentStore } from "../../../files/documents/documentStore.js";
import type { OpenDocument } from "../../../files/documents/openDocument.js";
import type { Document } from "../../../text/document.js";
import type { PositionEncoding } from "../../../text/position.js";
import type { Stretch } from "../../../text/stretch.js";
import { pathOfUri, UriMap } from "../../../uri.js";
import { frameOf } from "../../../wire/frames.js";
import { findValue, setValue, stringAt } from "../../../wire/json.js";
import { buildNotification } from "../../../wire/messages.js";
import type { Message } from "../../../wire/wholeMessages.js";
import { changeIn, integerAt, integerOf, messageOf, openMessage } from "./documentMessages.js";
import { TextPair, type TextStores } from "./textPair.js";

interface ClientTextsHost {
  /** The session's documents, with the texts that the backend has. */
  readonly documents: { get(uri: string): OpenDocument | undefined };
  encoding(): PositionEncoding;
  languageOf(path: string): string | undefined;
  /** Forwards a message to the backends, as if from the client. */
  forward(message: Message): void;
  /** Called after the backend was sent a new text of a document, or a `didClose`. */
  onTextSent(uri: string): void;
  /** Called before that where a document was open with another text. */
  onChanged(uri: string): void;
  /** Called when the client's text has become equal to the backend's, so nothing was sent. */
  onTextConfirmed(uri: string): void;
  /**
   * Whether the backend serves other sessions, too. It then has only texts that are on disk; the
   * client's unsaved ones are kept here.
   */
  isShared(uri: string): boolean;
  /** Called when a text of the client begins or ends to be kept here, as it is not on disk. */
  onUnsaved(uri: string, isUnsaved: boolean): void;
  /** Called before a document is opened at the backend, the first time or again. */
  onOpening(uri: string, path: string): void;
  /** Called when the client has opened a document that has a path. */
  onOpened(path: string): void;
  /** Called when the client has closed a document. */
  onClosed(uri: string, path: string | undefined): void;
  log(line: string): void;
}

/** Keeps both texts of each open document, from the client's notifications and the disk. */
export class ClientTexts {
  readonly #host: ClientTextsHost;
  readonly #stores: TextStores;
  /** The documents that the client has open. */
  readonly #pairs = new UriMap<TextPair>();
  #hasOwnVersions = false;

  constructor(host: ClientTextsHost) {
    this.#host = host;
    this.#stores = { client: new DocumentStore(() => host.encoding()), backend: host.documents };
  }

  /** Whether the client has this document open. */
  has(uri: string): boolean {
    return this.#pairs.get(uri) !== undefined;
  }

  /** The language id that the client gave a document; undefined for one that is not open. */
  languageId(uri: string): string | undefined {
    return this.#pairs.get(uri)?.languageId;
  }

  /** Whether backends have versions of documents that the client does not know. */
  get hasOwnVersions(): boolean {
    return this.#hasOwnVersions;
  }

  /** The client's version of a document; undefined if it has none or is not open. */
  clientVersion(uri: string): number | undefined {
    return this.#pairs.get(uri)?.versions.client;
  }

  /** Maps a backend's version to the client's. Returns undefined if they are the same. */
  toClientVersion(uri: string, version: number): number | undefined {
    return this.#pairs.get(uri)?.versions.toClient(version);
  }

  /** Whether the backend's text of a document differs from the client's, or is closed there. */
  differsFromBackend(uri: string): boolean {
    return this.#pairs.get(uri)?.differsFromBackend === true;
  }

  /** The text that the client's positions refer to; undefined for an unknown document. */
  textOfClient(uri: string): Document | undefined {
    const pair = this.#pairs.get(uri);
    return pair ? pair.clientText : this.#host.documents.get(uri)?.text;
  }

  /**
   * Maps offsets in the client's text to the backend's. Returns undefined if that part of the text
   * does not exist there.
   */
  toBackend(uri: string, stretch: Stretch): Stretch | undefined {
    const pair = this.#pairs.get(uri);
    return pair ? pair.toBackend(stretch) : stretch;
  }

  /** Handles `textDocument/didOpen`. For a document that is open already, it is a change. */
  open(message: Message): void {
    const { params } = JSON.parse(message.body.toString("utf8")) as {
      params?: { textDocument?: { uri?: unknown; languageId?: unknown; version?: unknown; text?: unknown } };
    };
    const { uri, languageId, version, text } = params?.textDocument ?? {};
    if (typeof uri !== "string" || typeof text !== "string") {
      this.#host.forward(message);
      return;
    }
    const present = this.#pairs.get(uri);
    if (present) {
      this.#host.log(`the client opens ${uri}, which it has open already; taken as a change of its text`);
      this.#replace(present, integerOf(version), text);
    } else {
      this.#add(uri, String(languageId ?? ""), integerOf(version), text, message);
    }
  }

  /** Handles `textDocument/didChange`. */
  change(message: Message): void {
    const { body } = message;
    const uri = stringAt(body, findValue(body, ["params", "textDocument", "uri"]));
    if (uri === undefined) {
      this.#host.forward(message);
      return;
    }
    const pair = this.#pairs.get(uri);
    if (!pair) {
      this.#changeUnopened(uri, message);
      return;
    }
    const version = integerAt(body, ["params", "textDocument", "version"]);
    if (pair.differsFromBackend || this.#host.isShared(uri)) {
      this.#changeDiffering(pair, version, message);
      return;
    }
    pair.isSaved = false;
    pair.isToBeCompared = true;
    if (pair.versions.takeClient(version)) {
      this.#host.forward(message);
    } else {
      const counted = setValue(body, ["params", "textDocument", "version"], this.#countUp(pair)) ?? body;
      this.#host.forward({ ...message, body: counted, bytes: frameOf(counted) });
    }
    this.#host.onChanged(uri);
    this.#host.onTextSent(uri);
  }

  /** Handles `textDocument/didClose`. */
  close(message: Message): void {
    const { body } = message;
    const uri = stringAt(body, findValue(body, ["params", "textDocument", "uri"]));
    const pair = uri === undefined ? undefined : this.#pairs.get(uri);
    if (uri === undefined) {
      this.#host.forward(message);
      return;
    }
    if (!pair) {
      this.#host.log(`the client closes ${uri}, which it has not opened; dropped`);
      return;
    }
    this.#pairs.delete(uri);
    pair.unite();
    if (!pair.isDeleted) this.#host.forward(message);
    this.#setUnsaved(pair, false);
    this.#host.onClosed(uri, pair.file?.path);
  }

  /** Sends the backend, which serves only this session from now on, an unsaved text. */
  sendUnsaved(uri: string): void {
    const pair = this.#pairs.get(uri);
    const own = pair?.isUnsaved && pair.isApart ? pair.clientText : undefined;
    if (!pair || !own) return;
    pair.unite();
    pair.isUnsaved = false;
    this.#send(pair, own.text);
  }

  /** Whether the client's text of a document is on disk, or it is closed. */
  isSaved(uri: string): boolean {
    this.check(uri);
    return this.#pairs.get(uri)?.isSaved ?? true;
  }

  /** Compares all open documents with the disk. Returns whether the backend was sent a new text. */
  checkAll(): boolean {
    let hasSent = false;
    for (const pair of this.#pairs.values()) if (this.#check(pair)) hasSent = true;
    return hasSent;
  }

  /**
   * Compares one document with the disk, if the client has it open. Returns whether the backend was
   * sent a new text.
   */
  check(uri: string): boolean {
    const pair = this.#pairs.get(uri);
    return pair !== undefined && this.#check(pair);
  }

  /** Compares the documents whose path passes the test with the disk. */
  checkFiles(isChanged: (path: string) => boolean): void {
    for (const pair of this.#pairs.values()) if (pair.file && isChanged(pair.file.path)) this.#check(pair);
  }

  #add(uri: string, languageId: string, version: number | undefined, content: string, message: Message): void {
    const pair = new TextPair(uri, languageId, version, this.#stores);
    this.#pairs.set(uri, pair);
    if (pair.file) this.#host.onOpening(uri, pair.file.path);
    const isShared = pair.file !== undefined && this.#host.isShared(uri);
    const saved = isShared ? pair.file?.read() : undefined;
    if (isShared && saved !== content) this.#openUnsaved(pair, saved, content);
    else {
      this.#host.forward(message);
      this.#host.onTextSent(uri);
    }
    if (!pair.file) return;
    pair.isSaved = (saved ?? pair.file.read()) === content;
    this.#host.onOpened(pair.file.path);
  }

  /** Opens a document at a shared backend with the text on disk, where there is one. */
  #openUnsaved(pair: TextPair, saved: string | undefined, content: string): void {
    const { uri, languageId, versions } = pair;
    pair.keepApart(content);
    pair.isDeleted = saved === undefined;
    if (saved !== undefined) {
      this.#host.forward(openMessage(uri, languageId, versions.client ?? 0, saved));
      this.#host.onTextSent(uri);
    }
    this.#setUnsaved(pair, true);
  }

  /** Keeps a text that is not on disk; a shared backend has what is. */
  #keepUnsaved(pair: TextPair, saved: string | undefined, content: string): void {
    pair.keepApart(content);
    pair.isSaved = false;
    this.#setUnsaved(pair, true);
    if (saved !== undefined && saved !== pair.backendText?.text) this.#send(pair, saved);
  }

  #setUnsaved(pair: TextPair, isUnsaved: boolean): void {
    if (pair.isUnsaved === isUnsaved) return;
    pair.isUnsaved = isUnsaved;
    this.#host.onUnsaved(pair.uri, isUnsaved);
  }

  /**
   * Handles a change of a document that the client has not opened: opens it if the change has the
   * whole text, and drops the change otherwise.
   */
  #changeUnopened(uri: string, message: Message): void {
    const { version, changes } = changeIn(message);
    const last = changes?.at(-1);
    if (last === undefined || "range" in last) {
      this.#host.log(`the client changes ${uri}, which it has not opened; dropped`);
      return;
    }
    this.#host.log(`the client changes ${uri}, which it has not opened; opened with the new text`);
    const languageId = this.#host.languageOf(pathOfUri(uri) ?? uri) ?? "plaintext";
    this.#add(uri, languageId, version, last.text, openMessage(uri, languageId, version ?? 0, last.text));
  }

  /** Handles a change of the client's text while the backend's differs from it. */
  #changeDiffering(pair: TextPair, version: number | undefined, message: Message): void {
    const { changes } = changeIn(message);
    if (changes === undefined) {
      this.#host.log(`a change of ${pair.uri} that can't be read; dropped`);
      return;
    }
    if (!pair.clientText && changes.some((change) => "range" in change)) return;
    pair.changeApart(changes);
    this.#replace(pair, version, pair.clientText?.text ?? "");
  }

  /** Sets the client's text. Sends it to the backend whole, unless that has this text already. */
  #replace(pair: TextPair, version: number | undefined, content: string): void {
    pair.versions.noteClient(version);
    if (pair.file && this.#host.isShared(pair.uri)) {
      const saved = pair.file.read();
      if (saved !== content) {
        this.#keepUnsaved(pair, saved, content);
        return;
      }
    }
    this.#setUnsaved(pair, false);
    pair.unite();
    pair.isSaved = false;
    if (pair.backendText?.text === content) {
      pair.versions.mapSent();
      this.#hasOwnVersions ||= pair.versions.hasOwn;
      checkSaved(pair, content);
      this.#host.onTextConfirmed(pair.uri);
      return;
    }
    this.#send(pair, content);
    checkSaved(pair, content);
  }

  /**
   * Compares a document with its file. Sends the backend the file's text if it is new there and the
   * client had no unsaved text; returns whether it did.
   */
  #check(pair: TextPair): boolean {
    const state = pair.file?.compare() ?? "unchanged";
    if (state === "deleted" && pair.isSaved && !pair.isDeleted) {
      this.#delete(pair);
      return true;
    }
    if (state === "unchanged" && pair.isToBeCompared) this.#compareUnchanged(pair);
    if (state !== "changed") return false;
    const content = pair.file?.read();
    if (content === undefined) return false;
    const inBackend = pair.backendText?.text;
    // Without a copy of it there is nothing to compare.
    if (inBackend === undefined && !pair.isDeleted) return false;
    const own = pair.clientText;
    const isSaved = own?.text === content;
    const isUnsaved = !isSaved && !pair.isSaved && !pair.differsFromBackend;
    if (isUnsaved) return false;
    pair.isSaved ||= isSaved;
    if (isSaved) this.#setUnsaved(pair, false);
    if (content === inBackend) return false;
    if (isSaved) pair.unite();
    else if (own && !pair.isApart) pair.keepApart(own);
    this.#send(pair, content);
    return true;
  }

  /**
   * Compares the client's text with a file that has not changed since it was read. They are equal
   * if the file was written before the client sent the same text, by several changes.
   */
  #compareUnchanged(pair: TextPair): void {
    pair.isToBeCompared = false;
    const own = pair.clientText;
    if (own && pair.file?.hasText(own)) pair.isSaved = true;
  }

  /** Closes a document at the backend after its file was deleted. */
  #delete(pair: TextPair): void {
    const own = pair.clientText;
    if (own && !pair.isApart) pair.keepApart(own);
    pair.isDeleted = true;
    this.#host.forward(messageOf(buildNotification("textDocument/didClose", { textDocument: { uri: pair.uri } })));
    this.#host.onTextSent(pair.uri);
  }

  /** Sends the backend a whole text: as a change, or by `didOpen` if it was closed there. */
  #send(pair: TextPair, content: string): void {
    const { uri, languageId } = pair;
    const version = this.#countUp(pair);
    if (pair.isDeleted) {
      pair.isDeleted = false;
      if (pair.file) this.#host.onOpening(uri, pair.file.path);
      this.#host.forward(openMessage(uri, languageId, version, content));
    } else {
      const params = { textDocument: { uri, version }, contentChanges: [{ text: content }] };
      this.#host.forward(messageOf(buildNotification("textDocument/didChange", params)));
      this.#host.onChanged(uri);
    }
    this.#host.onTextSent(uri);
  }

  #countUp({ versions }: TextPair): number {
    const version = versions.countUp();
    this.#hasOwnVersions ||= versions.hasOwn;
    return version;
  }
}

/** Updates `isSaved` after a change by the client. */
function checkSaved(pair: TextPair, content: string): void {
  if (pair.file) pair.isSaved = pair.file.read() === content;
}
