/** The params of `locate/edit`: one edit, several, or one at many places. */

import { LocateError } from "../../../error.js";
import { type OperationName, operationNames, type Unit, unitNames } from "../../../locate/edit/editRequest.js";
import { describeValue } from "../../../locate/errorText.js";
import { assertStorable, locateOf, type RequestParams } from "../params.js";

/** What is done at a place. */
export interface OperationParams {
  readonly operation: OperationName;
  /** Empty for delete. */
  readonly newText: string;
  readonly unit: Unit | undefined;
}

/** One edit as it was asked for. */
export interface WantedEdit extends OperationParams {
  readonly locate: unknown;
  /** Whether all matches of its find are meant. */
  readonly isEvery: boolean;
  /** Where the params have it, for errors: `edits[2]`; undefined where there is no other. */
  readonly name: string | undefined;
}

/** The maximum number of places that one request edits. */
export const MAX_PLACES = 1_000;

/** Throws `invalid_locate` for params that are missing, or not as documented. */
export function readEditParams(params: RequestParams): readonly WantedEdit[] {
  const { edits, at } = params;
  const hasEdits = edits !== undefined && edits !== null;
  const hasPlaces = at !== undefined && at !== null;
  if (hasEdits) {
    const other = ["at", "locate", "operation", "new_text", "unit"].find((name) => (params[name] ?? null) !== null);
    if (other !== undefined)
      throw invalidParam("edits", `edits has all that is done: leave ${other} out, or write it in each edit.`, "edits");
    return readList("edits", edits).map((each, index) => {
      const name = `edits[${index}]`;
      const edit = objectOf(each, name);
      return {
        ...readOperation(edit, `${name}.`),
        locate: locateOf(edit),
        isEvery: readEvery(edit, `${name}.at`),
        name,
      };
    });
  }
  const operation = readOperation(params, "");
  if (!hasPlaces) return [{ ...operation, locate: locateOf(params), isEvery: false, name: undefined }];
  if (at === "all") return [{ ...operation, locate: locateOf(params), isEvery: true, name: undefined }];
  if (!Array.isArray(at))
    throw invalidParam(
      "at",
      `at is ${describeValue(at)}. Write "all" for all matches of the find, or an array of Locates.`,
      "all, or Locates",
    );
  if ((params["locate"] ?? null) !== null)
    throw invalidParam("at", "at has the places: leave locate out, or write it in at.", "at without locate");
  return readList("at", at).map((locate, index) => ({ ...operation, locate, isEvery: false, name: `at[${index}]` }));
}

/** Whether an edit of several is about all matches of its find. */
function readEvery({ at }: RequestParams, field: string): boolean {
  if (at === undefined || at === null || at === "all") return at === "all";
  throw invalidParam(
    field,
    `${field} is ${describeValue(at)}. Write "all" for all matches of the find, or leave it out.`,
    "all",
  );
}

function readList(field: string, value: unknown): readonly unknown[] {
  if (!Array.isArray(value) || value.length === 0)
    throw invalidParam(field, `${field} must be an array that is not empty.`, "an array");
  if (value.length > MAX_PLACES)
    throw invalidParam(
      field,
      `${field} has ${value.length} entries, and one request edits at most ${MAX_PLACES} places.`,
      `at most ${MAX_PLACES}`,
    );
  return value;
}

function objectOf(value: unknown, name: string): RequestParams {
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return value as RequestParams;
  throw invalidParam(
    "edits",
    `${name} is ${describeValue(value)}. Write { "locate": …, "operation": …, "new_text": … }.`,
    "an object",
  );
}

/** `prefix` is written before the names of fields in errors. */
function readOperation(params: RequestParams, prefix: string): OperationParams {
  const { operation, new_text, unit } = params;
  if (!operationNames.some((each) => each === operation))
    throw notOneOf(`${prefix}operation`, operation, operationNames);
  const isDelete = operation === "delete";
  if (!isDelete && typeof new_text !== "string") {
    const misnamed = ["newText", "text", "content"].find((name) => typeof params[name] === "string");
    throw invalidParam(
      `${prefix}new_text`,
      `${String(operation)} needs ${prefix}new_text, a string.${misnamed ? ` Write new_text for ${misnamed}.` : ""}`,
      "a string",
    );
  }
  if (isDelete && new_text !== undefined && new_text !== null && new_text !== "")
    throw invalidParam(`${prefix}new_text`, "delete takes no new_text. Write replace, or leave it out.", "nothing");
  assertStorable(`${prefix}new_text`, new_text);
  const hasUnit = unit !== undefined && unit !== null;
  if (hasUnit && !unitNames.some((each) => each === unit)) throw notOneOf(`${prefix}unit`, unit, unitNames);
  return {
    operation: operation as OperationName,
    newText: isDelete ? "" : (new_text as string).replace(/^\ufeff/, ""),
    unit: hasUnit ? (unit as Unit) : undefined,
  };
}

function notOneOf(field: string, value: unknown, names: readonly string[]): LocateError {
  const given = value === undefined || value === null ? "is missing" : `is ${describeValue(value)}`;
  return invalidParam(field, `${field} ${given}. Write one of ${names.join(", ")}.`, names.join(", "));
}

function invalidParam(field: string, message: string, expected: string): LocateError {
  return new LocateError("invalid_locate", message, { field, expected });
}
