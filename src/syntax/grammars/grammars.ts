/** Maps language ids to grammars: the shipped ones, and those that a user names in servers.json. */

import { existsSync } from "node:fs";
import { join } from "node:path";

/** The files of a grammar. */
export interface Grammar {
  /** `typescript`; for a user's grammar, its language id. */
  readonly name: string;
  readonly wasm: string;
  /**
   * Folders of queries, read in this order. With none, nodes can be selected, but there is no
   * outline.
   */
  readonly queries: readonly string[];
  /**
   * Whether it is shipped. A user's grammar may crash the parser, so it gets a worker of its
   * own.
   */
  readonly isShipped: boolean;
  /** Whether `\` continues a line only directly before `\n`, not before `\r\n`. */
  readonly continuesLinesOnlyAtLf?: boolean;
}

/** The limits for the files of a user's grammar. The largest one included has 5 MB. */
export const MAX_WASM_BYTES = 64 * 1024 * 1024;
export const MAX_QUERY_BYTES = 1024 * 1024;

/** A grammar in servers.json: absolute paths. */
export interface UserGrammar {
  readonly wasm: string;
  readonly queries?: string;
}

/**
 * Where the shipped files are: `<grammars>/<name>.wasm`, `<queries>/<name>/`, and web-tree-sitter's
 * .wasm.
 */
export interface GrammarFolders {
  readonly grammars: string;
  readonly queries: string;
}

/** The grammar of each language id whose name differs from the grammar's. */
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

/** The query folders of grammars that share node types. The first pattern that matches decides. */
const queryFolders: Readonly<Record<string, readonly string[]>> = {
  javascript: ["jsx", "javascript", "ecma"],
  tsx: ["jsx", "typescript", "ecma"],
  typescript: ["typescript", "ecma"],
};

/** In tree-sitter-dockerfile 0.2, a `RUN` of several lines with `\r\n` contains all after it. */
const continuingOnlyAtLf: ReadonlySet<string> = new Set(["dockerfile"]);

/** The names of the shipped grammars. */
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
  "rholang",
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

/** Looks up grammars by language id or name. */
export class Grammars {
  readonly #folders: GrammarFolders;
  readonly #userGrammars: ReadonlyMap<string, UserGrammar>;

  constructor(folders: GrammarFolders, userGrammars: ReadonlyMap<string, UserGrammar>) {
    this.#folders = folders;
    this.#userGrammars = userGrammars;
  }

  /** Returns the grammar of a language id. A user's grammar takes precedence over a shipped one. */
  of(languageId: string): Grammar | undefined {
    const own = this.#userGrammars.get(languageId);
    if (own)
      return {
        name: languageId,
        wasm: own.wasm,
        queries: own.queries === undefined ? [] : [own.queries],
        isShipped: false,
      };
    return this.byName(shippedNameOf(languageId));
  }

  /** Whether a language id has a grammar. */
  has(languageId: string): boolean {
    return this.#userGrammars.has(languageId) || shippedGrammars.includes(shippedNameOf(languageId));
  }

  /** Returns a shipped grammar by its own name, which is how queries name embedded languages. */
  byName(name: string): Grammar | undefined {
    if (!shippedGrammars.includes(name)) return undefined;
    const names = (Object.hasOwn(queryFolders, name) ? queryFolders[name] : undefined) ?? [name];
    return {
      name,
      wasm: join(this.#folders.grammars, `${name}.wasm`),
      queries: names.map((each) => join(this.#folders.queries, each)).filter((folder) => existsSync(folder)),
      isShipped: true,
      continuesLinesOnlyAtLf: continuingOnlyAtLf.has(name),
    };
  }

  /** Returns all language ids that have a grammar, sorted. */
  languages(): readonly string[] {
    const named = shippedGrammars.filter((name) => !notLanguageIds.has(name));
    return [...new Set([...named, ...Object.keys(grammarNames), ...this.#userGrammars.keys()])].sort();
  }
}

const notLanguageIds = new Set(["c_sharp", "make", "tsx"]);

function shippedNameOf(languageId: string): string {
  return Object.hasOwn(grammarNames, languageId) ? (grammarNames[languageId] ?? languageId) : languageId;
}
