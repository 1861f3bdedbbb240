/** A symbol as a scope for text. */
import type { Document } from "../../text/document.js";
import type { Stretch } from "../../text/stretch.js";
import { firstLeadingLine, skipComments } from "../symbols/comments.js";
import { declaredNameOffset } from "../symbols/declaredName.js";
import { clampRange, type DeclarationAt, type DeclarationStretch, type SymbolNode } from "../symbols/symbolNode.js";

/**
 * Where text is looked for in a symbol, in turn: its range from its line's start, without a leading comment that some servers count in;
 * its whole first to last lines, as servers leave out `const` or a trailing comment, and all of what a syntax tree says it declares; those
 * and the comments, decorators and attributes directly above.
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
  // A range that ends at the start of a line does not mean that line.
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

/** What is known of the text around a symbol. */
export interface SymbolScopeContext {
  readonly language: string;
  readonly declarationAt?: DeclarationAt | undefined;
}

/** What a syntax tree says that a symbol declares; undefined without one, or where it sees no such name. */
export function declarationOf(
  node: SymbolNode,
  document: Document,
  { language, declarationAt }: SymbolScopeContext,
): DeclarationStretch | undefined {
  return declarationAt?.(declaredNameOffset(node, document.text, language));
}

function isLineStart(document: Document, offset: number): boolean {
  return document.lineFrom(document.lineAt(offset)) === offset;
}
