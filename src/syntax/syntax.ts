/**
 * Syntax, as the rest of the session sees it: outlines, nodes and faults of a text, from workers that are started when first needed. Each
 * text is sent once and then what changes of it. A user's own grammar has a worker to itself, and so have very large texts: what breaks or
 * takes long there harms nobody else.
 */

import { LocateError, type Logger } from "../error.js";
import { narrow } from "../text/narrow.js";
import type { Stretch } from "../text/stretch.js";
import { type Grammar, type Grammars, shippedGrammars } from "./grammars/grammars.js";
import type {
  SyntaxRequestKind,
  SyntaxRequests,
  SyntaxWorkerMessage,
  SyntaxWorkerOptions,
  SyntaxWorkerResponse,
} from "./messages.js";
import type { OutlineSymbol } from "./outline/outline.js";
import type { NameInfo, Occurrence, VisibleName } from "./scopes/nameInfo.js";
import type { CoveringOptions, SyntaxNode } from "./trees/coveringNodes.js";
import type { Fold } from "./trees/folds.js";
import type { SyntaxErrorRange } from "./trees/syntaxErrors.js";

/** A text to ask about. `uri` says which document it is, so that its next version is sent as a change of this one. */
export interface SyntaxText {
  readonly uri: string;
  readonly languageId: string;
  readonly text: string;
}

/** A worker, or what stands for one. */
export interface SyntaxThread {
  postMessage(message: SyntaxWorkerMessage): void;
  on(event: "message", listener: (message: SyntaxWorkerResponse) => void): unknown;
  /** It has died: why. */
  on(event: "error", listener: (error: Error) => void): unknown;
  terminate(): unknown;
}

export interface SyntaxOptions {
  readonly grammars: Grammars;
  /** tree-sitter's own .wasm. */
  readonly treeSitterWasm: string;
  readonly startWorker: (options: SyntaxWorkerOptions, log: Logger) => SyntaxThread;
  readonly log: Logger;
}

/** Texts, and code units of them, that a worker keeps parsed. */
const MAX_TEXTS = 60;
const MAX_CODE_UNITS = 24_000_000;
/** Longer texts go to a worker of their own, which ends some time after the last question: its memory never shrinks. */
const LONG_TEXT_LENGTH = 400_000;
const LONG_TEXT_IDLE_MS = 60_000;
/** A worker that says nothing for so long is stuck in a grammar's code. */
const RESPONSE_TIMEOUT_MS = 60_000;
/** How often a question is asked anew when its worker died of another one. */
const MAX_ATTEMPTS = 4;

