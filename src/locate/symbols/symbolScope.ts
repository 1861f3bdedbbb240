/** A symbol as a scope for text. */
import type { Document } from "../../text/document.js";
import type { Stretch } from "../../text/stretch.js";
import { firstLeadingLine, skipComments } from "./comments.js";
import { declaredNameOffset } from "./declaredName.js";
import { clampRange, type DeclarationAt, type DeclarationStretch, type SymbolNode } from "./symbolNode.js";

/**
 * Returns the stretches to search for text in a symbol, in turn.
 *
 * First, its range from the start of its line, without a leading comment that some servers include.
 * Second, its whole first to last lines, as servers omit `const` or a trailing comment, and all of
 * its declaration in the syntax tree. Third, the same with the comments, decorators and attributes
 * directly above.
 */
export function symbolScopes(node: SymbolNode, document: Document, context: SymbolScopeContext): Stretch[] {
  const { language } = context;
  const range = clampRange(node, document);
  const code = skipComments(document.text, range.from, range.to, language);
  const start = code < range.to ? code : range.from;
  const declared = declarationOf(node, document, context);
  const [codeFrom, codeTo] = [
    Math.min(start, declared?.codeFrom ?? start),
    Math.max(range.to, declared?.to ?? range.to),
  ];
  const firstLine = document.lineAt(codeFrom);
  // A range that ends at the start of a line does not include that line.
  const lastLine = document.lineAt(codeTo > codeFrom && isLineStart(document, codeTo) ? codeTo - 1 : codeTo);
  const leading = Math.min(range.from, declared?.from ?? range.from);
  const above = Math.min(firstLeadingLine(document, firstLine, language), document.lineAt(leading));
  const to = Math.max(document.lineTo(lastLine), codeTo);
  return [
    { from: document.lineFrom(document.lineAt(start)), to: range.to },
    { from: document.lineFrom(firstLine), to },
    { from: document.lineFrom(above), to },
  ];
}

/** The knowledge of the text around a symbol. */
export interface SymbolScopeContext {
  readonly language: string;
  readonly declarationAt?: DeclarationAt | undefined;
}

/**
 * Returns the declaration of a symbol in the syntax tree; undefined without a tree, or where it has
 * no such name.
 */
export function declarationOf(
  node: SymbolNode,
  document: Document,
  { language, declarationAt }: SymbolScopeContext,
): DeclarationStretch | undefined {
  return declarationAt?.(declaredNameOffset(node, document.text, language), node.name);
}

function isLineStart(document: Document, offset: number): boolean {
  return document.lineFrom(document.lineAt(offset)) === offset;
}
