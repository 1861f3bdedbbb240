/**
 * A Locate for one of several nodes that an anchor reaches: by more of its text, a symbol, or its
 * lines.
 */
import { attempt, LocateError } from "../../error.js";
import { partitionPoint } from "../../text/list.js";
import { containsStretch, type Stretch } from "../../text/stretch.js";
import { tryDescribeStretch } from "../describe/describeStretch.js";
import { readingCost } from "../describe/readingCost.js";
import { scopesAround, writablePathOf } from "../describe/scopeCandidates.js";
import { tokensAround } from "../describe/textAround.js";
import { findUniqueStretches, measureReaches } from "../describe/uniqueStretches.js";
import { type Locate, MAX_FIND_LENGTH, type Scope } from "../locate.js";
import { symbolContextOf } from "../symbols/findSymbols.js";
import { clampRange } from "../symbols/symbolNode.js";
import {
  type AncestorMatch,
  findTargets,
  type NodeSelectionContext,
  nodeKey,
  stretchOfNode,
  wantedTypesOf,
} from "./ancestors.js";
import { findAnchors } from "./anchor.js";
import type { NodeChain, NodeValue } from "./nodeValue.js";

/**
 * The maximum of occurrences of the anchor that are extended, and of longer anchors tried for each.
 */
const MAX_BASES = 3;
const MAX_TRIES = 4;

/** Returns a Locate that selects only this node, the one at `index` of those that are reached. */
export function describeNode(
  target: NodeValue,
  index: number,
  matches: readonly AncestorMatch[],
  context: NodeSelectionContext,
): Locate {
  const own = matches.filter((match) => match.target !== undefined && nodeKey(match.target) === nodeKey(target));
  const others = matches.filter((match) => match.target !== undefined && nodeKey(match.target) !== nodeKey(target));
  for (const { scope, within } of narrowScopesFor(target, own, context)) {
    for (const { occurrence } of own.slice(0, MAX_BASES)) {
      const near = others.filter((other) => containsStretch(within, other.occurrence));
      for (const anchor of anchorsAround(occurrence, target, near, within, context)) {
        const locate = { ...context.locate, ...(scope === undefined ? {} : { scope }), anchor_text: anchor };
        if (selectsOnly(locate, target, matches, context)) return locate;
      }
    }
  }
  return describeByText(target, context) ?? { ...context.locate, find_index: index };
}

interface NarrowScope {
  /** Undefined for the given scope. */
  readonly scope: Scope | undefined;
  readonly within: Stretch;
}

/**
 * Returns the scopes to search, best first: the given one, the symbols around the node, the lines
 * of an occurrence, those of the node.
 */
function narrowScopesFor(
  target: NodeValue,
  own: readonly AncestorMatch[],
  { locate, source }: NodeSelectionContext,
): NarrowScope[] {
  const { document, symbols = [] } = source;
  const everything = { from: 0, to: document.length };
  const around = { document, roots: symbols, context: symbolContextOf(locate, source) };
  const stretch = stretchOfNode(target, document, "range");
  const bySymbol = scopesAround(around, stretch).flatMap(({ entry, stretches }) => {
    const path = writablePathOf(entry, around);
    const within = [clampRange(entry.node, document), ...stretches].find((each) => containsStretch(each, stretch));
    return path === null || within === undefined ? [] : [{ scope: { symbol_path: path }, within }];
  });
  const lines = [own[0]?.occurrence ?? stretch, stretch].map((part) => {
    const first = document.lineAt(part.from);
    const last = document.lineAt(part.to);
    const line = first === last ? first + 1 : ([first + 1, last + 1] as const);
    return { scope: { line }, within: { from: document.lineFrom(first), to: document.lineTo(last) } };
  });
  return [{ scope: undefined, within: everything }, ...bySymbol, ...lines];
}

/**
 * Returns anchors that extend an occurrence inside its node until no other occurrence is equal; the
 * occurrence itself where there is no other in `within`.
 */
function anchorsAround(
  base: Stretch,
  target: NodeValue,
  others: readonly AncestorMatch[],
  within: Stretch,
  { source: { document } }: NodeSelectionContext,
): string[] {
  const { text } = document;
  const inside = { from: Math.max(target.from, within.from), to: Math.min(target.to, within.to) };
  const tokens = tokensAround(document, base, inside);
  const query = {
    text,
    base,
    leftCuts: [
      base.from,
      ...tokens
        .map(({ from }) => from)
        .filter((from) => from < base.from)
        .reverse(),
    ],
    rightCuts: [base.to, ...tokens.map(({ to }) => to).filter((to) => to > base.to)],
    others: others.map(({ occurrence }) => occurrence.from),
    within,
    mayBegin: () => true,
    mayEnd: () => true,
  };
  return findUniqueStretches(query, measureReaches(query) ?? [], 0)
    .map(({ left, right }) => text.slice(query.leftCuts[left] ?? base.from, query.rightCuts[right] ?? base.to))
    .filter((anchor) => anchor.length <= MAX_FIND_LENGTH)
    .sort((one, other) => readingCost(one) - readingCost(other))
    .slice(0, MAX_TRIES);
}

/**
 * Checks whether a Locate selects this node and no other. Its anchor and scope must lie in the
 * known chains.
 */
function selectsOnly(
  locate: Locate,
  target: NodeValue,
  matches: readonly AncestorMatch[],
  { source }: NodeSelectionContext,
): boolean {
  const anchors = attempt(() => findAnchors(locate, source));
  if (anchors instanceof LocateError) return false;
  const chains = anchors.occurrences.map((occurrence) => chainAround(occurrence, matches));
  if (!chains.every((chain) => chain !== null)) return false;
  const reached = wantedTypesOf(locate).map((type) => findTargets(chains, type));
  const targets = reached.find(({ length }) => length > 0) ?? [];
  return targets.length === 1 && targets.every((each) => nodeKey(each) === nodeKey(target));
}

/**
 * Returns the nodes that cover a stretch with a known occurrence in it: those of the occurrence
 * that are large enough.
 */
function chainAround(stretch: Stretch, matches: readonly AncestorMatch[]): NodeChain | null {
  // Occurrences ascend, and their lengths differ only by their line ends.
  const match = matches[partitionPoint(matches, ({ occurrence }) => occurrence.from < stretch.from)];
  if (match === undefined || !containsStretch(stretch, match.occurrence)) return null;
  return match.chain.filter((node) => containsStretch(node, stretch));
}

/** Describes the node's own place by a find or lines. From there, no step leads to a sibling. */
function describeByText(target: NodeValue, { locate, source, as }: NodeSelectionContext): Locate | undefined {
  if (locate.sibling !== undefined) return undefined;
  const place = stretchOfNode(target, source.document, as);
  return tryDescribeStretch(place, { ...source, file_path: locate.file_path }, as) ?? undefined;
}
