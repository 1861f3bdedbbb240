/** One open document: its present text, and snapshots through which its places are followed. */

import { type Change, mapPoint, mapThrough } from "../../text/change.js";
import type { Document } from "../../text/document.js";
import type { Stretch } from "../../text/stretch.js";
import { keyOfUri, pathOfUri, realKeyOfPath } from "../../uri.js";

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
  isClosed = false;
  /** Places that are followed through every change, without keeping the changes. */
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
  get hasSnapshots(): boolean {
    return this.#snapshotCount > 0;
  }

  /** Takes a new text that came at that time, and what changed on the way to it. */
  setText(text: Document, changes: readonly Change[], at: number): void {
    this.text = text;
    this.changedAt = at;
    for (const place of this.changeListeners) place.textChanged(text, changes);
    // One by one: a replacement of the whole may be more changes than a call takes arguments.
    if (this.#snapshotCount > 0) for (const change of changes) this.#changes.push(change);
  }

  /** The text as it is now, and a way to follow its places through what comes; call `release` when done. Changes are kept only meanwhile. */
  takeSnapshot(): TextSnapshot {
    const { text } = this;
    const since = this.#changes.length;
    this.#snapshotCount++;
    const snapshot: TextSnapshot = {
      text,
      mapToNow: (from, to) => mapStretch(this.#changes.slice(since), from, to),
      mapTo: (later, from, to) => mapStretch(this.#changes.slice(since, firstChangeOf.get(later)), from, to),
      release: () => {
        if (--this.#snapshotCount === 0) this.#changes = [];
      },
    };
    firstChangeOf.set(snapshot, since);
    return snapshot;
  }
}

/** How many changes of its document each had seen when it began. */
const firstChangeOf = new WeakMap<TextSnapshot, number>();

/** Hears of every change of a document. */
export interface ChangeListener {
  textChanged(text: Document, changes: readonly Change[]): void;
}

export interface TextSnapshot {
  readonly text: Document;
  /** Where a stretch of that text is now (offsets); undefined once what stood at one of its ends was deleted. */
  mapToNow(from: number, to: number): Stretch | undefined;
  /** Where it was when the same document began to be watched again, later; this one has not been released since. */
  mapTo(later: TextSnapshot, from: number, to: number): Stretch | undefined;
  release(): void;
}

function mapStretch(changes: readonly Change[], from: number, to: number): Stretch | undefined {
  if (from === to) {
    const at = mapPoint(changes, from);
    return at === null ? undefined : { from: at, to: at };
  }
  const start = mapThrough(changes, from, "after");
  const end = mapThrough(changes, to, "before");
  return start === null || end === null || end < start ? undefined : { from: start, to: end };
}
