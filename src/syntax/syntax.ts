/**
 * Syntax, as the rest of the session sees it: outlines, nodes and faults of a text, from workers that are started when first needed. Each
 * text is sent once and then what changes of it. A user's own grammar has a worker to itself, and so have very large texts: what breaks or
 * takes long there harms nobody else.
 */

import { LocateError } from "../error.js";
import { narrow } from "../text/narrow.js";
import type { Stretch } from "../text/stretch.js";
import { type Grammar, type Grammars, shippedGrammars } from "./grammars/grammars.js";
import type { EngineOptions, FromWorker, QuestionKind, Questions, ToWorker } from "./messages.js";
import type { OutlineSymbol } from "./outline/outline.js";
import type { NameAt, Occurrence, VisibleName } from "./scopes/nameInfo.js";
import type { Covering, SyntaxNode } from "./trees/coveringNodes.js";
import type { Fold } from "./trees/folds.js";
import type { SyntaxFault } from "./trees/syntaxErrors.js";

/** A text to ask about. `uri` says which document it is, so that its next version is sent as a change of this one. */
export interface SyntaxText {
  readonly uri: string;
  readonly languageId: string;
  readonly text: string;
}

/** A worker, or what stands for one. */
export interface Thread {
  postMessage(message: ToWorker): void;
  on(event: "message", listener: (message: FromWorker) => void): unknown;
  /** It has died: why. */
  on(event: "error", listener: (error: Error) => void): unknown;
  terminate(): unknown;
}

export interface SyntaxOptions {
  readonly grammars: Grammars;
  /** tree-sitter's own .wasm. */
  readonly engine: string;
  readonly start: (options: EngineOptions, log: (line: string) => void) => Thread;
  readonly log: (line: string) => void;
}

/** Texts, and code units of them, that a worker keeps parsed. */
const mostTexts = 60;
const mostUnits = 24_000_000;
/** Longer texts go to a worker of their own, which ends some time after the last question: its memory never shrinks. */
const longText = 400_000;
const longTextIdleMs = 60_000;
/** A worker that says nothing for so long is stuck in a grammar's code. */
const patienceMs = 60_000;
/** How often a question is asked anew when its worker died of another one. */
const mostAttempts = 4;

export class Syntax {
  readonly #options: SyntaxOptions;
  readonly #lanes = new Map<string, Lane>();

  constructor(options: SyntaxOptions) {
    this.#options = options;
  }

  /** Whether there is a grammar for a language. */
  knows(languageId: string): boolean {
    return this.#options.grammars.of(languageId) !== undefined;
  }

  /** The language ids there are grammars for. */
  get languages(): readonly string[] {
    return this.#options.grammars.languages();
  }

  /** What a text declares; empty where its grammar has no queries. Errors of all of these: `unsupported`, saying why and what goes without. */
  outline(text: SyntaxText): Promise<OutlineSymbol[]> {
    return this.#ask(text, "outline", (key) => ({ key }));
  }

  /** For each stretch the nodes that cover it, the smallest first, up to the root. */
  covering(text: SyntaxText, stretches: readonly Stretch[], options: Covering): Promise<SyntaxNode[][]> {
    return this.#ask(text, "covering", (key) => ({ key, stretches, options }));
  }

  /** The name at an offset or ending there, and what scopes say of it; undefined where there is none. */
  nameAt(text: SyntaxText, offset: number): Promise<NameAt | undefined> {
    return this.#ask(text, "nameAt", (key) => ({ key, offset }));
  }

  /** The names that may be written at an offset, the innermost first; with `ofSelf`, the members of the class around. */
  visibleAt(text: SyntaxText, offset: number, { ofSelf = false } = {}): Promise<VisibleName[]> {
    return this.#ask(text, "visibleAt", (key) => ({ key, offset, ofSelf }));
  }

  /** The places of a name where it is not local to the text. */
  occurrencesOf(text: SyntaxText, name: string): Promise<Occurrence[]> {
    return this.#ask(text, "occurrencesOf", (key) => ({ key, name }));
  }

  /** What can be folded away. */
  folds(text: SyntaxText): Promise<Fold[]> {
    return this.#ask(text, "folds", (key) => ({ key }));
  }

