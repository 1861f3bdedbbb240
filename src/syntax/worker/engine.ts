/**
 * Parsed texts by key, and the queries on them. Runs in a worker; knows nothing of threads or
 * document versions.
 */

import type { Tree } from "web-tree-sitter";
import type { Change } from "../../text/change.js";
import { Document } from "../../text/document.js";
import type { LineRange } from "../../text/lineRange.js";
import { getOrInsert } from "../../text/list.js";
import type { Stretch } from "../../text/stretch.js";
import type { CallList, ElementList, LineKind, StretchFacts } from "../../text/treeFacts.js";
import { GrammarLoader } from "../grammars/grammarLoader.js";
import type { Grammar } from "../grammars/grammars.js";
import type { LoadedGrammar } from "../grammars/loadedGrammar.js";
import { indexTree } from "../index/build/indexTree.js";
import { LanguageKinds } from "../index/build/languageKinds.js";
import { reindexTree } from "../index/build/reindexTree.js";
import { compareRecords, type RecordPage } from "../index/compareRecords.js";
import { nodesAt } from "../index/nodesAt.js";
import type { SyntaxIndex } from "../index/syntaxIndex.js";
import { type InnerCode, innerCodeOf } from "../outline/innerDeclarations.js";
import { codeTexts, type OutlineSymbol, outlineOf } from "../outline/outlineSymbols.js";
import { type ModuleFacts, moduleFactsOf } from "../scopes/moduleFacts.js";
import { callsIn, nameAt, nameOfExample, namesInHead, outerNamesIn, usesOf } from "../scopes/nameAt.js";
import type { NameInfo, OuterName, VisibleName, WordUse } from "../scopes/nameInfo.js";
import { visibleNamesAt } from "../scopes/visibleNames.js";
import { type CoveringOptions, findCoveringNodes, type SyntaxNode } from "../trees/coveringNodes.js";
import { type Fold, foldsOf } from "../trees/folds.js";
import { lineKindsIn, proseAt } from "../trees/lineKinds.js";
import { findList, findListAfter } from "../trees/lists.js";
import {
  freeText,
  type ParsedText,
  ParseLimitError,
  parsedTextAt,
  parseText,
  type SyntaxErrorRange,
} from "../trees/parsedText.js";
import { findSibling, type SiblingResult } from "../trees/siblings.js";
import { findEmptyBody, findSyntaxErrors, type UnreadableContent, unreadableLines } from "../trees/syntaxErrors.js";
import { namedTextAt } from "../trees/templates/templateTexts.js";
import { declaredAt } from "../values/declaredAt.js";
import type { Declared, NameValue } from "../values/expression.js";
import { valueAt } from "../values/valueAt.js";
import type { SyntaxAnswers } from "../workerMessages.js";

/** A text that is open in the engine. It is parsed on the first request. */
interface TextState {
  readonly grammar: Grammar;
  document: Document;
  /**
   * The newest tree. It may be of an older text; then `replaced` is the change from that text to
   * `document`.
   */
  parsed: ParsedText | undefined;
  replaced: Change | undefined;
  outline: OutlineSymbol[] | undefined;
  /** The index of `parsed`. It is built on first use, and afterwards updated with each parse. */
  index: SyntaxIndex | undefined;
  /** Why `document` could not be parsed; kept so that the parse is not repeated. */
  failure: ParseLimitError | undefined;
  /** Why it has no outline. */
  outlineFailure: ParseLimitError | undefined;
}

/**
 * Invariant: at most one request runs at a time, as `handleMessages` sees to. Two requests on one
 * changed text would both parse it, and both free its previous tree.
 */
export class Engine implements SyntaxAnswers {
  readonly #texts = new Map<number, TextState>();
  readonly #kinds = new Map<LoadedGrammar, LanguageKinds>();
  readonly #grammars: GrammarLoader;

  /**
   * `wasmBinary` is web-tree-sitter's own. `shipped` returns the grammar of an embedded language.
   */
  constructor(wasmBinary: Uint8Array, shipped: (name: string) => Grammar | undefined) {
    this.#grammars = new GrammarLoader(wasmBinary, shipped);
  }

  open(key: number, grammar: Grammar, text: string): void {
    this.close(key);
    const document = Document.of(text);
    const nothing = {
      parsed: undefined,
      replaced: undefined,
      outline: undefined,
      index: undefined,
      failure: undefined,
      outlineFailure: undefined,
    };
    this.#texts.set(key, { grammar, document, ...nothing });
  }

  /** Replaces a stretch. Several edits in a row are parsed as one. */
  edit(key: number, { from, to }: Stretch, insert: string): void {
    const state = this.#get(key);
    const { document } = state.document.edit(from, to, insert);
    if (state.parsed) state.replaced = mergeChanges(state.replaced, { from, to, length: insert.length });
    state.document = document;
    state.outline = undefined;
    state.failure = undefined;
    state.outlineFailure = undefined;
  }

  close(key: number): void {
    const state = this.#texts.get(key);
    if (state?.parsed) freeText(state.parsed);
    this.#texts.delete(key);
  }

