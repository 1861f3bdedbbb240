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
  /** `"clean"`: only if the verdict is. */
  readonly apply: boolean | "clean";
  /** Whether the verdict on the edit is wanted. */
  readonly check: boolean;
}

/** Throws `invalid_locate` for params that are missing, or not as documented. */
export function readEditParams(params: RequestParams): EditParams {
  const { operation, new_text, unit, apply, check } = params;
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
  if (!isFlag(apply) && apply !== "clean")
    throw invalidParam("apply", 'apply must be true, false or "clean".', "boolean or clean");
  if (!isFlag(check)) throw invalidParam("check", "check must be true or false.", "boolean");
  if (apply === "clean" && check === false)
    throw invalidParam("check", 'apply: "clean" needs the check: leave check out.', "true");
  return {
    operation: operation as OperationName,
    newText: isDelete ? "" : (new_text as string).replace(/^\ufeff/, ""),
    unit: hasUnit ? (unit as Unit) : undefined,
    apply: apply === "clean" || apply === true ? apply : false,
    check: apply === "clean" || check === true,
  };
}

function isFlag(value: unknown): boolean {
  return value === undefined || value === null || typeof value === "boolean";
}

function notOneOf(field: string, value: unknown, names: readonly string[]): LocateError {
  const given = value === undefined || value === null ? "is missing" : `is ${describeValue(value)}`;
  return invalidParam(field, `${field} ${given}. Write one of ${names.join(", ")}.`, names.join(", "));
}

function invalidParam(field: string, message: string, expected: string): LocateError {
  return new LocateError("invalid_locate", message, { field, expected });
}
