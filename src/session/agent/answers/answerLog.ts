/** What the log says about the answers to a client's own requests. */

import type { Logger } from "../../../error.js";
import { escapeName } from "../../../text/printable.js";
import type { RequestContext } from "../../client/requestContext.js";
import {
  type CompletedPlace,
  placeAt,
  type Unconfirmed,
  type UnconfirmedPlace,
} from "../../completeness/unconfirmed.js";
import type { Place } from "../../place/resolvePlace.js";

export interface LoggedRequest {
  readonly method: string;
  readonly place: Place;
  readonly context: RequestContext;
}

const MAX_LOGGED_PLACES = 20;

/** Logs the places that were added to an answer. */
export function describeAdded(places: readonly CompletedPlace[], request: LoggedRequest, log: Logger): void {
  log(`${nameOf(request)}: added to the server's answer, as imports or definitions lead there: ${listOf(places)}`);
}

/** Logs the places that an answer may leave out. */
export function describeDoubtful({ count, more, places, why }: Unconfirmed, request: LoggedRequest, log: Logger): void {
  const reason = why === undefined ? "" : ` (${why})`;
  if (count === 0 && more) log(`${nameOf(request)}: the answer could not be checked against the text${reason}`);
  else if (count > 0) log(`${nameOf(request)}: also in the text, not in the answer${reason}: ${listOf(places, count)}`);
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
