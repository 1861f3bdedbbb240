/** The names that notebooks and the fences of Markdown have for languages. */

/** Language ids by such names, where they differ. */
const idsOfNames: ReadonlyMap<string, string> = new Map([
  ["ipython", "python"],
  ["python3", "python"],
  ["pycon", "python"],
  ["doctest", "python"],
  ["bash", "shellscript"],
  ["sh", "shellscript"],
  ["c#", "csharp"],
  ["f#", "fsharp"],
  ["c++", "cpp"],
  ["c++17", "cpp"],
  ["node", "javascript"],
  ["golang", "go"],
  ["jsonc", "json"],
  ["make", "makefile"],
]);

/** Returns the language id of a name, in lower case; undefined where it is no other. */
export function idOfName(name: string): string | undefined {
  return idsOfNames.get(name);
}

/** The language of a notebook that names none: nearly all have this one. */
export const NOTEBOOK_LANGUAGE = "python";

/** Returns the language id of a language as the metadata of a notebook name it. */
export function languageIdOf(name: unknown): string {
  if (typeof name !== "string" || name === "") return NOTEBOOK_LANGUAGE;
  const lower = name.toLowerCase();
  return idOfName(lower) ?? lower;
}
