/** Reads the Markdown tables of a report. */

/** Returns the tables of a text: their columns and rows, as trimmed cells. */
export function tablesIn(text) {
  const blocks = text.split("\n\n").filter((block) => block.trimStart().startsWith("|"));
  return blocks.map((block) => {
    const [columns, , ...rows] = block
      .trim()
      .split("\n")
      .filter((line) => line.startsWith("|"))
      .map((line) =>
        line
          .slice(1, -1)
          .split(/(?<!\\)\|/)
          .map((cell) => cell.trim()),
      );
    return { columns, rows };
  });
}

/** Returns the cell of a row, by its first cell, in a column, by its head or number (0-based). */
export function cellOf({ columns, rows }, row, column) {
  const cells = rows.find(([first]) => first === row);
  const cell = cells?.[typeof column === "number" ? column : columns.indexOf(column)];
  if (cell === undefined) throw new Error(`No ${row} / ${column} in the table of ${columns.join(", ")}.`);
  return cell;
}

/** Returns the sum of the numbers in a column, without a row of sums. */
export function sumOf({ columns, rows }, column) {
  const at = columns.indexOf(column);
  if (at < 0) throw new Error(`No ${column} in the table of ${columns.join(", ")}.`);
  return rows
    .filter(([first]) => first !== "all")
    .reduce((sum, cells) => sum + (Number.parseInt(cells[at] ?? "", 10) || 0), 0);
}
