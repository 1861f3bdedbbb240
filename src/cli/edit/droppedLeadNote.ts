/** Renders the note about decorators and modifiers that an edit takes away. */

import { droppedLead } from "../../locate/edit/droppedLead.js";
import { languageOfPath } from "../../locate/languageRules.js";
import { Document } from "../../text/document.js";
import { type PositionEncoding, type Range, rangeToOffsets } from "../../text/position.js";
import { inlineCode } from "../../text/printable.js";
import type { PlannedChange } from "./editPlan.js";

/** The place of an edit, as its answer has it. */
interface EditedPlace {
  readonly file_path: string;
  readonly target: { readonly range?: Range };
  readonly symbol?: unknown;
  readonly match?: unknown;
}

interface ReplacedDeclaration {
  readonly place: EditedPlace | undefined;
  readonly encoding: PositionEncoding;
  readonly params: Readonly<Record<string, unknown>>;
  readonly changes: readonly PlannedChange[];
}

/**
 * Returns what the replacement of a symbol takes away before its name and the new text doesn't
 * have; none for other edits.
 */
export function renderDroppedLead({ place, encoding, params, changes }: ReplacedDeclaration): string[] {
  const { operation, new_text } = params;
  const before = changes[0]?.before;
  if (operation !== "replace" || typeof new_text !== "string" || new_text.trim() === "") return [];
  if (before === undefined || place?.symbol === undefined || place.match !== undefined) return [];
  const { range } = place.target;
  if (range === undefined) return [];
  const document = Document.of(before);
  const { from, to } = rangeToOffsets(document, range, encoding);
  const dropped = droppedLead(document.slice(from, to), new_text, languageOfPath(place.file_path));
  if (dropped.length === 0) return [];
  const listed = dropped.map((each) => inlineCode(each)).join(", ");
  return [
    `Not in the new text, and so removed: ${listed}. A symbol includes its decorators and modifiers; write them, too, to keep them.`,
  ];
}
