/**
 * Hints for a find without a match: common mistakes of people and models, each with what to write.
 */

import { quoteText } from "../errorText.js";
import { readMarker } from "../find/marker.js";
import { findMatches, partialReadings, wholeReadings } from "../find/match.js";
import { compilePattern } from "../find/pattern.js";
import type { FindContext } from "./findContext.js";

/** Longer texts are not searched again for each mistake. */
const MAX_TEXT_LENGTH = 4_000_000;

/**
 * Returns the hints as whole sentences, likeliest first; none where there is no sign of a mistake.
 */
export function hintsForFind(context: FindContext): string[] {
  const { locate, as, document } = context;
  const find = locate.find ?? "";
  const hints: string[] = [];
  if (as === "point" && readMarker(find, "point").marker === null && readMarker(find, "range").markers.length === 2)
    hints.push(
      "Two markers select a range, a place has one: leave one out, write the one that counts as `<<|>>`, or use a method that takes a range.",
    );
  const isShort = document.length <= MAX_TEXT_LENGTH;
  for (const { change, hint } of rewrites) {
    const changed = change(find);
    if (changed === null || changed === find) continue;
    const isFound = isShort && matchesText(context, changed);
    const sentence = hint(changed, isFound);
    if (sentence !== null) hints.push(sentence);
  }
  if (hints.length === 0 && isShort) {
    const place = findIgnoringCase(context);
    if (place !== null) hints.push(`Matching is case-sensitive: the text has ${quoteText(place)}. Write that.`);
  }
  return hints;
}

interface Rewrite {
  /** Returns the find as it may have been meant; null where it shows no sign of this mistake. */
  readonly change: (find: string) => string | null;
  /** Returns the hint, depending on whether the text contains the changed find; null for none. */
  readonly hint: (changed: string, isFound: boolean) => string | null;
}

const rewrites: readonly Rewrite[] = [
  {
    change: (find) => (/\\[nrt]/.test(find) ? find.replace(/\\r\\n|\\[nr]/g, "\n").replaceAll("\\t", "\t") : null),
    hint: (changed, isFound) =>
      `The find holds \`\\n\` as two characters, a backslash and an n. ${isFound ? "Write" : "If a line end was meant, write"} a real one: ${quoteText(changed)} in JSON.`,
  },
  {
    change: (find) => (/\.\.\.|…/.test(find) ? find.split(/\.\.\.|…/, 1)[0]?.trim() || null : null),
    hint: (changed, isFound) =>
      `\`...\` is not a wildcard; it is matched literally. Write one unbroken stretch${isFound ? `, such as ${quoteText(changed)}` : ""}.`,
  },
  ...[straightenQuotes, swapQuotes, (find: string) => swapQuotes(straightenQuotes(find))].map(
    (change): Rewrite => ({
      change,
      hint: (changed, isFound) => (isFound ? `The text has other quotes. Write ${quoteText(changed)}.` : null),
    }),
  ),
  {
    change: (find) => (/\\["'`\\]/.test(find) ? find.replace(/\\(["'`\\])/g, "$1") : null),
    hint: (changed, isFound) => (isFound ? `The text has no backslashes there. Write ${quoteText(changed)}.` : null),
  },
  {
    change: (find) =>
      /&(?:lt|gt|amp|quot|#39);/.test(find)
        ? find.replace(/&(lt|gt|amp|quot|#39);/g, (_, name: string) => entities[name] ?? "")
        : null,
    hint: (changed, isFound) =>
      isFound ? `The text has no entities such as \`&lt;\`. Write ${quoteText(changed)}.` : null,
  },
  {
    change: (find) => (/^\s*\d+\s*[:|→\t]/.test(find) ? find.replace(/^[ \t]*\d+[ \t]*[:|→\t] ?/gm, "") : null),
    hint: (changed, isFound) =>
      isFound ? `The line numbers of a listing are not part of the text. Write ${quoteText(changed)}.` : null,
  },
];

/** Replaces typographic quotes by those of code. */
function straightenQuotes(find: string): string {
  return find.replace(/[“”„]/g, '"').replace(/[‘’]/g, "'");
}

function swapQuotes(find: string): string {
  return find.replace(/["'`]/g, (mark) => (mark === "'" ? '"' : "'"));
}

const entities: Readonly<Record<string, string>> = { lt: "<", gt: ">", amp: "&", quot: '"', "#39": "'" };

function matchesText({ document, rule, as, scope }: FindContext, find: string): boolean {
  const pattern = compilePattern(readMarker(find, as));
  if (pattern.tokens.length === 0) return false;
  return findMatches(pattern, { text: document.text, ...scope, rule }, [...wholeReadings, ...partialReadings]) !== null;
}

/** Returns the text that differs from the find in case only, or null. */
function findIgnoringCase({ document, rule, pattern, scope }: FindContext): string | null {
  const text = document.text.toLowerCase();
  // Some letters change their length with their case, which shifts all later offsets.
  if (text.length !== document.length || pattern.tokens.length === 0) return null;
  const lower = compilePattern({ text: pattern.find.text.toLowerCase(), markers: [] });
  const found = findMatches(lower, { text, ...scope, rule }, wholeReadings);
  const [from, to] = found?.borders ?? [];
  return from === undefined || to === undefined ? null : document.slice(from, to);
}
