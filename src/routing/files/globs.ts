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
  readonly regExp: RegExp;
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
      for (const { regExp, isAlternation, node } of at.byPattern.values()) {
        if ((isAlternation || !onlyNamed) && regExp.test(name)) found.push(node);
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
    const regExp = regularExpression(name, this.#isCaseless);
    return getOrCreate(at.byPattern, name, () => ({ regExp, isAlternation, node: createNode<Owner>(false, -1) })).node;
  }

  #childNamed(at: GlobNode<Owner>, name: string): GlobNode<Owner> {
    return getOrCreate(at.byName, this.#keyOf(name), () => createNode(false, -1));
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

/**
 * Splits a pattern into segments; into several lists if braces contain `/` or `**`. Slashes at
 * either end are ignored.
 */
export function segmentsOf(pattern: string): string[][] {
  return expandBraces(pattern).map((one) => one.split("/").filter((name) => name !== "" && name !== "."));
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

function getOrCreate<Value>(map: Map<string, Value>, key: string, create: () => Value): Value {
  const value = map.get(key) ?? create();
  map.set(key, value);
  return value;
}

function expandBraces(pattern: string): string[] {
  for (let at = pattern.indexOf("{"); at >= 0; at = pattern.indexOf("{", at + 1)) {
    const group = groupAt(pattern, at);
    if (group === undefined || !/\/|\*\*/.test(pattern.slice(at, group.to))) continue;
    const [before, rest] = [pattern.slice(0, at), pattern.slice(group.to)];
    return group.choices.flatMap((choice) => expandBraces(`${before}${choice}${rest}`));
  }
  return [pattern];
}

/** Returns the group whose `{` is at `at`, and its end; `undefined` if it is not closed. */
function groupAt(pattern: string, at: number): { readonly choices: string[]; readonly to: number } | undefined {
  const choices: string[] = [];
  let depth = 0;
  let from = at + 1;
  for (let next = at; next < pattern.length; next++) {
    const character = pattern[next];
    if (character === "{") depth++;
    else if (character === "[") next += (setAt(pattern, next)?.text.length ?? 1) - 1;
    else if (character === "}") depth--;
    if (depth === 0 || (depth === 1 && character === ",")) {
      choices.push(pattern.slice(from, next));
      from = next + 1;
    }
    if (depth === 0) return { choices, to: next + 1 };
  }
  return undefined;
}

/**
 * Returns the set whose `[` is at `at`; `undefined` if it is only a bracket. A leading `]` is in
 * the set.
 */
function setAt(pattern: string, at: number): { readonly text: string; readonly source: string } | undefined {
  const [text, not, members] = /^\[([!^]?)([^/][^\]/]*)\]/u.exec(pattern.slice(at)) ?? [];
  if (text === undefined || members === undefined) return undefined;
  return { text, source: `[${not ? "^" : ""}${members.replace(/[\\[\]^]/g, "\\$&")}]` };
}

function regularExpression(name: string, isCaseless: boolean): RegExp {
  const flags = isCaseless ? "isu" : "su";
  try {
    return new RegExp(`^${sourceOf(name)}$`, flags);
  } catch {
    // A set such as `[z-a]` is invalid and matches itself.
    return new RegExp(`^${literally(name)}$`, flags);
  }
}

function sourceOf(name: string): string {
  let source = "";
  for (let at = 0; at < name.length; ) {
    const character = name[at] as string;
    const set = character === "[" ? setAt(name, at) : undefined;
    const group = character === "{" ? groupAt(name, at) : undefined;
    if (set !== undefined) source += set.source;
    else if (group !== undefined) source += `(?:${group.choices.map(sourceOf).join("|")})`;
    else if (character === "*") source += source.endsWith(".*") ? "" : ".*";
    else if (character === "?") source += ".";
    else source += literally(character);
    at = group?.to ?? at + (set?.text.length ?? 1);
  }
  return source;
}

function literally(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
}
