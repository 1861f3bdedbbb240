/** A leaf: some hundred records in a row, each number as many bytes wide as the largest of its field needs here. Versions of an index share leaves. */

import { type Field, type Rows, rowWidth } from "./recordRows.js";

/** How wide each field is and where it stands in a record. Few shapes are ever in use, so leaves share them. */
interface Shape {
  /** `widths` as one number: 2 bits for each field, the first field's lowest. */
  readonly code: number;
  /** In bytes; 0 where all are 0. */
  readonly widths: readonly number[];
  readonly places: readonly number[];
  readonly stride: number;
}

export class RecordLeaf {
  readonly size: number;
  readonly #bytes: Uint8Array;
  readonly #shape: Shape;

  private constructor(size: number, bytes: Uint8Array, shape: Shape) {
    this.size = size;
    this.#bytes = bytes;
    this.#shape = shape;
  }

  /** The rows from..to, packed; at least one. */
  static pack(rows: Rows, from: number, to: number): RecordLeaf {
    let code = 0;
    for (let field = 0; field < rowWidth; field++) {
      let largest = 0;
      for (let row = from; row < to; row++) largest = Math.max(largest, rows.get(row, field as Field));
      code |= widthCode(largest) << (2 * field);
    }
    const shape = shapeOf(code);
    const bytes = new Uint8Array((to - from) * shape.stride);
    let at = 0;
    for (let row = from; row < to; row++) {
      for (let field = 0; field < rowWidth; field++) {
        let value = rows.get(row, field as Field);
        for (let left = shape.widths[field] as number; left > 0; left--) {
          bytes[at++] = value & 255;
          value >>>= 8;
        }
      }
    }
    return new RecordLeaf(to - from, bytes, shape);
  }

  /** A leaf of what `size`, `code` and `bytes` say of another; undefined where they don't belong together. Takes the bytes, no copy. */
  static of(size: number, code: number, bytes: Uint8Array): RecordLeaf | undefined {
    if (code >= 1 << (2 * rowWidth)) return undefined;
    const shape = shapeOf(code);
    return size >= 1 && bytes.length === size * shape.stride ? new RecordLeaf(size, bytes, shape) : undefined;
  }

  /** How wide the fields are, as one number. */
  get code(): number {
    return this.#shape.code;
  }

  get bytes(): Uint8Array {
    return this.#bytes;
  }

  /** A number of the record at `place`, counted from the leaf's first. */
  value(place: number, field: Field): number {
    const bytes = this.#bytes;
    const at = place * this.#shape.stride + (this.#shape.places[field] as number);
    switch (this.#shape.widths[field]) {
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

  /** Appends the records from..to to `rows`. */
  unpack(from: number, to: number, rows: Rows): void {
    for (let place = from; place < to; place++) {
      const row = rows.add();
      for (let field = 0; field < rowWidth; field++) rows.set(row, field as Field, this.value(place, field as Field));
    }
  }
}

/** By the 2 bits that say it. */
const widths = [0, 1, 2, 4] as const;

function widthCode(value: number): number {
  if (value === 0) return 0;
  if (value < 0x100) return 1;
  return value < 0x10000 ? 2 : 3;
}

const shapes = new Map<number, Shape>();

function shapeOf(code: number): Shape {
  const known = shapes.get(code);
  if (known !== undefined) return known;
  const shape: { code: number; widths: number[]; places: number[]; stride: number } = {
    code,
    widths: [],
    places: [],
    stride: 0,
  };
  for (let field = 0; field < rowWidth; field++) {
    const width = widths[(code >> (2 * field)) & 3] as number;
    shape.widths.push(width);
    shape.places.push(shape.stride);
    shape.stride += width;
  }
  shapes.set(code, shape);
  return shape;
}
