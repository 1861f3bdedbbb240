/** The lines that an edit is about. */

import type { Document } from "../../text/document.js";
import type { Stretch } from "../../text/stretch.js";
import type { ElementList } from "../../text/treeFacts.js";
import { type EditFacts, type EditRequest, type TargetKind, trimStretch } from "./editRequest.js";
import { type IndentStyle, indentStyleOf } from "./indentUnit.js";
import { hasLinesForItself, tailOf } from "./unit.js";

/** The stretch is that of the target, without the white space around it. */
export interface LinePlace extends Stretch {
  /** "lines" also for a target that shares its lines with something else. */
  readonly kind: TargetKind;
  readonly document: Document;
  readonly language: string;
  readonly style: IndentStyle;
  /** The first and the last line, 0-based. */
  readonly first: number;
  readonly last: number;
  /** The rest of the last line. */
  readonly tail: string;
  /** The list of which the lines are elements. */
  readonly list?: ElementList;
}

/** The part of a text before and after the edit that its style is read from. */
const SAMPLE_LENGTH = 50_000;

/** Returns the lines that a request is about. */
export function linePlaceOf(request: EditRequest, facts: EditFacts): LinePlace {
  const { target, document, language } = request;
  const { style } = facts;
  const { from, to } = target.kind === "lines" ? target : trimStretch(document, target);
  const [first, last] = [document.lineAt(from), document.lineAt(to)];
  const isWhole = hasLinesForItself(request, facts.list);
  const list = isWhole && target.kind !== "point" ? facts.list : undefined;
  // A symbol that shares its lines is edited by its lines, too.
  const kind = isWhole && target.kind !== "point" ? target.kind : "lines";
  const tail = tailOf(document, { from, to });
  return { kind, document, language, style, first, last, from, to, tail, ...(list && { list }) };
}

/** Returns the indentation style of the text around an offset. */
export function styleAround(document: Document, offset: number): IndentStyle {
  return indentStyleOf(document.slice(Math.max(0, offset - SAMPLE_LENGTH), offset + SAMPLE_LENGTH));
}
