/**
 * The two texts of each document that the client has open: the client's, and the backend's.
 *
 * They are the same until a file changes on disk without a `didChange`, since the harness edited it
 * by other means. If the client's text was equal to the file before that, the backend and the
 * session's documents get the file's new text. Unsaved text is never replaced.
 */

import type { Stats } from "node:fs";
import { readWholeFileSync } from "../../../files/readFileSync.js";
import { type Change, mapStretch } from "../../../text/change.js";
import { applyContentChanges } from "../../../text/contentChanges.js";
import { decode } from "../../../text/decode.js";
import { diffTexts } from "../../../text/diff/difference.js";
import type { Document } from "../../../text/document.js";
import type { PositionEncoding } from "../../../text/position.js";
import type { Stretch } from "../../../text/stretch.js";
import { keyOfUri, pathOfUri } from "../../../uri.js";
import { frameOf } from "../../../wire/frames.js";
import { findValue, setValue, stringAt } from "../../../wire/json.js";
import { buildNotification } from "../../../wire/messages.js";
import type { Message } from "../../../wire/readMessages.js";
import { type EntryStamp, entryStampOf, type FileStamp, hasChanged } from "../../../workspace/disk/fileStamp.js";
import { statIfExists } from "../../../workspace/disk/folderEntries.js";
import type { OpenDocument } from "../../documents/openDocument.js";
import { changeIn, integerAt, integerOf, messageOf, openMessage } from "./documentMessages.js";

/** A longer file is not compared: it is hardly source text. */
const MAX_FILE_BYTES = 32 * 1024 * 1024;
/** The maximum number of sent versions of a document that are mapped to the client's versions. */
const MAX_VERSIONS = 1_000;

interface ClientTextsHost {
  /** The session's documents, with the texts that the backend has. */
  readonly documents: { get(uri: string): OpenDocument | undefined };
  encoding(): PositionEncoding;
  languageOf(path: string): string | undefined;
  /** Forwards a message to the backends, as if from the client. */
  forward(message: Message): void;
  /** Called after the backend was sent a new text of a document, or a `didClose`. */
  onTextSent(uri: string): void;
  /** Called when the client's text has become equal to the backend's, so nothing was sent. */
  onTextConfirmed(uri: string): void;
  /** Called when the client has opened a document that has a path. */
  onOpened(path: string): void;
  /** Called when the client has closed a document. */
  onClosed(uri: string, path: string | undefined): void;
  log(line: string): void;
}