  /** For each offset the named nodes around it, the smallest first. */
  around(text: SyntaxText, offsets: readonly number[]): Promise<Stretch[][]> {
    return this.#ask(text, "around", (key) => ({ key, offsets }));
  }

  /** Where a text breaks its grammar. */
  faults(text: SyntaxText): Promise<SyntaxFault[]> {
    return this.#ask(text, "faults", (key) => ({ key }));
  }

  /** Where it would, if a stretch became `insert`; offsets of the text after. */
  faultsAfter(text: SyntaxText, stretch: Stretch, insert: string): Promise<SyntaxFault[]> {
    return this.#ask(text, "faultsAfter", (key) => ({ key, stretch, insert }));
  }

  /** Ends the workers. */
  close(): void {
    for (const lane of this.#lanes.values()) lane.close();
    this.#lanes.clear();
  }

  async #ask<Kind extends QuestionKind>(
    text: SyntaxText,
    question: Kind,
    asked: (key: number) => Questions[Kind]["asked"],
  ): Promise<Questions[Kind]["answer"]> {
    const grammar = this.#options.grammars.of(text.languageId);
    if (grammar === undefined) throw noGrammar(text.languageId, this.languages);
    for (let attempt = 1; ; attempt++) {
      const lane = this.#laneFor(grammar, text.text.length);
      try {
        return await lane.ask(question, () => asked(lane.tell(text, grammar)));
      } catch (error) {
        if (!(error instanceof LaneFailure)) throw error;
        // What another text has done to the worker is no reason to leave this one unanswered.
        if (error.why === "another" && attempt < mostAttempts) continue;
        this.#options.log(`syntax of ${text.uri}, grammar ${grammar.wasm}: ${error.message}`);
        throw failed(text, grammar, error);
      }
    }
  }

  #laneFor({ name, isShipped }: Grammar, length: number): Lane {
    const isLong = length > longText;
    const laneName = !isShipped ? `grammar ${name}` : isLong ? "long texts" : "texts";
    const lane = this.#lanes.get(laneName);
    if (lane?.isAlive) return lane;
    const { engine, start, grammars, log } = this.#options;
    const shipped = Object.fromEntries(shippedGrammars.map((each) => [each, grammars.named(each) as Grammar]));
    const fresh = new Lane(start({ engine, shipped }, log), isLong ? longTextIdleMs : undefined);
    this.#lanes.set(laneName, fresh);
    return fresh;
  }
}

/** Why a worker has no answer: it took too long, it can't, it has broken down, or another question has broken it. */
class LaneFailure extends Error {
  readonly why: "timeout" | "refused" | "fatal" | "another" | "over";

  constructor(message: string, why: LaneFailure["why"]) {
    super(message);
    this.why = why;
  }
}

interface Sent {
  readonly key: number;
  readonly languageId: string;
  text: string;
}

interface Waiting {
  readonly resolve: (answer: never) => void;
  readonly reject: (why: LaneFailure) => void;
}

/** One worker and what it was told. */
class Lane {
  isAlive = true;
  readonly #thread: Thread;
  /** In order of use, the one used last at the end. */
  readonly #sent = new Map<string, Sent>();
  readonly #waiting = new Map<number, Waiting>();
  #units = 0;
  #lastNumber = 0;
  #patience: NodeJS.Timeout | undefined;
  readonly #idleMs: number | undefined;