  async outline(key: number): Promise<OutlineSymbol[]> {
    const state = this.#get(key);
    const parsed = await this.#parse(state);
    if (state.outlineFailure) throw state.outlineFailure;
    try {
      state.outline ??= outlineOf(parsed);
      return state.outline;
    } catch (error) {
      if (error instanceof ParseLimitError) state.outlineFailure = error;
      throw error;
    }
  }

  /** Returns the declarations of the text's code, without those of data and markup. */
  async codeOutline(key: number): Promise<OutlineSymbol[]> {
    const parsed = await this.#parse(this.#get(key));
    const texts = codeTexts(parsed);
    return texts[0] === parsed ? this.outline(key) : texts.flatMap(outlineOf);
  }

  /** Returns, for each stretch, the nodes that cover it, the smallest first. */
  async coveringNodes(key: number, stretches: readonly Stretch[], options: CoveringOptions): Promise<SyntaxNode[][]> {
    const parsed = await this.#parse(this.#get(key));
    return stretches.map((stretch) => findCoveringNodes(parsed, stretch, options));
  }

  /** Returns the sibling of a node at a distance among its siblings of a type. */
  async findSibling(key: number, node: SyntaxNode, type: string, distance: number): Promise<SiblingResult> {
    return findSibling(await this.#parse(this.#get(key)), node, type, distance);
  }

  async syntaxErrors(key: number): Promise<SyntaxErrorRange[]> {
    return findSyntaxErrors(await this.#parse(this.#get(key)));
  }

  /** Returns the lines that could not be read. */
  async unreadableLines(key: number, content: UnreadableContent): Promise<readonly LineRange[]> {
    return unreadableLines(await this.#parse(this.#get(key)), content);
  }

  /**
   * Returns the syntax errors that replacing a stretch would leave. Offsets are those of the
   * resulting text.
   */
  async syntaxErrorsAfterEdit(key: number, stretch: Stretch, insert: string): Promise<SyntaxErrorRange[]> {
    const find = (after: ParsedText) => {
      const faults = findSyntaxErrors(after);
      const emptied = faults.length > 0 ? undefined : findEmptyBody(after, stretch.from + insert.length);
      return emptied ? [emptied] : faults;
    };
    const found = await this.#afterEdit(key, stretch, insert, find);
    // Some grammars find errors where only a part is parsed again.
    return found.length === 0 ? found : this.#afterEdit(key, stretch, insert, find, { isFresh: true });
  }

  /** Returns the kind of each line of `insert` if it replaced a stretch. */
  lineKindsAfterEdit(key: number, stretch: Stretch, insert: string): Promise<LineKind[]> {
    const { from } = stretch;
    return this.#afterEdit(key, stretch, insert, (after) => lineKindsIn(after, { from, to: from + insert.length }));
  }

  /** Returns the list of which a stretch is one or more elements, and what it is if not code. */
  async factsAt(key: number, stretch: Stretch): Promise<StretchFacts> {
    const parsed = await this.#parse(this.#get(key));
    const list = findList(parsed, stretch);
    const prose = proseAt(parsed, stretch);
    return { ...(list && { list }), ...(prose && { prose }) };
  }

  /** Returns the list after each name: its parameters or arguments; null where none follows. */
  async listsAfter(key: number, names: readonly Stretch[]): Promise<(CallList | null)[]> {
    const parsed = await this.#parse(this.#get(key));
    return names.map((name) => findListAfter(parsed, name) ?? null);
  }

  /** Returns the list of which `elements` would be elements if `insert` replaced a stretch. */
  listAfterEdit(key: number, stretch: Stretch, insert: string, elements: Stretch): Promise<ElementList | undefined> {
    return this.#afterEdit(key, stretch, insert, (after) => findList(after, elements));
  }

  /** Parses the text with a stretch replaced, for one query; with `isFresh`, all of it. */
  async #afterEdit<Result>(
    key: number,
    { from, to }: Stretch,
    insert: string,
    query: (after: ParsedText) => Result,
    { isFresh = false } = {},
  ): Promise<Result> {
    const parsed = await this.#parse(this.#get(key));
    const { document } = parsed.document.edit(from, to, insert);
    const before = { parsed, replaced: { from, to, length: insert.length } };
    const after = await parseText(document, parsed.grammar, this.#grammars.loadByName, {
      before: isFresh ? undefined : before,
    });
    try {
      return query(after);
    } finally {
      freeText(after);
    }
  }

  /** Returns the name at `offset`, or the one that ends there. */
  async nameAt(key: number, offset: number): Promise<NameInfo | undefined> {
    const state = this.#get(key);
    const parsed = await this.#parse(state);
    const text = namedTextAt(parsed, offset);
    const name = nameAt(text, this.#indexOf(state, text), offset);
    return name && parsed.examples.some((each) => each === text) ? nameOfExample(name) : name;
  }

  /**
   * Returns the names that may be written at `offset`; with `ofSelf`, the members of the enclosing
   * class.
   */
  async visibleNamesAt(key: number, offset: number, ofSelf: boolean): Promise<VisibleName[]> {
    return visibleNamesAt(namedTextAt(await this.#parse(this.#get(key)), offset), offset, ofSelf);
  }

  /** Returns the uses of a word that are not local to the text; at most `max`. */
  async usesOf(key: number, word: string, max: number, withSubtypes: boolean): Promise<WordUse[]> {
    const state = this.#get(key);
    return usesOf(await this.#parse(state), word, { max, withSubtypes, indexOf: (text) => this.#indexOf(state, text) });
  }

  /** Returns the names in a stretch that are called; at most `max`. */
  async callsIn(key: number, stretch: Stretch, max: number): Promise<NameInfo[]> {
    return callsIn(await this.#parse(this.#get(key)), stretch, max);
  }

  /** Returns the names that a stretch uses and does not declare. */
  async outerNamesIn(key: number, stretch: Stretch): Promise<OuterName[]> {
    return outerNamesIn(await this.#parse(this.#get(key)), stretch);
  }

  /** Returns the names that the type whose name begins at an offset extends or implements. */
  async namesInHead(key: number, offset: number): Promise<NameInfo[]> {
    return namesInHead(await this.#parse(this.#get(key)), offset);
  }

  /**
   * Returns what syntax shows of the name at an offset: its receiver, or that it means its own
   * type.
   */
  async valueAt(key: number, offset: number): Promise<NameValue> {
    return valueAt(namedTextAt(await this.#parse(this.#get(key)), offset), offset);
  }

  /** Returns what the declaration of the name in a stretch says about its type. */
  async declaredAt(key: number, stretch: Stretch): Promise<Declared> {
    return declaredAt(namedTextAt(await this.#parse(this.#get(key)), stretch.from).tree, stretch);
  }

  async moduleFacts(key: number): Promise<ModuleFacts> {
    return moduleFactsOf(await this.#parse(this.#get(key)));
  }

  async innerCode(key: number): Promise<InnerCode[]> {
    return innerCodeOf(await this.#parse(this.#get(key)));
  }

  async folds(key: number): Promise<Fold[]> {
    const state = this.#get(key);
    return foldsOf(await this.#parse(state), (text) => this.#indexOf(state, text));
  }

  /** Returns, for each offset, the named nodes around it, the smallest first. */
  async enclosingStretches(key: number, offsets: readonly number[]): Promise<Stretch[][]> {
    const state = this.#get(key);
    const parsed = await this.#parse(state);
    return offsets.map((offset) => {
      const inner = parsedTextAt(parsed, offset);
      const texts = inner === parsed ? [parsed] : [parsed, inner];
      return texts
        .flatMap((text) => nodesAt(this.#indexOf(state, text), offset))
        .map(({ from, to }) => ({ from, to }))
        .reverse();
    });
  }

  /** Returns records of the text's index beside the nodes of its tree. */
  async records(key: number, from: number, count: number): Promise<RecordPage> {
    const state = this.#get(key);
    const parsed = await this.#parse(state);
    return compareRecords(this.#indexOf(state, parsed), parsed, { from, count });
  }

  #get(key: number): TextState {
    const state = this.#texts.get(key);
    if (state === undefined) throw new RangeError(`No text is open under the key ${key}.`);
    return state;
  }

  async #parse(state: TextState): Promise<ParsedText> {
    const before = state.parsed;
    if (state.failure) throw state.failure;
    if (before && before.document === state.document) return before;
    const grammar = await this.#grammars.load(state.grammar);
    const { replaced, document } = state;
    let index: SyntaxIndex | undefined;
    const { index: previousIndex } = state;
    const compare = (edited: Tree, tree: Tree) => {
      if (previousIndex)
        index = reindexTree({ index: previousIndex, tree: edited }, tree, document, this.#kindsOf(grammar)).index;
    };
    const edited = before && replaced ? { parsed: before, replaced, compare } : undefined;
    const parsed = await parseText(document, grammar, this.#grammars.loadByName, { before: edited }).catch((error) => {
      if (error instanceof ParseLimitError) state.failure = error;
      throw error;
    });
    state.parsed = parsed;
    state.index = index;
    state.replaced = undefined;
    if (before) freeText(before);
    return parsed;
  }

  /** Returns the index of a text. Indexes of embedded texts are not kept. */
  #indexOf(state: TextState, text: ParsedText): SyntaxIndex {
    const make = () => indexTree(text.tree, text.document, this.#kindsOf(text.grammar));
    if (text !== state.parsed) return make();
    state.index ??= make();
    return state.index;
  }

  #kindsOf(grammar: LoadedGrammar): LanguageKinds {
    return getOrInsert(this.#kinds, grammar, () => new LanguageKinds(grammar.language));
  }
}

/** Returns one change that covers two in a row. Offsets of `second` are those that `first` left. */
function mergeChanges(first: Change | undefined, second: Change): Change {
  if (first === undefined) return second;
  const shift = first.length - (first.to - first.from);
  const from = Math.min(first.from, second.from);
  // An end of `second` after the end of `first` is an offset of the old text, shifted.
  const firstEnd = first.from + first.length;
  const to = second.to > firstEnd ? second.to - shift : first.to;
  const end = Math.max(firstEnd, second.to) + second.length - (second.to - second.from);
  return { from, to, length: end - from };
}
