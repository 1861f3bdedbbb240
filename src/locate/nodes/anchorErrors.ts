/** An anchor that stands nowhere, or everywhere: what is there instead. */
import { LocateError } from "../../error.js";
import type { Document } from "../../text/document.js";
import type { Stretch } from "../../text/stretch.js";
import { clip, quoteName } from "../errorText.js";
import { match, matchAt, wholeReadings } from "../find/match.js";
import { compile } from "../find/pattern.js";
import { lineAt } from "../hints/findErrors.js";
import { nearestLines } from "../hints/nearestLines.js";
import { wordRuleOf } from "../languageRules.js";

const mostOutside = 3;

/** It stands nearly everywhere, which says nothing. */
export function anchorEverywhere(anchor: string, most: number, scopeName: string): LocateError {
  const message = `anchor_text ${quoteAnchor(anchor)} stands more than ${most} times in ${scopeName}. Write more of the text around the place that is meant.`;
  return new LocateError("anchor_ambiguous", message, { anchor_text: anchor, targets: [] });
}

/** It stands nowhere in the stretch; `outside` is where else it does. */
export function anchorNotFound(
  anchor: string,
  document: Document,
  stretch: Stretch,
  outside: readonly Stretch[],
  scopeName: string,
): LocateError {
  const nearest = nearestLines(anchor, document, stretch.from, stretch.to);
  const outsideLines = [...new Set(outside.map(({ from }) => document.lineAt(from) + 1))].slice(0, mostOutside);
  const [near] = nearest;
  const other = otherwise(anchor, document, stretch);
  const facts = [
    `anchor_text ${quoteAnchor(anchor)} does not stand in ${scopeName}`,
    ...(outsideLines.length > 0 ? [`elsewhere it stands in line ${outsideLines.join(", ")}`] : []),
    ...(other === undefined ? [] : [`in line ${other.line} it stands ${other.how}: ${quoteName(other.text)}`]),
    ...(near === undefined || other !== undefined
      ? []
      : [`nearest is line ${near.line}: ${quoteName(near.text)} (similarity ${near.similarity})`]),
  ];
  const advice =
    other === undefined && outsideLines.length > 0
      ? "Leave the scope out, or write the one that holds it"
      : "Verify the exact text, including whitespace and punctuation, and copy it as it stands there";
  return new LocateError("anchor_not_found", `${facts.join("; ")}. ${advice}.`, {
    anchor_text: anchor,
    scope: scopeName,
    nearest,
    outside_lines: outsideLines,
    suggestion: advice,
  });
}

interface Otherwise {
  readonly line: number;
  readonly text: string;
  readonly how: string;
}

/** Where the text stands with what an anchor is exact about: line ends written as two characters, whitespace, case. */
function otherwise(anchor: string, document: Document, { from, to }: Stretch): Otherwise | undefined {
  const { text } = document;
  const stretch = text.slice(from, to);
  const unescaped = anchor.includes("\\n") ? stretch.indexOf(anchor.replaceAll("\\n", "\n")) : -1;
  if (unescaped >= 0) return { ...lineAt(document, from + unescaped), how: "with a real line end, not `\\n`" };
  const spaced = match(compile({ text: anchor, markers: [] }), { text, from, to, rule: wordRuleOf("") }, wholeReadings);
  if (spaced !== null && anchor.trim() !== "")
    return { ...lineAt(document, matchAt(spaced, 0).from), how: "with other whitespace" };
  const lower = stretch.toLowerCase();
  // Some letters change their length with their case: then offsets would lie.
  const cased = lower.length === stretch.length ? lower.indexOf(anchor.toLowerCase()) : -1;
  return cased < 0 ? undefined : { ...lineAt(document, from + cased), how: "in other case" };
}

export function quoteAnchor(anchor: string): string {
  return JSON.stringify(clip(anchor, 200));
}
