/** Lists that are cut: which part of one a request wants, and how a cut one is gone on with. */

import { LocateError } from "../../error.js";
import type { RequestParams } from "./params.js";

/** A part of a list. */
export interface Page {
  /** The number of items before it. */
  readonly after: number;
  readonly limit: number;
}

/** Reads `limit` and `after`. Errors: `invalid_locate`. */
export function readPage(params: RequestParams, { limit, max }: { limit: number; max: number }): Page {
  return {
    after: readNumber("after", params["after"], 0) ?? 0,
    limit: Math.min(readNumber("limit", params["limit"], 1) ?? limit, max),
  };
}

/** Returns the items of a page. Errors: those of `assertInList`. */
export function itemsOf<Item>(all: readonly Item[], { after, limit }: Page): readonly Item[] {
  assertInList(after, all.length);
  return all.slice(after, after + limit);
}

/** Errors: `invalid_locate` for a page that begins after the last item. */
export function assertInList(after: number, count: number): void {
  if (after < count || count === 0) return;
  throw new LocateError(
    "invalid_locate",
    `after: ${after} is past the end: the list has ${count}, and nothing is left. Leave after out for its beginning.`,
    { field: "after", expected: `at most ${count - 1}` },
  );
}

/** Returns what `after` is for the next page; undefined where there is none. */
export function nextAfter({ after, limit }: Page, count: number): number | undefined {
  return after + limit < count ? after + limit : undefined;
}

/** How long an answer may be, and how many of its entries come before it. */
export interface Budget {
  readonly characters: number;
  readonly after: number;
}

const DEFAULT_BUDGET = 2_000;
export const MIN_BUDGET = 100;
const MAX_BUDGET = 100_000;
/** What a token is taken for. */
const CHARACTERS_PER_TOKEN = 4;

/** Reads `budget`, in tokens, and `after`. Errors: `invalid_locate`. */
export function readBudget(params: RequestParams): Budget {
  const tokens = Math.min(readNumber("budget", params["budget"], MIN_BUDGET) ?? DEFAULT_BUDGET, MAX_BUDGET);
  return { characters: tokens * CHARACTERS_PER_TOKEN, after: readNumber("after", params["after"], 0) ?? 0 };
}

/** Says how many items are left out, and how to go on; `write` says it in words of the client. */
export function describeRest(
  { left, next, isAtLeast = false }: { readonly left: number; readonly next: number; readonly isAtLeast?: boolean },
  write: (after: number) => string = (after) => `after: ${after}`,
): string {
  return `… and ${left}${isAtLeast ? " or more" : ""} more; the same with ${write(next)} goes on.`;
}

/** Reads a param that is a whole number. Errors: `invalid_locate`. */
export function readNumber(field: string, value: unknown, least: number): number | undefined {
  if (value === undefined || value === null) return undefined;
  if (Number.isInteger(value) && (value as number) >= least) return value as number;
  throw new LocateError("invalid_locate", `${field} must be a whole number, at least ${least}.`, {
    field,
    expected: `a whole number, at least ${least}`,
  });
}
