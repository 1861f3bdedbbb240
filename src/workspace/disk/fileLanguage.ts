/** The language of a file, by its name. */

import { languageOfName } from "../../languages/fileLanguages.js";

/**
 * The file names and extensions (`.d.ts` has several dots) of servers.json with their language ids,
 * as plain data.
 */
export interface FileLanguageTable {
  readonly byFilename: readonly (readonly [string, string])[];
  readonly byExtension: readonly (readonly [string, string])[];
}

/** Returns a function from a file name to a language id. */
export function languageByName({ byFilename, byExtension }: FileLanguageTable): (name: string) => string | undefined {
  const languages = { byFilename: new Map(byFilename), byExtension: new Map(byExtension) };
  return (name) => languageOfName(name, languages);
}
