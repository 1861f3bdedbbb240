/**
 * A leaf: about a hundred packed records, shared by the versions of an index. Each field is as many
 * bytes wide as its largest number in the leaf needs.
 */

import { FIELD_COUNT, type RecordField, type RecordRows } from "./recordRows.js";

/**
 * The width of each field and its place in a record. Few layouts are in use, so leaves share them.
 */
interface LeafLayout {
  /** In bytes; 0 if all numbers are 0. */
  readonly widths: readonly number[];
  readonly offsets: readonly number[];
  readonly stride: number;
}

export class RecordLeaf {
  readonly size: number;
  readonly bytes: Uint8Array;
  readonly #layout: LeafLayout;

  private constructor(size: number, bytes: Uint8Array, layout: LeafLayout) {
    this.size = size;
    this.bytes = bytes;
    this.#layout = layout;
  }

  /** Packs the rows `from..to`; at least one. */
  static pack(rows: RecordRows, from: number, to: number): RecordLeaf {
    let code = 0;
    for (let field = 0; field < FIELD_COUNT; field++) {
      let largest = 0;
      for (let row = from; row < to; row++) largest = Math.max(largest, rows.get(row, field as RecordField));
      code |= widthCode(largest) << (2 * field);
    }
    const layout = layoutOf(code);
    const bytes = new Uint8Array((to - from) * layout.stride);
    let at = 0;
    for (let row = from; row < to; row++) {
      for (let field = 0; field < FIELD_COUNT; field++) {
        let value = rows.get(row, field as RecordField);
        for (let left = layout.widths[field] as number; left > 0; left--) {
          bytes[at++] = value & 255;
          value >>>= 8;
        }
      }
    }
    return new RecordLeaf(to - from, bytes, layout);
  }

  /** Returns a field of the record at `index`, counted from the leaf's first. */
  value(index: number, field: RecordField): number {
    const { bytes } = this;
    const at = index * this.#layout.stride + (this.#layout.offsets[field] as number);
    switch (this.#layout.widths[field]) {
      case 0:
        return 0;
      case 1:
        return bytes[at] as number;
      case 2:
        return (bytes[at] as number) | ((bytes[at + 1] as number) << 8);
      default: {
        const low = (bytes[at] as number) | ((bytes[at + 1] as number) << 8) | ((bytes[at + 2] as number) << 16);
        return low + (bytes[at + 3] as number) * 0x1000000;
      }
    }
  }

  /** Appends the records `from..to` to `rows`. */
  unpack(from: number, to: number, rows: RecordRows): void {
    for (let index = from; index < to; index++) {
      const row = rows.add();
      for (let field = 0; field < FIELD_COUNT; field++)
        rows.set(row, field as RecordField, this.value(index, field as RecordField));
    }
  }
}

/** By the 2 bits of a field in the code of a layout; the first field's are the lowest. */
const widths = [0, 1, 2, 4] as const;

function widthCode(value: number): number {
  if (value === 0) return 0;
  if (value < 0x100) return 1;
  return value < 0x10000 ? 2 : 3;
}

const layouts = new Map<number, LeafLayout>();

function layoutOf(code: number): LeafLayout {
  const known = layouts.get(code);
  if (known !== undefined) return known;
  const layout: { widths: number[]; offsets: number[]; stride: number } = { widths: [], offsets: [], stride: 0 };
  for (let field = 0; field < FIELD_COUNT; field++) {
    const width = widths[(code >> (2 * field)) & 3] as number;
    layout.widths.push(width);
    layout.offsets.push(layout.stride);
    layout.stride += width;
  }
  layouts.set(code, layout);
  return layout;
}
