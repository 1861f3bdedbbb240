/**
 * Syntax, as the rest of the session sees it: outlines, nodes and faults of a text, from workers that are started when first needed. Each
 * text is sent once and then what changes of it. A user's own grammar has a worker to itself, and so have very large texts: what breaks or
 * takes long there harms nobody else.
 */

import { LocateError, type Logger } from "../error.js";
import type { Stretch } from "../text/stretch.js";
import { type Grammar, type Grammars, shippedGrammars } from "./grammars/grammars.js";
import type { SyntaxRequestKind, SyntaxRequests, SyntaxText, SyntaxWorkerOptions } from "./messages.js";
import type { OutlineSymbol } from "./outline/outline.js";
import type { NameInfo, Occurrence, VisibleName } from "./scopes/nameInfo.js";
import type { CoveringOptions, SyntaxNode } from "./trees/coveringNodes.js";
import type { Fold } from "./trees/folds.js";
import type { SyntaxErrorRange } from "./trees/syntaxErrors.js";
import { type SyntaxThread, WorkerConnection, WorkerFailure } from "./workerConnection.js";

export type { SyntaxText } from "./messages.js";

export interface SyntaxOptions {
  readonly grammars: Grammars;
  /** tree-sitter's own .wasm. */
  readonly treeSitterWasm: string;
  readonly startWorker: (options: SyntaxWorkerOptions, log: Logger) => SyntaxThread;
  readonly log: Logger;
}

/** Longer texts go to a worker of their own, which ends some time after the last question: its memory never shrinks. */
const LONG_TEXT_LENGTH = 400_000;
const LONG_TEXT_IDLE_MS = 60_000;
/** How often a question is asked anew when its worker died of another one. */
const MAX_ATTEMPTS = 4;

export class Syntax {
  readonly #options: SyntaxOptions;
  readonly #connections = new Map<string, WorkerConnection>();
  #shippedGrammars: Readonly<Record<string, Grammar>> | undefined;

  constructor(options: SyntaxOptions) {
    this.#options = options;
  }

  /** Whether there is a grammar for a language. */
  hasGrammar(languageId: string): boolean {
    return this.#options.grammars.of(languageId) !== undefined;
  }

  /** The language ids there are grammars for. */
  get languages(): readonly string[] {
    return this.#options.grammars.languages();
  }

  /** What a text declares; empty where its grammar has no queries. Errors of all of these: `unsupported`, saying why and what goes without. */
  outline(text: SyntaxText): Promise<OutlineSymbol[]> {
    return this.#request(text, "outline", (key) => ({ key }));
  }

  /** For each stretch the nodes that cover it, the smallest first, up to the root. */
  coveringNodes(text: SyntaxText, stretches: readonly Stretch[], options: CoveringOptions): Promise<SyntaxNode[][]> {
    return this.#request(text, "coveringNodes", (key) => ({ key, stretches, options }));
  }

  /** The name at an offset or ending there, and what scopes say of it; undefined where there is none. */
  nameAt(text: SyntaxText, offset: number): Promise<NameInfo | undefined> {
    return this.#request(text, "nameAt", (key) => ({ key, offset }));
  }

  /** The names that may be written at an offset, the innermost first; with `ofSelf`, the members of the class around. */
  visibleNamesAt(text: SyntaxText, offset: number, { ofSelf = false } = {}): Promise<VisibleName[]> {
    return this.#request(text, "visibleNamesAt", (key) => ({ key, offset, ofSelf }));
  }

  /** The places of a name where it is not local to the text. */
  occurrencesOf(text: SyntaxText, name: string): Promise<Occurrence[]> {
    return this.#request(text, "occurrencesOf", (key) => ({ key, name }));
  }

  /** What can be folded away. */
  folds(text: SyntaxText): Promise<Fold[]> {
    return this.#request(text, "folds", (key) => ({ key }));
  }

  /** For each offset the named nodes around it, the smallest first. */
  enclosingStretches(text: SyntaxText, offsets: readonly number[]): Promise<Stretch[][]> {
    return this.#request(text, "enclosingStretches", (key) => ({ key, offsets }));
  }

  /** Where a text breaks its grammar. */
  syntaxErrors(text: SyntaxText): Promise<SyntaxErrorRange[]> {
    return this.#request(text, "syntaxErrors", (key) => ({ key }));
  }

  /** Where it would, if a stretch became `insert`; offsets of the text after. */
  syntaxErrorsAfterEdit(text: SyntaxText, stretch: Stretch, insert: string): Promise<SyntaxErrorRange[]> {
    return this.#request(text, "syntaxErrorsAfterEdit", (key) => ({ key, stretch, insert }));
  }

  /** Ends the workers. */
  close(): void {
    for (const connection of this.#connections.values()) connection.close();
    this.#connections.clear();
  }

  async #request<Kind extends SyntaxRequestKind>(
    text: SyntaxText,
    method: Kind,
    paramsOf: (key: number) => SyntaxRequests[Kind]["params"],
  ): Promise<SyntaxRequests[Kind]["result"]> {
    const grammar = this.#options.grammars.of(text.languageId);
    if (grammar === undefined) throw noGrammarError(text.languageId, this.languages);
    for (let attempt = 1; ; attempt++) {
      const connection = this.#connectionFor(grammar, text.text.length);
      try {
        return await connection.request(method, () => paramsOf(connection.sendText(text, grammar)));
      } catch (error) {
        if (!(error instanceof WorkerFailure)) throw error;
        // What another text has done to the worker is no reason to leave this one unanswered.
        if (error.reason === "another" && attempt < MAX_ATTEMPTS) continue;
        this.#options.log(`syntax of ${text.uri}, grammar ${grammar.wasm}: ${error.message}`);
        throw grammarFailedError(text, grammar, error);
      }
    }
  }

  #connectionFor({ name, isShipped }: Grammar, length: number): WorkerConnection {
    const isLong = length > LONG_TEXT_LENGTH;
    const connectionName = !isShipped ? `grammar ${name}` : isLong ? "long texts" : "texts";
    const connection = this.#connections.get(connectionName);
    if (connection?.isAlive) return connection;
    const { treeSitterWasm, startWorker, grammars, log } = this.#options;
    this.#shippedGrammars ??= Object.fromEntries(
      shippedGrammars.map((each) => [each, grammars.byName(each) as Grammar]),
    );
    const fresh = new WorkerConnection(
      startWorker({ treeSitterWasm, shippedGrammars: this.#shippedGrammars }, log),
      isLong ? LONG_TEXT_IDLE_MS : undefined,
    );
    this.#connections.set(connectionName, fresh);
    return fresh;
  }
}

function noGrammarError(languageId: string, languages: readonly string[]): LocateError {
  const named = languageId === "" ? "a file of no known language" : languageId;
  return new LocateError(
    "unsupported",
    `There is no syntax tree for ${named}: write a scope in lines and a find, or name a grammar for it in servers.json ("grammars"). There are grammars for ${languages.join(", ")}.`,
    { language: languageId, supported: languages },
  );
}

function grammarFailedError(
  { uri, languageId }: SyntaxText,
  { wasm, isShipped }: Grammar,
  error: WorkerFailure,
): LocateError {
  const whose = isShipped
    ? `the grammar for ${languageId}`
    : `the grammar ${wasm} that servers.json names for ${languageId}`;
  const why =
    error.reason === "timeout" ? `${uri} is too large or too irregular for ${whose}` : `${whose} failed on ${uri}`;
  return new LocateError(
    "unsupported",
    `There is no syntax tree: ${why} (${error.message}). Write a scope in lines and a find instead.`,
    { language: languageId, why: error.message },
  );
}
