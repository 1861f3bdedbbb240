/** Which language a file is in, told from its name alone. */

/** Pairs of a file name or an extension (`.d.ts` may have several dots), and a language id: what servers.json says, as plain data. */
export interface FileLanguageTable {
  readonly byFilename: readonly (readonly [string, string])[];
  readonly byExtension: readonly (readonly [string, string])[];
}

/** By its name, then by the longest of its extensions; as written first, then in lower case. The same rule as for servers. */
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