interface ClientText {
  readonly uri: string;
  readonly path: string | undefined;
  readonly languageId: string;
  /** The client's last version; undefined if it has not sent an integer. */
  clientVersion: number | undefined;
  /** The last version sent to the backend. It only grows. */
  sentVersion: number;
  /** The client's version of each sent version that differs from it. */
  readonly clientVersions: Map<number, number>;
  /** The client's text while it differs from the backend's; undefined while they are equal. */
  ownText: Document | undefined;
  /** The changes from the client's text to the backend's text `to`, computed when needed. */
  difference: { readonly to: Document; readonly changes: readonly Change[] } | undefined;
  /** The file's stamp at the last check; undefined if there was no file. */
  stamp: EntryStamp | undefined;
  /** Whether the client's text was equal to the file at the last comparison. */
  isSaved: boolean;
  /** Whether the file was deleted and the document therefore closed at the backend. */
  isDeleted: boolean;
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
    return this.#find(uri)?.clientVersion;
  }

  /** The version last sent to the backend; undefined for a document that is not open. */
  sentVersion(uri: string): number | undefined {
    return this.#find(uri)?.sentVersion;
  }

  /** Maps a backend's version to the client's. Returns undefined if they are the same. */
  toClientVersion(uri: string, version: number): number | undefined {
    return this.#find(uri)?.clientVersions.get(version);
  }

  /** Whether the backend's text of a document differs from the client's, or is closed there. */
  differsFromBackend(uri: string): boolean {
    const text = this.#find(uri);
    return text !== undefined && (text.ownText !== undefined || text.isDeleted);
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
    if (text?.isDeleted) return undefined;
    const { text: backendText } = this.#host.documents.get(uri) ?? {};
    if (!text?.ownText || !backendText) return stretch;
    if (text.difference?.to !== backendText)
      text.difference = { to: backendText, changes: diffTexts(text.ownText, backendText.text) };
    return mapStretch(text.difference.changes, stretch);
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
    if (this.differsFromBackend(uri)) {
      this.#changeDiffering(text, version, message);
      return;
    }
    text.isSaved = false;
    text.clientVersion = version ?? text.clientVersion;
    if (version !== undefined && version > text.sentVersion) {
      text.sentVersion = version;
      this.#host.forward(message);
    } else {
      this.#noteSent(text, text.sentVersion + 1);
      const counted = setValue(body, ["params", "textDocument", "version"], text.sentVersion) ?? body;
      this.#host.forward({ ...message, body: counted, bytes: frameOf(counted) });
    }
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
    this.#host.onClosed(uri, text.path);
  }

  /** Compares all open documents with the disk. */
  checkAll(): void {
    for (const text of this.#texts.values()) this.#check(text);
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
    for (const text of this.#texts.values()) if (text.path !== undefined && isChanged(text.path)) this.#check(text);
  }

  #find(uri: string): ClientText | undefined {
    return this.#byUri.get(uri) ?? this.#texts.get(keyOfUri(uri));
  }

  #add(uri: string, languageId: string, version: number | undefined, content: string, message: Message): void {
    const path = pathOfUri(uri);
    const text: ClientText = {
      uri,
      path,
      languageId,
      clientVersion: version,
      sentVersion: version ?? 0,
      clientVersions: new Map(),
      ownText: undefined,
      difference: undefined,
      stamp: undefined,
      isSaved: false,
      isDeleted: false,
    };
    this.#texts.set(keyOfUri(uri), text);
    this.#byUri.set(uri, text);
    this.#host.forward(message);
    this.#host.onTextSent(uri);
    if (path === undefined) return;
    const file = this.#readFile(text);
    text.isSaved = file === content;
    this.#host.onOpened(path);
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
    text.clientVersion = version ?? text.clientVersion;
    text.ownText = undefined;
    text.difference = undefined;
    text.isSaved = false;
    if (!text.isDeleted && this.#host.documents.get(text.uri)?.text.text === content) {
      if (text.clientVersion !== undefined) this.#mapSentVersion(text);
      this.#checkSaved(text, content);
      this.#host.onTextConfirmed(text.uri);
      return;
    }
    this.#send(text, content);
    this.#checkSaved(text, content);
  }

  /**
   * Compares a document with its file. Sends the backend the file's text if it is new there and the
   * client had no unsaved text; returns whether it did.
   */
  #check(text: ClientText): boolean {
    const { path, stamp } = text;
    if (path === undefined) return false;
    const stats = statIfExists(path);
    // Most checks end here, so they make no objects.
    if (stats && stamp && stamp !== "folder" && !stamp.isYoung && isSameFile(stats, stamp)) return false;
    const current = stats && stampIfFile(stats);
    if (current === undefined) {
      const isGone = stamp !== undefined && text.isSaved && !text.isDeleted;
      if (isGone) this.#delete(text);
      text.stamp = undefined;
      return isGone;
    }
    if (stamp !== undefined && !hasChanged(stamp, current, true)) return false;
    const content = this.#readFile(text);
    if (content === undefined) return false;
    const inBackend = text.isDeleted ? undefined : this.#host.documents.get(text.uri)?.text.text;
    // Without a copy of it there is nothing to compare.
    if (inBackend === undefined && !text.isDeleted) return false;
    const own = text.ownText?.text ?? inBackend;
    const isSaved = own === content;
    const isUnsaved = !isSaved && !text.isSaved && text.ownText === undefined && !text.isDeleted;
    if (isUnsaved) return false;
    text.isSaved ||= isSaved;
    if (content === inBackend) return false;
    text.ownText = isSaved ? undefined : (text.ownText ?? this.#host.documents.get(text.uri)?.text);
    text.difference = undefined;
    this.#send(text, content);
    return true;
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
    this.#noteSent(text, text.sentVersion + 1);
    if (text.isDeleted) {
      text.isDeleted = false;
      this.#host.forward(openMessage(uri, languageId, text.sentVersion, content));
    } else {
      const params = { textDocument: { uri, version: text.sentVersion }, contentChanges: [{ text: content }] };
      this.#host.forward(messageOf(buildNotification("textDocument/didChange", params)));
    }
    this.#host.onTextSent(uri);
  }

  #noteSent(text: ClientText, version: number): void {
    text.sentVersion = version;
    this.#mapSentVersion(text);
  }

  /** Maps the sent version to the client's. Forgets the oldest versions past the maximum. */
  #mapSentVersion({ sentVersion, clientVersion, clientVersions }: ClientText): void {
    if (clientVersion === undefined) return;
    this.#hasOwnVersions = true;
    clientVersions.delete(sentVersion);
    clientVersions.set(sentVersion, clientVersion);
    for (const oldest of clientVersions.keys()) {
      if (clientVersions.size <= MAX_VERSIONS) break;
      clientVersions.delete(oldest);
    }
  }

  /** Updates `isSaved` after a change by the client. */
  #checkSaved(text: ClientText, content: string): void {
    if (text.path !== undefined) text.isSaved = this.#readFile(text) === content;
  }

  /** Reads the file and stores its stamp. Returns undefined if it can't be read or is binary. */
  #readFile(text: ClientText): string | undefined {
    try {
      const { bytes, statsBefore } = readWholeFileSync(text.path ?? "", { maxBytes: MAX_FILE_BYTES });
      text.stamp = stampIfFile(statsBefore);
      const decoded = decode(bytes);
      return "binary" in decoded ? undefined : decoded.text;
    } catch {
      return undefined;
    }
  }
}

function isSameFile({ size, mtimeMs, ino }: Stats, stamp: FileStamp): boolean {
  return mtimeMs === stamp.modifiedMs && size === stamp.size && ino === stamp.inode;
}

function stampIfFile(stats: Stats): EntryStamp | undefined {
  const stamp = entryStampOf(stats, Date.now());
  return stamp === "folder" ? undefined : stamp;
}
