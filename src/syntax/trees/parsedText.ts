/** A text, its syntax tree, and the trees of the languages embedded in it (a script in a page). */

import { Parser, type Point, type Tree } from "web-tree-sitter";
import { factsOf, factsOfGrammar, grammarNamed, languageOfTag } from "../../languages/languages.js";
import type { Change } from "../../text/change.js";
import type { Document } from "../../text/document.js";
import { getOrInsert } from "../../text/list.js";
import { containsStretch, type Stretch } from "../../text/stretch.js";
import { treeMemoryBytes } from "../grammars/grammarLoader.js";
import type { LoadedGrammar } from "../grammars/loadedGrammar.js";
import { runQuery, stopAt } from "../grammars/runQuery.js";
import { docTestsIn, promptsIn } from "./docTests.js";
import { macroWordsIn } from "./macroWords.js";
import { blank, type OmittedCode, rewritesOf } from "./rewrites.js";
import { type CodePart, frontMatterOf } from "./templates/templateParts.js";

export interface ParsedText {
  readonly document: Document;
  readonly grammar: LoadedGrammar;
  readonly tree: Tree;
  /** In ascending order. Their offsets are those of the whole text. */
  readonly embedded: readonly EmbeddedText[];
  /**
   * Code that the text shows, such as the fences of Markdown: it has declarations and names of its
   * own, and no errors, since some of it is left out on purpose.
   */
  readonly examples: readonly EmbeddedText[];
  /** Macros that the tree does not have, as the grammar would take them for something else. */
  readonly macros: readonly Stretch[];
  /** What the tree does not have, as its grammar fails on it. */
  readonly omitted: readonly OmittedCode[];
  /** Whether the tree is that of another text, which the grammar reads better. */
  readonly isRewritten: boolean;
  /** Trees of parts of its template, which are freed with it. */
  owned?: readonly Tree[];
}

/** The extent of unexpected text, or the offset at which a node is missing. */
export interface SyntaxErrorRange extends Stretch {
  /** The type of the missing node; `undefined` if the text itself is unexpected. */
  readonly missing?: string;
}

export interface EmbeddedText extends ParsedText {
  readonly stretch: Stretch;
}

/** A text takes more time or memory than source code does. The message says which. */
export class ParseLimitError extends Error {}

/** Source code of the greatest length that is parsed takes less, even on a busy machine. */
const PARSE_TIMEOUT_MS = 20_000;
/**
 * The most nodes in a tree. A node takes about 100 bytes, and the six megabytes of TypeScript's
 * compiler have 1.3 million.
 */
const MAX_NODES = 2_000_000;
const MEGABYTE = 1024 * 1024;

/**
 * Returns the bytes by which a tree may make the memory grow while it is parsed. Source code takes
 * up to 30 for each of its code units.
 */
function maxTreeBytes(length: number): number {
  return Math.min(256 * MEGABYTE, 96 * MEGABYTE + 64 * length);
}

/** Returns the grammar of an embedded language, or `undefined` if there is none. */
export type GrammarLookup = (name: string) => Promise<LoadedGrammar | undefined>;

export interface PreviousParse {
  readonly parsed: ParsedText;
  readonly replaced: Change;
  /** Called while both trees are alive: the edited previous tree and the new one. */
  readonly compare?: (edited: Tree, tree: Tree) => void;
}

export interface ParseTextOptions {
  readonly before?: PreviousParse | undefined;
  /** Whether the code that it shows is parsed, too. */
  readonly hasExamples?: boolean;
}

interface InnerOptions {
  /** The script before the markup. */
  readonly front: Stretch | undefined;
  readonly named: GrammarLookup;
  readonly hasExamples: boolean;
}

/**
 * Parses a text. With `before`, parses only what changed; the previous tree stays intact and
 * belongs to the caller. Throws `ParseLimitError`.
 */
export async function parseText(
  document: Document,
  grammar: LoadedGrammar,
  named: GrammarLookup,
  { before, hasExamples = true }: ParseTextOptions = {},
): Promise<ParsedText> {
  const facts = grammarNamed(grammar.grammar.name);
  const front = facts?.template?.frontMatter ? frontMatterOf(document.text) : undefined;
  const macros = facts?.hasMacroWords ? macroWordsIn(document.text) : front ? [front] : [];
  // What is left out elsewhere than in the changed part is no change that the old tree knows of.
  const isReusable =
    before !== undefined && !before.parsed.isRewritten && haveMoved(before.parsed.macros, macros, before.replaced);
  const old = isReusable ? copyEditedTree(before.parsed, before.replaced, document) : undefined;
  try {
    const plain = parseTree(document, grammar, { old, macros });
    const { tree, ...better } = betterTree(plain, document, grammar, macros);
    try {
      if (old && !better.isRewritten) before?.compare?.(old, tree);
      return {
        ...{ document, grammar, tree, macros },
        ...better,
        ...(await parseInner({ document, grammar, tree }, { front, named, hasExamples })),
      };
    } catch (error) {
      tree.delete();
      throw error;
    }
  } finally {
    old?.delete();
  }
}

