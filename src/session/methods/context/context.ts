/**
 * `locate/context`: what is needed to work on a symbol, within a budget: signature, body, callers,
 * callees, uses, implementations, types.
 */

import { errorMessage, LocateError } from "../../../error.js";
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
import { type ContextAnswer, formatContext, SEPARATOR } from "./formatContext.js";
import { calleesOf, implementationsOf, typesOf } from "./relatedSections.js";
import { formatSection, type SectionKind, sectionKinds, type WriteLocate } from "./section.js";
import { createQuestions, type QuestionOptions, type SymbolQuestions } from "./symbolQuestions.js";
import { bodyOf, signatureOf } from "./textSections.js";
import { callersOf, referencesOf } from "./useSections.js";

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

type FindSection = (questions: SymbolQuestions, context: RequestContext) => Promise<FullSection | undefined>;

const sectionFinders: Readonly<Record<SectionKind, FindSection>> = {
  signature: signatureOf,
  body: bodyOf,
  callers: callersOf,
  callees: calleesOf,
  references: referencesOf,
  implementations: implementationsOf,
  types: typesOf,
};

interface FoundSections {
  /** The most important first. */
  readonly sections: readonly FullSection[];
  /** By kind of section: why it is not known. */
  readonly unknown: Readonly<Record<string, string>>;
}

/** Asks for the sections all at once; what fails is left out, with the reason. */
async function findSections(options: QuestionOptions, context: RequestContext): Promise<FoundSections> {
  const questions = await createQuestions(options, context);
  const unknown: Record<string, string> = {};
  const asked = sectionKinds.map(async (kind) => {
    if (!options.included.has(kind)) return undefined;
    try {
      return await sectionFinders[kind](questions, context);
    } catch (error) {
      if (context.token.isCancellationRequested) throw error;
      unknown[kind] = errorMessage(error).split("\n", 1)[0] as string;
      return undefined;
    }
  });
  const sections = await Promise.all(asked);
  return { sections: sections.flatMap((section) => section ?? []), unknown };
}

/** A section that is cut to the length that it gets. */
interface WeightedSection {
  /** Its share, compared with others. */
  readonly weight: number;
  /** The length of all of it, in characters. */
  readonly length: number;
}

/**
 * Returns the length that each section gets: what a short one leaves of its share goes to the
 * others.
 */
export function shareLengths(sections: readonly WeightedSection[], total: number): readonly number[] {
  const shares = sections.map(() => 0);
  let open = sections.map((_, n) => n);
  let left = total;
  while (open.length > 0) {
    const weights = open.reduce((sum, n) => sum + (sections[n] as WeightedSection).weight, 0);
    const shareOf = (n: number) => Math.floor((left * (sections[n] as WeightedSection).weight) / weights);
    const short = open.filter((n) => (sections[n] as WeightedSection).length <= shareOf(n));
    if (short.length === 0) {
      const fair = open.map(shareOf);
      for (const [at, n] of open.entries()) shares[n] = fair[at] as number;
      return shares;
    }
    for (const n of short) {
      shares[n] = (sections[n] as WeightedSection).length;
      left -= shares[n];
    }
    open = open.filter((n) => !short.includes(n));
  }
  return shares;
}
