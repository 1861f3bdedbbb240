/**
 * Syntax trees for the rest of the program: outlines, nodes, names and syntax errors of a text.
 * Workers do the parsing and are started on first use. Each text is sent once, and afterwards only
 * its changes. A user's grammar has a worker of its own, and so do very long texts, so that a crash
 * or a slow parse there does not affect other texts.
 */

import { LocateError, type Logger } from "../error.js";
import { shippedGrammars } from "../languages/languages.js";
import type { LineRange } from "../text/lineRange.js";
import { escapeName, inlineCode } from "../text/printable.js";
import type { Stretch } from "../text/stretch.js";
import type { CallList, ElementList, LineKind, StretchFacts } from "../text/treeFacts.js";
import type { Grammar, Grammars } from "./grammars/grammars.js";
import { createHeartbeat } from "./heartbeat.js";
import type { RecordPage } from "./index/compareRecords.js";
import type { InnerCode } from "./outline/innerDeclarations.js";
import type { OutlineSymbol } from "./outline/outlineSymbols.js";
import type { ModuleFacts } from "./scopes/moduleFacts.js";
import type { NameInfo, OuterName, VisibleName, WordUse } from "./scopes/nameInfo.js";
import type { CoveringOptions, SyntaxNode } from "./trees/coveringNodes.js";
import type { Fold } from "./trees/folds.js";
import type { SyntaxErrorRange } from "./trees/parsedText.js";
import type { SiblingResult } from "./trees/siblings.js";
import type { UnreadableContent } from "./trees/syntaxErrors.js";
import type { Declared, NameValue } from "./values/expression.js";
import { type SyntaxThread, WorkerConnection, WorkerFailure } from "./workerConnection.js";
import type { QueryParameters, QueryResult, SyntaxQuery, SyntaxText, SyntaxWorkerOptions } from "./workerMessages.js";

export type { SyntaxText } from "./workerMessages.js";

export interface SyntaxOptions {
  readonly grammars: Grammars;
  /** web-tree-sitter's own .wasm file. */
  readonly treeSitterWasm: string;
  readonly startWorker: (options: SyntaxWorkerOptions, log: Logger) => SyntaxThread;
  /** Starts the one of shipped grammars and texts that are not long; `startWorker` by default. */
  readonly startFirst?: (options: SyntaxWorkerOptions, log: Logger) => SyntaxThread;
  readonly log: Logger;
}

/**
 * Longer texts are parsed by a worker of their own. It ends when idle, because its memory never
 * shrinks.
 */
const LONG_TEXT_LENGTH = 400_000;
const LONG_TEXT_IDLE_MS = 60_000;
/** Longer texts are not parsed at all: some queries of one would take minutes. */
const MAX_TEXT_LENGTH = 8 * 1024 * 1024;
/** How often a request is sent when its worker fails because of another request. */
const MAX_ATTEMPTS = 4;

/** Returns whether a text is parsed by the worker for long texts. */
export function isLongText(text: string): boolean {
  return text.length > LONG_TEXT_LENGTH;
}

export class Syntax {
  readonly #options: SyntaxOptions;
  readonly #connections = new Map<string, WorkerConnection>();
  #shippedGrammars: Readonly<Record<string, Grammar>> | undefined;

  constructor(options: SyntaxOptions) {
    this.#options = options;
  }

  /** Returns whether a grammar exists for a language. */
  hasGrammar(languageId: string): boolean {
    return this.#options.grammars.has(languageId);
  }

  /** The language ids that have a grammar, sorted. */
  get languages(): readonly string[] {
    return this.#options.grammars.languages();
  }

  /**
   * Returns the declarations of a text; none if its grammar has no query for them. This and the
   * following methods throw `unsupported`, with the cause, if there is no grammar or it fails.
   */
  outline(text: SyntaxText): Promise<OutlineSymbol[]> {
    return this.#query(text, "outline");
  }

  /**
   * Returns the declarations that other files can name: those of code, also in a page, and none of
   * data and markup.
   */
  codeOutline(text: SyntaxText): Promise<OutlineSymbol[]> {
    return this.#query(text, "codeOutline");
  }

  /** Returns, for each stretch, the nodes that cover it, from the smallest to the root. */
  coveringNodes(text: SyntaxText, stretches: readonly Stretch[], options: CoveringOptions): Promise<SyntaxNode[][]> {
    return this.#query(text, "coveringNodes", stretches, options);
  }

