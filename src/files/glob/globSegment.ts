/**
 * One segment of a glob pattern as an automaton: all ways to match are followed at once, so that
 * the time is linear in the text, whatever the pattern. The steps from one set of states to the
 * next are kept, since a server's patterns are matched against each name in a workspace.
 */

import { getOrInsert } from "../../text/list.js";

/** Whether a name matches. */
export type SegmentMatcher = (name: string) => boolean;

/**
 * A state: what the next character has to be, and the states after it. Without `accepts` those are
 * reached without a character; the last state has none.
 */
interface State {
  readonly number: number;
  readonly accepts: ((character: string) => boolean) | undefined;
  next: readonly State[];
}

/** States that are reached together, and what is known of the states after a character. */
interface StateSet {
  readonly states: ReadonlySet<State>;
  /** Whether the last state is one of them. */
  readonly isMatch: boolean;
  readonly next: Map<string, StateSet>;
}

/**
 * The maximum of states in kept steps, after which these are forgotten. Only patterns with sets of
 * characters or many stars reach it. Forgotten together, since the sets refer to each other.
 */
const MAX_KEPT_STATES = 20_000;

/** Stands for all characters that a pattern does not contain. */
const OTHER = "";

/** Compiles a segment, which contains no `/`. `?` and sets match a code point. */
export function compileSegment(pattern: string, isCaseless: boolean): SegmentMatcher {
  const fold = (text: string) => (isCaseless ? text.toLowerCase() : text);
  const { first, last } = buildStates(pattern, isCaseless, fold);
  // A set of characters may contain any.
  const contained = pattern.includes("[") ? undefined : new Set([...pattern].map(fold));
  let known = new Map<string, StateSet>();
  let keptStates = 0;

  const setOf = (states: ReadonlySet<State>): StateSet => {
    const key = [...states]
      .map(({ number }) => number)
      .sort()
      .join();
    return getOrInsert(known, key, () => ({ states, isMatch: states.has(last), next: new Map() }));
  };
  const startStates = closureOf([first]);
  let start = setOf(startStates);
  const findNext = ({ states, next }: StateSet, character: string, key: string): StateSet => {
    const following = closureOf([...states].flatMap((state) => (state.accepts?.(character) ? state.next : [])));
    keptStates += 1 + following.size;
    if (keptStates > MAX_KEPT_STATES) {
      keptStates = 0;
      known = new Map();
      start = setOf(startStates);
    }
    const found = setOf(following);
    next.set(key, found);
    return found;
  };

  return (name) => {
    let set = start;
    for (const character of name) {
      if (set.states.size === 0) return false;
      const folded = fold(character);
      const key = contained === undefined || contained.has(folded) ? folded : OTHER;
      set = set.next.get(key) ?? findNext(set, folded, key);
    }
    return set.isMatch;
  };
}

/** Builds the automaton of a pattern. */
function buildStates(
  pattern: string,
  isCaseless: boolean,
  fold: (text: string) => string,
): { readonly first: State; readonly last: State } {
  const groups = findGroups(pattern);
  let count = 0;
  const createState = (accepts: State["accepts"], next: readonly State[]): State => ({
    number: count++,
    accepts,
    next,
  });

  /** Builds the states for pattern[from..to), from its end, and returns the first of them. */
  const build = (from: number, to: number, after: State): State => {
    let first = after;
    for (const { kind, at, end } of tokensOf(pattern, from, to, groups).reverse()) {
      const then = first;
      if (kind === "group") {
        const choices = choicesOf(at, groups.get(at) as Group);
        first = createState(
          undefined,
          choices.map((choice) => build(choice.from, choice.to, then)),
        );
      } else if (kind === "star") {
        const loop = createState(() => true, []);
        first = createState(undefined, [loop, then]);
        loop.next = [first];
      } else {
        first = createState(acceptorOf(kind, pattern.slice(at, end), isCaseless, fold), [then]);
      }
    }
    return first;
  };

  const last = createState(undefined, []);
  return { first: build(0, pattern.length, last), last };
}

/** Returns the states with those that are reached from them without a character. */
function closureOf(states: readonly State[]): ReadonlySet<State> {
  const all = new Set(states);
  for (const { accepts, next } of all) if (accepts === undefined) for (const state of next) all.add(state);
  return all;
}

/** A pair of braces. Offsets in the pattern; `to` is after the closing brace. */
export interface Group {
  readonly commas: readonly number[];
  readonly to: number;
  /** Whether it may be about several segments, as with `/` or `**` in it. */
  readonly isDeep: boolean;
}

