/**
 * A document's text: immutable, cheap to edit, with quick lookup of lines. Versions share what an
 * edit does not touch.
 */

import type { Change } from "./change.js";
import type { PositionEncoding } from "./encoding.js";
import { cutLeaves, isInseparableBorder, Leaf, type Part } from "./leaf.js";
import { lineEndWidth } from "./lineEnd.js";
import { appendAll, countAtMost } from "./list.js";
import { narrow } from "./narrowChange.js";

/** The approximate numbers of code units in a leaf and of leaves in a branch, at least 2 each. */
interface Shape {
  readonly leaf: number;
  readonly branch: number;
}

// An edit copies one leaf, the references in one branch, and a reference per branch: for 2 MB some
// 2,048 + 64 + 16; for 30 MB the last number is 240.
const defaultShape: Shape = { leaf: 2048, branch: 64 };

/**
 * A version of a text. Offsets and lines are 0-based, and offsets count UTF-16 code units. Lookups
 * out of bounds return the nearest bound, as String.slice does. An edit out of bounds throws a
 * RangeError.
 */
export class Document {
  // Invariant: there is at least one leaf, none is empty unless it is the only one, and no border
  // is inside a `\r\n` or a surrogate pair. So a leaf's line ends and code points are its own, and
  // sums over leaves are exact.
  readonly #root: Branch<Branch<Leaf>>;
  readonly #shape: Shape;
  #text: string | undefined;

  private constructor(root: Branch<Branch<Leaf>>, shape: Shape, text?: string) {
    this.#root = root;
    this.#shape = shape;
    this.#text = text;
  }

  /**
   * Makes a document of a text. A shape other than the default is for tests that need many borders.
   */
  static of(text: string, shape: Shape = defaultShape): Document {
    return new Document(new Branch(groupIntoBranches(cutLeaves(text, shape.leaf), shape.branch)), shape, text);
  }

  get length(): number {
    return this.#root.length;
  }

  /** At least 1. A text that ends in a line end has an empty last line. */
  get lineCount(): number {
    return this.#root.lineEnds + 1;
  }

  /** The whole text as one string, made once per version. `slice` does not need it. */
  get text(): string {
    this.#text ??= this.#root.slice(0, this.length);
    return this.#text;
  }

  slice(from: number, to: number): string {
    return (
      this.#text?.slice(this.#clamp(from), this.#clamp(to)) ?? this.#root.slice(this.#clamp(from), this.#clamp(to))
    );
  }

  /** Returns the offset of a line's start. */
  lineFrom(line: number): number {
    if (line <= 0) return 0;
    return line < this.lineCount ? this.#root.lineStart(line) : this.length;
  }

  /** Returns the offset of a line's end, before its line end characters. */
  lineTo(line: number): number {
    const end = this.nextLineFrom(line);
    // A line end has at most 2 code units, which are in one leaf. The last line has none.
    return line < this.lineCount - 1 ? end - lineEndWidth(this.slice(end - 2, end), Math.min(end, 2)) : end;
  }

  /**
   * Returns the offset after a line's line end: the start of the next line, or the document's
   * length.
   */
  nextLineFrom(line: number): number {
    return this.lineFrom(Math.max(line, 0) + 1);
  }

  /**
   * Returns the line that an offset is in. An offset between `\r` and `\n` is still in the line
   * they end.
   */
  lineAt(offset: number): number {
    return this.#root.lineAt(this.#clamp(offset));
  }

  /**
   * Returns the length of from..to in units of `encoding`, without flattening the text. A surrogate
   * pair that `to` cuts in two does not count.
   */
  unitsBetween(from: number, to: number, encoding: PositionEncoding): number {
    return this.#root.unitsBetween(this.#clamp(from), this.#clamp(to), encoding);
  }

  /**
   * Returns the offset `units` of `encoding` after `from`, at most `to`; inside a code point, its
   * start.
   */
  offsetAfter(from: number, to: number, units: number, encoding: PositionEncoding): number {
    return this.#root.offsetAfter(this.#clamp(from), this.#clamp(to), units, encoding);
  }

