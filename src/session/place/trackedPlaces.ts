/**
 * Places tracked for the life of the session, through the client's changes and through changes on
 * disk.
 */

import { LocateError } from "../../error.js";
import type { OpenDocument } from "../../files/documents/openDocument.js";
import { tryDescribeStretch } from "../../locate/describe/describeStretch.js";
import { echoText, quoteText } from "../../locate/errorText.js";
import type { Locate } from "../../locate/locate.js";
import { writeLocate } from "../../locate/notation/notation.js";
import { type Change, mapPoint } from "../../text/change.js";
import { diffTexts } from "../../text/diff/difference.js";
import type { Document } from "../../text/document.js";
import { getOrInsert } from "../../text/list.js";
import { offsetToPosition } from "../../text/position.js";
import { escapeName, inlineCode } from "../../text/printable.js";
import type { Stretch } from "../../text/stretch.js";
import type { OpenDocuments } from "../documents/openDocuments.js";

/** What is tracked of a place: the point that its Locate means, and the range. */
interface TrackedStretches {
  readonly point: Stretch;
  readonly range: Stretch;
}

/** A place to track, in a document as it is now. */
export interface TrackedPlaceOptions extends TrackedStretches {
  /** The Locate with its file. A symbol that is rewritten can be found by it again. */
  readonly locate: Locate;
  readonly document: OpenDocument;
  /** How the find matched, if it was too loose for a change of text. */
  readonly looseReading?: string | undefined;
}

/** Where the place was last, and in which text. */
interface Loss {
  readonly at: Stretch;
  readonly text: Document;
}

/**
 * One tracked place, mapped through the texts of its document, also when that is closed and opened
 * again.
 */
export class TrackedPlace {
  readonly handle: string;
  readonly locate: Locate;
  readonly looseReading: string | undefined;
  #document: OpenDocument;
  #text: Document;
  #stretches: TrackedStretches;
  #loss: Loss | undefined;

  constructor(handle: string, { locate, document, point, range, looseReading }: TrackedPlaceOptions) {
    this.handle = handle;
    this.locate = locate;
    this.looseReading = looseReading;
    this.#document = document;
    this.#text = document.text;
    this.#stretches = { point, range };
    document.changeListeners.add(this);
  }

  get document(): OpenDocument {
    return this.#document;
  }