type BetterTree = Pick<ParsedText, "tree" | "omitted" | "isRewritten">;

/**
 * Returns the tree with the least errors: that of a text, or of what it may be replaced by. Frees
 * the others.
 */
function betterTree(plain: Tree, document: Document, grammar: LoadedGrammar, macros: readonly Stretch[]): BetterTree {
  let best: BetterTree = { tree: plain, omitted: [], isRewritten: false };
  const facts = grammar.grammar.isShipped ? grammarNamed(grammar.grammar.name) : undefined;
  if (!plain.rootNode.hasError || facts === undefined) return best;
  let least = lengthOfErrors(plain);
  for (const { text, omitted } of rewritesOf(normalizeLineEnds(document), facts)) {
    const left = facts.hasMacroWords ? macroWordsIn(text) : macros;
    const tree = parseTree(document, grammar, { macros: left, code: text });
    const length = lengthOfErrors(tree);
    if (length < least) {
      best.tree.delete();
      best = { tree, omitted, isRewritten: true };
      least = length;
    } else tree.delete();
    if (least === 0) break;
  }
  return best;
}

/** Returns how much of a text is in errors, at least one for each. */
function lengthOfErrors(tree: Tree): number {
  let length = 0;
  for (const { from, to } of errorsIn(tree, Number.POSITIVE_INFINITY)) length += Math.max(1, to - from);
  return length;
}

/** Frees the trees, which the garbage collector does not do. */
export function freeText({ tree, embedded, examples, owned = [] }: ParsedText): void {
  for (const each of [tree, ...owned]) each.delete();
  for (const inner of [...embedded, ...examples]) freeText(inner);
}

/** Parses a part of a text. The tree belongs to the caller. */
export function parsePart({ document }: ParsedText, part: CodePart, grammar: LoadedGrammar): EmbeddedText {
  const stretch = { from: part.from, to: part.to };
  const tree = parseTree(document, grammar, { part, macros: part.omitted ?? [] });
  return { document, grammar, tree, stretch, ...plainText };
}

const plainText = { embedded: [], examples: [], macros: [], omitted: [], isRewritten: false };

/**
 * Yields the errors of a tree in source order, at most `max`. Visits only nodes with errors. It is
 * a loop because text can nest deeper than the stack.
 */
export function* errorsIn(tree: Tree, max: number): Generator<SyntaxErrorRange> {
  if (!tree.rootNode.hasError) return;
  const cursor = tree.walk();
  try {
    let count = 0;
    for (let goes = true; goes && count < max; ) {
      const node = cursor.currentNode;
      const missing = node.isMissing;
      if (node.isError || missing) {
        yield { from: node.startIndex, to: node.endIndex, ...(missing ? { missing: node.type } : {}) };
        count++;
      }
      const isInside = !node.isError && !missing && node.hasError && cursor.gotoFirstChild();
      if (isInside) continue;
      while (!(goes = cursor.gotoNextSibling()) && cursor.gotoParent());
    }
  } finally {
    cursor.delete();
  }
}

/** Returns the embedded text or the example that contains a stretch. */
export function embeddedAt({ embedded, examples }: ParsedText, inner: Stretch): EmbeddedText | undefined {
  const contains = ({ stretch }: EmbeddedText) => containsStretch(stretch, inner);
  return embedded.find(contains) ?? examples.find(contains);
}

/**
 * Returns the innermost text that contains `offset`; the end of an embedded text counts as inside.
 */
export function parsedTextAt(parsed: ParsedText, offset: number): ParsedText {
  const inner = embeddedAt(parsed, { from: offset, to: offset });
  return inner ? parsedTextAt(inner, offset) : parsed;
}

/** Yields a text and all texts embedded in it, without its examples. */
export function* allTexts(parsed: ParsedText): Generator<ParsedText> {
  yield parsed;
  for (const inner of parsed.embedded) yield* allTexts(inner);
}

