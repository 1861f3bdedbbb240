/** The places in the answer of `locate/edit`. */

import { describeUnit, type Unit, unitNames } from "../../../locate/edit/editRequest.js";
import { formatCount } from "../../../text/printable.js";
import type { PlaceResult } from "../../place/placeResult.js";

export interface EditedPlace {
  readonly unit: Unit;
  readonly place: PlaceResult;
  readonly notes?: readonly string[];
}

/** Returns `Edited 12 places in 3 files: 10 as text, 2 as lines.` */
export function describePlaces(
  places: readonly { readonly unit: Unit; readonly place: Pick<PlaceResult, "file_path"> }[],
): string {
  const files = new Set(places.map(({ place }) => place.file_path)).size;
  const counts = unitNames
    .map((unit) => ({ as: `as ${describeUnit(unit)}`, count: places.filter((each) => each.unit === unit).length }))
    .filter(({ count }) => count > 0);
  const units =
    counts.length === 1 ? ` ${counts[0]?.as}` : `: ${counts.map(({ as, count }) => `${count} ${as}`).join(", ")}`;
  return `Edited ${formatCount(places.length, "place")} in ${formatCount(files, "file")}${units}.`;
}
