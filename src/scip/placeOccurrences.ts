/**
 * Where the occurrences of a document are in its text as it is. Those of an unchanged document are
 * taken as they are. Those of a changed one move with their lines, where the text that was indexed
 * is known, and otherwise are kept if their text is the symbol's name.
 */

import { isWordAt } from "../locate/find/characters.js";
import { mapStretch } from "../text/change.js";
import { diffTexts } from "../text/diff/difference.js";
import { Document } from "../text/document.js";
import type { PositionEncoding } from "../text/encoding.js";
import { positionToOffset } from "../text/position.js";
import type { Stretch } from "../text/stretch.js";
import type { ScipDocument, ScipOccurrence, ScipRange } from "./file/scipMessages.js";
import { nameOfSymbol } from "./file/symbols.js";

/**
 * How a document's text differs from the one that was indexed. `assumed`: that is not known, and
 * its definitions are where the index says.
 */
export type DocumentState = "unchanged" | "assumed" | "changed";

export interface PlacedOccurrence {
  readonly occurrence: ScipOccurrence;
  readonly stretch: Stretch;
}

export interface PlacedDocument {
  readonly state: DocumentState;
  /** Whether the text that was indexed is known, so that each occurrence is what it was then. */
  readonly isExact: boolean;
  /** In the order of the index. */
  readonly occurrences: readonly PlacedOccurrence[];
  /** Those that are not where the index says, and found nowhere else. */
  readonly dropped: readonly ScipOccurrence[];
  /** Returns where a range of the index is in the text; undefined if it is not. */
  place(range: ScipRange): Stretch | undefined;
}

export interface PlacingOptions {
  readonly encoding: PositionEncoding;
  /** Whether the text is the one that was indexed, where that is known. */
  readonly isUnchanged: boolean | undefined;
  /** The text that was indexed, if it is known to be another one. */
  readonly indexedText?: string | undefined;
}

export function placeOccurrences(document: ScipDocument, text: Document, options: PlacingOptions): PlacedDocument {
  const { encoding, isUnchanged, indexedText } = options;
  if (isUnchanged === false && indexedText !== undefined) {
    const place = createMover(Document.of(indexedText), text, encoding);
    return { ...placedDocument("changed", document, place, () => true), isExact: true };
  }
  const place = (range: ScipRange) => strictStretch(text, range, encoding);
  if (isUnchanged === true) return placedDocument("unchanged", document, place, () => true);
  // A use may have changed all the same.
  if (isUnchanged === undefined && fitsText(document, text, place))
    return placedDocument("assumed", document, place, ({ stretch }) => isWhole(text.text, stretch));
  const names = namesIn(document, text, place);
  const isNamed = ({ occurrence: { symbol }, stretch }: PlacedOccurrence) =>
    isNameIn(text.slice(stretch.from, stretch.to), names.get(symbol));
  return placedDocument("changed", document, place, isNamed);
}

function placedDocument(
  state: DocumentState,
  document: ScipDocument,
  place: (range: ScipRange) => Stretch | undefined,
  isKept: (placed: PlacedOccurrence) => boolean,
): PlacedDocument {
  const occurrences: PlacedOccurrence[] = [];
  const dropped: ScipOccurrence[] = [];
  for (const occurrence of document.occurrences) {
    const stretch = place(occurrence.range);
    if (stretch && isKept({ occurrence, stretch })) occurrences.push({ occurrence, stretch });
    else dropped.push(occurrence);
  }
  return { state, isExact: state === "unchanged", occurrences, dropped, place };
}

/** Returns the stretch of a range; undefined if the text has no such place. */
function strictStretch(text: Document, range: ScipRange, encoding: PositionEncoding): Stretch | undefined {
  const from = strictOffset(text, range.startLine, range.startCharacter, encoding);
  const to = strictOffset(text, range.endLine, range.endCharacter, encoding);
  return from === undefined || to === undefined || to < from ? undefined : { from, to };
}

