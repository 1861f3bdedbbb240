/** Reads the places of `edit` and `preview`: one, several with one operation, or edits. */

import { LocateError } from "../../../error.js";

interface EditArguments {
  readonly locate?: unknown;
  readonly at?: readonly string[] | undefined;
  readonly edits?: readonly { readonly locate?: unknown }[] | undefined;
  readonly operation?: string | undefined;
  readonly new_text?: string | undefined;
  readonly unit?: string | undefined;
}

/** Returns the Locates of an edit, and its params as the row of the method takes them. */
export function readEdits({ locate, at, edits, operation, new_text, unit }: EditArguments) {
  const isAll = at?.length === 1 && at[0] === "all";
  const places = isAll ? undefined : at;
  const given = [locate, places, edits].filter((each) => each !== undefined);
  const params = { operation, ...(new_text !== undefined && { new_text }), ...(unit !== undefined && { unit }) };
  const hasOperation = operation !== undefined || new_text !== undefined || unit !== undefined;
  if (given.length !== 1 || (edits && (hasOperation || isAll)) || (places && isAll)) throw editPlacesError();
  const missing = edits?.findIndex((each) => each.locate === undefined) ?? -1;
  if (missing >= 0) throw editPlacesError(`edits[${missing}] has no locate. `);
  if (edits) return { locates: edits.map((each) => each.locate), params: { edits } };
  return { locates: places ?? locate, params: { ...params, ...(isAll && { at: "all" }) } };
}

function editPlacesError(problem = ""): LocateError {
  const message =
    'edit needs its places in one way: locate and operation (with at: ["all"] for all matches), at with several Locates and operation, or edits alone, each with its locate.';
  return new LocateError("invalid_locate", `${problem}${message}`, {
    field: "locate",
    expected: "locate, at or edits",
  });
}
