/**
 * A resolver for several questions at a time: it is only at hand in a turn, and each turn ends
 * before the next begins. Two at once would look like names that need each other (`Memo`).
 */

import type { CodeFiles, CodeSources } from "../entities/codeFiles.js";
import { Resolver } from "./resolver.js";

export class ResolverTurns {
  readonly files: CodeFiles;
  readonly #resolver: Resolver;
  #last: Promise<unknown> = Promise.resolve();

  constructor(sources: CodeSources) {
    this.#resolver = new Resolver(sources);
    this.files = this.#resolver.files;
  }

  /** Does work with the resolver after all that was given before; the work takes no other turn. */
  take<Result>(work: (resolver: Resolver) => Promise<Result>): Promise<Result> {
    const result = this.#last.then(() => work(this.#resolver));
    this.#last = result.catch(() => undefined);
    return result;
  }
}