/** Whether stretches outside of a change are where the change moves them. */
function haveMoved(old: readonly Stretch[], now: readonly Stretch[], { from, to, length }: Change): boolean {
  const shift = length - (to - from);
  const isBefore = (each: Stretch) => each.to < from;
  const isAfter = (each: Stretch, end: number) => each.from > end;
  const kept = [...old.filter(isBefore), ...old.filter((each) => isAfter(each, to))];
  const moved = kept.map((each) => (isBefore(each) ? each : { from: each.from + shift, to: each.to + shift }));
  const others = [...now.filter(isBefore), ...now.filter((each) => isAfter(each, from + length))];
  const isSame = moved.every((each, at) => each.from === others[at]?.from && each.to === others[at]?.to);
  return isSame && moved.length === others.length && kept.length === old.length && others.length === now.length;
}

interface ParseOptions {
  readonly old?: Tree | undefined;
  readonly macros?: readonly Stretch[];
  readonly within?: Stretch;
  readonly part?: CodePart;
  /** What is parsed instead of the text. */
  readonly code?: string;
}

function parseTree(
  document: Document,
  { language, grammar }: LoadedGrammar,
  { old, part, within = part && widened(part), macros = [], code: given }: ParseOptions,
): Tree {
  const parser = new Parser();
  try {
    parser.setLanguage(language);
    const plain = given ?? normalizeLineEnds(document);
    const code = part ? programOf(plain, part) : plain;
    const lines = blank(code, macros);
    const continuesOnlyAtLf = grammar.isShipped && grammarNamed(grammar.name)?.continuesLinesOnlyAtLf;
    const text = continuesOnlyAtLf ? lines.replaceAll("\\\r\n", "\\ \n") : lines;
    const bytesBefore = treeMemoryBytes();
    const maxBytes = maxTreeBytes(document.length);
    const isTooLarge = () => treeMemoryBytes() - bytesBefore > maxBytes;
    const progressCallback = stopAt(performance.now() + PARSE_TIMEOUT_MS, isTooLarge);
    const ranges = within && {
      includedRanges: [
        {
          startIndex: within.from,
          endIndex: within.to,
          startPosition: pointAt(document, within.from),
          endPosition: pointAt(document, within.to),
        },
      ],
    };
    const tree = parser.parse((index) => text.slice(index, index + CHUNK_LENGTH), old, { progressCallback, ...ranges });
    if (tree === null && !isTooLarge())
      throw new ParseLimitError(`the parse took longer than ${PARSE_TIMEOUT_MS / 1000} s`);
    if (tree !== null && tree.rootNode.descendantCount <= MAX_NODES) return tree;
    tree?.delete();
    const most = tree === null ? `${Math.round(maxBytes / MEGABYTE)} MB` : `${MAX_NODES / 1_000_000} million nodes`;
    throw new ParseLimitError(`its syntax tree has more than ${most}`);
  } finally {
    parser.delete();
  }
}

/** Returns the stretch of a part with what is before and after it. */
function widened({ from, to, before, after }: CodePart): Stretch {
  return { from: from - before.length, to: to + after.length };
}

/** Returns a text in which a program takes the place of what is around a part of it. */
function programOf(text: string, { from, to, before, after }: CodePart): string {
  return text.slice(0, from - before.length) + before + text.slice(from, to) + after + text.slice(to + after.length);
}

/** Code units passed to the parser at once: the size of its own buffer. */
const CHUNK_LENGTH = 5_000;

/** Returns a copy of the tree with the change applied to its offsets. */
function copyEditedTree({ document, tree }: ParsedText, replaced: Change, after: Document): Tree {
  // The character after a `\r` decides whether it is a line end by itself.
  const widening = document.slice(replaced.from - 1, replaced.from) === "\r" ? 1 : 0;
  const { from, to, length } = { ...replaced, from: replaced.from - widening, length: replaced.length + widening };
  const copy = tree.copy();
  copy.edit({
    startIndex: from,
    oldEndIndex: to,
    newEndIndex: from + length,
    startPosition: pointAt(document, from),
    oldEndPosition: pointAt(document, to),
    newEndPosition: pointAt(after, from + length),
  } as Parameters<Tree["edit"]>[0]);
  return copy;
}

const normalizedTexts = new WeakMap<Document, string>();

/**
 * Returns the text with each lone `\r` replaced by `\n`, the only line end that tree-sitter counts.
 * The length stays the same.
 */
function normalizeLineEnds(document: Document): string {
  const { text } = document;
  if (!text.includes("\r") || !/\r(?!\n)/.test(text)) return text;
  return getOrInsert(normalizedTexts, document, () => text.replace(/\r(?!\n)/g, "\n"));
}

