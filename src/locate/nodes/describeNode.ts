/** A Locate for one of several nodes that an anchor reaches, which selects just it: more of its text, a symbol, its lines. */
import { LocateError } from "../../error.js";
import type { Stretch } from "../../text/stretch.js";
import { describeIfPossible } from "../describe/describeStretch.js";
import { readingCost } from "../describe/readingCost.js";
import { holds, pathOf, scopesAround } from "../describe/scopeCandidates.js";
import { tokensAround } from "../describe/textAround.js";
import { reachesOf, tellingWindows } from "../describe/uniqueStretches.js";
import { languageOfPath } from "../languageRules.js";
import type { Locate, Scope } from "../locate.js";
import { longestFind } from "../notation/fields.js";
import type { As } from "../resolve/resolve.js";
import { clamped } from "../resolve/symbolScope.js";
import { type Climb, distinctTargets, keyOf, type SelectContext, stretchOfNode, targetOf } from "./ancestors.js";
import { type Anchors, findAnchors } from "./anchor.js";
import type { NodeChain, NodeValue } from "./nodeValue.js";

/** Occurrences of the anchor in the node that are built on, and longer anchors tried for each. */
const mostBases = 3;
const mostTries = 4;

/** Undefined where nothing tells the node from the others, not even lines. */
export function distinguish(
  target: NodeValue,
  climbs: readonly Climb[],
  context: SelectContext,
  as: As,
): Locate | undefined {
  const own = climbs.filter((climb) => climb.target !== undefined && keyOf(climb.target) === keyOf(target));
  const others = climbs.filter((climb) => climb.target !== undefined && keyOf(climb.target) !== keyOf(target));
  for (const { scope, within } of scopesFor(target, own, context)) {
    for (const { occurrence } of own.slice(0, mostBases)) {
      const near = others.filter((other) => holds(within, other.occurrence));
      for (const anchor of anchorsAround(occurrence, target, near, within, context)) {
        const locate = { ...context.locate, ...(scope === undefined ? {} : { scope }), anchor_text: anchor };
        if (selectsJust(locate, target, climbs, context)) return locate;
      }
    }
  }
  return describedByText(target, context, as);
}

interface NarrowScope {
  /** Undefined: the scope that was given. */
  readonly scope: Scope | undefined;
  readonly within: Stretch;
}

/** Scopes to look in, best first: the given one, the symbols around the node, the lines of an occurrence, those of the node. */
function scopesFor(target: NodeValue, own: readonly Climb[], { locate, source }: SelectContext): NarrowScope[] {
  const { document, symbols = [], languageId } = source;
  const everything = { from: 0, to: document.length };
  const language = languageId ?? languageOfPath(locate.file_path ?? "");
  const context = { language, path: locate.file_path, text: document.slice(0, 4_000) };
  const around = { document, roots: symbols, context };
  const stretch = stretchOfNode(target, document, "range");
  const bySymbol = scopesAround(around, stretch).flatMap(({ entry, stretches }) => {
    const path = pathOf(entry, around);
    const within = [clamped(entry.node, document), ...stretches].find((each) => holds(each, stretch));
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

/** Anchors that go on from an occurrence inside its node, as far as no other occurrence goes on so; the occurrence itself where no other is near. */
function anchorsAround(
  base: Stretch,
  target: NodeValue,
  others: readonly Climb[],
  within: Stretch,
  { source: { document } }: SelectContext,
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
  return tellingWindows(query, reachesOf(query) ?? [], 0)
    .map(({ left, right }) => text.slice(query.leftCuts[left] ?? base.from, query.rightCuts[right] ?? base.to))
    .filter((anchor) => anchor.length <= longestFind)
    .sort((one, other) => readingCost(one) - readingCost(other))
    .slice(0, mostTries);
}

/** Whether a Locate whose anchor and scope are part of what was climbed from selects that node and no other. */
function selectsJust(locate: Locate, target: NodeValue, climbs: readonly Climb[], { source }: SelectContext): boolean {
  const anchors = anchorsOf(locate, source);
  const { ancestor_node_type: type } = locate;
  if (anchors === null || type === undefined) return false;
  const chains = anchors.occurrences.map((occurrence) => chainOf(occurrence, climbs));
  if (chains.some((chain) => chain === null)) return false;
  const targets = distinctTargets(chains.map((chain) => ({ target: targetOf(chain ?? [], type) })));
  return targets.length === 1 && targets.every((each) => keyOf(each) === keyOf(target));
}

function anchorsOf(locate: Locate, source: SelectContext["source"]): Anchors | null {
  try {
    return findAnchors(locate, source);
  } catch (error) {
    if (error instanceof LocateError) return null;
    throw error;
  }
}

/** The nodes that cover a stretch with a known occurrence in it: those around the occurrence that are large enough. */
function chainOf(stretch: Stretch, climbs: readonly Climb[]): NodeChain | null {
  // Occurrences ascend, and none of them is longer than another by more than its line ends.
  let low = 0;
  let high = climbs.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((climbs[middle]?.occurrence.from ?? 0) < stretch.from) low = middle + 1;
    else high = middle;
  }
  const known = climbs[low];
  if (known === undefined || !holds(stretch, known.occurrence)) return null;
  return known.chain.filter((node) => holds(node, stretch));
}

/** The last resort: a find, or lines, of the node's own place. */
function describedByText(target: NodeValue, { locate, source }: SelectContext, as: As): Locate | undefined {
  const place = stretchOfNode(target, source.document, as);
  return describeIfPossible(place, { ...source, file_path: locate.file_path }, as) ?? undefined;
}
