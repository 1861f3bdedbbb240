/** Parses texts that are looked at once and forgotten: a tree is freed as soon as its looker is done. Lives in a worker. */

import { Parser } from "web-tree-sitter";
import type { Document } from "../../text/document.js";
import type { Grammar } from "../grammars/grammars.js";
import { LoadedGrammar } from "../grammars/loadedGrammar.js";
import { freeText, type ParsedText, parseText } from "./parsedText.js";

/** There is one engine in a thread, whoever asks for it first. */
let initialization: Promise<void> | undefined;

export class OneShotParser {
  readonly #grammars = new Map<string, Promise<LoadedGrammar>>();
  readonly #embedded: (name: string) => Grammar | undefined;
  readonly ready: Promise<void>;

  /** `wasmBinary` is tree-sitter's own; `embedded` finds the grammar of an embedded language by its own name, or says that nobody asks for it. */
  constructor(wasmBinary: Uint8Array, embedded: (name: string) => Grammar | undefined) {
    this.#embedded = embedded;
    initialization ??= Parser.init({ wasmBinary } as Parameters<typeof Parser.init>[0]);
    this.ready = initialization;
  }

  /** What `look` sees in the tree of a text; it must keep no nodes. Throws ParseTimeout, and whatever is wrong with a grammar or a query. */
  async withParsedText<Result>(
    document: Document,
    grammar: Grammar,
    read: (parsed: ParsedText) => Result,
  ): Promise<Result> {
    await this.ready;
    const parsed = await parseText(document, await this.#load(grammar), async (name) => {
      const embedded = this.#embedded(name);
      return embedded && this.#load(embedded);
    });
    try {
      return read(parsed);
    } finally {
      freeText(parsed);
    }
  }

  #load(grammar: Grammar): Promise<LoadedGrammar> {
    let loading = this.#grammars.get(grammar.wasm);
    loading ??= LoadedGrammar.load(grammar);
    this.#grammars.set(grammar.wasm, loading);
    return loading;
  }
}
