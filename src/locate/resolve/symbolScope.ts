/** A symbol as a scope for text, and what to say where a path leads to several. */
import { LocateError } from "../../error.js";
import type { Document } from "../../text/document.js";
import type { Stretch } from "../../text/stretch.js";
import { quoteName } from "../errorText.js";
import type { Locate, Scope } from "../locate.js";
import { formatSymbolPath } from "../notation/symbolPath.js";
import { behindComments, firstLineAbove } from "../symbols/comments.js";
import { declaredNameOf } from "../symbols/declaredName.js";
import { type FoundSymbols, reachingPath, type SymbolContext } from "../symbols/findSymbols.js";
import { type Entry, plainPathOf } from "../symbols/symbolIndex.js";
import { type Declaration, type DeclarationAt, kindName, type SymbolNode } from "../symbols/symbolNode.js";

/**
 * Where text is looked for in a symbol, in turn: its range from its line's start, without a leading comment that some servers count in;
 * its whole first to last lines, as servers leave out `const` or a trailing comment, and all of what a syntax tree says it declares; those
 * and the comments, decorators and attributes directly above.
 */
export function symbolScopes(node: SymbolNode, document: Document, context: ScopeContext): Stretch[] {
  const { language } = context;
  const range = clamped(node, document);
  const code = behindComments(document.text, range.from, range.to, language);
  const start = code < range.to ? code : range.from;
  const declared = declarationOf(node, document, context);
  const [least, most] = [Math.min(start, declared?.codeFrom ?? start), Math.max(range.to, declared?.to ?? range.to)];
  const firstLine = document.lineAt(least);
  // A range that ends at the start of a line does not mean that line.
  const lastLine = document.lineAt(most > least && isLineStart(document, most) ? most - 1 : most);
  const leading = Math.min(range.from, declared?.from ?? range.from);
  const above = Math.min(firstLineAbove(document, firstLine, language), document.lineAt(leading));
  const to = Math.max(document.lineTo(lastLine), most);
  return [
    { from: document.lineFrom(document.lineAt(start)), to: range.to },
    { from: document.lineFrom(firstLine), to },
    { from: document.lineFrom(above), to },
  ];
}

/** What is known of the text around a symbol. */
export interface ScopeContext {
  readonly language: string;
  readonly declarationAt?: DeclarationAt | undefined;
}

/** What a syntax tree says that a symbol declares; undefined without one, or where it sees no such name. */
export function declarationOf(
  node: SymbolNode,
  document: Document,
  { language, declarationAt }: ScopeContext,
): Declaration | undefined {
  return declarationAt?.(declaredNameOf(node, document.text, language));
}

function isLineStart(document: Document, offset: number): boolean {
  return document.lineFrom(document.lineAt(offset)) === offset;
}

/** A symbol's range inside the text: some servers end it far behind. */
export function clamped(node: SymbolNode, document: Document): Stretch {
  const from = Math.max(0, Math.min(node.from, document.length));
  return { from, to: Math.max(from, Math.min(node.to, document.length)) };
}

const mostCandidates = 10;

export interface AmbiguousPath {
  readonly locate: Locate;
  readonly path: readonly string[];
  readonly found: FoundSymbols;
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
  found,
  roots,
  document,
  context,
  where,
  as,
}: AmbiguousPath): LocateError {
  const candidates = found.entries.slice(0, mostCandidates).map((entry) => {
    const name = declaredNameOf(entry.node, document.text, context.language);
    const reaching = reachingPath(entry, roots, context);
    const scope = reaching === null ? linesOf(entry, name, document, locate, as) : { symbol_path: reaching };
    return {
      symbol_path: reaching ?? plainPathOf(entry),
      line: document.lineAt(name) + 1,
      kind: kindName(entry.node.kind),
      locate: { ...locate, scope },
    };
  });
  const list = candidates.map(
    ({ symbol_path, line, kind }) => `${kind} ${quoteName(formatSymbolPath(symbol_path))} (line ${line})`,
  );
  const more = found.entries.length > candidates.length ? ` and ${found.entries.length - candidates.length} more` : "";
  const [first] = candidates;
  const example = first === undefined ? "one of their paths" : scopeText(first.locate.scope);
  const message = `${found.entries.length} symbols in ${where} are ${quoteName(path.join("."))}: ${list.join(", ")}${more}. Write the one that is meant, such as ${example}.`;
  return new LocateError("symbol_ambiguous", message, { symbol_path: path, candidates });
}

/** The last resort: no path leads to this symbol alone, but lines do. */
function linesOf(entry: Entry, name: number, document: Document, locate: Locate, as: "point" | "range"): Scope {
  const { from, to } = clamped(entry.node, document);
  const line = document.lineAt(name);
  if (locate.find === undefined && as === "point")
    return { line: line + 1, character: name - document.lineFrom(line) + 1 };
  return { line: [document.lineAt(from) + 1, document.lineAt(to) + 1] };
}

function scopeText(scope: Scope): string {
  return "symbol_path" in scope ? quoteName(formatSymbolPath(scope.symbol_path)) : `line ${String(scope.line)}`;
}
