/** The language of a notebook, by its metadata. */

/** Language ids by the names that kernels have for them, where they differ. */
const idsOfKernels: ReadonlyMap<string, string> = new Map([
  ["ipython", "python"],
  ["python3", "python"],
  ["bash", "shellscript"],
  ["sh", "shellscript"],
  ["c#", "csharp"],
  ["f#", "fsharp"],
  ["c++", "cpp"],
  ["c++17", "cpp"],
  ["node", "javascript"],
]);

/** The language of a notebook that names none: nearly all have this one. */
export const NOTEBOOK_LANGUAGE = "python";

/** Returns the language id of a language as the metadata of a notebook name it. */
export function languageIdOf(name: unknown): string {
  if (typeof name !== "string" || name === "") return NOTEBOOK_LANGUAGE;
  const lower = name.toLowerCase();
  return idsOfKernels.get(lower) ?? lower;
}