export class Syntax {
  readonly #options: SyntaxOptions;
  readonly #connections = new Map<string, WorkerConnection>();

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
    return this.#request(text, "covering", (key) => ({ key, stretches, options }));
  }

  /** The name at an offset or ending there, and what scopes say of it; undefined where there is none. */
  nameAt(text: SyntaxText, offset: number): Promise<NameInfo | undefined> {
    return this.#request(text, "nameAt", (key) => ({ key, offset }));
  }

  /** The names that may be written at an offset, the innermost first; with `ofSelf`, the members of the class around. */
  visibleNamesAt(text: SyntaxText, offset: number, { ofSelf = false } = {}): Promise<VisibleName[]> {
    return this.#request(text, "visibleAt", (key) => ({ key, offset, ofSelf }));
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
    return this.#request(text, "around", (key) => ({ key, offsets }));
  }

  /** Where a text breaks its grammar. */
  syntaxErrors(text: SyntaxText): Promise<SyntaxErrorRange[]> {
    return this.#request(text, "faults", (key) => ({ key }));
  }

  /** Where it would, if a stretch became `insert`; offsets of the text after. */
  syntaxErrorsAfterEdit(text: SyntaxText, stretch: Stretch, insert: string): Promise<SyntaxErrorRange[]> {
    return this.#request(text, "faultsAfter", (key) => ({ key, stretch, insert }));
  }

  /** Ends the workers. */
  close(): void {
    for (const connection of this.#connections.values()) connection.close();
    this.#connections.clear();
  }

  async #request<Kind extends SyntaxRequestKind>(
    text: SyntaxText,
    question: Kind,
    asked: (key: number) => SyntaxRequests[Kind]["asked"],
  ): Promise<SyntaxRequests[Kind]["answer"]> {
    const grammar = this.#options.grammars.of(text.languageId);
    if (grammar === undefined) throw noGrammarError(text.languageId, this.languages);
    for (let attempt = 1; ; attempt++) {
      const connection = this.#connectionFor(grammar, text.text.length);
      try {
        return await connection.request(question, () => asked(connection.sendText(text, grammar)));
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
    const shipped = Object.fromEntries(shippedGrammars.map((each) => [each, grammars.byName(each) as Grammar]));
    const fresh = new WorkerConnection(
      startWorker({ treeSitterWasm, shippedGrammars: shipped }, log),
      isLong ? LONG_TEXT_IDLE_MS : undefined,
    );
    this.#connections.set(connectionName, fresh);
    return fresh;
  }
}

/** Why a worker has no answer: it took too long, it can't, it has broken down, or another question has broken it. */
class WorkerFailure extends Error {
  readonly reason: "timeout" | "refused" | "fatal" | "another" | "over";

  constructor(message: string, why: WorkerFailure["reason"]) {
    super(message);
    this.reason = why;
  }
}

interface SentText {
  readonly key: number;
  readonly languageId: string;
  text: string;
}

interface PendingSyntaxRequest {
  readonly resolve: (answer: never) => void;
  readonly reject: (why: WorkerFailure) => void;
}

/** One worker and what it was told. */
class WorkerConnection {
  isAlive = true;
  readonly #thread: SyntaxThread;
  /** In order of use, the one used last at the end. */
  readonly #texts = new Map<string, SentText>();
  readonly #pending = new Map<number, PendingSyntaxRequest>();
  #codeUnits = 0;
  #lastNumber = 0;
  #timer: NodeJS.Timeout | undefined;
  readonly #idleMs: number | undefined;

  /** Ends by itself when nothing was asked for `idleMs`. */
  constructor(thread: SyntaxThread, idleMs: number | undefined) {
    this.#thread = thread;
    this.#idleMs = idleMs;
    thread.on("message", (message) => this.#receive(message));
    thread.on("error", (error) => this.#terminate(new WorkerFailure(`the parser has died: ${error.message}`, "fatal")));
  }

  /** Makes sure that the worker has this text, and gives the key it has it under. */
  sendText({ uri, languageId, text }: SyntaxText, grammar: Grammar): number {
    const before = this.#texts.get(uri);
    this.#texts.delete(uri);
    if (before && before.languageId === languageId) {
      this.#texts.set(uri, before);
      if (before.text === text) return before.key;
      const { from, to, length } = narrow({ from: 0, to: before.text.length, length: text.length }, before.text, text);
      const insert = text.slice(from, from + length);
      this.#thread.postMessage({ kind: "edit", key: before.key, stretch: { from, to }, insert });
      this.#codeUnits += text.length - before.text.length;
      before.text = text;
    } else {
      if (before) this.#closeText(before);
      const sent = { key: ++this.#lastNumber, languageId, text };
      this.#texts.set(uri, sent);
      this.#codeUnits += text.length;
      this.#thread.postMessage({ kind: "open", key: sent.key, grammar, text });
    }
    this.#closeOldestTexts();
    return (this.#texts.get(uri) as SentText).key;
  }

  request<Kind extends SyntaxRequestKind>(
    method: Kind,
    asked: () => SyntaxRequests[Kind]["asked"],
  ): Promise<SyntaxRequests[Kind]["answer"]> {
    return new Promise((resolve, reject) => {
      const about = asked();
      const id = ++this.#lastNumber;
      this.#pending.set(id, { resolve, reject });
      this.#thread.postMessage({ kind: "ask", id, method, params: about });
      this.#restartTimer();
    });
  }

  close(): void {
    this.#terminate(new WorkerFailure("the session is over", "over"));
  }

  #receive(message: SyntaxWorkerResponse): void {
    const pending = this.#pending.get(message.id);
    this.#pending.delete(message.id);
    this.#restartTimer();
    if (!("failure" in message)) {
      pending?.resolve(message.answer as never);
      return;
    }
    const failure = new WorkerFailure(message.failure, message.why);
    pending?.reject(failure);
    if (message.why === "fatal") this.#terminate(new WorkerFailure(message.failure, "another"));
  }

  /** Begins to be patient anew: with the worker as long as somebody waits, else with those who may still ask. */
  #restartTimer(): void {
    clearTimeout(this.#timer);
    const hasPending = this.#pending.size > 0;
    const ms = hasPending ? RESPONSE_TIMEOUT_MS : this.#idleMs;
    if (ms === undefined) return;
    const why = `the parser has said nothing for ${ms / 1000} s`;
    this.#timer = setTimeout(() => this.#terminate(new WorkerFailure(why, "timeout")), ms).unref();
  }

  /** Questions are answered in turn: what the worker died of is the first that waits. */
  #terminate(why: WorkerFailure): void {
    this.isAlive = false;
    clearTimeout(this.#timer);
    void this.#thread.terminate();
    const isShared = why.reason === "over" || why.reason === "another";
    const others = isShared ? why : new WorkerFailure(why.message, "another");
    let first = true;
    for (const { reject } of this.#pending.values()) {
      reject(first ? why : others);
      first = false;
    }
    this.#pending.clear();
  }

  #closeOldestTexts(): void {
    while (this.#texts.size > 1 && (this.#texts.size > MAX_TEXTS || this.#codeUnits > MAX_CODE_UNITS)) {
      const [[uri, oldest]] = this.#texts as unknown as [[string, SentText]];
      this.#texts.delete(uri);
      this.#closeText(oldest);
    }
  }

  #closeText({ key, text }: SentText): void {
    this.#codeUnits -= text.length;
    this.#thread.postMessage({ kind: "close", key });
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
