/** Which grammar reads a language: the ones that are shipped, and those that a user names in servers.json. */

import { existsSync } from "node:fs";
import { join } from "node:path";

/** A grammar as it is loaded: two paths, and whether it is one of ours. */
export interface Grammar {
  /** `typescript`; for a user's grammar, the language id it is for. */
  readonly name: string;
  readonly wasm: string;
  /** Folders of queries, read one after the other; without any, nodes can be selected and there is no outline. */
  readonly queries: readonly string[];
  /** A user's own may be broken in ways that take the whole engine with it: it gets one for itself. */
  readonly isShipped: boolean;
}

/** What a user says of a grammar: absolute paths. */
export interface UserGrammar {
  readonly wasm: string;
  readonly queries?: string;
}

/** Where the files of the shipped grammars lie: `<grammars>/<name>.wasm`, `<queries>/<name>/`, and the engine itself. */
export interface GrammarFolders {
  readonly grammars: string;
  readonly queries: string;
}

/** Grammar by language id, where the two are not called alike. */
const grammarNames: Readonly<Record<string, string>> = {
  csharp: "c_sharp",
  clojurescript: "clojure",
  "cuda-cpp": "cpp",
  dockercompose: "yaml",
  javascriptreact: "javascript",
  jsonc: "json",
  json5: "json",
  jsonl: "json",
  mdx: "markdown",
  makefile: "make",
  shellscript: "bash",
  sh: "bash",
  terraform: "hcl",
  "terraform-vars": "hcl",
  typescriptreact: "tsx",
};

/** Folders of queries, of grammars that share node types with others: the first patterns in a row are the first to decide. */
const queryFolders: Readonly<Record<string, readonly string[]>> = {
  javascript: ["jsx", "javascript", "ecma"],
  tsx: ["jsx", "typescript", "ecma"],
  typescript: ["typescript", "ecma"],
};

/** The grammars that are shipped. */
export const shippedGrammars: readonly string[] = [
  "bash",
  "c",
  "c_sharp",
  "clojure",
  "cmake",
  "cpp",
  "css",
  "dart",
  "dockerfile",
  "elixir",
  "erlang",
  "gleam",
  "go",
  "graphql",
  "hcl",
  "html",
  "java",
  "javascript",
  "json",
  "julia",
  "kotlin",
  "lua",
  "make",
  "markdown",
  "nix",
  "php",
  "powershell",
  "proto",
  "python",
  "r",
  "ruby",
  "rust",
  "scala",
  "solidity",
  "svelte",
  "swift",
  "toml",
  "tsx",
  "typescript",
  "vue",
  "yaml",
  "zig",
];

/** Looks up the grammar of a language id. */
export class Grammars {
  readonly #folders: GrammarFolders;
  readonly #userGrammars: ReadonlyMap<string, UserGrammar>;

  constructor(folders: GrammarFolders, userGrammars: ReadonlyMap<string, UserGrammar>) {
    this.#folders = folders;
    this.#userGrammars = userGrammars;
  }

  /** A user's grammar goes before ours. */
  of(languageId: string): Grammar | undefined {
    const own = this.#userGrammars.get(languageId);
    if (own)
      return {
        name: languageId,
        wasm: own.wasm,
        queries: own.queries === undefined ? [] : [own.queries],
        isShipped: false,
      };
    return this.byName(Object.hasOwn(grammarNames, languageId) ? (grammarNames[languageId] ?? languageId) : languageId);
  }

  /** A shipped grammar by its own name, as queries name those of embedded languages. */
  byName(name: string): Grammar | undefined {
    if (!shippedGrammars.includes(name)) return undefined;
    const names = (Object.hasOwn(queryFolders, name) ? queryFolders[name] : undefined) ?? [name];
    return {
      name,
      wasm: join(this.#folders.grammars, `${name}.wasm`),
      queries: names.map((each) => join(this.#folders.queries, each)).filter((folder) => existsSync(folder)),
      isShipped: true,
    };
  }

  /** Every language id there is a grammar for, sorted. */
  languages(): readonly string[] {
    const named = shippedGrammars.filter((name) => !notLanguageIds.has(name));
    return [...new Set([...named, ...Object.keys(grammarNames), ...this.#userGrammars.keys()])].sort();
  }
}

const notLanguageIds = new Set(["c_sharp", "make", "tsx"]);
