/** The language of a file, by its name. */

/**
 * The file names and extensions (`.d.ts` has several dots) of servers.json with their language ids,
 * as plain data.
 */
export interface FileLanguageTable {
  readonly byFilename: readonly (readonly [string, string])[];
  readonly byExtension: readonly (readonly [string, string])[];
}

/**
 * Returns a function from a file name to a language id: by the whole name, then by the longest
 * extension, as written or in lower case. Servers are selected by the same rule.
 */
export function languageByName({ byFilename, byExtension }: FileLanguageTable): (name: string) => string | undefined {
  const names = new Map(byFilename);
  const extensions = new Map(byExtension);
  return (name) => {
    const language = names.get(name);
    if (language !== undefined) return language;
    for (let dot = name.indexOf("."); dot !== -1; dot = name.indexOf(".", dot + 1)) {
      const extension = name.slice(dot);
      const match = extensions.get(extension) ?? extensions.get(extension.toLowerCase());
      if (match !== undefined) return match;
    }
    return undefined;
  };
}
