/** A grammar that is ready to parse, with its queries, compiled when first asked for: compiling costs more than a parse. */

import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Language, Query } from "web-tree-sitter";
import { errorMessage } from "../../error.js";
import { isCommentType } from "./commentTypes.js";
import type { Grammar } from "./grammars.js";

/** No file has this name. */
const COMMENT_QUERY = "(comments)";

export class LoadedGrammar {
  readonly grammar: Grammar;
  readonly language: Language;
  readonly #queries = new Map<string, Query | undefined>();
  #supertypes: ReadonlyMap<string, readonly string[]> | undefined;

  private constructor(grammar: Grammar, language: Language) {
    this.grammar = grammar;
    this.language = language;
  }

  /** Throws whatever is wrong with the file. */
  static async load(grammar: Grammar): Promise<LoadedGrammar> {
    // Bytes, not a path: by path it is imported dynamically, which not every host allows.
    return new LoadedGrammar(grammar, await Language.load(readFileSync(grammar.wasm)));
  }

  /** The supertypes that the grammar gives a node type, nearest first. */
  get supertypes(): ReadonlyMap<string, readonly string[]> {
    this.#supertypes ??= collectSupertypes(this.language);
    return this.#supertypes;
  }

  /** The query `<name>.scm`, or undefined where the grammar has none. Throws what is wrong with it, naming its file. */
  query(name: "outline" | "embedded" | "scopes"): Query | undefined {
    if (!this.#queries.has(name)) this.#queries.set(name, this.#compile(name));
    return this.#queries.get(name);
  }

  /** All comments; undefined where the grammar knows none. */
  get comments(): Query | undefined {
    if (!this.#queries.has(COMMENT_QUERY)) {
      const types = this.language.types.filter(
        (type, id) => isCommentType(type) && this.language.nodeTypeIsVisible(id),
      );
      const patterns = [...new Set(types)].map((type) => `(${type}) @comment`);
      this.#queries.set(
        COMMENT_QUERY,
        patterns.length === 0 ? undefined : new Query(this.language, patterns.join("\n")),
      );
    }
    return this.#queries.get(COMMENT_QUERY);
  }

  #compile(name: string): Query | undefined {
    const files = this.grammar.queries.map((folder) => join(folder, `${name}.scm`)).filter((file) => existsSync(file));
    if (files.length === 0) return undefined;
    try {
      return new Query(this.language, files.map((file) => readFileSync(file, "utf8")).join("\n"));
    } catch (error) {
      throw new Error(`${files.join(" with ")} is no query for this grammar: ${errorMessage(error)}`);
    }
  }
}

function collectSupertypes(language: Language): Map<string, string[]> {
  const direct = new Map<string, string[]>();
  // Some grammars write `_expression`, as for what never stands in a tree; whoever asks for `expression` means that.
  const nameOf = (type: number) => language.nodeTypeForId(type)?.replace(/^_+(?=.)/, "");
  for (const supertype of language.supertypes) {
    const name = nameOf(supertype);
    for (const subtype of name === undefined ? [] : language.subtypes(supertype)) {
      const type = nameOf(subtype);
      if (type !== undefined && name !== undefined) direct.set(type, [...(direct.get(type) ?? []), name]);
    }
  }
  const all = new Map<string, string[]>();
  for (const type of direct.keys()) {
    const found = [...(direct.get(type) ?? [])];
    // Grows while it is walked: supertypes have supertypes.
    for (const name of found) for (const outer of direct.get(name) ?? []) if (!found.includes(outer)) found.push(outer);
    all.set(type, [...new Set(found)]);
  }
  return all;
}
