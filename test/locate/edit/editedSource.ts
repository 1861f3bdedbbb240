/** A source whose symbols and nodes are edited, and what the same edits give by hand. */

import type { Node } from "web-tree-sitter";
import type { EditRequest, OperationName, TargetKind } from "../../../src/locate/edit/editRequest.js";
import { type OutlineSymbol, outlineOf } from "../../../src/syntax/outline/outlineSymbols.js";
import { lineKindsIn } from "../../../src/syntax/trees/lineKinds.js";
import { freeText, type ParsedText } from "../../../src/syntax/trees/parsedText.js";
import type { LineKind } from "../../../src/text/treeFacts.js";
import { parse } from "../../syntax/parsedSources.js";
import { type EditedPlan, planInParsed } from "./planInText.js";

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
  readonly targets: readonly EditTarget[];
}

/** Parses a text. It must be closed with `closeSource`. */
export async function openSource(language: string, text: string): Promise<EditedSource> {
  const parsed = await parse(language, text);
  return { language, parsed, targets: targetsIn(parsed) };
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

/** Edits a source as `locate/edit` does. */
export async function editSource(
  { language, parsed }: EditedSource,
  operation: OperationName,
  target: EditRequest["target"],
  newText = "",
): Promise<EditedPlan> {
  return planInParsed(language, parsed, { operation, newText, target });
}