  /**
   * Replaces from..to by `insert`. The change is narrowed to what differs; where nothing does, the
   * document returned is this one.
   */
  edit(from: number, to: number, insert: string): { document: Document; change: Change } {
    if (!(from >= 0 && from <= to && to <= this.length)) {
      throw new RangeError(
        `Can't edit ${from}..${to} of a document ${this.length} long: give 0 <= from <= to <= its length.`,
      );
    }
    const change = narrow({ from, to, length: insert.length }, this.slice(from, to), insert);
    if (change.from === change.to && change.length === 0) return { document: this, change };
    const inserted = insert.slice(change.from - from, change.from - from + change.length);
    return { document: this.#replace(change.from, change.to, inserted), change };
  }

  #replace(from: number, to: number, insert: string): Document {
    const branches = this.#root.children;
    const first = this.#branchBefore(from);
    const final = this.#root.childIndexAt(to);
    const base = this.#root.childStart(first);
    const touched = joinBranches(branches.slice(first, final + 1));
    const leaves = replaceInLeaves(touched, from - base, to - base, insert, this.#shape.leaf);
    const { branch: width } = this.#shape;
    const middle = groupIntoBranches(leaves, leaves.length <= 2 * width ? leaves.length : width);
    return new Document(new Branch(splice(branches, first, final + 1, middle)), this.#shape);
  }

  /**
   * Returns the index of the branch that an offset is in. Where its leaf is the first of that
   * branch, returns the branch before, so that the leaf before can be joined.
   */
  #branchBefore(offset: number): number {
    const place = this.#root.childIndexAt(offset);
    const isInFirstLeaf = this.#root.children[place]?.childIndexAt(offset - this.#root.childStart(place)) === 0;
    return isInFirstLeaf ? Math.max(0, place - 1) : place;
  }

  #clamp(offset: number): number {
    return Math.max(0, Math.min(offset, this.length));
  }
}

/**
 * Replaces from..to by `insert` in the leaves of a branch. Cuts anew what the replaced leaves have
 * become; all others stay the same objects.
 */
function replaceInLeaves(branch: Branch<Leaf>, from: number, to: number, insert: string, size: number): Leaf[] {
  const leaves = branch.children;
  let first = branch.childIndexAt(from);
  let final = branch.childIndexAt(to);
  let text = branch.slice(branch.childStart(first), from) + insert + branch.slice(to, branch.childStart(final + 1));
  // A part that is too small joins a neighbour, and so does a `\n` that now follows a `\r`. This
  // can happen only at the start: the last leaf keeps what comes after `to`, at least one code unit
  // unless the document ends there, and so its border to the next.
  for (;;) {
    const before = leaves[first - 1]?.text;
    const after = leaves[final + 1]?.text;
    const isSmall = text.length < size / 2;
    if (before !== undefined && (isSmall || isInseparableBorder(before, text))) {
      text = before + text;
      first--;
    } else if (after !== undefined && isSmall) {
      text += after;
      final++;
    } else break;
  }
  // A leaf of up to twice the size stays one; otherwise typing at one place would cut it at every
  // key.
  const middle = text.length <= 2 * size ? [new Leaf(text)] : cutLeaves(text, size);
  return splice(leaves, first, final + 1, middle);
}

function splice<Item>(items: readonly Item[], from: number, to: number, insert: readonly Item[]): Item[] {
  return items.slice(0, from).concat(insert, items.slice(to));
}

/** A branch of a document's tree: consecutive parts, with running sums to find the right one. */
class Branch<Child extends Part> implements Part {
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
function groupIntoBranches<Child extends Part>(parts: readonly Child[], width: number): Branch<Child>[] {
  const step = Math.ceil(parts.length / Math.ceil(parts.length / width));
  const branches: Branch<Child>[] = [];
  for (let from = 0; from < parts.length; from += step) branches.push(new Branch(parts.slice(from, from + step)));
  return branches;
}

/**
 * Joins at least one branch into a single one of any width. Uses concat for the usual two, as
 * flatMap took most of the time of an edit.
 */
function joinBranches<Child extends Part>(branches: readonly Branch<Child>[]): Branch<Child> {
  const [first, second] = branches as readonly [Branch<Child>, Branch<Child>?];
  if (second === undefined) return first;
  if (branches.length === 2) return new Branch(first.children.concat(second.children));
  const children: Child[] = [];
  for (const branch of branches) appendAll(children, branch.children);
  return new Branch(children);
}
