/** Finds the stretch of a text that a find means where it only spells some words otherwise. */
import { isWordAt } from "../find/characters.js";
import type { Find } from "../find/pattern.js";
import { forEachToken } from "../find/token.js";
import { looseSimilarity } from "../similarity.js";
import { MIN_WORD_SIMILARITY } from "./nearestLines.js";

interface Token {
  readonly text: string;
  readonly from: number;
  readonly to: number;
}

const MAX_TOKENS = 200;

/**
 * Returns the stretch of `text` that has the tokens of the find in order, each as it is or as a
 * similar word, with the markers at the same tokens; the most similar stretch. Null where there is
 * none or several are as similar, or where a marker is inside a word that is spelled otherwise.
 */
export function respell(find: Find, text: string): Find | null {
  const wanted = tokensOf(find.text);
  const tokens = tokensOf(text);
  if (wanted.length === 0 || wanted.length > MAX_TOKENS) return null;
  let best = 0;
  let starts: number[] = [];
  for (let start = 0; start + wanted.length <= tokens.length && start < MAX_TOKENS; start++) {
    const similarity = alignedSimilarity(wanted, tokens, start);
    if (similarity > best) [best, starts] = [similarity, [start]];
    else if (similarity > 0 && similarity === best) starts.push(start);
  }
  const [start] = starts;
  if (start === undefined || starts.length > 1) return null;
  const found = tokens.slice(start, start + wanted.length);
  const from = (found[0] as Token).from;
  const markers = find.markers.map((marker) => placeOf(marker, wanted, found));
  if (markers.some((marker) => marker === undefined)) return null;
  return {
    text: text.slice(from, (found.at(-1) as Token).to),
    markers: markers.map((marker) => (marker as number) - from),
  };
}

/**
 * Returns the sum of the tokens' similarities, or 0 if one of them differs in more than its
 * spelling.
 */
function alignedSimilarity(wanted: readonly Token[], tokens: readonly Token[], start: number): number {
  let sum = 0;
  for (const [at, { text }] of wanted.entries()) {
    const other = tokens[start + at]?.text ?? "";
    const areWords = isWordAt(text, 0) && isWordAt(other, 0);
    const similarity = text === other ? 1 : areWords ? looseSimilarity(text, other) : 0;
    if (similarity < MIN_WORD_SIMILARITY) return 0;
    sum += similarity;
  }
  return sum;
}

/** Returns the place in the text of an offset of the find. */
function placeOf(offset: number, wanted: readonly Token[], found: readonly Token[]): number | undefined {
  const at = wanted.findIndex(({ to }) => offset <= to);
  const [token, other] = [wanted[at], found[at]];
  if (token === undefined || other === undefined) return found.at(-1)?.to;
  if (offset <= token.from) return other.from;
  if (offset === token.to) return wanted[at + 1]?.from === offset ? found[at + 1]?.from : other.to;
  return token.text === other.text ? other.from + offset - token.from : undefined;
}

function tokensOf(text: string): Token[] {
  const tokens: Token[] = [];
  forEachToken(text, 0, text.length, (from, to) => tokens.push({ text: text.slice(from, to), from, to }));
  return tokens;
}
