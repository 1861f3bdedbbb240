/** Places that are followed for as long as the session lives: through what the client types, and through what happens to a file on disk. */

import { LocateError } from "../error.js";
import { describeIfPossible } from "../locate/describe.js";
import type { Locate } from "../locate/locate.js";
import { formatLocate } from "../locate/notation.js";
import { type Change, difference, mapThrough } from "../text/change.js";
import type { Document } from "../text/document.js";
import { offsetToPosition } from "../text/position.js";
import type { OpenDocument, Stretch } from "./documents.js";
import type { Session } from "./session.js";

/** A place's point and its range; each may be lost by itself. */
export interface TrackedStretches {
  readonly point: Stretch | undefined;
  readonly range: Stretch | undefined;
}

/** Where the place was last, and in which text. */
interface Loss {
  readonly at: Stretch;
  readonly text: Document;
}

/** A place on its way through the texts of a document, whichever of its openings it is in. */
export class TrackedPlace {
  readonly handle: string;
  /** What it was tracked by, with its file: a symbol that is written anew is found by its name again. */
  readonly locate: Locate;
  #document: OpenDocument;
  #text: Document;
  #stretches: TrackedStretches;
  #loss: Loss | undefined;

  constructor(handle: string, locate: Locate, document: OpenDocument, stretches: TrackedStretches) {
    this.handle = handle;
    this.locate = locate;
    this.#document = document;
    this.#text = document.text;
    this.#stretches = stretches;
    document.tracked.add(this);
  }

  get uri(): string {
    return this.#document.uri;
  }

  /** Goes on in a document that may be another opening of the same file, with another text. */
  moveTo(document: OpenDocument): void {
    if (document === this.#document) return;
    this.release();
    if (document.text !== this.#text) this.follow(document.text, difference(this.#text, document.text.text));
    this.#document = document;
    document.tracked.add(this);
  }

  /** The document has a new text; the changes lead to it. */
  follow(text: Document, changes: readonly Change[]): void {
    const { point, range } = this.#stretches;
    const [pointNow, rangeNow] = [point && followed(point, changes), range && followed(range, changes)];
    if (point !== undefined && pointNow === undefined) this.#loss ??= { at: point, text: this.#text };
    this.#stretches = { point: pointNow, range: rangeNow };
    this.#text = text;
  }

  /** Where it is in the document's text. Throws `handle_deleted`. */
  now(as: "point" | "range"): Stretch {
    const { point, range } = this.#stretches;
    if (point === undefined) throw handleDeleted(this.handle, this.locate, this.#loss as Loss);
    return as === "point" ? point : (range ?? point);
  }

  release(): void {
    this.#document.tracked.delete(this);
  }
}

/**
 * A stretch after changes. What is typed inside it, or in place of a part of it, belongs to it; what is typed at its ends does not; where a change reaches
 * beyond an end, what is left of it stays. Undefined where nothing is: a point goes with the text on both its sides.
 */
function followed({ from, to }: Stretch, changes: readonly Change[]): Stretch | undefined {
  if (from === to) {
    const at = mapThrough(changes, from, "after") ?? mapThrough(changes, from, "before");
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

const all = new WeakMap<Session, Tracking>();

/** The places of a session; kept beside it, so that one which tracks none loads nothing of this. */
export function trackingOf(session: Session): Tracking {
  const before = all.get(session);
  const tracking = before ?? new Tracking();
  if (!before) all.set(session, tracking);
  return tracking;
}

/** Places by handle. */
class Tracking {
  readonly #places = new Map<string, TrackedPlace>();
  #last = 0;

  /** Begins to follow a place of a document, in the text that it has now. */
  track(locate: Locate, document: OpenDocument, stretches: TrackedStretches): TrackedPlace {
    const place = new TrackedPlace(`place-${++this.#last}`, locate, document, stretches);
    this.#places.set(place.handle, place);
    return place;
  }

  /** Throws `handle_unknown`. */
  get(handle: string): TrackedPlace {
    const place = this.#places.get(handle);
    if (place) return place;
    throw new LocateError(
      "handle_unknown",
      `No place is tracked under the handle ${JSON.stringify(handle)} in this session. Ask locate/track for a handle, or write a file_path with a scope or a find.`,
      { handle, handles: [...this.#places.keys()].slice(-10) },
    );
  }

  /** Throws `handle_unknown`. */
  untrack(handle: string): void {
    this.get(handle).release();
    this.#places.delete(handle);
  }
}

function handleDeleted(handle: string, locate: Locate, { at, text }: Loss): LocateError {
  const { line, character } = offsetToPosition(text, at.from, "utf-16");
  const { file_path } = locate;
  const isNamed = locate.scope !== undefined && "symbol_path" in locate.scope;
  // A name outlives most rewriting; else what stood around the place may have been moved rather than deleted.
  const again = isNamed ? locate : (describeIfPossible(at, { document: text, file_path }, "point") ?? locate);
  return new LocateError(
    "handle_deleted",
    `What ${handle} stood on was deleted; it was last in line ${line + 1} of \`${file_path}\`. If it was written anew, this may find it: \`${writtenAs(again)}\`.`,
    {
      handle,
      last: {
        file_path,
        position: { line: line + 1, character: character + 1 },
        text: text.slice(text.lineFrom(line), text.lineTo(line)),
      },
      locate: again,
    },
  );
}

function writtenAs(locate: Locate): string {
  try {
    return formatLocate(locate);
  } catch {
    return JSON.stringify(locate);
  }
}
