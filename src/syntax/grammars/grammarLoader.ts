/** Loads grammars into the thread that parses, each once. */

import { Parser } from "web-tree-sitter";
import type { Grammar } from "./grammars.js";
import { LoadedGrammar } from "./loadedGrammar.js";

/** web-tree-sitter has one instance per thread. */
let initialization: Promise<void> | undefined;

/** The grammars of this thread: web-tree-sitter never frees a loaded grammar. */
const loaded = new Map<string, Promise<LoadedGrammar>>();

/** Initialises web-tree-sitter from the bytes of its .wasm file. Later calls wait for the first. */
export function initTreeSitter(wasmBinary: Uint8Array): Promise<void> {
  initialization ??= Parser.init({ wasmBinary } as Parameters<typeof Parser.init>[0]);
  return initialization;
}

export class GrammarLoader {
  /** Resolves when grammars can be loaded. */
  readonly ready: Promise<void>;
  readonly #findByName: (name: string) => Grammar | undefined;

  /**
   * `wasmBinary` is web-tree-sitter's own. `findByName` returns the grammar of an embedded
   * language, or `undefined` to leave the language unparsed.
   */
  constructor(wasmBinary: Uint8Array, findByName: (name: string) => Grammar | undefined) {
    this.ready = initTreeSitter(wasmBinary);
    this.#findByName = findByName;
  }

  /** Throws if the grammar's file is missing or invalid. */
  async load(grammar: Grammar): Promise<LoadedGrammar> {
    await this.ready;
    // The queries belong to the key: two languages may share a parser and differ in their queries.
    const key = [grammar.wasm, ...grammar.queries].join("\n");
    const known = loaded.get(key);
    if (known) return known;
    const loading = LoadedGrammar.load(grammar);
    loaded.set(key, loading);
    // A grammar that failed is read again next time: its file may have been repaired.
    loading.catch(() => loaded.delete(key));
    return loading;
  }

  /** Loads the grammar of an embedded language. Returns `undefined` if the language has none. */
  readonly loadByName = async (name: string): Promise<LoadedGrammar | undefined> => {
    const grammar = this.#findByName(name);
    return grammar && this.load(grammar);
  };
}
