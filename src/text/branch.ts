/** A branch of a document's tree: consecutive parts, with running sums to find the right one. */

import type { PositionEncoding } from "./encoding.js";
import type { Part } from "./leaf.js";
import { appendAll, countAtMost } from "./list.js";

export class Branch<Child extends Part> implements Part {
  readonly children: readonly Child[];
  readonly length: number;
  readonly lineEnds: number;
  // For each child, the code units and the line ends before it.
  readonly #offsets: number[];
  readonly #lines: number[];
  #bytes = -1;
  #codePoints = -1;

  /** Requires at least one child. */
  constructor(children: readonly Child[]) {
    this.children = children;
    this.#offsets = [];
    this.#lines = [];
    let length = 0;
    let lineEnds = 0;
    for (let place = 0; place < children.length; place++) {
      this.#offsets.push(length);
      this.#lines.push(lineEnds);
      length += this.#child(place).length;
      lineEnds += this.#child(place).lineEnds;
    }
    this.length = length;
    this.lineEnds = lineEnds;
  }

  /**
   * Returns the index of the child that an offset is in: at a border the one after it, at the end
   * the last.
   */
  childIndexAt(offset: number): number {
    return countAtMost(this.#offsets, offset) - 1;
  }

  /** Returns where a child starts; after the last one, the branch's length. */
  childStart(place: number): number {
    return this.#offsets[place] ?? this.length;
  }

  lineStart(line: number): number {
    const place = countAtMost(this.#lines, line - 1) - 1;
    return this.childStart(place) + this.#child(place).lineStart(line - (this.#lines[place] as number));
  }

  lineAt(offset: number): number {
    const place = this.childIndexAt(offset);
    return (this.#lines[place] as number) + this.#child(place).lineAt(offset - this.childStart(place));
  }

  slice(from: number, to: number): string {
    let text = "";
    for (let start = from, place = this.childIndexAt(from); start < to; start = this.childStart(++place)) {
      const base = this.childStart(place);
      const child = this.#child(place);
      text += child.slice(start - base, Math.min(to - base, child.length));
    }
    return text;
  }

  units(encoding: PositionEncoding): number {
    if (encoding === "utf-16") return this.length;
    const sum = () => this.children.reduce((units, child) => units + child.units(encoding), 0);
    if (encoding === "utf-32") {
      if (this.#codePoints < 0) this.#codePoints = sum();
      return this.#codePoints;
    }
    if (this.#bytes < 0) this.#bytes = sum();
    return this.#bytes;
  }

  unitsBetween(from: number, to: number, encoding: PositionEncoding): number {
    if (encoding === "utf-16") return to - from;
    if (from === 0 && to === this.length) return this.units(encoding);
    let units = 0;
    for (let start = from, place = this.childIndexAt(from); start < to; start = this.childStart(++place)) {
      const base = this.childStart(place);
      const child = this.#child(place);
      units += child.unitsBetween(start - base, Math.min(to - base, child.length), encoding);
    }
    return units;
  }

  offsetAfter(from: number, to: number, units: number, encoding: PositionEncoding): number {
    if (encoding === "utf-16") return Math.min(to, from + units);
    let left = units;
    for (let start = from, place = this.childIndexAt(from); start < to; start = this.childStart(++place)) {
      const base = this.childStart(place);
      const child = this.#child(place);
      const end = Math.min(to - base, child.length);
      const width = child.unitsBetween(start - base, end, encoding);
      if (left < width) return base + child.offsetAfter(start - base, end, left, encoding);
      left -= width;
    }
    return to;
  }

  #child(place: number): Child {
    return this.children[place] as Child;
  }
}

/** Groups parts into branches of about `width` parts, evenly. */
export function groupIntoBranches<Child extends Part>(parts: readonly Child[], width: number): Branch<Child>[] {
  const step = Math.ceil(parts.length / Math.ceil(parts.length / width));
  const branches: Branch<Child>[] = [];
  for (let from = 0; from < parts.length; from += step) branches.push(new Branch(parts.slice(from, from + step)));
  return branches;
}

/**
 * Joins at least one branch into a single one of any width. Uses concat for the usual two, as
 * flatMap took most of the time of an edit.
 */
export function joinBranches<Child extends Part>(branches: readonly Branch<Child>[]): Branch<Child> {
  const [first, second] = branches as readonly [Branch<Child>, Branch<Child>?];
  if (second === undefined) return first;
  if (branches.length === 2) return new Branch(first.children.concat(second.children));
  const children: Child[] = [];
  for (const branch of branches) appendAll(children, branch.children);
  return new Branch(children);
}
