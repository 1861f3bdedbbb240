/**
 * Access to the UTF-16 code units of encoded texts. Makes no strings, as queries look at hundreds
 * of thousands of names.
 */

/** The code units of one encoded text; `moveTo` selects it. */
export class PackedCodeUnits {
  #bytes: Uint8Array = new Uint8Array(0);
  #from = 0;
  #isWide = false;
  length = 0;

  moveTo(bytes: Uint8Array, offset: number): void {
    this.#bytes = bytes;
    let at = offset;
    let head = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = bytes[at++] ?? 0;
      head |= (byte & 0x7f) << shift;
      if (byte < 0x80) break;
    }
    this.#from = at;
    this.#isWide = (head & 1) === 1;
    this.length = head >>> 1;
  }

  at(unit: number): number {
    if (!this.#isWide) return this.#bytes[this.#from + unit] as number;
    const at = this.#from + 2 * unit;
    return (this.#bytes[at] as number) | ((this.#bytes[at + 1] as number) << 8);
  }

  /** Returns the unit in lower case. */
  foldedAt(unit: number): number {
    return foldCase(this.at(unit));
  }
}

const latinLowerCases = Uint16Array.from({ length: 256 }, (_, unit) => lowerCaseOf(unit));

function foldCase(unit: number): number {
  return unit < 256 ? (latinLowerCases[unit] as number) : lowerCaseOf(unit);
}

function lowerCaseOf(unit: number): number {
  const lower = String.fromCharCode(unit).toLowerCase();
  return lower.length === 1 ? lower.charCodeAt(0) : unit;
}

/** Limited by the bits of a number, as each compared unit has one. */
export const MAX_COMPARED_UNITS = 31;

/** The code units of a text that many names are compared with. */
export class QueryText {
  readonly #units: Uint16Array;
  readonly #folded: Uint16Array;
  readonly #latin = new Int32Array(256);
  readonly #others = new Map<number, number>();

  constructor(text: string) {
    this.#units = Uint16Array.from({ length: text.length }, (_, at) => text.charCodeAt(at));
    this.#folded = this.#units.map(foldCase);
    for (const [at, unit] of this.#folded.subarray(0, MAX_COMPARED_UNITS).entries()) {
      const places = this.positionBitsOf(unit) | (1 << at);
      if (unit < 256) this.#latin[unit] = places;
      else this.#others.set(unit, places);
    }
  }

  get length(): number {
    return this.#units.length;
  }

  at(unit: number): number {
    return this.#units[unit] as number;
  }

  foldedAt(unit: number): number {
    return this.#folded[unit] as number;
  }

  /** Returns the positions of a folded unit in the first 31 units, one bit each. */
  positionBitsOf(unit: number): number {
    return unit < 256 ? (this.#latin[unit] as number) : (this.#others.get(unit) ?? 0);
  }
}
