/** Syntax trees, symbols and declarations of sources, without a thread. */

import { readFileSync } from "node:fs";
import { type SyntaxView, viewOfOutline } from "../../src/session/place/outlineView.js";
import { GrammarLoader } from "../../src/syntax/grammars/grammarLoader.js";
import { outlineOf } from "../../src/syntax/outline/outlineSymbols.js";
import { findCoveringNodes, type SyntaxNode } from "../../src/syntax/trees/coveringNodes.js";
import { freeText, type ParsedText, parseText } from "../../src/syntax/trees/parsedText.js";
import { findSibling } from "../../src/syntax/trees/siblings.js";
import { Document } from "../../src/text/document.js";
import type { Stretch } from "../../src/text/stretch.js";
import { engineWasm, PackagedGrammars } from "./packagedGrammars.js";

const grammars = new PackagedGrammars();
const loader = new GrammarLoader(readFileSync(engineWasm), (name) => grammars.byName(name));

export function hasGrammar(language: string): boolean {
  return grammars.of(language) !== undefined;
}

/** Parses a source by its language id. */
export async function parse(language: string, text: string): Promise<ParsedText> {
  const grammar = grammars.of(language);
  if (grammar === undefined) throw new Error(`there is no grammar for ${language}`);
  return parseText(Document.of(text), await loader.load(grammar), loader.loadByName);
}

/** Returns the nodes that cover a stretch, the smallest first. */
export function coveringChain(parsed: ParsedText, stretch: Stretch): SyntaxNode[] {
  return findCoveringNodes(parsed, stretch, { withFields: true });
}

/** Finds siblings in a parsed text, as the option `findSibling` of the library does. */
export function siblingFinder(parsed: ParsedText) {
  return (node: SyntaxNode, type: string, distance: number) => findSibling(parsed, node, type, distance);
}

/** Returns the symbols and declarations of a text; none if its language has no grammar. */
export async function viewOf(language: string, text: string): Promise<SyntaxView> {
  if (!hasGrammar(language)) return viewOfOutline([]);
  const parsed = await parse(language, text);
  const view = viewOfOutline(outlineOf(parsed));
  freeText(parsed);
  return view;
}
