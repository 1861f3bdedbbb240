/** The texts of `invalid_locate` errors, and quotations for the messages of all errors. */
import { LocateError } from "../error.js";
import { escapeName, inlineCode } from "../text/printable.js";

export interface InvalidField {
  /** The path of the field in the Locate: `scope.line`. */
  readonly field: string;
  /** What is wrong with the field, to be read after its name: `is 0`. */
  readonly problem: string;
  readonly expected: string;
  /** What to write instead, where that is known. */
  readonly suggestion?: string | undefined;
}

/** Makes the error for a value from outside that is not a Locate. */
export function invalidLocate({ field, problem, expected, suggestion }: InvalidField): LocateError {
  const advice = suggestion === undefined ? "" : ` Write ${suggestion}.`;
  return new LocateError("invalid_locate", `Invalid Locate: ${field} ${problem}; expected ${expected}.${advice}`, {
    field,
    expected,
  });
}

/**
 * Describes any value in a few words. Looks at most one level deep, so that no value can make it
 * slow or fail.
 */
export function describeValue(value: unknown): string {
  if (Array.isArray(value)) {
    const short = value.length <= 4 && value.every((item) => item === null || typeof item !== "object");
    return short ? `[${value.map(describeAtom).join(", ")}]` : `an array of ${value.length}`;
  }
  if (typeof value !== "object" || value === null) return describeAtom(value);
  const names = Object.keys(value);
  if (names.length === 0) return "an object without fields";
  const more = names.length > 4 ? ", …" : "";
  return `an object with ${names.slice(0, 4).map(quoteCode).join(", ")}${more}`;
}

/** Returns the beginning of a text, never half a surrogate pair. */
export function clip(text: string, length = 60): string {
  return text.length <= length ? text : `${text.slice(0, length).replace(/[\uD800-\uDBFF]$/, "")}…`;
}

/** How much of a name, a path or a find from outside a message repeats, in UTF-16 code units. */
export const MAX_ECHO_LENGTH = 200;

/** Returns the beginning of a text from outside as the data of an error repeats it. */
export function echoText(text: string): string {
  return clip(text, MAX_ECHO_LENGTH);
}

/** Returns a symbol path from outside as the data of an error repeats it. */
export function echoNames(path: readonly string[]): readonly string[] {
  return path.map(echoText);
}

/** Returns the beginning of a path from outside as a message repeats it. */
export function echoPath(path: string): string {
  return escapeName(clip(path, MAX_ECHO_LENGTH));
}

/** Quotes text as code in a message. */
export function quoteCode(name: string): string {
  return inlineCode(clip(name));
}

/** Quotes a find or an anchor in a message, as a JSON string. */
export function quoteText(text: string): string {
  return JSON.stringify(clip(text, MAX_ECHO_LENGTH));
}

function describeAtom(value: unknown): string {
  switch (typeof value) {
    case "string":
      return JSON.stringify(clip(value));
    case "function":
      return "a function";
    case "bigint":
      return clip(`${value}n`);
    default:
      return String(value);
  }
}
