/** The state of our entry in a configuration file, and the error for one that can't be read. */

import { SetupError } from "./clientFile.js";

/** `different`: there is an entry of our name with another value. */
export type EntryState = "absent" | "present" | "different";

/** Returns the error for a fault at an offset of a file. */
export function faultError(path: string, text: string, offset: number, fault: string): SetupError {
  const before = text.slice(0, offset).split(/\r\n|\r|\n/);
  return faultAt(path, { lineNumber: before.length, column: (before.at(-1)?.length ?? 0) + 1 }, fault);
}

/** As `faultError`; line and column are 1-based. */
export function faultAt(
  path: string,
  { lineNumber, column }: { readonly lineNumber: number; readonly column: number },
  fault: string,
): SetupError {
  return new SetupError(
    `${path}:${lineNumber}:${column}: ${fault}. The file is left as it is: correct it there and run the command again, or add the lines that the command prints without --write.`,
  );
}
