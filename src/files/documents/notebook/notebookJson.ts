/** The layout of a notebook's JSON, and new cells written in it. */

import type { Stretch } from "../../../text/stretch.js";
import type { Notebook, NotebookCell } from "./notebook.js";

/** What is between the brackets of a list and its elements. */
export interface ListStyle {
  readonly lead: string;
  readonly separator: string;
  readonly tail: string;
}

export interface JsonStyle {
  readonly cellList: ListStyle;
  /** Of a source with lines. */
  readonly list: ListStyle;
  /** Between the fields of a cell, and around them. */
  readonly fields: ListStyle;
  /** Between a key and its value. */
  readonly colon: string;
  /** Returns whether characters beyond ASCII are written as escapes: searches the whole text. */
  isAscii(): boolean;
}

/** Returns the layout: that of the cells that there are, or else of the whole text. */
export function styleOf({ json, list, cells }: Notebook): JsonStyle {
  const end = /\r\n/.test(json) ? "\r\n" : "\n";
  const own = /^\s*\{[\r\n]+([ \t]*)/.exec(json);
  const unit = own?.[1] ?? "";
  const isFlat = own === null;
  const lineAt = (depth: number) => (isFlat ? "" : end + unit.repeat(depth));
  const between = isFlat && /^\s*\{\s*"(?:[^"\\]|\\.)*"\s*: /.test(json) ? ", " : ",";
  const listAt = (depth: number): ListStyle => ({
    lead: lineAt(depth),
    separator: isFlat ? between : `,${lineAt(depth)}`,
    tail: lineAt(depth - 1),
  });
  const long = cells.find(({ source, pieces }) => source.isList && pieces.length > 1);
  let isAscii: boolean | undefined;
  return {
    cellList: (list && listStyleOf(json, list, cells)) ?? listAt(2),
    list: (long && listStyleOf(json, long.source, long.pieces)) ?? listAt(4),
    fields: listAt(3),
    colon: isFlat && between === "," ? ":" : ": ",
    isAscii() {
      isAscii ??= !/[^\x00-\x7f]/.test(json) && /\\u(?!00[0-7])[\da-fA-F]{4}/.test(json);
      return isAscii;
    },
  };
}

/** Returns the layout of a list; undefined where it is empty. */
export function listStyleOf(json: string, list: Stretch, elements: readonly Stretch[]): ListStyle | undefined {
  const [first, second] = elements;
  const last = elements.at(-1);
  if (!first || !last) return undefined;
  const lead = json.slice(list.from + 1, first.from);
  return {
    lead,
    separator: second ? json.slice(first.to, second.from) : `,${lead}`,
    tail: json.slice(last.to, list.to - 1),
  };
}

/** Writes a string with its quotes. */
export function writeString(text: string, style: Pick<JsonStyle, "isAscii">): string {
  const written = JSON.stringify(text);
  if (!/[^\x00-\x7f]/.test(written) || !style.isAscii()) return written;
  return written.replace(/[^\x00-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

interface NewCell {
  readonly kind: NotebookCell["kind"];
  readonly id: string | undefined;
  readonly pieces: readonly string[];
}

/** Writes a cell that was never run, with its fields in nbformat's order. */
export function writeCell({ kind, id, pieces }: NewCell, style: JsonStyle): string {
  const { fields, list, colon } = style;
  const written = pieces.map((piece) => writeString(piece, style)).join(list.separator);
  const values: readonly (readonly [string, string | undefined])[] = [
    ["cell_type", JSON.stringify(kind)],
    ["execution_count", kind === "code" ? "null" : undefined],
    ["id", id === undefined ? undefined : JSON.stringify(id)],
    ["metadata", "{}"],
    ["outputs", kind === "code" ? "[]" : undefined],
    ["source", pieces.length === 0 ? "[]" : `[${list.lead}${written}${list.tail}]`],
  ];
  const lines = values.flatMap(([key, value]) => (value === undefined ? [] : [`"${key}"${colon}${value}`]));
  return `{${fields.lead}${lines.join(fields.separator)}${fields.tail}}`;
}