  /**
   * Returns the sibling of a node at a distance among its named siblings of a type: 1 is the next
   * one, -1 the previous one.
   */
  findSibling(text: SyntaxText, node: SyntaxNode, type: string, distance: number): Promise<SiblingResult> {
    return this.#query(text, "findSibling", node, type, distance);
  }

  /** Returns the name at `offset`, or the one that ends there, and what scopes say about it. */
  nameAt(text: SyntaxText, offset: number): Promise<NameInfo | undefined> {
    return this.#query(text, "nameAt", offset);
  }

  /**
   * Returns the names that may be written at `offset`, innermost scope first. With `ofSelf`,
   * returns the members of the enclosing class instead.
   */
  visibleNamesAt(text: SyntaxText, offset: number, { ofSelf = false } = {}): Promise<VisibleName[]> {
    return this.#query(text, "visibleNamesAt", offset, ofSelf);
  }

  /**
   * Returns the uses of a word that are not local to the text, also under the alias of an import;
   * at most `max`. A free name has no `occurrences` there. `subtype` is there only with
   * `withSubtypes`.
   */
  usesOf(text: SyntaxText, word: string, max: number, { withSubtypes = false } = {}): Promise<WordUse[]> {
    return this.#query(text, "usesOf", word, max, withSubtypes);
  }

  /** Returns the names in a stretch that are called, in source order; at most `max`. */
  callsIn(text: SyntaxText, stretch: Stretch, max: number): Promise<NameInfo[]> {
    return this.#query(text, "callsIn", stretch, max);
  }

  /** Returns the names that a stretch uses and does not declare, each binding once; no members. */
  outerNamesIn(text: SyntaxText, stretch: Stretch): Promise<OuterName[]> {
    return this.#query(text, "outerNamesIn", stretch);
  }

  /** Returns the names that the type whose name begins at `offset` extends or implements. */
  namesInHead(text: SyntaxText, offset: number): Promise<NameInfo[]> {
    return this.#query(text, "namesInHead", offset);
  }

  /**
   * Returns what syntax shows of the name at an offset: its receiver, or that it means its own
   * type.
   */
  valueAt(text: SyntaxText, offset: number): Promise<NameValue> {
    return this.#query(text, "valueAt", offset);
  }

  /** Returns what the declaration of the name in a stretch says about its type. */
  declaredAt(text: SyntaxText, stretch: Stretch): Promise<Declared> {
    return this.#query(text, "declaredAt", stretch);
  }

  /** Returns what a text imports and exports, and the package it is part of. */
  moduleFacts(text: SyntaxText): Promise<ModuleFacts> {
    return this.#query(text, "moduleFacts");
  }

  /** Returns the stretches that an editor can fold. */
  folds(text: SyntaxText): Promise<Fold[]> {
    return this.#query(text, "folds");
  }

  /** Returns, for each offset, the named nodes around it, the smallest first. */
  enclosingStretches(text: SyntaxText, offsets: readonly number[]): Promise<Stretch[][]> {
    return this.#query(text, "enclosingStretches", offsets);
  }

  /**
   * Returns `count` records of the text's index from the record `from` on, each beside the node of
   * the tree, and the first that differs.
   */
  records(text: SyntaxText, from: number, count: number): Promise<RecordPage> {
    return this.#query(text, "records", from, count);
  }

  /** Returns the code in a text that is in other languages: scripts, styles, fences. */
  innerCode(text: SyntaxText): Promise<InnerCode[]> {
    return this.#query(text, "innerCode");
  }

  /** Returns where a text violates its grammar. */
  syntaxErrors(text: SyntaxText): Promise<SyntaxErrorRange[]> {
    return this.#query(text, "syntaxErrors");
  }

  /**
   * Returns the lines that could not be read and may have such content, in order: those with
   * errors, and those left out.
   */
  unreadableLines(text: SyntaxText, content: UnreadableContent): Promise<readonly LineRange[]> {
    return this.#query(text, "unreadableLines", content);
  }

  /**
   * Returns the syntax errors that the text would have if `stretch` became `insert`. Offsets are
   * those of the resulting text.
   */
  syntaxErrorsAfterEdit(text: SyntaxText, stretch: Stretch, insert: string): Promise<SyntaxErrorRange[]> {
    return this.#query(text, "syntaxErrorsAfterEdit", stretch, insert);
  }

  /** Returns the kind of each line of `insert`, if `stretch` became `insert`. */
  lineKindsAfterEdit(text: SyntaxText, stretch: Stretch, insert: string): Promise<LineKind[]> {
    return this.#query(text, "lineKindsAfterEdit", stretch, insert);
  }

