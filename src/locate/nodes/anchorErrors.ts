/** Errors of an anchor that occurs nowhere, or too often. */
import { LocateError } from "../../error.js";
import { factsOf } from "../../languages/languages.js";
import type { Document } from "../../text/document.js";
import type { Stretch } from "../../text/stretch.js";
import { echoText, quoteCode, quoteText } from "../errorText.js";
import { findMatches, matchAt, wholeReadings } from "../find/match.js";
import { compilePattern } from "../find/pattern.js";
import { excerptLine } from "../hints/excerpt.js";
import { findNearestLines } from "../hints/nearestLines.js";

const MAX_OUTSIDE = 3;

/** Makes the error for an anchor with too many occurrences. */
export function anchorTooFrequent(anchor: string, maxOccurrences: number, scopeName: string): LocateError {
  const message = `anchor_text ${quoteText(anchor)} occurs more than ${maxOccurrences} times in ${scopeName}. Write more of the text around the place that is meant.`;
  return new LocateError("anchor_ambiguous", message, { anchor_text: anchor, targets: [] });
}

interface MissingAnchor {
  readonly anchor: string;
  readonly document: Document;
  /** The stretch that was searched. */
  readonly stretch: Stretch;
  /** The occurrences in the rest of the document. */
  readonly outside: readonly Stretch[];
  readonly scopeName: string;
}

/** Makes the error for an anchor that does not occur in the stretch. */
export function anchorNotFound({ anchor, document, stretch, outside, scopeName }: MissingAnchor): LocateError {
  const nearest = findNearestLines(anchor, document, stretch);
  const outsideLines = [...new Set(outside.map(({ from }) => document.lineAt(from) + 1))].slice(0, MAX_OUTSIDE);
  const [near] = nearest;
  const nearMiss = findNearMiss(anchor, document, stretch);
  const facts = [
    `anchor_text ${quoteText(anchor)} does not occur in ${scopeName}`,
    ...(outsideLines.length > 0 ? [`elsewhere it occurs in line ${outsideLines.join(", ")}`] : []),
    ...(nearMiss === undefined
      ? []
      : [`in line ${nearMiss.line} it occurs ${nearMiss.difference}: ${quoteCode(nearMiss.text)}`]),
    ...(near === undefined || nearMiss !== undefined
      ? []
      : [`nearest is line ${near.line}: ${quoteCode(near.text)} (similarity ${near.similarity})`]),
  ];
  const advice =
    nearMiss === undefined && outsideLines.length > 0
      ? "Leave the scope out, or write the one that holds it"
      : "Verify the exact text, including whitespace and punctuation, and copy it exactly";
  return new LocateError("anchor_not_found", `${facts.join("; ")}. ${advice}.`, {
    anchor_text: echoText(anchor),
    scope: scopeName,
    nearest,
    outside_lines: outsideLines,
    suggestion: advice,
  });
}

interface NearMiss {
  readonly line: number;
  readonly text: string;
  readonly difference: string;
}

/**
 * Returns an occurrence that differs only in what an anchor is exact about: line ends written as
 * two characters, whitespace, case.
 */
function findNearMiss(anchor: string, document: Document, { from, to }: Stretch): NearMiss | undefined {
  const { text } = document;
  const stretch = text.slice(from, to);
  const unescaped = anchor.includes("\\n") ? stretch.indexOf(anchor.replaceAll("\\n", "\n")) : -1;
  if (unescaped >= 0)
    return { ...excerptLine(document, from + unescaped), difference: "with a real line end, not `\\n`" };
  const spaced = findMatches(
    compilePattern({ text: anchor, markers: [] }),
    { text, from, to, rule: factsOf("").wordEnds },
    wholeReadings,
  );
  if (spaced !== null && anchor.trim() !== "")
    return { ...excerptLine(document, matchAt(spaced, 0).from), difference: "with other whitespace" };
  const lower = stretch.toLowerCase();
  // Some letters change their length with their case, which would make offsets wrong.
  const cased = lower.length === stretch.length ? lower.indexOf(anchor.toLowerCase()) : -1;
  return cased < 0 ? undefined : { ...excerptLine(document, from + cased), difference: "in other case" };
}
