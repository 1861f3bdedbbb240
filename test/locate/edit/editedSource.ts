/** A source whose symbols and nodes are edited, and what the same edits give by hand. */

import type { Node } from "web-tree-sitter";
import { fitEdit } from "../../../src/locate/edit/fitEdit.js";
import type { OperationName, TargetKind } from "../../../src/locate/edit/linePlace.js";
import { kindsInTrial, trialEdit } from "../../../src/locate/edit/newTextKinds.js";
import { type OutlineSymbol, outlineOf } from "../../../src/syntax/outline/outline.js";
import { lineKindsIn } from "../../../src/syntax/trees/lineKinds.js";
import { freeText, type ParsedText, parseText } from "../../../src/syntax/trees/parsedText.js";
import { findSyntaxErrors } from "../../../src/syntax/trees/syntaxErrors.js";
import type { LineKind } from "../../../src/text/lineKind.js";
import { parse } from "../../syntax/parsedSources.js";

/** A symbol or node that has its lines for itself. Lines are 0-based. */
export interface EditTarget {
  readonly kind: TargetKind & ("symbol" | "node");
  readonly type: string;
  readonly from: number;
  readonly to: number;
  readonly first: number;
  readonly last: number;
  /** The kind of each of its lines. */
  readonly kinds: readonly LineKind[];
}

export interface EditedSource {
  readonly language: string;
  readonly parsed: ParsedText;
  readonly hasErrors: boolean;
  readonly targets: readonly EditTarget[];
}

/** Parses a text. It must be closed with `closeSource`. */
export async function openSource(language: string, text: string): Promise<EditedSource> {
  const parsed = await parse(language, text);
  return { language, parsed, hasErrors: findSyntaxErrors(parsed).length > 0, targets: targetsIn(parsed) };
}

export function closeSource({ parsed }: EditedSource): void {
  freeText(parsed);
}

/** Returns the symbols and the nodes that begin and end with their lines, without duplicates. */
function targetsIn(parsed: ParsedText): EditTarget[] {
  const { document, tree } = parsed;
  const found = new Map<string, EditTarget>();
  const add = (kind: EditTarget["kind"], type: string, from: number, end: number) => {
    const to = from + document.slice(from, end).trimEnd().length;
    const [first, last] = [document.lineAt(from), document.lineAt(to)];
    const isWhole =
      document.slice(document.lineFrom(first), from).trim() === "" && document.slice(to, document.lineTo(last)) === "";
    const key = `${from} ${to}`;
    if (!isWhole || from === to || found.has(key)) return;
    found.set(key, { kind, type, from, to, first, last, kinds: lineKindsIn(parsed, { from, to }) });
  };
  const addSymbols = (symbols: readonly OutlineSymbol[]): void => {
    for (const { kind, codeFrom, to, children } of symbols) {
      add("symbol", kind, codeFrom, to);
      addSymbols(children);
    }
  };
  addSymbols(outlineOf(parsed));
  const nodes: Node[] = [...tree.rootNode.namedChildren];
  for (let node = nodes.pop(); node !== undefined; node = nodes.pop()) {
    if (node.isError) continue;
    add("node", node.type, node.startIndex, node.endIndex);
    nodes.push(...node.namedChildren);
  }
  return [...found.values()].sort((a, b) => a.from - b.from || b.to - a.to);
}

export interface EditResult {
  readonly text: string;
  /** Whether a source without syntax errors has one now. */
  readonly isBroken: boolean;
}

/** Edits a source as `locate/edit` does. */
export async function editSource(
  { language, parsed, hasErrors }: EditedSource,
  operation: OperationName,
  target: { readonly kind: TargetKind; readonly from: number; readonly to: number },
  newText = "",
): Promise<EditResult> {
  const { document } = parsed;
  const request = { operation, newText, target, document, language };
  const trial = trialEdit(request);
  const kinds =
    trial &&
    (await parseAfter(parsed, trial, (after) =>
      lineKindsIn(after, { from: trial.from, to: trial.from + trial.insert.length }),
    ));
  const change = fitEdit(trial && kinds ? { ...request, kinds: kindsInTrial(trial, kinds) } : request);
  const isBroken = !hasErrors && (await parseAfter(parsed, change, (after) => findSyntaxErrors(after).length > 0));
  return { text: document.edit(change.from, change.to, change.insert).document.text, isBroken };
}

async function parseAfter<Result>(
  parsed: ParsedText,
  { from, to, insert }: { readonly from: number; readonly to: number; readonly insert: string },
  query: (after: ParsedText) => Result,
): Promise<Result> {
  const { document } = parsed.document.edit(from, to, insert);
  const before = { parsed, replaced: { from, to, length: insert.length } };
  const after = await parseText(document, parsed.grammar, async () => undefined, before);
  try {
    return query(after);
  } finally {
    freeText(after);
  }
}