  /** Returns the list of which a stretch is one or more elements, and what it is if not code. */
  factsAt(text: SyntaxText, stretch: Stretch): Promise<StretchFacts> {
    return this.#query(text, "factsAt", stretch);
  }

  /**
   * Returns the list after each name: the parameters of a declaration, or the arguments of a call;
   * null where none follows.
   */
  listsAfter(text: SyntaxText, names: readonly Stretch[]): Promise<(CallList | null)[]> {
    return this.#query(text, "listsAfter", names);
  }

  /**
   * Returns the list of which `elements`, a stretch of the resulting text, would be one or more
   * elements if `stretch` became `insert`.
   */
  listAfterEdit(
    text: SyntaxText,
    stretch: Stretch,
    insert: string,
    elements: Stretch,
  ): Promise<ElementList | undefined> {
    return this.#query(text, "listAfterEdit", stretch, insert, elements);
  }

  /** Terminates the workers. Pending requests are rejected. */
  close(): void {
    for (const connection of this.#connections.values()) connection.close();
    this.#connections.clear();
  }

  async #query<Query extends SyntaxQuery>(
    text: SyntaxText,
    query: Query,
    ...parameters: QueryParameters<Query>
  ): QueryResult<Query> {
    const grammar = this.#options.grammars.of(text.languageId);
    if (grammar === undefined) throw noGrammarError(text.languageId, this.languages);
    if (text.text.length > MAX_TEXT_LENGTH) throw tooLongError(text);
    for (let attempt = 1; ; attempt++) {
      const connection = this.#connectionFor(grammar, isLongText(text.text));
      try {
        return await connection.request(query, () => connection.sendText(text, grammar), parameters);
      } catch (error) {
        if (!(error instanceof WorkerFailure)) throw error;
        // Another text made the worker fail: try again with a new worker.
        if (error.reason === "another" && attempt < MAX_ATTEMPTS) continue;
        this.#options.log(`syntax of ${text.uri}, grammar ${grammar.wasm}: ${error.message}`);
        throw grammarFailedError(text, grammar, error);
      }
    }
  }

  #connectionFor({ name, isShipped }: Grammar, isLong: boolean): WorkerConnection {
    const connectionName = !isShipped ? `grammar ${name}` : isLong ? "long texts" : "texts";
    const connection = this.#connections.get(connectionName);
    if (connection?.isAlive) return connection;
    const { treeSitterWasm, startWorker, startFirst = startWorker, grammars, log } = this.#options;
    const start = isShipped && !isLong ? startFirst : startWorker;
    this.#shippedGrammars ??= Object.fromEntries(
      shippedGrammars.map((each) => [each, grammars.byName(each) as Grammar]),
    );
    const heartbeat = createHeartbeat();
    const thread = start({ treeSitterWasm, shippedGrammars: this.#shippedGrammars, heartbeat }, log);
    const fresh = new WorkerConnection(thread, heartbeat, isLong ? LONG_TEXT_IDLE_MS : undefined);
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

function tooLongError({ uri, languageId, text }: SyntaxText): LocateError {
  const [length, limit] = [text.length, MAX_TEXT_LENGTH].map((each) => `${Math.round(each / 100_000) / 10} million`);
  const why = `it has ${length} characters, and texts of more than ${limit} are not parsed`;
  return new LocateError(
    "unsupported",
    `There are no symbols and no syntax tree of ${fileName(uri)}: ${why}. Lines and a find can be used there.`,
    { language: languageId, why },
  );
}

/** Returns the last segment of a URI, as code in Markdown. */
function fileName(uri: string): string {
  const segment = uri.slice(uri.lastIndexOf("/") + 1);
  try {
    return inlineCode(escapeName(decodeURIComponent(segment)));
  } catch {
    return inlineCode(escapeName(segment)); // a `%` that is no escape
  }
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
    error.reason === "limit" || error.reason === "hang"
      ? `${fileName(uri)} is too large or too irregular for ${whose}`
      : `${whose} failed on ${fileName(uri)}`;
  return new LocateError(
    "unsupported",
    `There is no syntax tree: ${why} (${error.message}). Write a scope in lines and a find instead.`,
    { language: languageId, why: error.message },
  );
}

/** Returns undefined where the parser gives up; throws any other error. */
export function ignoreParseError(error: unknown): undefined {
  if (!(error instanceof LocateError)) throw error;
}
