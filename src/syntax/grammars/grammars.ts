/** Maps language ids to grammars: the shipped ones, and those that a user names in servers.json. */

import { join } from "node:path";
import { factsOf, grammarNamed, languagesWithGrammar } from "../../languages/languages.js";

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
 * Where the shipped files are: `<grammars>/<name>.wasm.gz`, `<queries>/<name>/`, and
 * web-tree-sitter's .wasm.
 */
export interface GrammarFolders {
  readonly grammars: string;
  readonly queries: string;
}

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
    const { grammar } = factsOf(languageId);
    return grammar && this.byName(grammar.name);
  }

  /** Whether a language id has a grammar. */
  has(languageId: string): boolean {
    return this.#userGrammars.has(languageId) || factsOf(languageId).grammar !== undefined;
  }

  /** Returns a shipped grammar by its own name, which is how queries name embedded languages. */
  byName(name: string): Grammar | undefined {
    const grammar = grammarNamed(name);
    if (grammar === undefined) return undefined;
    const { queries = [name], file = name } = grammar;
    return {
      name,
      wasm: join(this.#folders.grammars, `${file}.wasm.gz`),
      queries: queries.map((each) => join(this.#folders.queries, each)),
      isShipped: true,
    };
  }

  /** Returns all language ids that have a grammar, sorted. */
  languages(): readonly string[] {
    return [...new Set([...languagesWithGrammar, ...this.#userGrammars.keys()])].sort();
  }
}