/** Returns the closed groups of a pattern, by the offset of their `{`. */
export function findGroups(pattern: string): ReadonlyMap<number, Group> {
  const groups = new Map<number, Group>();
  // Where the rest of a segment is empty in an alternative, `**` may be the whole of it, or it may
  // be empty or `.`, which is ignored.
  const mayBeEmpty = /[{},]\*\*|\*\*[{},]|[{,]\.?[},]/.test(pattern);
  const open: { readonly from: number; readonly commas: number[]; isDeep: boolean }[] = [];
  for (let at = 0; at < pattern.length; at++) {
    const inner = open.at(-1);
    const character = pattern[at];
    if (character === "[") at = (setEnd(pattern, at) ?? at + 1) - 1;
    else if (character === "{") open.push({ from: at, commas: [], isDeep: false });
    else if (inner === undefined) continue;
    else if (character === ",") inner.commas.push(at);
    else if (character === "/" || (character === "*" && pattern[at + 1] === "*")) inner.isDeep = true;
    else if (character === "}") {
      open.pop();
      const isDeep = inner.isDeep || mayBeEmpty;
      groups.set(inner.from, { commas: inner.commas, to: at + 1, isDeep });
      const outer = open.at(-1);
      if (outer !== undefined && isDeep) outer.isDeep = true;
    }
  }
  return groups;
}

/** Returns the offsets of a group's alternatives. */
export function choicesOf(
  from: number,
  { commas, to }: Group,
): readonly { readonly from: number; readonly to: number }[] {
  const ends = [...commas, to - 1];
  return ends.map((end, n) => ({ from: (n === 0 ? from : (ends[n - 1] as number)) + 1, to: end }));
}

interface Token {
  readonly kind: "character" | "any" | "star" | "set" | "group";
  readonly at: number;
  readonly end: number;
}

function tokensOf(pattern: string, from: number, to: number, groups: ReadonlyMap<number, Group>): Token[] {
  const tokens: Token[] = [];
  for (let at = from; at < to; ) {
    const token = tokenAt(pattern, at, groups);
    // Two stars are the same as one.
    if (token.kind !== "star" || tokens.at(-1)?.kind !== "star") tokens.push(token);
    at = token.end;
  }
  return tokens;
}

function tokenAt(pattern: string, at: number, groups: ReadonlyMap<number, Group>): Token {
  const character = String.fromCodePoint(pattern.codePointAt(at) as number);
  const group = groups.get(at);
  if (group !== undefined) return { kind: "group", at, end: group.to };
  const end = character === "[" ? setEnd(pattern, at) : undefined;
  if (end !== undefined) return { kind: "set", at, end };
  const kind = character === "*" ? "star" : character === "?" ? "any" : "character";
  return { kind, at, end: at + character.length };
}

/**
 * Returns the offset after the set whose `[` is at `at`; `undefined` if it is only a bracket. A
 * leading `]` is in the set.
 */
function setEnd(pattern: string, at: number): number | undefined {
  const negation = pattern[at + 1] === "!" || pattern[at + 1] === "^" ? 1 : 0;
  // `[!]` alone is a set of `!`.
  for (const first of negation === 1 ? [at + 2, at + 1] : [at + 1]) {
    const close = pattern.indexOf("]", first + 1);
    const text = pattern.slice(at, close + 1);
    if (close >= 0 && !text.includes("/") && setExpression(text, false) !== undefined) return close + 1;
  }
  return undefined;
}

/** Returns an expression for one character of a set; `undefined` for an invalid one, as `[z-a]`. */
function setExpression(set: string, isCaseless: boolean): RegExp | undefined {
  const [, not = "", members = ""] = /^\[([!^]?)(.+)\]$/su.exec(set) ?? [];
  try {
    const source = members.replace(/[\\[\]^]/g, "\\$&");
    return new RegExp(`^[${not === "" ? "" : "^"}${source}]$`, isCaseless ? "iu" : "u");
  } catch {
    return undefined;
  }
}

function acceptorOf(
  kind: "character" | "any" | "set",
  text: string,
  isCaseless: boolean,
  fold: (text: string) => string,
): (character: string) => boolean {
  if (kind === "any") return () => true;
  if (kind === "character") {
    const wanted = fold(text);
    return (character) => character === wanted;
  }
  const expression = setExpression(text, isCaseless) as RegExp;
  return (character) => expression.test(character);
}
