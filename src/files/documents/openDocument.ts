/** One open document: its present text, and snapshots that map offsets to it. */

import { type Change, mapStretch } from "../../text/change.js";
import type { Document } from "../../text/document.js";
import { applyContentChanges, type ContentChange } from "../../text/edits/contentChanges.js";
import type { PositionEncoding } from "../../text/position.js";
import type { Stretch } from "../../text/stretch.js";
import { keyOfUri, pathOfUri, realKeyOfPath } from "../../uri.js";

/**
 * The version of a document that the proxy opens, as in editors: tsp-server takes a text of version
 * 1 that was of version 0 for the one that it has read from the disk.
 */
export const FIRST_VERSION = 1;

/** A document that the client has open, or that we have opened for a Locate. */
export class OpenDocument {
  readonly uri: string;
  readonly key: string;
  readonly languageId: string;
  readonly owner: "client" | "proxy";
  version: number;
  /** The version with which it was opened last. */
  openedVersion: number;
  text: Document;
  /** When the backend was sent the present text, as of `performance.now()`. */
  sentAt: number;
  isClosed = false;
  /** Called with every change; the changes need not be kept for them. */
  readonly changeListeners = new Set<ChangeListener>();
  #realKey: string | undefined;
  #changes: Change[] = [];
  #snapshotCount = 0;

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
    this.openedVersion = opened.version;
    this.text = opened.text;
    this.sentAt = opened.at;
  }

  /** The key of the file itself, with symbolic links resolved; undefined if it is not a file. */
  get realKey(): string | undefined {
    const path = pathOfUri(this.uri);
    if (path !== undefined) this.#realKey ??= realKeyOfPath(path);
    return this.#realKey;
  }

  /** Whether a snapshot has not been released yet. */
  get hasSnapshots(): boolean {
    return this.#snapshotCount > 0;
  }

  /** Applies the events of a `didChange`; `at` is as of `performance.now()`. */
  change(events: readonly ContentChange[], encoding: PositionEncoding, at: number): void {
    const { document, changes } = applyContentChanges(this.text, events, encoding);
    this.setText(document, changes, at);
  }

  /**
   * Replaces the text; `changes` lead from the old one to the new one. `at` is as of
   * `performance.now()`.
   */
  setText(text: Document, changes: readonly Change[], at: number): void {
    this.text = text;
    this.sentAt = at;
    for (const place of this.changeListeners) place.textChanged(text, changes);
    // One by one: the changes may be more than the maximum number of arguments of a call.
    if (this.#snapshotCount > 0) for (const change of changes) this.#changes.push(change);
  }

  /** Takes a snapshot of the present text. Changes are kept until it is released. */
  takeSnapshot(): TextSnapshot {
    const { text } = this;
    const since = this.#changes.length;
    this.#snapshotCount++;
    let isReleased = false;
    const snapshot: TextSnapshot = {
      text,
      mapToNow: (from, to) => mapStretch(this.#changes.slice(since), { from, to }),
      mapTo: (later, from, to) => mapStretch(this.#changes.slice(since, firstChangeOf.get(later)), { from, to }),
      release: () => {
        if (isReleased) return;
        isReleased = true;
        if (--this.#snapshotCount === 0) this.#changes = [];
      },
    };
    firstChangeOf.set(snapshot, since);
    return snapshot;
  }
}

/** The number of kept changes when each snapshot was taken. */
const firstChangeOf = new WeakMap<TextSnapshot, number>();

/** Gets every change of a document. */
export interface ChangeListener {
  textChanged(text: Document, changes: readonly Change[]): void;
}

export interface TextSnapshot {
  readonly text: Document;
  /**
   * Maps a stretch of the snapshot's text to the present text (offsets); undefined if the text at
   * one of its ends was deleted.
   */
  mapToNow(from: number, to: number): Stretch | undefined;
  /** Maps a stretch to a later snapshot of the same document, which must not be released yet. */
  mapTo(later: TextSnapshot, from: number, to: number): Stretch | undefined;
  release(): void;
}
