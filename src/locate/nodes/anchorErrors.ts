/** Errors of an anchor that occurs nowhere, or too often. */
import { LocateError } from "../../error.js";
import { factsOf } from "../../languages/languages.js";
import type { Document } from "../../text/document.js";
import type { Stretch } from "../../text/stretch.js";
import { echoText, MAX_ECHO_LENGTH, quoteCode, quoteText } from "../errorText.js";
import { findMatches, matchAt, wholeReadings } from "../find/match.js";
import { compilePattern } from "../find/pattern.js";
import { excerptLine } from "../hints/excerpt.js";
import { findNearestLines } from "../hints/nearestLines.js";
import { respell } from "../hints/respell.js";

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
  const nearMiss = findNearMiss(anchor, document, stretch);
  const [near] = nearMiss === undefined ? nearest : [];
  const exact = nearMiss?.exact ?? (near && respell({ text: anchor, markers: [] }, near.text)?.text);
  const facts = [
    `anchor_text ${quoteText(anchor)} does not occur in ${scopeName}`,
    outsideLines.length > 0 ? `elsewhere it occurs in line ${outsideLines.join(", ")}` : undefined,
    nearMiss && `in line ${nearMiss.line} it occurs ${nearMiss.difference}: ${quoteCode(nearMiss.text)}`,
    near && `nearest is line ${near.line}: ${quoteCode(near.text)} (similarity ${near.similarity})`,
  ].filter((fact) => fact !== undefined);
  const isKnown = exact !== undefined && exact.length <= MAX_ECHO_LENGTH;
  const remedy = isKnown ? `write anchor_text ${JSON.stringify(exact)}` : "copy it exactly";
  const advice =
    nearMiss === undefined && outsideLines.length > 0
      ? "Leave the scope out, or write the one that holds it"
      : `Verify the exact text, including whitespace and punctuation, and ${remedy}`;
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
  /** The occurrence as it is written in the document. */
  readonly exact: string;
}

/**
 * Returns an occurrence that differs only in what an anchor is exact about: line ends written as
 * two characters, whitespace, case.
 */
function findNearMiss(anchor: string, document: Document, { from, to }: Stretch): NearMiss | undefined {
  const { text } = document;
  const stretch = text.slice(from, to);
  const nearMiss = (start: number, end: number, difference: string): NearMiss => {
    return { ...excerptLine(document, start), difference, exact: text.slice(start, end) };
  };
  const lineEnds = anchor.replaceAll("\\n", "\n");
  const unescaped = lineEnds === anchor ? -1 : stretch.indexOf(lineEnds);
  if (unescaped >= 0)
    return nearMiss(from + unescaped, from + unescaped + lineEnds.length, "with a real line end, not `\\n`");
  const spaced = findMatches(
    compilePattern({ text: anchor, markers: [] }),
    { text, from, to, rule: factsOf("").wordEnds },
    wholeReadings,
  );
  if (spaced !== null && anchor.trim() !== "") {
    const { from: start, to: end } = matchAt(spaced, 0);
    return nearMiss(start, end, "with other whitespace");
  }
  const lower = stretch.toLowerCase();
  // Some letters change their length with their case, which would make offsets wrong.
  const cased = lower.length === stretch.length ? lower.indexOf(anchor.toLowerCase()) : -1;
  return cased < 0 ? undefined : nearMiss(from + cased, from + cased + anchor.length, "in other case");
}
