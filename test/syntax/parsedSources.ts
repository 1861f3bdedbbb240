/** Syntax trees, symbols and declarations of sources, without a thread. */

import { readFileSync } from "node:fs";
import { Parser } from "web-tree-sitter";
import { type SyntaxView, viewOfOutline } from "../../src/session/place/outlineView.js";
import { LoadedGrammar } from "../../src/syntax/grammars/loadedGrammar.js";
import { outlineOf } from "../../src/syntax/outline/outline.js";
import { findCoveringNodes, type SyntaxNode } from "../../src/syntax/trees/coveringNodes.js";
import { freeText, type ParsedText, parseText } from "../../src/syntax/trees/parsedText.js";
import { Document } from "../../src/text/document.js";
import type { Stretch } from "../../src/text/stretch.js";
import { engineWasm, PackagedGrammars } from "./packagedGrammars.js";

const grammars = new PackagedGrammars();
const loading = new Map<string, Promise<LoadedGrammar>>();
let ready: Promise<void> | undefined;

export function hasGrammar(language: string): boolean {
  return grammars.of(language) !== undefined;
}

/** Parses a source by its language id. */
export async function parse(language: string, text: string): Promise<ParsedText> {
  ready ??= Parser.init({ wasmBinary: readFileSync(engineWasm) } as Parameters<typeof Parser.init>[0]);
  await ready;
  const grammar = await load(grammars.of(language));
  if (grammar === undefined) throw new Error(`there is no grammar for ${language}`);
  return parseText(Document.of(text), grammar, (name) => load(grammars.byName(name)));
}

async function load(grammar: ReturnType<PackagedGrammars["of"]>): Promise<LoadedGrammar | undefined> {
  if (grammar === undefined) return undefined;
  const known = loading.get(grammar.wasm) ?? LoadedGrammar.load(grammar);
  loading.set(grammar.wasm, known);
  return known;
}

/** Returns the nodes that cover a stretch, the smallest first. */
export function coveringChain(parsed: ParsedText, stretch: Stretch): SyntaxNode[] {
  return findCoveringNodes(parsed, stretch, { withFields: true });
}

/** Returns the symbols and declarations of a text; none if its language has no grammar. */
export async function viewOf(language: string, text: string): Promise<SyntaxView> {
  if (!hasGrammar(language)) return viewOfOutline([]);
  const parsed = await parse(language, text);
  const view = viewOfOutline(outlineOf(parsed));
  freeText(parsed);
  return view;
}
