/**
 * `locate/context`: what is needed to work on a symbol, within a budget: signature, body, callers,
 * callees, uses, implementations, types.
 */

import { LocateError } from "../../../error.js";
import { describeValue } from "../../../locate/errorText.js";
import type { Locate } from "../../../locate/locate.js";
import { writeLocate } from "../../../locate/notation/notation.js";
import type { RequestContext } from "../../client/requestContext.js";
import { existenceCheck } from "../../documents/filePaths.js";
import { toPlaceResult } from "../../place/placeResult.js";
import { type Place, resolvePlace } from "../../place/resolvePlace.js";
import { readBudget } from "../paging.js";
import { locateOf, progressTokenOf, type RequestParams } from "../params.js";
import { contextSymbolOf } from "./contextSymbol.js";
import { cutSection, entryCount, type FullSection } from "./cutSection.js";
import { shareLengths } from "./fitSections.js";
import { type ContextAnswer, formatContext, SEPARATOR } from "./formatContext.js";
import { formatSection, type SectionKind, sectionKinds, type WriteLocate } from "./section.js";
import { findSections } from "./sections.js";

/** How much of the budget a section gets, compared with others that need more than they get. */
const weights: Readonly<Record<SectionKind, number>> = {
  signature: 20,
  body: 40,
  callers: 15,
  callees: 10,
  references: 10,
  implementations: 8,
  types: 8,
};

/**
 * Params: `locate`; `include`, the kinds of sections, all by default; `budget` in tokens. Errors:
 * those of places, and `symbol_not_found`.
 */
export async function contextOf(params: RequestParams, context: RequestContext): Promise<ContextAnswer> {
  const included = readInclude(params["include"]);
  const { characters } = readBudget(params);
  const { locate, kind, path } = await contextSymbolOf(locateOf(params), context);
  const place = await resolveWhole(locate, context);
  try {
    const workDoneToken = progressTokenOf(params);
    const tokens = workDoneToken === undefined ? {} : { workDoneToken };
    const asked = await findSections({ symbol: { locate, kind, path }, included, place, tokens }, context);
    const exists = existenceCheck(context);
    const write = (each: Locate) => writeLocate(each, { exists });
    const about = {
      locate,
      kind,
      place: toPlaceResult(place, "range", context),
      ...(Object.keys(asked.unknown).length > 0 && { unknown: asked.unknown }),
    };
    const room = characters - formatContext({ ...about, sections: [] }, write).length;
    const answer = { ...about, ...fitSections(asked.sections, room, write) };
    return { ...answer, markdown: formatContext(answer, write) };
  } finally {
    place.release();
  }
}

/** Resolves a symbol to all of it: its overloads are one with the implementation below them. */
async function resolveWhole(locate: Locate, context: RequestContext): Promise<Place> {
  try {
    return await resolvePlace(locate, { as: "range", purpose: "write" }, context);
  } catch (error) {
    if (!(error instanceof LocateError) || error.kind !== "symbol_ambiguous") throw error;
    return resolvePlace(locate, { as: "range", purpose: "read" }, context);
  }
}

/** Cuts sections so that they fit together. */
function fitSections(
  full: readonly FullSection[],
  room: number,
  write: WriteLocate,
): Pick<ContextAnswer, "sections" | "omitted"> {
  const wanted = full.map((section) => {
    const whole = cutSection(section, Number.POSITIVE_INFINITY, write) ?? section;
    return { weight: weights[section.kind], length: formatSection(whole, write).length + SEPARATOR.length };
  });
  const shares = shareLengths(wanted, Math.max(0, room));
  const cut = full.map((section, n) => cutSection(section, (shares[n] as number) - SEPARATOR.length, write));
  const omitted = full.map(
    (section, n) => [section.kind, cut[n] ? (cut[n].omitted ?? 0) : entryCount(section)] as const,
  );
  return {
    sections: cut.flatMap((section) => section ?? []),
    omitted: Object.fromEntries(omitted.filter(([, count]) => count > 0)),
  };
}

function readInclude(value: unknown): ReadonlySet<SectionKind> {
  if (value === undefined || value === null) return new Set(sectionKinds);
  const kinds = Array.isArray(value) ? value : typeof value === "string" ? value.split(/[\s,]+/) : [value];
  const isKind = (kind: unknown): kind is SectionKind => sectionKinds.some((each) => each === kind);
  const wrong = kinds.find((kind) => !isKind(kind));
  if (wrong === undefined && kinds.length > 0) return new Set(kinds.filter(isKind));
  const what = kinds.length === 0 ? "is empty" : `has ${describeValue(wrong)}`;
  throw new LocateError("invalid_locate", `include ${what}; it takes any of ${sectionKinds.join(", ")}.`, {
    field: "include",
    expected: `any of ${sectionKinds.join(", ")}`,
  });
}
