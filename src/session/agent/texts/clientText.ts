/** One document that the client has open, and how its text differs from the backend's. */

import { type Change, mapStretch } from "../../../text/change.js";
import { diffTexts } from "../../../text/diff/difference.js";
import type { Document } from "../../../text/document.js";
import type { Stretch } from "../../../text/stretch.js";
import { pathOfUri } from "../../../uri.js";
import { DocumentVersions } from "./documentVersions.js";
import { FileOnDisk } from "./fileOnDisk.js";

export class ClientText {
  readonly uri: string;
  readonly languageId: string;
  readonly versions: DocumentVersions;
  /** Undefined for a document that is in no file. */
  readonly file: FileOnDisk | undefined;
  /** Whether the client's text was equal to the file at the last comparison. */
  isSaved = false;
  /** Whether the client has changed its text since then. */
  isToBeCompared = false;
  /** Whether the client's text is kept here, as a shared backend has the text on disk. */
  isUnsaved = false;
  /** Whether the file was deleted and the document therefore closed at the backend. */
  isDeleted = false;
  #ownText: Document | undefined;
  /** The changes from the client's text to the backend's text `to`, computed when needed. */
  #difference: { readonly to: Document; readonly changes: readonly Change[] } | undefined;

  constructor(uri: string, languageId: string, version: number | undefined) {
    this.uri = uri;
    this.languageId = languageId;
    this.versions = new DocumentVersions(version);
    const path = pathOfUri(uri);
    this.file = path === undefined ? undefined : new FileOnDisk(path);
  }

  /** The client's text while it differs from the backend's; undefined while they are equal. */
  get ownText(): Document | undefined {
    return this.#ownText;
  }

  set ownText(text: Document | undefined) {
    this.#ownText = text;
    this.#difference = undefined;
  }

  /** Whether the backend's text differs from the client's, or is closed there. */
  get differsFromBackend(): boolean {
    return this.#ownText !== undefined || this.isDeleted;
  }

  /**
   * Maps offsets in the client's text to the backend's text. Returns undefined if that part of the
   * text does not exist there.
   */
  toBackend(stretch: Stretch, backendText: Document | undefined): Stretch | undefined {
    if (this.isDeleted) return undefined;
    if (!this.#ownText || !backendText) return stretch;
    if (this.#difference?.to !== backendText)
      this.#difference = { to: backendText, changes: diffTexts(this.#ownText, backendText.text) };
    return mapStretch(this.#difference.changes, stretch);
  }
}
