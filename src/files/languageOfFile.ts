/**
 * The language of a file: by its name, by the first line of a script without an extension, or by
 * the metadata of a notebook.
 */

import { statSync } from "node:fs";
import { isAbsolute } from "node:path";
import { type FileLanguages, languageOfName } from "../languages/languageOfName.js";
import { languageOfFirstLine } from "../languages/languages.js";
import { languageIdOf, NOTEBOOK_LANGUAGE } from "../languages/languageTags.js";
import { isNotebookPath } from "./documents/notebook/notebook.js";
import { readBeginningSync, readEndSync } from "./readFileSync.js";

/** The length of a first line that is read, in bytes: what Linux reads of it. */
const MAX_LINE_BYTES = 256;

/**
 * Returns the language of a file, undefined for an unknown one. A file is only read if its path is
 * absolute, and it is a notebook, or has no extension and may be executed.
 */
export function languageOfFile(path: string, languages: FileLanguages): string | undefined {
  if (languages.readsNotebooks === true && isNotebookPath(path))
    return isAbsolute(path) ? languageOfNotebook(path) : NOTEBOOK_LANGUAGE;
  const name = path.slice(Math.max(path.lastIndexOf("/"), path.lastIndexOf("\\")) + 1);
  const language = languageOfName(name, languages);
  return language === undefined && isAbsolute(path) && !name.includes(".") ? languageOfScript(path) : language;
}

/** The length at each end of a notebook in which its metadata are looked for, in bytes. */
const METADATA_BYTES = 16 * 1024;

/** Tools write the metadata at the beginning or at the end, and the file may be large. */
function languageOfNotebook(path: string): string {
  try {
    const ends = [readEndSync(path, METADATA_BYTES), readBeginningSync(path, METADATA_BYTES)].map((each) =>
      each.toString("utf8"),
    );
    const names = metadataPatterns.flatMap((pattern) => ends.map((each) => pattern.exec(each)?.[1]));
    return languageIdOf(names.find((name) => name !== undefined));
  } catch {
    return NOTEBOOK_LANGUAGE;
  }
}

/** Fields in the order in which they count; in a cell's source their quotes would be escaped. */
const metadataPatterns = [
  /"language_info"\s*:\s*\{(?:[^{}]|\{[^{}]*\})*?"name"\s*:\s*"([^"\\]+)"/,
  /"kernelspec"\s*:\s*\{[^{}]*?"language"\s*:\s*"([^"\\]+)"/,
];

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
