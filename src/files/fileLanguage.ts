/** The language of a file: by its name, or by the first line of a script without an extension. */

import { statSync } from "node:fs";
import { basename, isAbsolute } from "node:path";
import { type FileLanguages, languageOfName } from "../languages/fileLanguages.js";
import { languageOfFirstLine } from "../languages/languages.js";
import { readBeginningSync } from "./readFileSync.js";

/** The length of a first line that is read, in bytes: what Linux reads of it. */
const MAX_LINE_BYTES = 256;

/**
 * Returns the language of a file, undefined for an unknown one. A file is only read if its path is
 * absolute, it has no extension, and it may be executed.
 */
export function languageOfFile(path: string, languages: FileLanguages): string | undefined {
  const name = path.slice(Math.max(path.lastIndexOf("/"), path.lastIndexOf("\\")) + 1);
  return languageOfName(name, languages) ?? (isAbsolute(path) ? languageOfScript(path) : undefined);
}

function languageOfScript(path: string): string | undefined {
  if (basename(path).includes(".")) return undefined;
  try {
    const stats = statSync(path, { throwIfNoEntry: false });
    if (!stats?.isFile() || (stats.mode & 0o111) === 0) return undefined;
    const [line = ""] = readBeginningSync(path, MAX_LINE_BYTES)
      .toString("latin1")
      .split(/[\r\n]/, 1);
    return languageOfFirstLine(line);
  } catch {
    return undefined;
  }
}
