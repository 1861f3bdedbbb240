/**
 * Draws results in the source: `┃` is a place, `⟦…⟧` a range, ` ⏎ ` a line end, ` … ` the inner
 * lines of a long range.
 */
import type { Position, Range } from "vscode-languageserver-protocol";

/**
 * Returns the line of a position without indentation, preceded by as many lines as the drawing to
 * compare with has.
 */
export function drawPoint(text: string, position: Position, like = ""): string {
  const lines = linesOf(text);
  const line = lines[position.line];
  if (line === undefined) return `(line ${position.line + 1} of ${lines.length})`;
  const before = lines.slice(Math.max(0, position.line - like.split(" ⏎ ").length + 1), position.line);
  return join([...before, insert(line, position.character, "┃")]);
}

/** Returns the lines of a range; of more than two, the first and the last. */
export function drawRange(text: string, { start, end }: Range): string {
  const lines = linesOf(text);
  if (start.line === end.line) {
    return join([insert(insert(lines[start.line] ?? "", end.character, "⟧"), start.character, "⟦")]);
  }
  const first = insert(lines[start.line] ?? "", start.character, "⟦");
  const last = insert(lines[end.line] ?? "", end.character, "⟧");
  return end.line - start.line === 1 ? join([first, last]) : `${first.trim()} … ${last.trim()}`;
}

/** Converts a position in the server's units to UTF-16. */
export type ToUtf16 = (text: string, position: Position) => Position;

export const asUtf16: ToUtf16 = (_, position) => position;

/** For servers that count code points. */
export const fromCodePoints: ToUtf16 = (text, { line, character }) => {
  const before = [...(linesOf(text)[line] ?? "")].slice(0, character);
  return { line, character: before.join("").length };
};

/** Splits into LSP's lines: a lone `\r` ends one too. */
export function linesOf(text: string): string[] {
  return text.split(/\r\n|\n|\r/);
}

function insert(line: string, character: number, glyph: string): string {
  return character > line.length
    ? `${line}(${character - line.length} past the end)${glyph}`
    : line.slice(0, character) + glyph + line.slice(character);
}

function join(lines: readonly string[]): string {
  return lines.map((line) => line.trim()).join(" ⏎ ");
}