function strictOffset(text: Document, line: number, character: number, encoding: PositionEncoding): number | undefined {
  if (line < 0 || character < 0 || line >= text.lineCount) return undefined;
  const [from, to] = [text.lineFrom(line), text.lineTo(line)];
  // A character takes at least a unit.
  if (encoding !== "utf-8" && character > to - from) return undefined;
  const offset = positionToOffset(text, { line, character }, encoding);
  return text.unitsBetween(from, offset, encoding) === character ? offset : undefined;
}

/** Returns a function that finds the lines of the old text in the new one. */
function createMover(
  before: Document,
  after: Document,
  encoding: PositionEncoding,
): (range: ScipRange) => Stretch | undefined {
  const changes = diffTexts(before, after.text);
  const lineOf = (document: Document, line: number) =>
    document.slice(document.lineFrom(line), document.lineTo(line)).trim();
  return (range) => {
    const old = strictStretch(before, range, encoding);
    // A module is declared at the beginning of its file.
    if (old?.to === 0) return old;
    const moved = old && mapStretch(changes, old);
    if (!old || !moved || after.slice(moved.from, moved.to) !== before.slice(old.from, old.to)) return undefined;
    const isSameLine =
      lineOf(before, range.startLine) === lineOf(after, after.lineAt(moved.from)) &&
      lineOf(before, range.endLine) === lineOf(after, after.lineAt(moved.to));
    return isSameLine ? moved : undefined;
  };
}

/** Whether a stretch begins and ends at the bounds of words. */
function isWhole(text: string, { from, to }: Stretch): boolean {
  const isInWord = (offset: number) => isWordAt(text, offset - 1) && isWordAt(text, offset);
  return from === to || (!isInWord(from) && !isInWord(to));
}

/** Whether all ranges are in the text, and each definition is at its symbol's name. */
function fitsText(document: ScipDocument, text: Document, place: (range: ScipRange) => Stretch | undefined): boolean {
  const displayNames = displayNamesOf(document);
  return document.occurrences.every(({ range, symbol, roles }) => {
    const stretch = place(range);
    if (stretch === undefined) return false;
    if ((roles & 1) === 0 || stretch.from === stretch.to) return true;
    const names = writtenNames(symbol, displayNames.get(symbol));
    return names === undefined || isNameIn(text.slice(stretch.from, stretch.to), names);
  });
}

function displayNamesOf({ symbols }: ScipDocument): ReadonlyMap<string, string> {
  return new Map(symbols.flatMap(({ symbol, displayName }) => (displayName === "" ? [] : [[symbol, displayName]])));
}

const identifier = /^[\p{L}\p{N}_$]+$/u;

/**
 * Returns the texts by which a symbol may be written at its declaration; undefined if that can't be
 * told from the symbol (a file, a constructor, a local one).
 */
function writtenNames(symbol: string, displayName: string | undefined): readonly string[] | undefined {
  const last = nameOfSymbol(symbol);
  if (last?.kind === "namespace" || last?.kind === "meta") return undefined;
  const names = [last?.name, displayName].filter((name) => name !== undefined && identifier.test(name)) as string[];
  return names.length === 0 ? undefined : names;
}

/** By symbol: the names that it has in the text, for those that have one. */
function namesIn(
  document: ScipDocument,
  text: Document,
  place: (range: ScipRange) => Stretch | undefined,
): ReadonlyMap<string, readonly string[]> {
  const displayNames = displayNamesOf(document);
  const names = new Map<string, readonly string[]>();
  for (const { symbol, range, roles } of document.occurrences) {
    if (names.has(symbol)) continue;
    const written = writtenNames(symbol, displayNames.get(symbol));
    if (written !== undefined) names.set(symbol, written);
    if (written !== undefined || (roles & 1) === 0) continue;
    // A local symbol has the name that stands at its definition.
    const stretch = place(range);
    const defined = stretch && text.slice(stretch.from, stretch.to);
    if (defined !== undefined && identifier.test(defined)) names.set(symbol, [defined]);
  }
  return names;
}

const quoted = /^(["'`#]?)(.*)\1$/s;

function isNameIn(text: string, names: readonly string[] | undefined): boolean {
  return names?.includes(quoted.exec(text)?.[2] ?? text) === true;
}
