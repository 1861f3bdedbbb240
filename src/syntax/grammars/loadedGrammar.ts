/**
 * A grammar that is ready to parse, and its queries. Queries are compiled on first use, because
 * compiling one takes longer than a parse.
 */

import { existsSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { Language, Query } from "web-tree-sitter";
import { errorMessage } from "../../error.js";
import { readTextSync, readWholeFileSync } from "../../files/readFileSync.js";
import { getOrInsert } from "../../text/list.js";
import { isCommentType } from "./commentTypes.js";
import { type Grammar, MAX_QUERY_BYTES, MAX_WASM_BYTES } from "./grammars.js";
import { assertInstalled, installedFilesOf } from "./installedFiles.js";

/** Node takes no smaller one. */
const MIN_CHUNK_BYTES = 64;

/** Key of the query for comments. No query file has this name. */
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

  /**
   * Throws if the file is missing or not a grammar, and if files that are installed with a shipped
   * one are missing.
   */
  static async load(grammar: Grammar): Promise<LoadedGrammar> {
    // Without a query, each text would seem to declare nothing, or to have no scopes.
    if (grammar.isShipped) assertInstalled(installedFilesOf(grammar));
    // Passes bytes, not a path: web-tree-sitter imports a path dynamically, which not every host
    // allows.
    return new LoadedGrammar(grammar, await Language.load(readWasm(grammar.wasm)));
  }

  /** The supertypes of each node type, nearest first. */
  get supertypes(): ReadonlyMap<string, readonly string[]> {
    this.#supertypes ??= collectSupertypes(this.language);
    return this.#supertypes;
  }

  /**
   * Returns the query `<name>.scm`, or `undefined` if the grammar has none. Throws an error that
   * names the file if the query is invalid.
   */
  query(name: "outline" | "embedded" | "scopes" | "lists" | "modules"): Query | undefined {
    if (!this.#queries.has(name)) this.#queries.set(name, this.#compile(name));
    return this.#queries.get(name);
  }

  /** The query for all comments, or `undefined` if the grammar has no comments. */
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
      const texts = files.map((file) => readTextSync(file, { maxBytes: MAX_QUERY_BYTES }));
      return new Query(this.language, texts.join("\n"));
    } catch (error) {
      throw new Error(`${files.join(" with ")} is not a query for this grammar: ${errorMessage(error)}`);
    }
  }
}

/** Reads a .wasm file. Those that are shipped are compressed, to a tenth. */
function readWasm(path: string): Uint8Array {
  const { bytes } = readWholeFileSync(path, { maxBytes: MAX_WASM_BYTES });
  if (!path.endsWith(".gz")) return bytes;
  try {
    // The last word of the file is the length of the content: in one piece it need not be copied.
    const chunkSize = Math.min(Math.max(bytes.readUInt32LE(bytes.length - 4), MIN_CHUNK_BYTES), MAX_WASM_BYTES);
    return gunzipSync(bytes, { maxOutputLength: MAX_WASM_BYTES, chunkSize });
  } catch (error) {
    throw new Error(`${path} is damaged: ${errorMessage(error)}`);
  }
}

function collectSupertypes(language: Language): Map<string, string[]> {
  const direct = new Map<string, string[]>();
  // Some grammars write `_expression` for supertypes that never occur in a tree. Users write
  // `expression`.
  const nameOf = (type: number) => language.nodeTypeForId(type)?.replace(/^_+(?=.)/, "");
  for (const supertype of language.supertypes) {
    const name = nameOf(supertype);
    for (const subtype of name === undefined ? [] : language.subtypes(supertype)) {
      const type = nameOf(subtype);
      if (type !== undefined && name !== undefined) getOrInsert(direct, type, () => []).push(name);
    }
  }
  const all = new Map<string, string[]>();
  for (const type of direct.keys()) {
    const found = [...(direct.get(type) ?? [])];
    // Supertypes have supertypes, so the list grows while it is iterated.
    for (const name of found) for (const outer of direct.get(name) ?? []) if (!found.includes(outer)) found.push(outer);
    all.set(type, [...new Set(found)]);
  }
  return all;
}
