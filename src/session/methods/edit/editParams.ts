/** The params of `locate/edit`. */

import { LocateError } from "../../../error.js";
import { type OperationName, operationNames, type Unit, unitNames } from "../../../locate/edit/editRequest.js";
import { describeValue } from "../../../locate/errorText.js";
import { assertStorable, type RequestParams } from "../params.js";

export interface EditParams {
  readonly operation: OperationName;
  /** Empty for delete. */
  readonly newText: string;
  readonly unit: Unit | undefined;
  readonly apply: boolean;
}

/** Throws `invalid_locate` for params that are missing, or not as documented. */
export function readEditParams(params: RequestParams): EditParams {
  const { operation, new_text, unit, apply } = params;
  if (!operationNames.some((each) => each === operation)) throw notOneOf("operation", operation, operationNames);
  const isDelete = operation === "delete";
  if (!isDelete && typeof new_text !== "string") {
    const misnamed = ["newText", "text", "content"].find((name) => typeof params[name] === "string");
    throw invalidParam(
      "new_text",
      `${String(operation)} needs new_text, a string.${misnamed ? ` Write new_text for ${misnamed}.` : ""}`,
      "a string",
    );
  }
  if (isDelete && new_text !== undefined && new_text !== null && new_text !== "")
    throw invalidParam("new_text", "delete takes no new_text. Write replace, or leave it out.", "nothing");
  assertStorable("new_text", new_text);
  const hasUnit = unit !== undefined && unit !== null;
  if (hasUnit && !unitNames.some((each) => each === unit)) throw notOneOf("unit", unit, unitNames);
  if (apply !== undefined && apply !== null && typeof apply !== "boolean")
    throw invalidParam("apply", "apply must be true or false.", "boolean");
  return {
    operation: operation as OperationName,
    newText: isDelete ? "" : (new_text as string).replace(/^\ufeff/, ""),
    unit: hasUnit ? (unit as Unit) : undefined,
    apply: apply === true,
  };
}

function notOneOf(field: string, value: unknown, names: readonly string[]): LocateError {
  const given = value === undefined || value === null ? "is missing" : `is ${describeValue(value)}`;
  return invalidParam(field, `${field} ${given}. Write one of ${names.join(", ")}.`, names.join(", "));
}

function invalidParam(field: string, message: string, expected: string): LocateError {
  return new LocateError("invalid_locate", message, { field, expected });
}
