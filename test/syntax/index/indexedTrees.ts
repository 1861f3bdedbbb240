/** Trees of real grammars, parsed, edited and indexed in tests. */

import { readFileSync } from "node:fs";
import { type Language, Parser, type Tree } from "web-tree-sitter";
import { GrammarLoader } from "../../../src/syntax/grammars/grammarLoader.js";
import { indexTree } from "../../../src/syntax/index/build/indexTree.js";
import { LanguageKinds } from "../../../src/syntax/index/build/languageKinds.js";
import type { SyntaxIndex } from "../../../src/syntax/index/syntaxIndex.js";
import { Document } from "../../../src/text/document.js";
import { engineWasm, wasmOf } from "../packagedGrammars.js";

export interface IndexedGrammar {
  readonly language: Language;
  readonly kinds: LanguageKinds;
}

const loader = new GrammarLoader(readFileSync(engineWasm), () => undefined);
const grammars = new Map<string, Promise<IndexedGrammar>>();

export function grammarOf(name: string): Promise<IndexedGrammar> {
  const known = grammars.get(name) ?? load(name);
  grammars.set(name, known);
  return known;
}

async function load(name: string): Promise<IndexedGrammar> {
  const { language } = await loader.load({ name, wasm: wasmOf(name), queries: [], isShipped: true });
  return { language, kinds: new LanguageKinds(language) };
}

/** Returns a tree that the caller must delete. */
export function parse({ language }: IndexedGrammar, text: string, earlier?: Tree): Tree {
  const parser = new Parser();
  parser.setLanguage(language);
  const tree = parser.parse(text, earlier);
  parser.delete();
  if (tree === null) throw new Error("a text did not parse");
  return tree;
}

/** A document, its tree and its index. */
export interface IndexedText {
  readonly document: Document;
  readonly tree: Tree;
  readonly index: SyntaxIndex;
}

export function indexText(grammar: IndexedGrammar, text: string): IndexedText {
  const tree = parse(grammar, text);
  const document = Document.of(text);
  return { document, tree, index: indexTree(tree, document, grammar.kinds) };
}

/** Returns the index of a text, and frees the tree. */
export async function indexOf(language: string, text: string): Promise<SyntaxIndex> {
  const { tree, index } = indexText(await grammarOf(language), text);
  tree.delete();
  return index;
}

export interface Edit {
  readonly from: number;
  readonly to: number;
  readonly insert: string;
}

/** Applies an edit to a tree, as tree-sitter requires before the next parse. */
export function editTree(tree: Tree, before: Document, after: Document, { from, to, insert }: Edit): void {
  const newEnd = from + insert.length;
  tree.edit({
    startIndex: from,
    oldEndIndex: to,
    newEndIndex: newEnd,
    startPosition: pointIn(before, from),
    oldEndPosition: pointIn(before, to),
    newEndPosition: pointIn(after, newEnd),
  } as Parameters<Tree["edit"]>[0]);
}

/** Returns tree-sitter's row and column, which ignore a lone `\r`. */
function pointIn(document: Document, offset: number): { row: number; column: number } {
  const lines = document.slice(0, offset).split("\n");
  return { row: lines.length - 1, column: (lines.at(-1) as string).length };
}
