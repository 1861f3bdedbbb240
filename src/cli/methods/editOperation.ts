/** The operation of an edit, read from its options. */

import { unitNames } from "../../locate/edit/editRequest.js";
import { type Options, STDIN_MARKER, UsageError } from "../options.js";

const operationsByOption = {
  replace: "replace",
  "insert-before": "insert_before",
  "insert-after": "insert_after",
  delete: "delete",
} as const satisfies Partial<Record<keyof Options, string>>;

type EditOptionName = keyof typeof operationsByOption;

/** The options that name an operation. All but `--delete` take a text: `--replace=<text>`. */
export const editOptionNames = Object.keys(operationsByOption) as readonly EditOptionName[];

/** The params of `locate/edit` besides the Locate. */
export interface EditOperation {
  readonly operation: (typeof operationsByOption)[EditOptionName];
  /** `STDIN_MARKER` if the text is read from standard input. */
  readonly new_text?: string;
  readonly unit?: string;
}

/** Throws UsageError unless exactly one option names an operation, and for an unknown unit. */
export function readEditOperation(options: Options): EditOperation {
  const [name, other] = editOptionNames.filter((each) => options[each] !== undefined);
  if (name === undefined) {
    const written = editOptionNames.map((each) => (each === "delete" ? "--delete" : `--${each}=<text>`));
    throw new UsageError(
      `edit needs an operation: ${written.join(", ")}. For ${STDIN_MARKER}, the text is read from standard input.`,
    );
  }
  if (other !== undefined) throw new UsageError(`edit takes one operation: --${name} or --${other}, not both.`);
  const operation = operationsByOption[name];
  const text = options[name];
  const unit = options.as;
  if (unit !== undefined && !unitNames.some((each) => each === unit))
    throw new UsageError(`--as=${unit} is unknown: write --as=${unitNames.join(", --as=")}.`);
  return { operation, ...(typeof text === "string" && { new_text: text }), ...(unit !== undefined && { unit }) };
}

/**
 * Returns the param by which a change is checked, or is not; it is for `--write=clean`, too. Throws
 * UsageError.
 */
export function checkParam({ check, "no-check": noCheck, write }: Pick<Options, "check" | "no-check" | "write">): {
  readonly check?: boolean | "clean";
} {
  const isNeeded = check === true || write === "clean";
  if (noCheck !== true) return isNeeded ? { check: check ?? "clean" } : {};
  if (isNeeded)
    throw new UsageError(
      `--no-check and ${check ? "--check" : "--write=clean"} exclude each other; write one of them.`,
    );
  return { check: false };
}