  /** Ends by itself when nothing was asked for `idleMs`. */
  constructor(thread: Thread, idleMs: number | undefined) {
    this.#thread = thread;
    this.#idleMs = idleMs;
    thread.on("message", (message) => this.#take(message));
    thread.on("error", (error) => this.#end(new LaneFailure(`the parser has died: ${error.message}`, "fatal")));
  }

  /** Makes sure that the worker has this text, and gives the key it has it under. */
  tell({ uri, languageId, text }: SyntaxText, grammar: Grammar): number {
    const before = this.#sent.get(uri);
    this.#sent.delete(uri);
    if (before && before.languageId === languageId) {
      this.#sent.set(uri, before);
      if (before.text === text) return before.key;
      const { from, to, length } = narrow({ from: 0, to: before.text.length, length: text.length }, before.text, text);
      const insert = text.slice(from, from + length);
      this.#thread.postMessage({ kind: "edit", key: before.key, stretch: { from, to }, insert });
      this.#units += text.length - before.text.length;
      before.text = text;
    } else {
      if (before) this.#forget(before);
      const sent = { key: ++this.#lastNumber, languageId, text };
      this.#sent.set(uri, sent);
      this.#units += text.length;
      this.#thread.postMessage({ kind: "open", key: sent.key, grammar, text });
    }
    this.#forgetOldest();
    return (this.#sent.get(uri) as Sent).key;
  }

  ask<Kind extends QuestionKind>(
    question: Kind,
    asked: () => Questions[Kind]["asked"],
  ): Promise<Questions[Kind]["answer"]> {
    return new Promise((resolve, reject) => {
      const about = asked();
      const id = ++this.#lastNumber;
      this.#waiting.set(id, { resolve, reject });
      this.#thread.postMessage({ kind: "ask", id, question, asked: about });
      this.#watch();
    });
  }

  close(): void {
    this.#end(new LaneFailure("the session is over", "over"));
  }

  #take(message: FromWorker): void {
    const waiting = this.#waiting.get(message.id);
    this.#waiting.delete(message.id);
    this.#watch();
    if (!("failure" in message)) {
      waiting?.resolve(message.answer as never);
      return;
    }
    const failure = new LaneFailure(message.failure, message.why);
    waiting?.reject(failure);
    if (message.why === "fatal") this.#end(new LaneFailure(message.failure, "another"));
  }

  /** Begins to be patient anew: with the worker as long as somebody waits, else with those who may still ask. */
  #watch(): void {
    clearTimeout(this.#patience);
    const isAwaited = this.#waiting.size > 0;
    const ms = isAwaited ? patienceMs : this.#idleMs;
    if (ms === undefined) return;
    const why = `the parser has said nothing for ${ms / 1000} s`;
    this.#patience = setTimeout(() => this.#end(new LaneFailure(why, "timeout")), ms).unref();
  }

  /** Questions are answered in turn: what the worker died of is the first that waits. */
  #end(why: LaneFailure): void {
    this.isAlive = false;
    clearTimeout(this.#patience);
    void this.#thread.terminate();
    const isShared = why.why === "over" || why.why === "another";
    const others = isShared ? why : new LaneFailure(why.message, "another");
    let first = true;
    for (const { reject } of this.#waiting.values()) {
      reject(first ? why : others);
      first = false;
    }
    this.#waiting.clear();
  }

  #forgetOldest(): void {
    while (this.#sent.size > 1 && (this.#sent.size > mostTexts || this.#units > mostUnits)) {
      const [[uri, oldest]] = this.#sent as unknown as [[string, Sent]];
      this.#sent.delete(uri);
      this.#forget(oldest);
    }
  }

  #forget({ key, text }: Sent): void {
    this.#units -= text.length;
    this.#thread.postMessage({ kind: "close", key });
  }
}

function noGrammar(languageId: string, languages: readonly string[]): LocateError {
  const named = languageId === "" ? "a file of no known language" : languageId;
  return new LocateError(
    "unsupported",
    `There is no syntax tree for ${named}: write a scope in lines and a find, or name a grammar for it in servers.json ("grammars"). There are grammars for ${languages.join(", ")}.`,
    { language: languageId, supported: languages },
  );
}

function failed({ uri, languageId }: SyntaxText, { wasm, isShipped }: Grammar, error: LaneFailure): LocateError {
  const whose = isShipped
    ? `the grammar for ${languageId}`
    : `the grammar ${wasm} that servers.json names for ${languageId}`;
  const why =
    error.why === "timeout" ? `${uri} is too large or too irregular for ${whose}` : `${whose} failed on ${uri}`;
  return new LocateError(
    "unsupported",
    `There is no syntax tree: ${why} (${error.message}). Write a scope in lines and a find instead.`,
    { language: languageId, why: error.message },
  );
}
