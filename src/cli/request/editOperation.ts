/** What an edit does, out of the options that say it. */

import { type Options, standardInput, UsageError } from "../options.js";

const operations = {
  replace: "replace",
  "insert-before": "insert_before",
  "insert-after": "insert_after",
  delete: "delete",
} as const satisfies Partial<Record<keyof Options, string>>;

type Name = keyof typeof operations;

/** The options; with a text they are `--replace=<text>`. */
export const operationNames = Object.keys(operations) as readonly Name[];

/** The params of `locate/edit` beside the Locate. */
export interface Operation {
  readonly operation: (typeof operations)[Name];
  /** `standardInput` where it is read from there. */
  readonly new_text?: string;
}

/** Throws UsageError unless there is exactly one. */
export function readOperation(options: Options): Operation {
  const [name, other] = operationNames.filter((each) => options[each] !== undefined);
  if (name === undefined) {
    const written = operationNames.map((each) => (each === "delete" ? "--delete" : `--${each}=<text>`));
    throw new UsageError(
      `edit needs what to do: ${written.join(", ")}. The text ${standardInput} is what stands on standard input.`,
    );
  }
  if (other !== undefined) throw new UsageError(`edit does one thing at a time: --${name} or --${other}, not both.`);
  const operation = operations[name];
  const text = options[name];
  return typeof text === "string" ? { operation, new_text: text } : { operation };
}
