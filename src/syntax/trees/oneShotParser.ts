/** Parses texts that are read once, for what they declare. Runs in a worker. */

import type { Document } from "../../text/document.js";
import { GrammarLoader } from "../grammars/grammarLoader.js";
import type { Grammar } from "../grammars/grammars.js";
import { freeText, type ParsedText, parseText } from "./parsedText.js";

export class OneShotParser {
  readonly #grammars: GrammarLoader;

  /** Takes the arguments of `GrammarLoader`. */
  constructor(wasmBinary: Uint8Array, findByName: (name: string) => Grammar | undefined) {
    this.#grammars = new GrammarLoader(wasmBinary, findByName);
  }

  /** Resolves when texts can be parsed. */
  get ready(): Promise<void> {
    return this.#grammars.ready;
  }

  /**
   * Returns the result of `read`. The tree is freed as soon as `read` returns, so `read` must keep
   * no nodes. Throws `ParseLimitError`, and the errors of an invalid grammar or query.
   */
  async withParsedText<Result>(
    document: Document,
    grammar: Grammar,
    read: (parsed: ParsedText) => Result,
  ): Promise<Result> {
    const loaded = await this.#grammars.load(grammar);
    const parsed = await parseText(document, loaded, this.#grammars.loadByName, { hasExamples: false });
    try {
      return read(parsed);
    } finally {
      freeText(parsed);
    }
  }
}
