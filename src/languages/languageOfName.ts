/** The language of a file, by tables of names and extensions. */

export interface FileLanguages {
  readonly byFilename: ReadonlyMap<string, string>;
  readonly byExtension: ReadonlyMap<string, string>;
  /**
   * Whether notebooks are texts in the language of their code, for clients that write them as such:
   * the shell and MCP. An editor has their JSON.
   */
  readonly readsNotebooks?: boolean;
}

/**
 * Returns the language of a file as servers.json has it: by its name, then by its longest
 * extension, as written or in lower case.
 */
export function languageOfName(name: string, { byFilename, byExtension }: FileLanguages): string | undefined {
  const language = byFilename.get(name);
  if (language !== undefined) return language;
  for (let dot = name.indexOf("."); dot !== -1; dot = name.indexOf(".", dot + 1)) {
    const extension = name.slice(dot);
    const found = byExtension.get(extension) ?? byExtension.get(extension.toLowerCase());
    if (found !== undefined) return found;
  }
  return undefined;
}
