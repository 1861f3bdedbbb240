/**
 * The positions in a request of the client, kept valid while the request is held back: they are
 * mapped to the text that the backend has when the request is sent.
 */

import { isObject } from "../../backend/isObject.js";
import { LocateError } from "../../error.js";
import type { OpenDocument } from "../../files/documents/openDocument.js";
import {
  offsetsToRange,
  offsetToPosition,
  type Position,
  type PositionEncoding,
  positionToOffset,
  type Range,
  rangeToOffsets,
} from "../../text/position.js";
import type { Stretch } from "../../text/stretch.js";
import { findValue, setValue } from "../../wire/json.js";
import type { ClientTexts } from "./texts/clientTexts.js";

/** Params with places in the document that the request is about, alone or in an array. */
const placeParams = ["position", "range", "positions", "ranges"] as const;

export interface RequestPlacesHost {
  readonly texts: Pick<ClientTexts, "differsFromBackend" | "textOfClient" | "toBackend">;
  readonly documents: { get(uri: string): OpenDocument | undefined };
  encoding(): PositionEncoding;
}

/** The places of one request. `release` has to be called once it is answered. */
export interface RequestPlaces {
  /** Returns the body with the places in the present text. Errors: `content_modified`. */
  bodyNow(): Buffer;
  release(): void;
}

/** A place in the text that the backend had when the request came; undefined if it lacked it. */
interface Place {
  readonly stretch: Stretch | undefined;
  readonly isRange: boolean;
}

interface PlaceParam {
  readonly name: string;
  readonly place: Place | readonly Place[];
}

/** Reads the places of a request about an open document. `body` is kept. */
export function trackPlaces(body: Buffer, uri: string, host: RequestPlacesHost): RequestPlaces {
  const { texts } = host;
  const document = host.documents.get(uri);
  const clientText = texts.textOfClient(uri);
  const differs = texts.differsFromBackend(uri);
  if (!document || !clientText) {
    const bodyNow = () => {
      if (differs) throw placeGoneError(uri);
      return body;
    };
    return { bodyNow, release() {} };
  }
  const encoding = host.encoding();
  const snapshot = document.takeSnapshot();
  const placeOf = (value: Position | Range): Place => {
    if ("start" in value)
      return { stretch: texts.toBackend(uri, rangeToOffsets(clientText, value, encoding)), isRange: true };
    const at = positionToOffset(clientText, value, encoding);
    return { stretch: texts.toBackend(uri, { from: at, to: at }), isRange: false };
  };
  const places = placeParams.flatMap((name): readonly PlaceParam[] => {
    const span = findValue(body, ["params", name]);
    const value: unknown = span && JSON.parse(body.toString("utf8", span.from, span.to));
    if (isPlace(value)) return [{ name, place: placeOf(value) }];
    return Array.isArray(value) && value.every(isPlace) ? [{ name, place: value.map(placeOf) }] : [];
  });
  const placeNow = ({ stretch, isRange }: Place): Position | Range => {
    const now = stretch && snapshot.mapToNow(stretch.from, stretch.to);
    if (!now || document.isClosed) throw placeGoneError(uri);
    return isRange ? offsetsToRange(document.text, now, encoding) : offsetToPosition(document.text, now.from, encoding);
  };
  return {
    bodyNow() {
      host.documents.get(uri); // applies the changes that have come
      if (!differs && document.text === snapshot.text) return body;
      return places.reduce<Buffer>((json, { name, place }) => {
        const value = "length" in place ? place.map(placeNow) : placeNow(place);
        return setValue(json, ["params", name], value) ?? json;
      }, body);
    },
    release: () => snapshot.release(),
  };
}

function isPlace(value: unknown): value is Position | Range {
  if (!isObject(value)) return false;
  return typeof value["line"] === "number" || (isPlace(value["start"]) && isPlace(value["end"]));
}

/** The error for a request about a text that is gone. */
export function placeGoneError(uri: string): LocateError {
  const message = `The text at that position of ${uri} has changed or is gone. Read the file again, and send a position in its present text.`;
  return new LocateError("content_modified", message, { uri });
}
