/** `locate/track` and `locate/untrack`: a handle for a place, accepted wherever a Locate is. */

import type { CancellationToken } from "vscode-jsonrpc/node";
import { LocateError } from "../../error.js";
import { type Locate, readLocate } from "../../locate/locate.js";
import { displayPath, fileExists } from "../documents/filePaths.js";
import { toPlaceResult } from "../place/placeResult.js";
import { type Place, resolvePlace } from "../place/resolvePlace.js";
import { trackedPlacesOf } from "../place/trackedPlaces.js";
import type { Session } from "../session.js";
import { locateOf, type RequestParams } from "./params.js";

/** Answers the handle beside what `locate/resolve` says. The place is followed as the point and as the range that the Locate means. */
export async function track(params: RequestParams, session: Session, token: CancellationToken): Promise<unknown> {
  const locate = locateOf(params);
  const point = await resolvePlace(locate, { as: "point", purpose: "read" }, session, token);
  const range = await resolvePlace(locate, { as: "range", purpose: "read" }, session, token).catch((error) => {
    point.release();
    throw error;
  });
  try {
    const document = point.document();
    const original = originalLocate(locate, document.uri, session);
    const reading = point.resolution?.match?.reading ?? "";
    const looseReading = /^(?:partial|fuzzy)/.test(reading) ? reading : looseReadingOf(locate, session);
    const tracked = trackedPlacesOf(session).track({
      locate: original,
      document,
      point: stretchOf(point),
      range: stretchOf(range),
      looseReading,
    });
    return { handle: tracked.handle, ...toPlaceResult(point, "point", session) };
  } finally {
    point.release();
    range.release();
  }
}

/** Forgets a handle. Errors: `handle_unknown`. */
export function untrack({ handle }: RequestParams, session: Session): null {
  if (typeof handle !== "string") {
    throw new LocateError("invalid_locate", 'Say which: { "handle": "place-1" }.', {
      field: "handle",
      expected: "a handle that locate/track gave",
    });
  }
  trackedPlacesOf(session).untrack(handle);
  return null;
}

function stretchOf(place: Place): { from: number; to: number } {
  const { from, to } = place.now();
  return { from, to };
}

/** A handle of a handle is no more certain than that. */
function looseReadingOf(value: unknown, session: Session): string | undefined {
  const { handle } = typeof value === "object" && value !== null ? readLocate(value) : {};
  return handle === undefined ? undefined : trackedPlacesOf(session).get(handle).looseReading;
}

/** The Locate as it was given, to be written again, with the file that it was found in. */
function originalLocate(value: unknown, uri: string, session: Session): Locate {
  const { client, documents } = session;
  const exists = (path: string) => fileExists(path, client.roots, documents);
  const { handle, ...locate } = readLocate(value, { exists });
  if (handle !== undefined) return trackedPlacesOf(session).get(handle).locate;
  return { ...locate, file_path: displayPath(uri, session.client.roots) };
}
