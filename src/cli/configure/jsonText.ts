/** JSON as `setup` writes it: members on lines of their own, lists of plain values filled up. */

import type { JsonValue } from "./clientFile.js";

/** The maximum columns of a filled line. */
const MAX_COLUMNS = 100;

/** How a file is laid out. */
export interface JsonLayout {
  /** One level of indentation. */
  readonly indent: string;
  readonly lineEnd: string;
}

/** Returns the text of a new file. */
export function jsonFile(value: JsonValue): string {
  return `${formatJson(value, "", { indent: "  ", lineEnd: "\n" })}\n`;
}

/** Formats a value whose first line is at the indentation `base`. */
export function formatJson(value: JsonValue, base: string, layout: JsonLayout): string {
  if (typeof value !== "object") return JSON.stringify(value);
  const [open, close] = Array.isArray(value) ? ["[", "]"] : ["{", "}"];
  const inner = base + layout.indent;
  const parts = Array.isArray(value)
    ? value.map((item: JsonValue) => formatJson(item, inner, layout))
    : Object.entries(value).map(
        ([key, item]) => `${JSON.stringify(key)}: ${formatJson(item as JsonValue, inner, layout)}`,
      );
  if (parts.length === 0) return `${open}${close}`;
  const isPlain = Object.values(value).every((item) => typeof item !== "object");
  const gap = Array.isArray(value) ? "" : " ";
  const line = `${open}${gap}${parts.join(", ")}${gap}${close}`;
  if (isPlain && (parts.length === 1 || Array.isArray(value)) && base.length + line.length <= MAX_COLUMNS) return line;
  const isFilled = isPlain && parts.length > MAX_LINES;
  const lines = isFilled ? fillLines(parts, MAX_COLUMNS - inner.length) : parts;
  return `${open}${layout.lineEnd}${inner}${lines.join(`,${layout.lineEnd}${inner}`)}${layout.lineEnd}${base}${close}`;
}

/** More plain members than this are filled into lines. */
const MAX_LINES = 6;

function fillLines(parts: readonly string[], columns: number): readonly string[] {
  const lines: string[] = [];
  for (const part of parts) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + part.length + 3 <= columns) lines[lines.length - 1] = `${last}, ${part}`;
    else lines.push(part);
  }
  return lines;
}
