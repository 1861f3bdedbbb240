/** Sentences about the answers to a client's own requests, for the log and the client's channel. */

import { escapeName } from "../../../text/printable.js";
import type { RequestContext } from "../../client/requestContext.js";
import {
  type CompletedPlace,
  placeAt,
  type Unconfirmed,
  type UnconfirmedPlace,
} from "../../completeness/unconfirmed.js";
import type { Place } from "../../place/resolvePlace.js";
import type { CompletedResult } from "./plainRequest.js";

export interface LoggedRequest {
  readonly method: string;
  readonly place: Place;
  readonly context: RequestContext;
}

/** What completing an answer has come to. */
interface Findings {
  readonly completed?: readonly CompletedPlace[] | undefined;
  readonly unconfirmed?: Unconfirmed | undefined;
}

const MAX_LOGGED_PLACES = 20;

/** Returns a result with the places that were added to it, and those that it may leave out. */
export function describeResult(
  result: Buffer,
  { completed = [], unconfirmed }: Findings,
  request: LoggedRequest,
): CompletedResult {
  return {
    result,
    ...(completed.length > 0 && {
      added: `${nameOf(request)}: added to the server's answer, as imports or definitions lead there: ${listOf(completed)}`,
    }),
    ...(unconfirmed && { doubt: describeDoubtful(unconfirmed, request) }),
  };
}

function describeDoubtful({ count, more, places, why }: Unconfirmed, request: LoggedRequest): string | undefined {
  const reason = why === undefined ? "" : ` (${why})`;
  if (count > 0) return `${nameOf(request)}: also in the text, not in the answer${reason}: ${listOf(places, count)}`;
  return more ? `${nameOf(request)}: the answer could not be checked against the text${reason}` : undefined;
}

function nameOf({ method, place, context }: LoggedRequest): string {
  const { uri, languageId, text } = place.document();
  const { file_path, line } = placeAt({ uri, languageId, text }, place.now().from, context);
  return `${method} at ${escapeName(file_path)}:${line}`;
}

function listOf(places: readonly UnconfirmedPlace[], count = places.length): string {
  const named = places.slice(0, MAX_LOGGED_PLACES).map(({ file_path, line }) => `${escapeName(file_path)}:${line}`);
  const left = count - named.length;
  return `${named.join(", ")}${left > 0 ? ` and ${left} more` : ""}`;
}
