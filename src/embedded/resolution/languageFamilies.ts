/** Language families: groups of languages that can use each other's declarations. */

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

/** Returns the ids of the languages whose declarations this one can use, including itself. */
export function familyOf(languageId: string): readonly string[] {
  return familyByLanguage.get(languageId) ?? [languageId];
}
