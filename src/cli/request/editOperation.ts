/** What an edit does, out of the options that say it. */

import { type Options, STDIN_MARKER, UsageError } from "../options.js";

const operationsByOption = {
  replace: "replace",
  "insert-before": "insert_before",
  "insert-after": "insert_after",
  delete: "delete",
} as const satisfies Partial<Record<keyof Options, string>>;

type EditOptionName = keyof typeof operationsByOption;

/** The options; with a text they are `--replace=<text>`. */
export const editOptionNames = Object.keys(operationsByOption) as readonly EditOptionName[];

/** The params of `locate/edit` beside the Locate. */
export interface EditOperation {
  readonly operation: (typeof operationsByOption)[EditOptionName];
  /** `standardInput` where it is read from there. */
  readonly new_text?: string;
}

/** Throws UsageError unless there is exactly one. */
export function readEditOperation(options: Options): EditOperation {
  const [name, other] = editOptionNames.filter((each) => options[each] !== undefined);
  if (name === undefined) {
    const written = editOptionNames.map((each) => (each === "delete" ? "--delete" : `--${each}=<text>`));
    throw new UsageError(
      `edit needs what to do: ${written.join(", ")}. The text ${STDIN_MARKER} is what stands on standard input.`,
    );
  }
  if (other !== undefined) throw new UsageError(`edit does one thing at a time: --${name} or --${other}, not both.`);
  const operation = operationsByOption[name];
  const text = options[name];
  return typeof text === "string" ? { operation, new_text: text } : { operation };
}
