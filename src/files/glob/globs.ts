/**
 * The glob patterns of LSP as an automaton over path segments, which also tells whether anything
 * below a folder can match. `*`, `?`, `[a-z]` and `[!a-z]` match within a segment; `{a,b}` matches
 * one of several alternatives, which may contain `/`; `**` as a whole segment matches any number of
 * segments. Any other character matches itself, and a leading dot is not special.
 *
 * Not picomatch, which reads patterns as a shell does: for version 4.0.7 `[!0-9]` is a set that
 * contains `!`, `{go}` is five characters, `(` and `|` group, quotes quote, and `?` matches half of
 * an emoji.
 */

import { getOrInsert } from "../../text/list.js";
import { choicesOf, compileSegment, findGroups, type SegmentMatcher } from "./globSegment.js";

/** On Windows and macOS, file systems usually ignore case. */
const isCaselessPlatform = process.platform === "win32" || process.platform === "darwin";

/** A pattern as path segments. */
export interface Glob {
  /** Leading segments without special characters. */
  readonly base: readonly string[];
  /** The segments after it, as `segmentsOf` returns them. */
  readonly segments: readonly string[];
}

/** A state between two segments. Patterns with the same beginning share it. */
export interface GlobNode<Owner> {
  /** After `**`: any segment leads back here. */
  readonly isAnywhere: boolean;
  readonly byName: Map<string, GlobNode<Owner>>;
  /** By the segment as written in the pattern. */
  readonly byPattern: Map<string, PatternEdge<Owner>>;
  /** The state after `**`, reached without a segment. */
  anywhere: GlobNode<Owner> | undefined;
  /** The owners of patterns that end here. */
  readonly owners: Set<Owner>;
  /** The highest number of a pattern that passes through here. */
  newest: number;
}

interface PatternEdge<Owner> {
  readonly matches: SegmentMatcher;
  /** Whether it only lists alternatives, as `{src,test}` does. */
  readonly isAlternation: boolean;
  readonly node: GlobNode<Owner>;
}

/** The current states of all patterns. */
export type GlobNodes<Owner> = readonly GlobNode<Owner>[];

/**
 * Many patterns, each with an owner and a number. A path is followed from `start` with `step`,
 * segment by segment.
 */
export class Globs<Owner> {
  readonly #root = createNode<Owner>(false, -1);
  readonly #isCaseless: boolean;

  constructor(isCaseless = isCaselessPlatform) {
    this.#isCaseless = isCaseless;
  }

