/** textDocument/selectionRange: from what stands at a place outward, node by node. */

import type { SelectionRange, SelectionRangeParams } from "vscode-languageserver/node";
import type { Stretch } from "../../text/stretch.js";
import { type Asking, offsetIn, rangeIn, type Serving, sourceOf, textOf } from "../session/context.js";
import type { Source } from "../session/documents.js";
import { checkParam } from "../session/requestHandler.js";

/** Nodes nest deeper than anybody expands a selection, and a client may walk its ranges by recursion. */
const mostRanges = 200;

export async function selectionRanges(
  params: SelectionRangeParams,
  _asking: Asking,
  serving: Serving,
): Promise<SelectionRange[] | null> {
  checkParam(Array.isArray(params.positions), "positions", "an array of positions");
  const source = await sourceOf(params, serving);
  if (source === undefined) return null;
  const offsets = params.positions.map((position) => offsetIn(source, position));
  const chains = await serving.syntax.enclosingStretches(textOf(source), offsets);
  return offsets.map((offset, at) => chained(chains[at] ?? [], offset, source));
}

/** LSP wants a range for each position: where nothing is around it, an empty one. */
function chained(stretches: readonly Stretch[], offset: number, source: Source): SelectionRange {
  const growing: Stretch[] = [];
  for (const stretch of stretches) {
    const inner = growing.at(-1);
    if (inner === undefined || isWider(stretch, inner)) growing.push(stretch);
  }
  let around: SelectionRange | undefined;
  for (const stretch of growing.slice(0, mostRanges).reverse()) {
    around = { range: rangeIn(source, stretch), ...(around ? { parent: around } : {}) };
  }
  return around ?? { range: rangeIn(source, { from: offset, to: offset }) };
}

function isWider(outer: Stretch, inner: Stretch): boolean {
  return outer.from <= inner.from && inner.to <= outer.to && outer.to - outer.from > inner.to - inner.from;
}
