/** The languages and file extensions that are named to a client which needs a list. */

import type { Language } from "../../backend/config/servers.js";

/** Returns the languages of their extensions; the first language of an extension has it. */
export function languagesByExtension(
  languages: ReadonlyMap<string, Pick<Language, "extensions">>,
): Readonly<Record<string, string>> {
  const byExtension: Record<string, string> = {};
  for (const id of listedLanguages)
    for (const extension of languages.get(id)?.extensions ?? []) byExtension[extension] ??= id;
  return byExtension;
}

/**
 * The languages whose extensions are named to a client that needs a list. Languages of data without
 * a server that helps an agent are left to the client.
 */
const listedLanguages: readonly string[] = [
  ...["typescript", "typescriptreact", "javascript", "javascriptreact", "vue", "svelte", "astro", "python", "go"],
  ...["rust", "c", "cpp", "objective-c", "objective-cpp", "csharp", "fsharp", "java", "kotlin", "scala", "swift"],
  ...["ruby", "php", "lua", "elixir", "erlang", "haskell", "ocaml", "ocaml.interface", "dart", "zig", "nix"],
  ...["clojure", "julia", "r", "gleam", "rholang", "shellscript", "powershell", "terraform", "graphql", "proto"],
  ...["prisma", "html", "css", "scss", "less", "json", "jsonc", "yaml", "toml", "dockerfile"],
];