  get start(): GlobNodes<Owner> {
    return [...withAnywhere([this.#root])];
  }

  add({ base, segments }: Glob, owner: Owner, number = 0): void {
    let at = this.#root;
    const pass = (next: GlobNode<Owner>) => {
      at = next;
      at.newest = Math.max(at.newest, number);
    };
    pass(at);
    for (const name of base) pass(this.#childNamed(at, name));
    for (const segment of segments) pass(this.#childFor(at, segment));
    at.owners.add(owner);
  }

  /**
   * Returns the states after a segment. With `onlyNamed`, the pattern must contain the name:
   * wildcards don't match.
   */
  step(nodes: GlobNodes<Owner>, name: string, onlyNamed = false): GlobNodes<Owner> {
    const key = this.#keyOf(name);
    const found: GlobNode<Owner>[] = [];
    for (const at of nodes) {
      const named = at.byName.get(key);
      if (named) found.push(named);
      for (const { matches, isAlternation, node } of at.byPattern.values()) {
        if ((isAlternation || !onlyNamed) && matches(name)) found.push(node);
      }
      if (at.isAnywhere && !onlyNamed) found.push(at);
    }
    return found.length === 0 ? [] : [...withAnywhere(found)];
  }

  #childFor(at: GlobNode<Owner>, name: string): GlobNode<Owner> {
    if (name === "**") {
      // `**` twice in a row is the same as once.
      if (at.isAnywhere) return at;
      at.anywhere ??= createNode<Owner>(true, -1);
      return at.anywhere;
    }
    if (!/[*?[{]/.test(name)) return this.#childNamed(at, name);
    const isAlternation = !/[*?[]/.test(name);
    return getOrInsert(at.byPattern, name, () => ({
      matches: compileSegment(name, this.#isCaseless),
      isAlternation,
      node: createNode<Owner>(false, -1),
    })).node;
  }

  #childNamed(at: GlobNode<Owner>, name: string): GlobNode<Owner> {
    return getOrInsert(at.byName, this.#keyOf(name), () => createNode(false, -1));
  }

  #keyOf(name: string): string {
    return this.#isCaseless ? name.toLowerCase() : name;
  }
}

/** Returns the owners of the patterns that match. */
export function ownersOf<Owner>(nodes: GlobNodes<Owner>): Owner[] {
  const all = new Set<Owner>();
  for (const { owners } of nodes) for (const owner of owners) all.add(owner);
  return [...all];
}

/** Whether anything below can match. */
export function canMatchBelow<Owner>(nodes: GlobNodes<Owner>): boolean {
  return nodes.some(({ isAnywhere, byName, byPattern }) => isAnywhere || byName.size > 0 || byPattern.size > 0);
}

/** Returns the highest number of a pattern that matches so far, or -1. */
export function newestIn<Owner>(nodes: GlobNodes<Owner>): number {
  return nodes.reduce((newest, node) => Math.max(newest, node.newest), -1);
}

/** The maximum length of a pattern, and of the alternatives with several segments in its braces. */
const MAX_PATTERN_LENGTH = 4096;
const MAX_ALTERNATIVES = 256;

/**
 * Splits a pattern into segments; into several lists if braces contain `/` or `**`. Slashes at
 * either end are ignored. A pattern over the limits becomes everything in the folder that it
 * certainly begins with.
 */
export function segmentsOf(pattern: string): string[][] {
  if (describeExcess(pattern) !== undefined) return [coarsen(namesIn(pattern.slice(0, MAX_PATTERN_LENGTH)))];
  return expandPieces(piecesOf(pattern)).map(namesIn);
}

/** Returns why a pattern is over the limits; `undefined` if it is not. */
export function describeExcess(pattern: string): string | undefined {
  if (pattern.length > MAX_PATTERN_LENGTH) return `it has more than ${MAX_PATTERN_LENGTH} characters`;
  if (countAlternatives(piecesOf(pattern)) <= MAX_ALTERNATIVES) return undefined;
  return `its braces have more than ${MAX_ALTERNATIVES} alternatives`;
}

/** Returns segments that match at least the same paths, and all others in the same folder. */
function coarsen(segments: readonly string[]): string[] {
  const literal = literalPrefix(segments);
  // The last name may be cut, or a file.
  return [...(literal.length === segments.length ? literal.slice(0, -1) : literal), "**"];
}

function namesIn(pattern: string): string[] {
  return pattern.split("/").filter((name) => name !== "" && name !== ".");
}

/** Returns the leading segments without wildcards. */
export function literalPrefix(segments: readonly string[]): readonly string[] {
  const firstWildcard = segments.findIndex((segment) => /[*?[{]/.test(segment));
  return firstWildcard < 0 ? segments : segments.slice(0, firstWildcard);
}

function createNode<Owner>(isAnywhere: boolean, newest: number): GlobNode<Owner> {
  return { isAnywhere, byName: new Map(), byPattern: new Map(), anywhere: undefined, owners: new Set(), newest };
}

/** Adds the states that are reached without a segment. */
function withAnywhere<Owner>(nodes: GlobNodes<Owner>): Set<GlobNode<Owner>> {
  const all = new Set(nodes);
  for (const { anywhere } of all) if (anywhere) all.add(anywhere);
  return all;
}

/** A pattern in pieces: text, and groups whose alternatives have several segments. */
type Piece = string | readonly Pieces[];
type Pieces = readonly Piece[];

function piecesOf(pattern: string): Pieces {
  const groups = findGroups(pattern);
  const read = (from: number, to: number): Pieces => {
    const pieces: Piece[] = [];
    let textFrom = from;
    for (let at = pattern.indexOf("{", from); at >= 0 && at < to; at = pattern.indexOf("{", at)) {
      const group = groups.get(at);
      if (group?.isDeep) {
        const choices = choicesOf(at, group).map((choice) => read(choice.from, choice.to));
        pieces.push(pattern.slice(textFrom, at), choices);
        textFrom = group.to;
      }
      at = group?.to ?? at + 1;
    }
    return [...pieces, pattern.slice(textFrom, to)];
  };
  return read(0, pattern.length);
}

/** Returns the number of lists of segments that a pattern expands to. */
function countAlternatives(pieces: Pieces): number {
  return pieces.reduce<number>(
    (count, piece) =>
      typeof piece === "string" ? count : count * piece.reduce((sum, choice) => sum + countAlternatives(choice), 0),
    1,
  );
}

function expandPieces(pieces: Pieces): readonly string[] {
  return pieces.reduce<readonly string[]>(
    (beginnings, piece) => {
      const choices = typeof piece === "string" ? [piece] : piece.flatMap(expandPieces);
      return beginnings.flatMap((beginning) => choices.map((choice) => beginning + choice));
    },
    [""],
  );
}
