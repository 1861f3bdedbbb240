/**
 * Parses text with terminal escape sequences into rows of spans with one style each. Supports
 * colours and weights, but no cursor movement.
 */

const styles = { 1: "bold", 2: "dim", 31: "red", 32: "green", 33: "yellow", 34: "blue", 35: "magenta", 36: "cyan" };
/** Codes that end a style: reset, normal weight, default colour. */
const ends = new Set([0, 22, 39]);

/**
 * Returns rows of `{ text, style }`. A line that is too long continues in the next row, as on a
 * terminal.
 */
export function parseTerminalRows(output, columns) {
  let style = "plain";
  const rows = [];
  for (const line of output.replace(/\n$/, "").split("\n")) {
    let row = [];
    let left = columns;
    const put = (text) => {
      for (let from = 0; from < text.length; ) {
        if (left === 0) {
          rows.push(row);
          row = [];
          left = columns;
        }
        const part = text.slice(from, from + left);
        row.push({ text: part, style });
        from += part.length;
        left -= part.length;
      }
    };
    let from = 0;
    for (const sequence of line.matchAll(/\x1b\[([\d;]*)m/g)) {
      put(line.slice(from, sequence.index));
      from = sequence.index + sequence[0].length;
      for (const code of sequence[1].split(";").map(Number)) {
        if (ends.has(code)) style = "plain";
        else if (code in styles) style = styles[code];
        else
          throw new Error(`Unknown escape sequence for ${code}: add it to scripts/terminalPicture/terminalRows.mjs.`);
      }
    }
    put(line.slice(from));
    rows.push(row);
  }
  return rows;
}
