/** `locate/track` and `locate/untrack`: a handle for a place, accepted wherever a Locate is. */

import { LocateError } from "../../error.js";
import type { Locate } from "../../locate/locate.js";
import { readLocate } from "../../locate/notation/readLocate.js";
import type { FileContext, RequestContext } from "../client/requestContext.js";
import { displayPath, existenceCheck } from "../documents/filePaths.js";
import type { OpenDocuments } from "../documents/openDocuments.js";
import { toPlaceResult } from "../place/placeResult.js";
import { type Place, resolvePlace } from "../place/resolvePlace.js";
import { trackedPlacesOf } from "../place/trackedPlaces.js";
import { assertLength, locateOf, type RequestParams } from "./params.js";

/**
 * Returns a handle and the result of `locate/resolve`. Both the point and the range that the Locate
 * means are tracked.
 */
export async function track(params: RequestParams, context: RequestContext): Promise<unknown> {
  const locate = locateOf(params);
  const point = await resolvePlace(locate, { as: "point", purpose: "read" }, context);
  const range = await resolvePlace(locate, { as: "range", purpose: "read" }, context).catch((error) => {
    point.release();
    throw error;
  });
  try {
    const document = point.document();
    const original = originalLocate(locate, document.uri, context);
    const reading = point.resolution?.match?.reading ?? "";
    const looseReading = /^(?:partial|fuzzy)/.test(reading) ? reading : looseReadingOf(locate, context);
    const tracked = trackedPlacesOf(context.documents).track({
      locate: original,
      document,
      point: stretchOf(point),
      range: stretchOf(range),
      looseReading,
    });
    return { handle: tracked.handle, ...toPlaceResult(point, "point", context) };
  } finally {
    point.release();
    range.release();
  }
}

/** Forgets a handle. Errors: `handle_unknown`, and `invalid_locate` for what can be none. */
export function untrack({ handle }: RequestParams, documents: OpenDocuments): null {
  if (typeof handle !== "string") {
    throw new LocateError("invalid_locate", 'Say which: { "handle": "place-1" }.', {
      field: "handle",
      expected: "a handle that locate/track gave",
    });
  }
  assertLength("handle", handle);
  trackedPlacesOf(documents).untrack(handle);
  return null;
}

function stretchOf(place: Place): { from: number; to: number } {
  const { from, to } = place.now();
  return { from, to };
}

/**
 * Returns the loose reading of the tracked place that a handle names: a handle of a handle is as
 * loose.
 */
function looseReadingOf(value: unknown, context: FileContext): string | undefined {
  const { handle } = readWithFiles(value, context);
  return handle === undefined ? undefined : trackedPlacesOf(context.documents).get(handle).looseReading;
}

/** Returns the Locate as it was given, with the file that it was found in. */
function originalLocate(value: unknown, uri: string, context: FileContext): Locate {
  const { handle, ...locate } = readWithFiles(value, context);
  if (handle !== undefined) return trackedPlacesOf(context.documents).get(handle).locate;
  return { ...locate, file_path: displayPath(uri, context.client.roots) };
}

function readWithFiles(value: unknown, context: FileContext): Locate {
  return readLocate(value, { exists: existenceCheck(context) });
}