function pointAt(document: Document, offset: number): Point {
  const row = document.lineAt(offset);
  return { row, column: offset - document.lineFrom(row) };
}

/** Parses the code in other languages, and the examples in documentation. */
async function parseInner(
  text: Pick<ParsedText, "document" | "grammar" | "tree">,
  options: InnerOptions,
): Promise<Pick<ParsedText, "embedded" | "examples">> {
  const { document, grammar } = text;
  const { embedded, examples } = await parseEmbedded(text, options);
  const { docTests } = factsOfGrammar(grammar.grammar.name);
  const own = options.hasExamples && docTests && grammar.grammar.isShipped ? docTestsIn(document, docTests) : [];
  const parsed = own.map(({ omitted: macros, ...stretch }): EmbeddedText => {
    const tree = parseTree(document, grammar, { within: stretch, macros });
    return { document, grammar, tree, stretch, ...plainText, macros };
  });
  return { embedded, examples: [...examples, ...parsed] };
}

/**
 * Parses the nodes that the query `embedded` captures, and the script before the markup. Captures
 * are named after the embedded grammar. The language of an `example` is the one that the node
 * `_language` names; what is `_omitted` is no part of its code.
 */
async function parseEmbedded(
  { document, grammar, tree }: Pick<ParsedText, "document" | "grammar" | "tree">,
  { front, named, hasExamples }: InnerOptions,
): Promise<Pick<ParsedText, "embedded" | "examples">> {
  const query = grammar.query("embedded");
  if (query === undefined) return { embedded: [], examples: [] };
  const found = new Map<number, EmbeddedPart>();
  const frontGrammar = grammarNamed(grammar.grammar.name)?.template?.frontMatter;
  if (front && frontGrammar) found.set(front.from, { name: frontGrammar, stretch: front, pattern: -1 });
  /** In ascending order, as matches are. */
  const omitted: Stretch[] = [];
  for (const { captures, patternIndex } of runQuery(query, tree.rootNode, PARSE_TIMEOUT_MS).matches) {
    const language = captures.find(({ name }) => name === "_language")?.node;
    for (const { name, node } of captures) {
      if (name === "_omitted") omitted.push(stretchOf(node));
      const isFirst = (found.get(node.startIndex)?.pattern ?? Number.POSITIVE_INFINITY) > patternIndex;
      if (name.startsWith("_") || (name === EXAMPLE && !hasExamples) || !isFirst || node.startIndex === node.endIndex)
        continue;
      const written = name === EXAMPLE && language ? document.slice(language.startIndex, language.endIndex) : undefined;
      found.set(node.startIndex, { name, written, stretch: stretchOf(node), pattern: patternIndex });
    }
  }
  const parsed: { readonly embedded: EmbeddedText[]; readonly examples: EmbeddedText[] } = {
    embedded: [],
    examples: [],
  };
  try {
    const parts = [...found.values()].sort((a, b) => a.stretch.from - b.stretch.from);
    let next = 0;
    for (const { name, written, stretch } of parts) {
      const grammarName = written === undefined ? name : factsOf(languageOfTag(written) ?? "").grammar?.name;
      const inner = grammarName === undefined ? undefined : await named(grammarName);
      if (inner === undefined) continue;
      const macros: Stretch[] = [];
      for (let each = omitted[next]; each !== undefined && each.to <= stretch.to; each = omitted[++next])
        if (each.from >= stretch.from) macros.push(each);
      const isExample = name === EXAMPLE;
      const { docTests } = factsOfGrammar(inner.grammar.name);
      const omittedHere = (isExample && docTests && promptsIn(document, stretch, docTests)) || macros;
      const innerTree = parseTree(document, inner, { within: stretch, macros: omittedHere });
      const list = isExample ? parsed.examples : parsed.embedded;
      list.push({ document, grammar: inner, tree: innerTree, stretch, ...plainText, macros: omittedHere });
    }
  } catch (error) {
    for (const inner of [...parsed.embedded, ...parsed.examples]) freeText(inner);
    throw error;
  }
  return parsed;
}

/** The capture of code that a text shows. */
const EXAMPLE = "example";

/** A node that is code of another language. */
interface EmbeddedPart {
  readonly name: string;
  /** The name of its language in the text. */
  readonly written?: string | undefined;
  readonly stretch: Stretch;
  readonly pattern: number;
}

function stretchOf({ startIndex, endIndex }: Tree["rootNode"]): Stretch {
  return { from: startIndex, to: endIndex };
}
