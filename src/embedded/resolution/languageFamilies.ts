/** Which languages see each other's names: what one of a family declares, another may use. */

const families: readonly (readonly string[])[] = [
  ["typescript", "typescriptreact", "javascript", "javascriptreact", "vue", "svelte"],
  ["c", "cpp", "cuda-cpp", "objective-c", "objective-cpp"],
  ["java", "kotlin", "scala", "groovy"],
  ["elixir", "eex"],
  ["clojure", "clojurescript"],
  ["css", "scss", "sass", "less"],
  ["json", "jsonc", "json5", "jsonl"],
  ["markdown", "mdx"],
  ["shellscript", "sh", "bash", "zsh"],
  ["terraform", "terraform-vars", "hcl"],
  ["yaml", "dockercompose"],
];

const familyByLanguage = new Map(
  families.flatMap((family) => family.map((languageId) => [languageId, family] as const)),
);

/** The ids of all languages whose declarations a text in this one may mean, its own included. */
export function familyOf(languageId: string): readonly string[] {
  return familyByLanguage.get(languageId) ?? [languageId];
}

/** Languages in which something is declared in many places and defined in one: a function's prototype, a class said to be somewhere. */
export function hasForwardDeclarations(languageId: string): boolean {
  return familyOf(languageId).includes("cpp");
}
