/**
 * The lines that are most similar to a find without a match, by the words they share, under a work
 * budget. The word next to the marker weighs as much as all others together.
 */
import type { Document } from "../../text/document.js";
import type { Stretch } from "../../text/stretch.js";
import { clip } from "../errorText.js";
import { isWordAt } from "../find/characters.js";
import { findOccurrences } from "../find/stringSearch.js";
import { forEachToken } from "../find/token.js";
import { looseSimilarity } from "../similarity.js";
import { MAX_LINE_LENGTH } from "./quotedLine.js";

export interface NearLine {
  /** 1-based; for a find of several lines, the first and the last. */
  readonly line: number;
  readonly lastLine: number;
  /** The text of all these lines, without the whitespace around it. */
  readonly text: string;
  /** 0 to 1. */
  readonly similarity: number;
}

const MAX_NEAR_LINES = 3;
/** A word in more lines than this says little about where a find was meant to match. */
const MAX_WORD_OCCURRENCES = 400;
const MAX_WORDS = 24;
const MAX_LINES = 60;
const MAX_TOKENS = 200;
/** Of the text of several lines. */
const MAX_TEXT_LENGTH = 2_000;
/** The maximum of words of the text that are compared with a word of the find that it lacks. */
const MAX_COMPARED_WORDS = 20_000;
const MIN_LINE_SIMILARITY = 0.4;
/** Enough where the line has the word next to the marker, or a similar one. */
const MIN_SIMILARITY_WITH_WORD = 0.2;
/** The least similarity of a word to the one that it stands for. */
export const MIN_WORD_SIMILARITY = 0.6;
/** How much more the word next to the marker counts in the choice of candidates. */
const MARKED_WORD_FACTOR = 4;

/**
 * Returns up to three lines of from..to, best first; for a find of several lines, as many from each
 * line where it might begin. `marker` is the offset of the marker in the find.
 */
export function findNearestLines(find: string, document: Document, { from, to }: Stretch, marker?: number): NearLine[] {
  const lines = find.split(/\r\n|\r|\n/).filter((line) => line.trim() !== "");
  if (lines.length === 0) return [];
  const wanted = tokensOf(lines.join("\n").slice(0, 2_000));
  const marked = marker === undefined ? undefined : wordNextTo(marker, find);
  const candidates = candidateLines(lines, marked, document, { from, to });
  const near = [...candidates].map((line) => {
    const { last, tokens, similarity } = mostSimilarLines(line, lines.length, wanted, document);
    const stretch = document.slice(document.lineFrom(line), document.lineTo(last));
    const contained = containedShare(wanted, tokens);
    const wordSimilarity = marked === undefined ? contained : wordSimilarityIn(tokens, marked);
    const text = clip(stretch.trim(), Math.min(MAX_LINE_LENGTH * (last - line + 1), MAX_TEXT_LENGTH));
    const rank = similarity + wordSimilarity + HEAD_WEIGHT * sharedHead(wanted, tokens);
    const isSimilar =
      similarity >= MIN_LINE_SIMILARITY ||
      (marked !== undefined && similarity >= MIN_SIMILARITY_WITH_WORD && wordSimilarity >= MIN_WORD_SIMILARITY) ||
      contained >= MIN_CONTAINED;
    return { rank, isSimilar, near: { line: line + 1, lastLine: last + 1, text, similarity } };
  });
  return near
    .filter(({ isSimilar }) => isSimilar)
    .sort((a, b) => b.rank - a.rank || a.near.line - b.near.line)
    .slice(0, MAX_NEAR_LINES)
    .map((each) => each.near);
}

/**
 * Returns the stretch of lines from `line` on that is most similar to the find: as many lines as it
 * has, or up to four more for a find of one line that begins so, as a formatter may have broken it.
 */
function mostSimilarLines(line: number, count: number, wanted: readonly string[], document: Document) {
  const stretchTo = (last: number) => {
    const tokens = tokensOf(document.slice(document.lineFrom(line), document.lineTo(last)).slice(0, 4_000));
    return { last, tokens, similarity: round(tokenSimilarity(wanted, tokens)) };
  };
  const lastLine = document.lineCount - 1;
  let best = stretchTo(Math.min(line + count - 1, lastLine));
  if (count > 1 || wanted.length < MIN_BROKEN_TOKENS || best.tokens[0] !== wanted[0]) return best;
  for (let last = best.last + 1; last <= Math.min(line + MAX_FURTHER_LINES, lastLine); last++) {
    const longer = stretchTo(last);
    if (longer.similarity >= best.similarity + MIN_GAIN) best = longer;
  }
  return best;
}

/** The further lines that a find of one line is compared with, if it has this many tokens. */
const MAX_FURTHER_LINES = 4;
const MIN_BROKEN_TOKENS = 6;
const MIN_GAIN = 0.05;
/** How much it counts that a line begins as the find does, in comparison with its similarity. */
const HEAD_WEIGHT = 0.5;
/** The least share of a find that a line holds to be near, whatever else is in the line. */
const MIN_CONTAINED = 0.8;

/** Returns the share of the find that is at its beginning and at that of the line, 0 to 1. */
function sharedHead(wanted: readonly string[], found: readonly string[]): number {
  const differing = wanted.findIndex((token, at) => token !== found[at]);
  return differing < 0 ? 1 : totalWeight(wanted.slice(0, differing)) / totalWeight(wanted);
}

