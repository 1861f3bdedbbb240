/** Rows whose cells stand under each other. */

import type { Colors } from "picocolors/types.js";
import { columnsOf } from "./cells.js";

export interface TableRow {
  /** One column wide; may be coloured. */
  readonly mark: string;
  /** Plain text; the last one is not padded. */
  readonly cells: readonly string[];
  /** Behind the last cell; empty for none. */
  readonly note: string;
}

/** A line for each row: the mark, the first cell as it is, the others dim. */
export function renderTable(rows: readonly TableRow[], colours: Colors): readonly string[] {
  const widths: number[] = [];
  for (const { cells } of rows) {
    cells.forEach((cell, index) => {
      widths[index] = Math.max(widths[index] ?? 0, columnsOf(cell));
    });
  }
  return rows.map(({ mark, cells, note }) => {
    const [first = "", ...others] = cells.map((cell, index) => {
      const isLast = index === cells.length - 1;
      return isLast ? cell : cell + " ".repeat((widths[index] ?? 0) - columnsOf(cell));
    });
    // A column that is empty in every row takes no room.
    const filled = others.filter((_, index) => widths[index + 1] !== 0);
    const behind = [...filled, note].filter((text) => text !== "").join("  ");
    return `  ${mark} ${first}  ${colours.dim(behind)}`.trimEnd();
  });
}
