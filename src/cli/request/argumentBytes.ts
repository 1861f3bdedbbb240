/** Texts of the command line whose bytes are not UTF-8, which Node replaces without a word. */

import { isUtf8 } from "node:buffer";
import { readWholeFileSync } from "../../files/readFileSync.js";
import { editOptionNames } from "../methods/editOperation.js";
import { type Options, UsageError } from "../options.js";

const REPLACEMENT_CHARACTER = "\ufffd";
/** More than a system takes. */
const MAX_BYTES = 64 * 1024 * 1024;

/**
 * Throws UsageError if a text that a command would write was not valid UTF-8: U+FFFD would be
 * written for it. Where the system doesn't tell the bytes, the character itself is refused.
 */
export function assertDecodedTexts(words: readonly string[], options: Options, areValid = areBytesValid): void {
  const [name, text] = writtenTexts(words, options).find(([, each]) => each.includes(REPLACEMENT_CHARACTER)) ?? [];
  if (text === undefined || areValid()) return;
  throw new UsageError(
    `${name} is not valid UTF-8, or holds U+FFFD, which stands for that. Nothing was written. Write it in UTF-8, or send the text of an edit by standard input, as in --replace=-.`,
  );
}

/** Returns the texts that `edit` and `rename` write, with what they are called. */
function writtenTexts(
  [method, ...places]: readonly string[],
  options: Options,
): readonly (readonly [string, string])[] {
  if (method !== "edit" && method !== "rename") return [];
  const named = [...editOptionNames, "new-name" as const].flatMap((name) => {
    const text = options[name];
    return typeof text === "string" ? [[`--${name}`, text] as const] : [];
  });
  return method === "edit" ? named : [...named, ...places.slice(1).map((text) => ["The new name", text] as const)];
}

/** Whether the arguments were UTF-8; on Windows they are UTF-16. */
function areBytesValid(): boolean {
  if (process.platform === "win32") return true;
  try {
    return isUtf8(readWholeFileSync("/proc/self/cmdline", { maxBytes: MAX_BYTES }).bytes);
  } catch {
    return false;
  }
}
