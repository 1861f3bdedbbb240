/** textDocument/selectionRange: the nodes around each position, innermost first. */

import type { SelectionRange, SelectionRangeParams } from "vscode-languageserver-protocol";
import type { Stretch } from "../../text/stretch.js";
import type { SourceText } from "../session/documents.js";
import { type EmbeddedContext, offsetIn, rangeIn, sourceOf, textOf } from "../session/embeddedContext.js";
import { checkParam } from "../session/requestErrors.js";

/** Nodes can nest deeper than is useful, and a client may walk the ranges by recursion. */
const MAX_RANGES = 200;

export async function selectionRanges(
  params: SelectionRangeParams,
  context: EmbeddedContext,
): Promise<SelectionRange[] | null> {
  checkParam(Array.isArray(params.positions), "positions", "an array of positions");
  const source = await sourceOf(params, context);
  if (source === undefined) return null;
  const offsets = params.positions.map((position) => offsetIn(source, position));
  const chains = await context.syntax.enclosingStretches(textOf(source), offsets);
  return offsets.map((offset, at) => nestRanges(chains[at] ?? [], offset, source));
}

/** Returns an empty range for a position without nodes: LSP requires one for each position. */
function nestRanges(stretches: readonly Stretch[], offset: number, source: SourceText): SelectionRange {
  const widening: Stretch[] = [];
  for (const stretch of stretches) {
    const inner = widening.at(-1);
    if (inner === undefined || isWider(stretch, inner)) widening.push(stretch);
  }
  let around: SelectionRange | undefined;
  for (const stretch of widening.slice(0, MAX_RANGES).reverse()) {
    around = { range: rangeIn(source, stretch), ...(around ? { parent: around } : {}) };
  }
  return around ?? { range: rangeIn(source, { from: offset, to: offset }) };
}

function isWider(outer: Stretch, inner: Stretch): boolean {
  return outer.from <= inner.from && inner.to <= outer.to && outer.to - outer.from > inner.to - inner.from;
}
