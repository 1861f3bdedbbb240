/** The first line of an answer: where the Locate resolved to, and its other matches. */

import { formatSymbolPath } from "../../../locate/notation/symbolPath.js";
import { escapeName } from "../../../text/printable.js";
import { looseReadings, type ResolvedPlace, rangeOf } from "../../show/resolvedPlace.js";

/**
 * Renders `src/shop.py:12:9 in Cart.total · match 1 of 3; the others: 14:9, 20:5`; 1-based.
 * `remark` is the last note.
 */
export function renderHeading(place: ResolvedPlace, remark?: string): string {
  const { match, symbol, others = [] } = place;
  const notes: string[] = [];
  const loose = match && looseReadings[match.reading];
  if (loose) notes.push(`found ${loose}`);
  if (match?.count === 1) notes.push("the only match");
  if (match && match.count > 1) {
    const more = match.count - 1 - others.length;
    const list = [...others.map(formatStart), ...(more > 0 ? [`${more} more`] : [])].join(", ");
    notes.push(`match ${match.index + 1} of ${match.count}; the others: ${list}`);
  }
  if (symbol && symbol.count > 1)
    notes.push(`one of ${symbol.count} symbols with that path; [1] after the path selects the second`);
  if (remark !== undefined) notes.push(remark);
  const name = symbol === undefined ? "" : escapeName(formatSymbolPath(symbol.path));
  const where = name === "" ? "" : match ? ` in ${name}` : `, ${name}`;
  return [`${escapeName(place.file_path)}:${formatTarget(place)}${where}`, ...notes].join(" · ");
}

function formatStart(place: ResolvedPlace): string {
  const start = rangeOf(place)?.start;
  return start ? `${start.line + 1}:${start.character + 1}` : "";
}

function formatTarget(place: ResolvedPlace): string {
  const { range } = place.target;
  const to = range ? `-${range.end.line + 1}:${range.end.character + 1}` : "";
  return `${formatStart(place)}${to}`;
}
