/** The language of a file: by its name, or by the first line of a script without an extension. */

import { statSync } from "node:fs";
import { isAbsolute } from "node:path";
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
  const language = languageOfName(name, languages);
  return language === undefined && isAbsolute(path) && !name.includes(".") ? languageOfScript(path) : language;
}

function languageOfScript(path: string): string | undefined {
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
