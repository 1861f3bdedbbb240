/** What a find that has no match may have meant: slips that people and models make, each with what to write. */

import { clip } from "../errorText.js";
import { readMarker } from "../find/marker.js";
import { match, partialReadings, wholeReadings } from "../find/match.js";
import { compile } from "../find/pattern.js";
import type { Searched } from "./findErrors.js";

/** Longer texts are not searched again for each slip. */
const longestText = 4_000_000;

/** Whole sentences, likeliest first; none where nothing speaks for a slip. */
export function findSlips(searched: Searched): string[] {
  const { locate, as, document } = searched;
  const find = locate.find ?? "";
  const slips: string[] = [];
  if (as === "point" && readMarker(find, "point").marker === null && readMarker(find, "range").markers.length === 2)
    slips.push(
      "Two markers select a range, a place has one: leave one out, write the one that counts as `<<|>>`, or use a method that takes a range.",
    );
  const isShort = document.length <= longestText;
  for (const { change, says } of rewrites) {
    const changed = change(find);
    if (changed === null || changed === find) continue;
    const isThere = isShort && matchesText(searched, changed);
    const sentence = says(changed, isThere);
    if (sentence !== null) slips.push(sentence);
  }
  if (slips.length === 0 && isShort) {
    const place = sameButCase(searched);
    if (place !== null) slips.push(`Matching minds case: the text has ${quoted(place)}. Write that.`);
  }
  return slips;
}

interface Rewrite {
  /** The find as it may have been meant; null where it does not look so. */
  readonly change: (find: string) => string | null;
  /** What to say, knowing whether the text holds it; null for nothing. */
  readonly says: (changed: string, isThere: boolean) => string | null;
}

const rewrites: readonly Rewrite[] = [
  {
    change: (find) => (/\\[nrt]/.test(find) ? find.replace(/\\r\\n|\\[nr]/g, "\n").replaceAll("\\t", "\t") : null),
    says: (changed, isThere) =>
      `The find holds \`\\n\` as two characters, a backslash and an n. ${isThere ? "Write" : "If a line end was meant, write"} a real one: ${quoted(changed)} in JSON.`,
  },
  {
    change: (find) => (/\.\.\.|…/.test(find) ? find.split(/\.\.\.|…/, 1)[0]?.trim() || null : null),
    says: (changed, isThere) =>
      `\`...\` is no wildcard, it is looked for as it stands. Write one unbroken stretch${isThere ? `, such as ${quoted(changed)}` : ""}.`,
  },
  ...[straightened, swapped, (find: string) => swapped(straightened(find))].map(
    (change): Rewrite => ({
      change,
      says: (changed, isThere) => (isThere ? `The text has other quotes. Write ${quoted(changed)}.` : null),
    }),
  ),
  {
    change: (find) => (/\\["'`\\]/.test(find) ? find.replace(/\\(["'`\\])/g, "$1") : null),
    says: (changed, isThere) => (isThere ? `The text has no backslashes there. Write ${quoted(changed)}.` : null),
  },
  {
    change: (find) =>
      /&(?:lt|gt|amp|quot|#39);/.test(find)
        ? find.replace(/&(lt|gt|amp|quot|#39);/g, (_, name: string) => entities[name] ?? "")
        : null,
    says: (changed, isThere) =>
      isThere ? `The text has no entities such as \`&lt;\`. Write ${quoted(changed)}.` : null,
  },
  {
    change: (find) => (/^\s*\d+\s*[:|→\t]/.test(find) ? find.replace(/^\s*\d+\s*[:|→\t] ?/gm, "") : null),
    says: (changed, isThere) =>
      isThere ? `The line numbers of a listing are no part of the text. Write ${quoted(changed)}.` : null,
  },
];

/** Typographic quotes as code has them. */
function straightened(find: string): string {
  return find.replace(/[“”„]/g, '"').replace(/[‘’]/g, "'");
}

function swapped(find: string): string {
  return find.replace(/["'`]/g, (mark) => (mark === "'" ? '"' : "'"));
}

const entities: Readonly<Record<string, string>> = { lt: "<", gt: ">", amp: "&", quot: '"', "#39": "'" };

function matchesText({ document, rule, as, scope }: Searched, find: string): boolean {
  const pattern = compile(readMarker(find, as));
  if (pattern.tokens.length === 0) return false;
  return match(pattern, { text: document.text, ...scope, rule }, [...wholeReadings, ...partialReadings]) !== null;
}

/** The text that differs from the find in case only, or null. */
function sameButCase({ document, rule, pattern, scope }: Searched): string | null {
  const text = document.text.toLowerCase();
  // Some letters change their length with their case, and all offsets behind them.
  if (text.length !== document.length || pattern.tokens.length === 0) return null;
  const lower = compile({ text: pattern.find.text.toLowerCase(), markers: [] });
  const found = match(lower, { text, ...scope, rule }, wholeReadings);
  const [from, to] = found?.borders ?? [];
  return from === undefined || to === undefined ? null : document.slice(from, to);
}

function quoted(text: string): string {
  return JSON.stringify(clip(text, 200));
}
