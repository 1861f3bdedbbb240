/**
 * The two texts of each document that the client has open: the client's, and the backend's.
 *
 * They are the same until a file changes on disk without a `didChange`, since the harness edited it
 * by other means. If the client's text was equal to the file before that, the backend and the
 * session's documents get the file's new text. Unsaved text is never replaced.
 */

import type { OpenDocument } from "../../../files/documents/openDocument.js";
import { Document } from "../../../text/document.js";
import { applyContentChanges } from "../../../text/edits/contentChanges.js";
import type { PositionEncoding } from "../../../text/position.js";
import type { Stretch } from "../../../text/stretch.js";
import { keyOfUri, pathOfUri } from "../../../uri.js";
import { frameOf } from "../../../wire/frames.js";
import { findValue, setValue, stringAt } from "../../../wire/json.js";
import { buildNotification } from "../../../wire/messages.js";
import type { Message } from "../../../wire/wholeMessages.js";
import { ClientText } from "./clientText.js";
import { changeIn, integerAt, integerOf, messageOf, openMessage } from "./documentMessages.js";

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
  readonly #texts = new Map<string, ClientText>();
  /** The same texts by the URI as the client writes it, so that lookups need not normalise it. */
  readonly #byUri = new Map<string, ClientText>();
  #hasOwnVersions = false;

  constructor(host: ClientTextsHost) {
    this.#host = host;
  }

  /** Whether the client has this document open. */
  has(uri: string): boolean {
    return this.#find(uri) !== undefined;
  }

  /** The language id that the client gave a document; undefined for one that is not open. */
  languageId(uri: string): string | undefined {
    return this.#find(uri)?.languageId;
  }

  /** Whether backends have versions of documents that the client does not know. */
  get hasOwnVersions(): boolean {
    return this.#hasOwnVersions;
  }

  /** The client's version of a document; undefined if it has none or is not open. */
  clientVersion(uri: string): number | undefined {
    return this.#find(uri)?.versions.client;
  }

  /** Maps a backend's version to the client's. Returns undefined if they are the same. */
  toClientVersion(uri: string, version: number): number | undefined {
    return this.#find(uri)?.versions.toClient(version);
  }

  /** Whether the backend's text of a document differs from the client's, or is closed there. */
  differsFromBackend(uri: string): boolean {
    return this.#find(uri)?.differsFromBackend === true;
  }

  /** The text that the client's positions refer to; undefined for an unknown document. */
  textOfClient(uri: string): Document | undefined {
    return this.#find(uri)?.ownText ?? this.#host.documents.get(uri)?.text;
  }

  /**
   * Maps offsets in the client's text to the backend's. Returns undefined if that part of the text
   * does not exist there.
   */
  toBackend(uri: string, stretch: Stretch): Stretch | undefined {
    const text = this.#find(uri);
    return text ? text.toBackend(stretch, this.#host.documents.get(uri)?.text) : stretch;
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
    const present = this.#find(uri);
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
    const text = this.#find(uri);
    if (!text) {
      this.#changeUnopened(uri, message);
      return;
    }
    const version = integerAt(body, ["params", "textDocument", "version"]);
    if (text.differsFromBackend || this.#host.isShared(uri)) {
      this.#changeDiffering(text, version, message);
      return;
    }
    text.isSaved = false;
    text.isToBeCompared = true;
    if (text.versions.takeClient(version)) {
      this.#host.forward(message);
    } else {
      const counted = setValue(body, ["params", "textDocument", "version"], this.#countUp(text)) ?? body;
      this.#host.forward({ ...message, body: counted, bytes: frameOf(counted) });
    }
    this.#host.onChanged(uri);
    this.#host.onTextSent(uri);
  }

  /** Handles `textDocument/didClose`. */
  close(message: Message): void {
    const { body } = message;
    const uri = stringAt(body, findValue(body, ["params", "textDocument", "uri"]));
    const text = uri === undefined ? undefined : this.#find(uri);
    if (uri === undefined) {
      this.#host.forward(message);
      return;
    }
    if (!text) {
      this.#host.log(`the client closes ${uri}, which it has not opened; dropped`);
      return;
    }
    this.#texts.delete(keyOfUri(uri));
    this.#byUri.delete(text.uri);
    if (!text.isDeleted) this.#host.forward(message);
    this.#setUnsaved(text, false);
    this.#host.onClosed(uri, text.file?.path);
  }

  /** Sends the backend, which serves only this session from now on, an unsaved text. */
  sendUnsaved(uri: string): void {
    const text = this.#find(uri);
    if (!text?.isUnsaved || text.ownText === undefined) return;
    const content = text.ownText.text;
    text.ownText = undefined;
    text.isUnsaved = false;
    this.#send(text, content);
  }

  /** Whether the client's text of a document is on disk, or it is closed. */
  isSaved(uri: string): boolean {
    this.check(uri);
    return this.#find(uri)?.isSaved ?? true;
  }

  /** Compares all open documents with the disk. Returns whether the backend was sent a new text. */
  checkAll(): boolean {
    let hasSent = false;
    for (const text of this.#texts.values()) if (this.#check(text)) hasSent = true;
    return hasSent;
  }

  /**
   * Compares one document with the disk, if the client has it open. Returns whether the backend was
   * sent a new text.
   */
  check(uri: string): boolean {
    const text = this.#find(uri);
    return text !== undefined && this.#check(text);
  }

  /** Compares the documents whose path passes the test with the disk. */
  checkFiles(isChanged: (path: string) => boolean): void {
    for (const text of this.#texts.values()) if (text.file && isChanged(text.file.path)) this.#check(text);
  }

  #find(uri: string): ClientText | undefined {
    return this.#byUri.get(uri) ?? this.#texts.get(keyOfUri(uri));
  }

  #add(uri: string, languageId: string, version: number | undefined, content: string, message: Message): void {
    const text = new ClientText(uri, languageId, version);
    this.#texts.set(keyOfUri(uri), text);
    this.#byUri.set(uri, text);
    if (text.file) this.#host.onOpening(uri, text.file.path);
    const isShared = text.file !== undefined && this.#host.isShared(uri);
    const saved = isShared ? text.file?.read() : undefined;
    if (isShared && saved !== content) this.#openUnsaved(text, saved, content);
    else {
      this.#host.forward(message);
      this.#host.onTextSent(uri);
    }
    if (!text.file) return;
    text.isSaved = (saved ?? text.file.read()) === content;
    this.#host.onOpened(text.file.path);
  }

  /** Opens a document at a shared backend with the text on disk, where there is one. */
  #openUnsaved(text: ClientText, saved: string | undefined, content: string): void {
    const { uri, languageId, versions } = text;
    text.ownText = Document.of(content);
    text.isDeleted = saved === undefined;
    if (saved !== undefined) {
      this.#host.forward(openMessage(uri, languageId, versions.client ?? 0, saved));
      this.#host.onTextSent(uri);
    }
    this.#setUnsaved(text, true);
  }

  /** Keeps a text that is not on disk; a shared backend has what is. */
  #keepUnsaved(text: ClientText, saved: string | undefined, content: string): void {
    text.ownText = Document.of(content);
    text.isSaved = false;
    this.#setUnsaved(text, true);
    const inBackend = text.isDeleted ? undefined : this.#host.documents.get(text.uri)?.text.text;
    if (saved !== undefined && saved !== inBackend) this.#send(text, saved);
  }

  #setUnsaved(text: ClientText, isUnsaved: boolean): void {
    if (text.isUnsaved === isUnsaved) return;
    text.isUnsaved = isUnsaved;
    this.#host.onUnsaved(text.uri, isUnsaved);
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
  #changeDiffering(text: ClientText, version: number | undefined, message: Message): void {
    const { changes } = changeIn(message);
    if (changes === undefined) {
      this.#host.log(`a change of ${text.uri} that can't be read; dropped`);
      return;
    }
    const before = text.ownText ?? this.#host.documents.get(text.uri)?.text;
    if (before === undefined && changes.some((change) => "range" in change)) return;
    const after = before && applyContentChanges(before, changes, this.#host.encoding()).document;
    this.#replace(text, version, after?.text ?? changes.at(-1)?.text ?? "");
  }

  /** Sets the client's text. Sends it to the backend whole, unless that has this text already. */
  #replace(text: ClientText, version: number | undefined, content: string): void {
    text.versions.noteClient(version);
    if (text.file && this.#host.isShared(text.uri)) {
      const saved = text.file.read();
      if (saved !== content) {
        this.#keepUnsaved(text, saved, content);
        return;
      }
    }
    this.#setUnsaved(text, false);
    text.ownText = undefined;
    text.isSaved = false;
    if (!text.isDeleted && this.#host.documents.get(text.uri)?.text.text === content) {
      text.versions.mapSent();
      this.#hasOwnVersions ||= text.versions.hasOwn;
      checkSaved(text, content);
      this.#host.onTextConfirmed(text.uri);
      return;
    }
    this.#send(text, content);
    checkSaved(text, content);
  }

  /**
   * Compares a document with its file. Sends the backend the file's text if it is new there and the
   * client had no unsaved text; returns whether it did.
   */
  #check(text: ClientText): boolean {
    const state = text.file?.compare() ?? "unchanged";
    if (state === "deleted" && text.isSaved && !text.isDeleted) {
      this.#delete(text);
      return true;
    }
    if (state === "unchanged" && text.isToBeCompared) this.#compareUnchanged(text);
    if (state !== "changed") return false;
    const content = text.file?.read();
    if (content === undefined) return false;
    const inBackend = text.isDeleted ? undefined : this.#host.documents.get(text.uri)?.text.text;
    // Without a copy of it there is nothing to compare.
    if (inBackend === undefined && !text.isDeleted) return false;
    const own = text.ownText?.text ?? inBackend;
    const isSaved = own === content;
    const isUnsaved = !isSaved && !text.isSaved && text.ownText === undefined && !text.isDeleted;
    if (isUnsaved) return false;
    text.isSaved ||= isSaved;
    if (isSaved) this.#setUnsaved(text, false);
    if (content === inBackend) return false;
    text.ownText = isSaved ? undefined : (text.ownText ?? this.#host.documents.get(text.uri)?.text);
    this.#send(text, content);
    return true;
  }

  /**
   * Compares the client's text with a file that has not changed since it was read. They are equal
   * if the file was written before the client sent the same text, by several changes.
   */
  #compareUnchanged(text: ClientText): void {
    text.isToBeCompared = false;
    const own = text.ownText ?? this.#host.documents.get(text.uri)?.text;
    if (own && text.file?.hasText(own)) text.isSaved = true;
  }

  /** Closes a document at the backend after its file was deleted. */
  #delete(text: ClientText): void {
    text.ownText ??= this.#host.documents.get(text.uri)?.text;
    text.isDeleted = true;
    this.#host.forward(messageOf(buildNotification("textDocument/didClose", { textDocument: { uri: text.uri } })));
    this.#host.onTextSent(text.uri);
  }

  /** Sends the backend a whole text: as a change, or by `didOpen` if it was closed there. */
  #send(text: ClientText, content: string): void {
    const { uri, languageId } = text;
    const version = this.#countUp(text);
    if (text.isDeleted) {
      text.isDeleted = false;
      if (text.file) this.#host.onOpening(uri, text.file.path);
      this.#host.forward(openMessage(uri, languageId, version, content));
    } else {
      const params = { textDocument: { uri, version }, contentChanges: [{ text: content }] };
      this.#host.forward(messageOf(buildNotification("textDocument/didChange", params)));
      this.#host.onChanged(uri);
    }
    this.#host.onTextSent(uri);
  }

  #countUp({ versions }: ClientText): number {
    const version = versions.countUp();
    this.#hasOwnVersions ||= versions.hasOwn;
    return version;
  }
}

/** Updates `isSaved` after a change by the client. */
function checkSaved(text: ClientText, content: string): void {
  if (text.file) text.isSaved = text.file.read() === content;
}
