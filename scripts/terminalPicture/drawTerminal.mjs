/**
 * Draws rows of text as an SVG picture of a terminal. Its background is light, so that it can be
 * read on light and on dark pages.
 */

/**
 * Sizes in pixels. Monospaced fonts are 0.6 of their size wide. Each span has a `textLength`, so
 * that columns line up in every font.
 */
const size = 13;
const column = size * 0.6;
const line = 18;
const margin = 16;

const colours = {
  plain: "#1f2328",
  prompt: "#0969da",
  bold: "#1f2328",
  dim: "#59636e",
  red: "#cf222e",
  green: "#1a7f37",
  yellow: "#9a6700",
  blue: "#0969da",
  magenta: "#8250df",
  cyan: "#1b7c83",
};

/**
 * Returns the SVG for rows of `{ text, style }` on a terminal with this number of columns. The
 * title is for screen readers.
 */
export function drawTerminal(rows, { columns, title }) {
  const width = round(columns * column + 2 * margin);
  const height = rows.length * line + 2 * margin;
  const texts = rows.flatMap((row, index) => {
    const y = margin + (index + 0.75) * line;
    let x = margin;
    return row.flatMap(({ text, style }) => {
      const from = x;
      x += text.length * column;
      return text.trim() === "" ? [] : [drawSpan(text, style, from, y)];
    });
  });
  return `${[
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img">`,
    `<title>${escaped(title)}</title>`,
    `<rect x="0.5" y="0.5" width="${round(width - 1)}" height="${height - 1}" rx="6" fill="#f6f8fa" stroke="#d1d9e0"/>`,
    `<g font-family="ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', monospace" font-size="${size}">`,
    ...texts,
    "</g>",
    "</svg>",
  ].join("\n")}\n`;
}

/** Returns the SVG of one span. Spaces at its ends are omitted; x accounts for the leading ones. */
function drawSpan(text, style, from, y) {
  const x = from + (text.length - text.trimStart().length) * column;
  const shown = text.trim();
  const weight = style === "bold" || style === "prompt" ? ' font-weight="600"' : "";
  return `<text x="${round(x)}" y="${round(y)}" textLength="${round(shown.length * column)}" fill="${colours[style]}"${weight} xml:space="preserve">${escaped(shown)}</text>`;
}

function round(number) {
  return Math.round(number * 100) / 100;
}

function escaped(text) {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
