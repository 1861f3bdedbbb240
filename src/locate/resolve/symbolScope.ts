/** A symbol as a scope for text, and what to say where a path leads to several. */
import { LocateError } from "../../error.js";
import type { Document } from "../../text/document.js";
import type { Stretch } from "../../text/stretch.js";
import { quoteCode } from "../errorText.js";
import type { Locate, Scope } from "../locate.js";
import { formatSymbolPath } from "../notation/symbolPath.js";
import { firstLeadingLine, skipComments } from "../symbols/comments.js";
import { declaredNameOffset } from "../symbols/declaredName.js";
import { type SymbolContext, type SymbolMatches, uniquePathOf } from "../symbols/findSymbols.js";
import { plainPathOf, type SymbolEntry } from "../symbols/symbolIndex.js";
import { type DeclarationAt, type DeclarationStretch, type SymbolNode, symbolKindName } from "../symbols/symbolNode.js";

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

/** A symbol's range inside the text: some servers end it far behind. */
export function clampRange(node: SymbolNode, document: Document): Stretch {
  const from = Math.max(0, Math.min(node.from, document.length));
  return { from, to: Math.max(from, Math.min(node.to, document.length)) };
}

const MAX_CANDIDATES = 10;

export interface AmbiguousPath {
  readonly locate: Locate;
  readonly path: readonly string[];
  readonly matches: SymbolMatches;
  readonly roots: readonly SymbolNode[];
  readonly document: Document;
  readonly context: SymbolContext;
  readonly where: string;
  readonly as: "point" | "range";
}

/** A path that leads to symbols in different containers: each with a Locate that leads to just it. */
export function symbolAmbiguous({
  locate,
  path,
  matches,
  roots,
  document,
  context,
  where,
  as,
}: AmbiguousPath): LocateError {
  const candidates = matches.entries.slice(0, MAX_CANDIDATES).map((entry) => {
    const name = declaredNameOffset(entry.node, document.text, context.language);
    const reaching = uniquePathOf(entry, roots, context);
    const scope = reaching === null ? linesOf(entry, name, document, locate, as) : { symbol_path: reaching };
    return {
      symbol_path: reaching ?? plainPathOf(entry),
      line: document.lineAt(name) + 1,
      kind: symbolKindName(entry.node.kind),
      locate: { ...locate, scope },
    };
  });
  const list = candidates.map(
    ({ symbol_path, line, kind }) => `${kind} ${quoteCode(formatSymbolPath(symbol_path))} (line ${line})`,
  );
  const more =
    matches.entries.length > candidates.length ? ` and ${matches.entries.length - candidates.length} more` : "";
  const [first] = candidates;
  const example = first === undefined ? "one of their paths" : scopeText(first.locate.scope);
  const message = `${matches.entries.length} symbols in ${where} are ${quoteCode(path.join("."))}: ${list.join(", ")}${more}. Write the one that is meant, such as ${example}.`;
  return new LocateError("symbol_ambiguous", message, { symbol_path: path, candidates });
}

/** The last resort: no path leads to this symbol alone, but lines do. */
function linesOf(entry: SymbolEntry, name: number, document: Document, locate: Locate, as: "point" | "range"): Scope {
  const { from, to } = clampRange(entry.node, document);
  const line = document.lineAt(name);
  if (locate.find === undefined && as === "point")
    return { line: line + 1, character: name - document.lineFrom(line) + 1 };
  return { line: [document.lineAt(from) + 1, document.lineAt(to) + 1] };
}

function scopeText(scope: Scope): string {
  return "symbol_path" in scope ? quoteCode(formatSymbolPath(scope.symbol_path)) : `line ${String(scope.line)}`;
}