/** Returns the share of the find's words that the line holds; similar ones count in part. */
function containedShare(wanted: readonly string[], found: readonly string[]): number {
  const words = wanted.filter((token) => isWordAt(token, 0)).slice(0, MAX_WORDS);
  const held = words.reduce((sum, word) => sum + weight(word) * wordSimilarityIn(found, word), 0);
  const total = totalWeight(words);
  return total === 0 ? 0 : held / total;
}

function totalWeight(tokens: readonly string[]): number {
  return tokens.reduce((sum, token) => sum + weight(token), 0);
}

/** Returns the word nearest to an offset of a find, preferably one that begins there. */
export function wordNextTo(offset: number, find: string): string | undefined {
  let nearest: string | undefined;
  let least = Number.POSITIVE_INFINITY;
  forEachToken(find, 0, find.length, (from, to) => {
    if (!isWordAt(find, from)) return;
    const distance = from >= offset ? from - offset : Math.max(0.5, offset - to + 0.5);
    if (distance < least) [least, nearest] = [distance, find.slice(from, to)];
  });
  return nearest;
}

/** Returns the similarity to the word of the token that is most similar to it. */
function wordSimilarityIn(tokens: readonly string[], word: string): number {
  let best = 0;
  for (const token of new Set(tokens.slice(0, MAX_TOKENS))) {
    if (token === word) return 1;
    if (token.length >= 3 && word.length >= 3) best = Math.max(best, looseSimilarity(word, token));
  }
  return best;
}

function round(similarity: number): number {
  return Math.round(similarity * 100) / 100;
}

/** Returns the lines where the find might begin, those that share most of its rare words first. */
function candidateLines(
  lines: readonly string[],
  marked: string | undefined,
  document: Document,
  { from, to }: Stretch,
): Iterable<number> {
  const scores = new Map<number, number>();
  const words = new Map<string, number>();
  lines.forEach((line, at) => {
    for (const word of tokensOf(line.slice(0, 1_000))) if (isWordAt(word, 0) && !words.has(word)) words.set(word, at);
  });
  const importance = (word: string) => word.length * (word === marked ? MARKED_WORD_FACTOR : 1);
  const longestFirst = [...words]
    .sort(([a], [b]) => Number(b === marked) - Number(a === marked) || b.length - a.length)
    .slice(0, MAX_WORDS);
  const absent: (readonly [string, number])[] = [];
  for (const [word, at] of longestFirst) {
    const places = findOccurrences(document.text, word, from, to, MAX_WORD_OCCURRENCES);
    if (places.length === 0) absent.push([word, at]);
    else addScores(scores, places, at, document, importance(word) / (places.length + 1));
  }
  if (absent.length > 0) addSimilarWords(scores, absent, importance, document, { from, to });
  const best = [...scores].sort(([, a], [, b]) => b - a).slice(0, MAX_LINES);
  return best.map(([line]) => line);
}

function addScores(
  scores: Map<number, number>,
  places: readonly number[],
  lineOfFind: number,
  document: Document,
  weight: number,
): void {
  for (const place of places) {
    const line = Math.max(0, document.lineAt(place) - lineOfFind);
    scores.set(line, (scores.get(line) ?? 0) + weight);
  }
}

/** Scores the lines with words that are similar to words of the find that the text lacks. */
function addSimilarWords(
  scores: Map<number, number>,
  absent: readonly (readonly [string, number])[],
  importance: (word: string) => number,
  document: Document,
  { from, to }: Stretch,
): void {
  const { text } = document;
  const seen = new Map<string, number>();
  // Only the beginning of a large text is searched: the shared words have been found already.
  forEachToken(text, from, Math.min(to, from + MAX_COMPARED_WORDS * 20), (start, end) => {
    if (seen.size >= MAX_COMPARED_WORDS || end - start < 3 || end - start > 64 || !isWordAt(text, start)) return;
    const word = text.slice(start, end);
    if (!seen.has(word)) seen.set(word, start);
  });
  for (const [word, at] of absent.slice(0, 4)) {
    if (word.length < 3) continue;
    for (const [other, place] of seen) {
      if (Math.abs(other.length - word.length) > Math.max(other.length, word.length) / 2) continue;
      const like = looseSimilarity(word, other);
      if (like >= MIN_WORD_SIMILARITY) addScores(scores, [place], at, document, like * importance(word));
    }
  }
}

function tokensOf(text: string): string[] {
  const tokens: string[] = [];
  forEachToken(text, 0, text.length, (from, to) => tokens.push(text.slice(from, to)));
  return tokens;
}

/**
 * Computes Dice's coefficient over tokens. Similar words count in part, and long words count more.
 */
function tokenSimilarity(wanted: readonly string[], found: readonly string[]): number {
  const left = new Map<string, number>();
  for (const token of found) left.set(token, (left.get(token) ?? 0) + 1);
  let shared = 0;
  const missing: string[] = [];
  for (const token of wanted) {
    const count = left.get(token) ?? 0;
    if (count === 0) missing.push(token);
    else {
      left.set(token, count - 1);
      shared += 2 * weight(token);
    }
  }
  const others = [...left]
    .filter(([token, count]) => count > 0 && token.length >= 3)
    .map(([token]) => token)
    .slice(0, 100);
  for (const token of missing.slice(0, 20)) {
    if (token.length < 3) continue;
    const [best] = others.map((other) => looseSimilarity(token, other)).sort((a, b) => b - a);
    if (best !== undefined && best >= MIN_WORD_SIMILARITY) shared += 2 * best * weight(token);
  }
  const total = [...wanted, ...found].reduce((sum, token) => sum + weight(token), 0);
  return total === 0 ? 0 : Math.min(1, shared / total);
}

function weight(token: string): number {
  return isWordAt(token, 0) ? Math.min(token.length, 8) : 1;
}
