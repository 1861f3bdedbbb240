/** The tokens of the text around a place that a quotation of it may contain. */
import type { Document } from "../../text/document.js";
import type { Stretch } from "../../text/stretch.js";
import { classAt, isLineEnd, isSpaceAt, isWordAt } from "../find/characters.js";
import { forEachToken } from "../find/token.js";
import { MAX_FIND_LENGTH } from "../locate.js";

/** The maximum of code units and of line ends that a quotation extends on either side. */
const MAX_DISTANCE = 400;
const MAX_LINES = 5;

/**
 * Returns the tokens around and in a stretch, in order, without whitespace. All lie in `within`.
 */
export function tokensAround(document: Document, place: Stretch, within: Stretch): Stretch[] {
  const { text } = document;
  const firstLine = document.lineFrom(document.lineAt(place.from) - MAX_LINES);
  const lastLine = document.lineTo(document.lineAt(place.to) + MAX_LINES);
  const from = borderAtOrBefore(text, Math.max(firstLine, within.from, place.from - MAX_DISTANCE), within.from);
  const to = borderAtOrAfter(text, Math.min(lastLine, within.to, place.to + MAX_DISTANCE), within.to);
  const tokens: Stretch[] = [];
  forEachToken(text, from, to, (start, end) => {
    if (!isSpaceAt(text, start)) tokens.push({ from: start, to: end });
  });
  return tokens;
}

/**
 * A change of character class is always a token border. A token longer than a find may be stays
 * cut.
 */
function borderAtOrBefore(text: string, offset: number, min: number): number {
  const last = Math.max(min, offset - MAX_FIND_LENGTH);
  let at = offset;
  while (at > last && at < text.length && classAt(text, at) === classAt(text, at - 1)) at--;
  return at;
}

function borderAtOrAfter(text: string, offset: number, max: number): number {
  const last = Math.min(max, offset + MAX_FIND_LENGTH);
  let at = offset;
  while (at > 0 && at < last && classAt(text, at) === classAt(text, at - 1)) at++;
  return at;
}

/**
 * Returns the stretch from the token that `from` is in or before to the token that `to` is in or
 * after.
 *
 * Where `from` is directly after a token and whitespace follows, that token is the first. At the
 * start of an indented line the indentation is included, and so is whitespace up to a line end at
 * `to`. Null inside whitespace, where text can't express the place.
 */
export function tokensCovering(text: string, { from, to }: Stretch, tokens: readonly Stretch[]): QuotationBase | null {
  if (from === to) return unlessAcrossLineEnd(text, from, tokenAt(text, from, tokens));
  const first = tokenAt(text, from, tokens);
  const last = tokenEndingAt(text, to, tokens);
  if (first === null || last === null) return null;
  return { from: first.from, to: last.to, isOpenLeft: first.isOpenLeft, isOpenRight: last.isOpenRight };
}

/** Returns null for a point separated from all text by a line end, where lines are plainer. */
function unlessAcrossLineEnd(text: string, point: number, base: QuotationBase | null): QuotationBase | null {
  if (base === null || (base.isOpenLeft && base.isOpenRight)) return base;
  const crossed = base.isOpenLeft ? text.slice(base.from, point).trimStart() : text.slice(point, base.to).trimEnd();
  return /[\r\n]/.test(crossed) ? null : base;
}

/**
 * A stretch to quote, and the sides on which the quotation may be extended: not where it begins or
 * ends in whitespace that identifies the place.
 */
export interface QuotationBase extends Stretch {
  readonly isOpenLeft: boolean;
  readonly isOpenRight: boolean;
}

/**
 * Returns the token that identifies a point: the one it is in or before, or else the one it ends,
 * or else the one next to it on its line.
 */
function tokenAt(text: string, point: number, tokens: readonly Stretch[]): QuotationBase | null {
  const index = tokens.findIndex((token) => token.to > point);
  const token = tokens[index];
  if (token !== undefined && token.from <= point) return { ...token, isOpenLeft: true, isOpenRight: true };
  const before = tokens[index < 0 ? tokens.length - 1 : index - 1];
  if (before?.to === point) return { ...before, isOpenLeft: true, isOpenRight: true };
  if (token !== undefined && isLineStart(text, point))
    return { from: point, to: token.to, isOpenLeft: false, isOpenRight: true };
  if (before !== undefined && isAtLineEnd(text, point))
    return { from: before.from, to: point, isOpenLeft: true, isOpenRight: false };
  return null;
}

/** As `tokenAt`, for the end of a stretch: prefers the token that the point is in or after. */
function tokenEndingAt(text: string, point: number, tokens: readonly Stretch[]): QuotationBase | null {
  const token = tokens.findLast(({ from }) => from < point);
  if (token !== undefined && token.to >= point) return { ...token, isOpenLeft: true, isOpenRight: true };
  return tokenAt(text, point, tokens);
}

function isLineStart(text: string, offset: number): boolean {
  return offset === 0 || isLineEnd(text.charCodeAt(offset - 1));
}

function isAtLineEnd(text: string, offset: number): boolean {
  return offset === text.length || isLineEnd(text.charCodeAt(offset));
}

/**
 * Returns the smallest stretches to quote. Each contains a word, as brackets and commas are
 * frequent: the base, or else the base extended to the word before it or after it on its line, and
 * last the base itself. Where the line has no word, all of the line.
 */
export function extendToWord(document: Document, base: QuotationBase, tokens: readonly Stretch[]): QuotationBase[] {
  const { text } = document;
  for (let offset = base.from; offset < base.to; offset++) if (isWordAt(text, offset)) return [base];
  const lineFrom = document.lineFrom(document.lineAt(base.from));
  const lineTo = document.lineTo(document.lineAt(base.to));
  const onLine = tokens.filter(({ from, to }) => from >= lineFrom && to <= lineTo);
  const before = base.isOpenLeft && onLine.findLast(({ from, to }) => to <= base.from && isWordAt(text, from));
  const after = base.isOpenRight && onLine.find(({ from }) => from >= base.to && isWordAt(text, from));
  const bases = [...(before ? [{ ...base, from: before.from }] : []), ...(after ? [{ ...base, to: after.to }] : [])];
  if (bases.length > 0) return [...bases, base];
  const from = base.isOpenLeft ? (onLine[0]?.from ?? base.from) : base.from;
  const to = base.isOpenRight ? (onLine.at(-1)?.to ?? base.to) : base.to;
  return [{ ...base, from: Math.min(from, base.from), to: Math.max(to, base.to) }];
}
