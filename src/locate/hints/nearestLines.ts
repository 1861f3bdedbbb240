/**
 * The lines that are most similar to a find without a match, by the words they share, under a work
 * budget.
 */
import type { Document } from "../../text/document.js";
import { clip } from "../errorText.js";
import { isWordAt } from "../find/characters.js";
import { forEachOccurrence } from "../find/stringSearch.js";
import { forEachToken } from "../find/token.js";
import { looseSimilarity } from "../similarity.js";
import { MAX_LINE_LENGTH } from "./excerpt.js";

interface NearLine {
  /** 1-based. */
  readonly line: number;
  readonly text: string;
  /** 0 to 1. */
  readonly similarity: number;
}

const MAX_NEAR_LINES = 3;
/** A word in more lines than this says little about where a find was meant to match. */
const MAX_WORD_OCCURRENCES = 400;
const MAX_WORDS = 24;
const MAX_LINES = 60;
/** The maximum of words of the text that are compared with a word of the find that it lacks. */
const MAX_COMPARED_WORDS = 20_000;
const MIN_LINE_SIMILARITY = 0.4;

/**
 * Returns up to three lines of from..to, best first; for a find of several lines, the line where it
 * might begin.
 */
export function findNearestLines(find: string, document: Document, from: number, to: number): NearLine[] {
  const lines = find.split(/\r\n|\r|\n/).filter((line) => line.trim() !== "");
  if (lines.length === 0) return [];
  const wanted = tokensOf(lines.join("\n").slice(0, 2_000));
  const candidates = candidateLines(lines, document, from, to);
  const near = [...candidates].map((line) => {
    const stretch = document.slice(document.lineFrom(line), document.lineTo(line + lines.length - 1));
    return {
      line: line + 1,
      text: firstLine(stretch),
      similarity: round(tokenSimilarity(wanted, tokensOf(stretch.slice(0, 4_000)))),
    };
  });
  return near
    .filter(({ similarity }) => similarity >= MIN_LINE_SIMILARITY)
    .sort((a, b) => b.similarity - a.similarity || a.line - b.line)
    .slice(0, MAX_NEAR_LINES);
}

function firstLine(stretch: string): string {
  return clip((stretch.split(/\r\n|\r|\n/).find((line) => line.trim() !== "") ?? "").trim(), MAX_LINE_LENGTH);
}

function round(similarity: number): number {
  return Math.round(similarity * 100) / 100;
}

/** Returns the lines where the find might begin, those that share most of its rare words first. */
function candidateLines(lines: readonly string[], document: Document, from: number, to: number): Iterable<number> {
  const scores = new Map<number, number>();
  const words = new Map<string, number>();
  lines.forEach((line, at) => {
    for (const word of tokensOf(line.slice(0, 1_000))) if (isWordAt(word, 0) && !words.has(word)) words.set(word, at);
  });
  const longestFirst = [...words].sort(([a], [b]) => b.length - a.length).slice(0, MAX_WORDS);
  const absent: (readonly [string, number])[] = [];
  for (const [word, at] of longestFirst) {
    const places = occurrencesOf(document.text, word, from, to);
    if (places.length === 0) absent.push([word, at]);
    else addScores(scores, places, at, document, word.length / (places.length + 1));
  }
  if (absent.length > 0) addSimilarWords(scores, absent, document, from, to);
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

function occurrencesOf(text: string, word: string, from: number, to: number): number[] {
  const places: number[] = [];
  forEachOccurrence(
    text,
    word,
    from,
    to,
    (offset) => (places.push(offset), places.length >= MAX_WORD_OCCURRENCES ? to : offset + word.length),
  );
  return places;
}

/** Scores the lines with words that are similar to words of the find that the text lacks. */
function addSimilarWords(
  scores: Map<number, number>,
  absent: readonly (readonly [string, number])[],
  document: Document,
  from: number,
  to: number,
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
      if (like >= 0.6) addScores(scores, [place], at, document, like * word.length);
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
    if (best !== undefined && best >= 0.6) shared += 2 * best * weight(token);
  }
  const total = [...wanted, ...found].reduce((sum, token) => sum + weight(token), 0);
  return total === 0 ? 0 : Math.min(1, shared / total);
}

function weight(token: string): number {
  return isWordAt(token, 0) ? Math.min(token.length, 8) : 1;
}
