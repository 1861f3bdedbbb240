/** `locate/search` with `unused`: which of the declarations it finds nothing refers to. */

import { ResponseError } from "vscode-jsonrpc/node";
import { errorMessage, LocateError } from "../../../error.js";
import type { Locate } from "../../../locate/locate.js";
import { writeLocate } from "../../../locate/notation/notation.js";
import { escapeLine, formatCount, inlineCode } from "../../../text/printable.js";
import type { RequestContext } from "../../client/requestContext.js";
import { existenceCheck } from "../../documents/filePaths.js";
import { resolvePlace } from "../../place/resolvePlace.js";
import { findUses, type SymbolUses } from "../change/symbolUses.js";
import type { SymbolSearchResult } from "./symbolResults.js";

/**
 * A declaration without a known use: `unused`, as far as was looked; `possible`, with places that
 * may use it; or `unknown`.
 */
export interface UnusedSymbol extends SymbolSearchResult {
  readonly use: "unused" | "possible" | "unknown";
  /** Who has looked: completes "nothing refers to it, …". */
  readonly by?: string;
  /** The places that may use it, or why it is not known. */
  readonly why?: string;
}

interface CheckedSymbols {
  /** In the order of the search. */
  readonly symbols: readonly UnusedSymbol[];
  /** How many were looked at; the others are left for the next request. */
  readonly checked: number;
}

/** After this time the answer says where to go on, in ms: callers wait for two minutes or less. */
const MAX_TIME_MS = 30_000;

/** Looks for uses of one declaration after the other, as long as there is time. */
export async function findUnused(
  symbols: readonly SymbolSearchResult[],
  context: RequestContext,
): Promise<CheckedSymbols> {
  const until = performance.now() + MAX_TIME_MS;
  const unused: UnusedSymbol[] = [];
  let checked = 0;
  for (const symbol of symbols) {
    if (checked > 0 && performance.now() > until) break;
    const use = await useOf(symbol.locate, context);
    if (use) unused.push({ ...symbol, ...use });
    checked++;
  }
  return { symbols: unused, checked };
}

type Use = Pick<UnusedSymbol, "use" | "by" | "why">;

/** Returns undefined for a symbol that is used. */
async function useOf(locate: Locate, context: RequestContext): Promise<Use | undefined> {
  try {
    return classify(await usesOutside(locate, context));
  } catch (error) {
    const isKnown = error instanceof LocateError || error instanceof ResponseError;
    if (context.token.isCancellationRequested || !isKnown) throw error;
    return { use: "unknown", why: errorMessage(error).split("\n", 1)[0] as string };
  }
}

/** Finds the uses outside of the declaration itself, as before it is deleted. */
async function usesOutside(locate: Locate, context: RequestContext): Promise<SymbolUses> {
  const place = await resolvePlace(locate, { as: "range", purpose: "read" }, context);
  try {
    const { uri, languageId, text } = place.document();
    const { from, to } = place.now();
    return await findUses(locate, { version: { uri, languageId, text }, changes: [{ from, to, insert: "" }] }, context);
  } finally {
    place.release();
  }
}

function classify({ count, possible, places, by, why }: SymbolUses): Use | undefined {
  if (count > 0) return undefined;
  const [first] = places;
  if (possible > 0) {
    const others = possible > 1 ? ` and ${possible - 1} more` : "";
    return {
      use: "possible",
      by,
      why: first ? `${first.file_path}:${first.line}${others}` : formatCount(possible, "place"),
    };
  }
  return why === undefined ? { use: "unused", by } : { use: "unknown", by, why };
}

interface UnusedAnswer extends CheckedSymbols {
  /** How many declarations the search has found. */
  readonly count: number;
}

/** Describes what was found, by class. */
export function markdownOfUnused({ symbols, checked, count }: UnusedAnswer, context: RequestContext): string {
  const exists = existenceCheck(context);
  const of = (use: Use["use"]) => symbols.filter((symbol) => symbol.use === use);
  const lineOf = ({ kind, locate, position: { line, character }, why }: UnusedSymbol) => {
    const reason = why === undefined ? "" : `: ${escapeLine(why)}`;
    return `- ${kind} ${inlineCode(writeLocate(locate, { exists }))} at ${line}:${character}${reason}`;
  };
  const section = (title: string, own: readonly UnusedSymbol[]) =>
    own.length === 0 ? [] : [[`${title}:`, ...own.map(lineOf)].join("\n")];
  const [unused, possible, unknown] = [of("unused"), of("possible"), of("unknown")];
  const looked = checked < count ? `${checked} of ${count} declarations` : formatCount(count, "declaration");
  const used = checked - symbols.length;
  const by = [...new Set(unused.map((each) => each.by))].join("; ");
  return [
    `Of ${looked}, ${used} ${used === 1 ? "is" : "are"} used.`,
    ...section(`Nothing in the workspace refers to ${unused.length}, ${by}`, unused),
    ...section(`Places in the text may use ${possible.length}`, possible),
    ...section(`Of ${unknown.length} it is not known`, unknown),
  ].join("\n");
}
