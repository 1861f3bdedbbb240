/** The parameters of an edit, and the change that it makes. */

import type { Document } from "../../text/document.js";
import type { Stretch } from "../../text/stretch.js";
import type { LineKind, StretchFacts } from "../../text/treeFacts.js";
import type { IndentStyle } from "./indentUnit.js";

/** The operations of `locate/edit`. */
export const operationNames = ["replace", "insert_before", "insert_after", "delete"] as const;
export type OperationName = (typeof operationNames)[number];

/** What an edit is about: whole lines, elements of a list with their separators, or plain text. */
export const unitNames = ["lines", "item", "text"] as const;
export type Unit = (typeof unitNames)[number];

/** Returns a unit in words. */
export function describeUnit(unit: Unit): string {
  return unit === "item" ? "an item of a list" : unit;
}

/** What a Locate means. A "point" is a place to insert at: a marker, or a `character`. */
export type TargetKind = "symbol" | "node" | "lines" | "text" | "point";

export interface EditTarget extends Stretch {
  readonly kind: TargetKind;
  /** Whether a find is written with the indentation of its line. */
  readonly isIndented?: boolean;
}

export interface EditRequest {
  readonly operation: OperationName;
  /** Empty for delete. */
  readonly newText: string;
  /** The unit that the client chooses; else `unitOf` decides. */
  readonly unit?: Unit | undefined;
  readonly target: EditTarget;
  readonly document: Document;
  readonly language: string;
}

/** What the syntax tree says, which is empty where there is none, and what the text shows. */
export interface EditFacts extends StretchFacts {
  readonly style: IndentStyle;
  /** How many elements a new text to insert adds to the list; 0 where it is something else. */
  readonly newElements: number;
  /** The kind of each new line from the first that is not blank; "code" where it is missing. */
  readonly kinds: readonly LineKind[];
}

/** The stretch `from`..`to` becomes `insert`. */
export interface Replacement extends Stretch {
  readonly insert: string;
}

/** Returns a stretch without the white space at its ends; one of white space alone as it is. */
export function trimStretch(document: Document, { from, to }: Stretch): Stretch {
  const text = document.slice(from, to);
  if (text.trim() === "") return { from, to };
  return { from: to - text.trimStart().length, to: from + text.trimEnd().length };
}

/** Returns a line without its line end. */
export function lineText(document: Document, line: number): string {
  return document.slice(document.lineFrom(line), document.lineTo(line));
}

export function isInsertion(operation: OperationName): boolean {
  return operation === "insert_before" || operation === "insert_after";
}