  /** Moves to another document of the same file, which may have another text. */
  moveTo(document: OpenDocument): void {
    if (document === this.#document) return;
    this.release();
    if (document.text !== this.#text) this.textChanged(document.text, diffTexts(this.#text, document.text.text));
    this.#document = document;
    document.changeListeners.add(this);
  }

  /**
   * Maps the place to the new text; `changes` lead to it. The place is lost if its point or its
   * range is deleted.
   */
  textChanged(text: Document, changes: readonly Change[]): void {
    if (this.#loss) return;
    const { point, range } = this.#stretches;
    const rangeNow = stretchAfter(range, changes);
    // The start of a range survives as long as part of the range does.
    const start = rangeNow && point.from === range.from ? { from: rangeNow.from, to: rangeNow.from } : undefined;
    const pointNow = stretchAfter(point, changes) ?? start;
    if (pointNow && rangeNow) this.#stretches = { point: pointNow, range: rangeNow };
    else this.#loss = { at: point, text: this.#text };
    this.#text = text;
  }

  /** Returns the stretches in the document's text. Throws `handle_deleted`. */
  now(): TrackedStretches {
    if (this.#loss) throw handleDeletedError(this, this.#loss, "was deleted");
    return this.#stretches;
  }

  /** Returns the error for a place whose document can't be read any more. */
  goneError(why: string): LocateError {
    return handleDeletedError(this, this.#loss ?? { at: this.#stretches.point, text: this.#text }, `is gone: ${why}`);
  }

  release(): void {
    this.#document.changeListeners.delete(this);
  }
}

/**
 * Maps a stretch through changes; undefined if it is deleted.
 *
 * Text typed inside it, or in place of a part of it, belongs to it; text typed at its ends does
 * not. Of a stretch that a change partly covers, the rest remains. A point is deleted with the text
 * on both of its sides.
 */
function stretchAfter({ from, to }: Stretch, changes: readonly Change[]): Stretch | undefined {
  if (from === to) {
    const at = mapPoint(changes, from);
    return at === null ? undefined : { from: at, to: at };
  }
  let range: Stretch | undefined = { from, to };
  for (const change of changes) range = range && rangeAfter(range, change);
  return range;
}

function rangeAfter({ from, to }: Stretch, change: Change): Stretch | undefined {
  const shift = change.length - (change.to - change.from);
  if (change.to <= from) return { from: from + shift, to: to + shift };
  if (change.from >= to) return { from, to };
  if (from <= change.from && change.to <= to) return to + shift > from ? { from, to: to + shift } : undefined;
  if (change.from <= from && to <= change.to) return undefined;
  return change.from < from ? { from: change.from + change.length, to: to + shift } : { from, to: change.from };
}

const placesByDocuments = new WeakMap<OpenDocuments, TrackedPlaces>();

/**
 * Returns the tracked places of a session, by its documents. They are not part of the session, so
 * that they are loaded only when needed.
 */
export function trackedPlacesOf(documents: OpenDocuments): TrackedPlaces {
  return getOrInsert(placesByDocuments, documents, () => {
    const tracking = new TrackedPlaces();
    documents.listeners.add((document, event) => {
      if (event === "opened") tracking.didOpen(document);
    });
    return tracking;
  });
}

/** The tracked places of a session, by handle. */
class TrackedPlaces {
  readonly #places = new Map<string, TrackedPlace>();
  #lastHandle = 0;

  /** Begins to track a place, in the present text of its document. */
  track(tracked: TrackedPlaceOptions): TrackedPlace {
    const place = new TrackedPlace(`place-${++this.#lastHandle}`, tracked);
    this.#places.set(place.handle, place);
    return place;
  }

  /** Throws `handle_unknown`. */
  get(handle: string): TrackedPlace {
    const place = this.#places.get(handle);
    if (place) return place;
    throw new LocateError(
      "handle_unknown",
      `No place is tracked under the handle ${quoteText(handle)} in this session. Ask locate/track for a handle, or write a file_path with a scope or a find.`,
      { handle: echoText(handle), handles: [...this.#places.keys()].slice(-10) },
    );
  }

  /**
   * Moves the places in a file to the document that the client has just opened, before its first
   * change comes.
   */
  didOpen(document: OpenDocument): void {
    for (const place of this.#places.values()) if (isSameDocument(place.document, document)) place.moveTo(document);
  }

  /** Throws `handle_unknown`. */
  untrack(handle: string): void {
    this.get(handle).release();
    this.#places.delete(handle);
  }
}

function isSameDocument(one: OpenDocument, other: OpenDocument): boolean {
  return one.key === other.key || (one.realKey !== undefined && one.realKey === other.realKey);
}

function handleDeletedError({ handle, locate }: TrackedPlace, { at, text }: Loss, what: string): LocateError {
  const { line, character } = offsetToPosition(text, at.from, "utf-16");
  const { file_path } = locate;
  // A symbol's name survives most rewriting; otherwise the text around the place may have been
  // moved.
  const replacement = isNamedAt(locate, at, text)
    ? locate
    : (tryDescribeStretch(at, { document: text, file_path }, "point") ?? locate);
  return new LocateError(
    "handle_deleted",
    `The text of ${handle} ${what}; it was last in line ${line + 1} of ${inlineCode(escapeName(file_path ?? ""))}. If it was rewritten, this may find it: ${inlineCode(writeLocate(replacement))}.`,
    {
      handle,
      last: {
        file_path,
        position: { line: line + 1, character: character + 1 },
        text: text.slice(text.lineFrom(line), text.lineTo(line)),
      },
      locate: replacement,
    },
  );
}

/** Whether a Locate means a symbol whose name was still there. */
function isNamedAt({ scope }: Locate, { from }: Stretch, text: Document): boolean {
  const name = scope !== undefined && "symbol_path" in scope ? scope.symbol_path.at(-1) : undefined;
  return name !== undefined && text.slice(from, from + name.length) === name;
}
