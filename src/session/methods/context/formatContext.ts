/** The answer to `locate/context`, and its text. Shells load this without what asks. */

import type { Locate } from "../../../locate/locate.js";
import { groupBy } from "../../../text/list.js";
import type { Range } from "../../../text/position.js";
import { escapeLine, inlineCode } from "../../../text/printable.js";
import type { PlaceResult } from "../../place/placeResult.js";
import { type ContextSection, formatSection, type WriteLocate } from "./section.js";

export interface ContextAnswer {
  readonly locate: Locate;
  readonly kind: string;
  /** All of the symbol, as `locate/resolveRange` has it. */
  readonly place: PlaceResult;
  readonly sections: readonly ContextSection[];
  /** By section: how many entries, or lines of text, are left out. */
  readonly omitted: Readonly<Record<string, number>>;
  /** By section: why it is not known. */
  readonly unknown?: Readonly<Record<string, string>>;
  readonly markdown: string;
}

/** Sections are set apart by a blank line. */
export const SEPARATOR = "\n\n";

/** Formats the answer as Markdown. */
export function formatContext(
  {
    kind,
    locate,
    place,
    sections,
    unknown = {},
  }: Pick<ContextAnswer, "kind" | "locate" | "place" | "sections" | "unknown">,
  write: WriteLocate,
): string {
  const { start, end } = place.range as Range;
  const heading = `${kind} ${inlineCode(write(locate))}, lines ${start.line}-${end.line}`;
  const sectionsByReason = groupBy(Object.entries(unknown), ([, why]) => why);
  const notes = [...sectionsByReason].map(
    ([why, entries]) => `Not known: ${entries.map(([section]) => section).join(", ")}. ${escapeLine(why)}`,
  );
  return [heading, ...sections.map((section) => formatSection(section, write)), ...notes].join(SEPARATOR);
}
