/**
 * Text with the escape sequences of a terminal, as rows of stretches that look alike. Knows colours
 * and weights, and no cursor.
 */

const styles = { 1: "bold", 2: "dim", 31: "red", 32: "green", 33: "yellow", 34: "blue", 35: "magenta", 36: "cyan" };
/** What ends a style: everything, bold and dim, the colour. */
const ends = new Set([0, 22, 39]);

/**
 * Rows of `{ text, style }`; a line that is too long goes on in the next row, as a terminal would
 * have it.
 */
export function rowsOf(output, columns) {
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
          throw new Error(
            `Nothing is known of the escape sequence for ${code}: add it to scripts/terminalPicture/terminalRows.mjs.`,
          );
      }
    }
    put(line.slice(from));
    rows.push(row);
  }
  return rows;
}
