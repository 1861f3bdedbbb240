/**
 * `locate/nodes`: the syntax nodes at a place, from the smallest to the root, as they can be
 * written in `anchor_text` and `ancestor_node_type`; or the records of a file's syntax index.
 */

import { LocateError } from "../../error.js";
import { findTargets, stretchOfNode } from "../../locate/nodes/ancestors.js";
import { findAnchorOccurrences } from "../../locate/nodes/anchor.js";
import type { ComparedRecord, TreeNode } from "../../syntax/index/compareRecords.js";
import type { NodePosition } from "../../syntax/index/records/delta.js";
import type { Syntax, SyntaxText } from "../../syntax/syntax.js";
import type { SyntaxNode } from "../../syntax/trees/coveringNodes.js";
import type { Document } from "../../text/document.js";
import { isPosition } from "../../text/edits/contentChanges.js";
import { offsetsToRange, type Position, positionToOffset } from "../../text/position.js";
import { escapeName, inlineCode } from "../../text/printable.js";
import type { Stretch } from "../../text/stretch.js";
import type { RequestContext } from "../client/requestContext.js";
import type { RequestSnapshot } from "../client/requestSnapshot.js";
import { displayPath } from "../documents/filePaths.js";
import { toOneBased } from "../place/placeResult.js";
import { resolvePlace } from "../place/resolvePlace.js";
import { toSyntaxText } from "../place/syntaxView.js";
import { snapshotDocument } from "./describe.js";
import { locateOf, type RequestParams } from "./params.js";

/** A node for people and models; lines and characters are 1-based, the range ends exclusively. */
export interface NodeEntry {
  readonly type: string;
  /** Its role in the parent node: `body`, `name`. */
  readonly field?: string;
  readonly range: { readonly start: Position; readonly end: Position };
  /** The first line of its text. */
  readonly text: string;
  /**
   * Whether `text` as anchor_text, with this type as ancestor_node_type, selects just this node in
   * the file.
   */
  readonly unique: boolean;
}

/** A node of the syntax index or of the tree; lines and characters are 1-based, offsets 0-based. */
export interface RecordedNode {
  readonly type: string;
  readonly depth: number;
  readonly start: RecordedPosition;
  readonly end: RecordedPosition;
}

interface RecordedPosition extends Position {
  readonly offset: number;
}

/** A record of the syntax index, as it is stored, and the node that it describes. */
export interface NodeRecord extends RecordedNode {
  readonly record: number;
  /** From the end of the previous sibling, or the start of the parent. */
  readonly delta: { readonly lines: number; readonly columns: number; readonly offset: number };
  readonly content_length: number;
  readonly syntactic_length: number;
  readonly span: { readonly lines: number; readonly columns: number };
  readonly descendants: number;
  /** The node of the tree at the same place in the order; null after the last one. */
  readonly tree_sitter: RecordedNode | null;
}

/** The records of a file's syntax index; `difference` is the first that parts from the tree. */
export interface NodeRecords {
  readonly records: readonly NodeRecord[];
  readonly count: number;
  readonly difference: { readonly record: NodeRecord | null; readonly tree_sitter: RecordedNode | null } | null;
}

const DEFAULT_RECORDS = 200;
/** More are requested page by page. */
export const MAX_RECORDS = 5_000;

/** An anchor with more occurrences selects nothing by itself. */
const MAX_PLACES = 1_000;
/** The maximum number of nodes listed: the innermost ones and the root. */
const MAX_NODES = 60;
const MAX_TEXT_LENGTH = 200;

/**
 * Params: a `locate`, or `textDocument` and `position` as in LSP. With `records`, `{ from?, limit?
 * }`, the `locate` names a file, and the result is a page of its syntax index.
 */
export async function nodes(params: RequestParams, context: RequestContext): Promise<unknown> {
  if (params["records"] !== undefined && params["records"] !== null) return readRecords(params, context);
  const { document, textSnapshot, at, release } = await readTarget(params, context);
  try {
    const syntax = await context.syntax();
    const { uri, languageId } = document;
    const source = toSyntaxText({ uri, languageId, text: textSnapshot.text }, syntax, context.servers);
    const [chain = []] = await syntax.coveringNodes(source, [at], { withFields: true });
    const named = chain.filter((node) => node.named);
    const shown = named.length <= MAX_NODES ? named : [...named.slice(0, MAX_NODES - 1), ...named.slice(-1)];
    const listed = await listNodes(shown, textSnapshot.text, source, syntax);
    const file_path = displayPath(document.uri, context.client.roots);
    return { nodes: listed, markdown: markdownOf(file_path, listed) };
  } finally {
    release();
  }
}

async function readRecords(params: RequestParams, context: RequestContext): Promise<unknown> {
  const { from, limit } = readPage(params["records"]);
  const place = await resolvePlace(locateOf(params), { as: "document", purpose: "read" }, context);
  const document = place.document();
  const textSnapshot = document.takeSnapshot();
  place.release();
  try {
    const syntax = await context.syntax();
    const { uri, languageId } = document;
    const source = toSyntaxText({ uri, languageId, text: textSnapshot.text }, syntax, context.servers);
    const { size, records, difference } = await syntax.records(source, from, limit);
    const page: NodeRecords = {
      records: records.map(entryOfRecord),
      count: size,
      difference: difference && {
        record: difference.record && entryOfRecord(difference.record),
        tree_sitter: difference.node && recordedNodeOf(difference.node),
      },
    };
    return { ...page, markdown: markdownOfRecords(displayPath(uri, context.client.roots), page) };
  } finally {
    textSnapshot.release();
  }
}

function readPage(value: unknown): { readonly from: number; readonly limit: number } {
  const page = value === true ? {} : value;
  const { from = 0, limit = DEFAULT_RECORDS } = page as { from?: unknown; limit?: unknown };
  const isNumber = (number: unknown, least: number) => Number.isInteger(number) && (number as number) >= least;
  if (typeof page === "object" && isNumber(from, 0) && isNumber(limit, 1) && (limit as number) <= MAX_RECORDS)
    return { from: from as number, limit: limit as number };
  const expected = `true, or { "from": 0, "limit": 200 } with a limit of at most ${MAX_RECORDS}`;
  throw new LocateError("invalid_locate", `records must be ${expected}.`, { field: "records", expected });
}

function recordedNodeOf({ kind, depth, start, end }: TreeNode): RecordedNode {
  return { type: kind, depth, start: recordedPositionOf(start), end: recordedPositionOf(end) };
}

function recordedPositionOf({ offset, line, column }: NodePosition): RecordedPosition {
  return { line: line + 1, character: column + 1, offset };
}

function entryOfRecord(compared: ComparedRecord): NodeRecord {
  return {
    record: compared.record,
    ...recordedNodeOf(compared),
    delta: { lines: compared.deltaLines, columns: compared.deltaColumns, offset: compared.deltaOffset },
    content_length: compared.contentLength,
    syntactic_length: compared.syntacticLength,
    span: { lines: compared.spanLines, columns: compared.spanColumns },
    descendants: compared.descendantCount,
    tree_sitter: compared.node && recordedNodeOf(compared.node),
  };
}

function markdownOfRecords(file_path: string, { records, count, difference }: NodeRecords): string {
  const file = inlineCode(escapeName(file_path));
  const lines = records.map(({ record, type, start, end }) => `- ${record} ${type} ${formatRange({ start, end })}`);
  const heading = `${count} records in the syntax index of ${file}. ${describeDifference(difference)}`;
  return [heading, ...lines].join("\n");
}

/** Says where the index and the tree part, as a sentence. */
export function describeDifference(difference: NodeRecords["difference"]): string {
  if (difference === null) return "All are where tree-sitter has them.";
  const { record, tree_sitter: node } = difference;
  const actual = node === null ? "tree-sitter has no more nodes" : `tree-sitter has ${describeNode(node)}`;
  if (record === null) return `The index ends too early: ${actual}.`;
  return `They part at record ${record.record}: the index has ${describeNode(record)}, ${actual}.`;
}

function describeNode(node: RecordedNode): string {
  return `${node.type} ${formatRange(node)} (offsets ${node.start.offset}-${node.end.offset}, depth ${node.depth})`;
}

function formatRange({ start, end }: { readonly start: Position; readonly end: Position }): string {
  return `${start.line}:${start.character}-${end.line}:${end.character}`;
}

interface NodesTarget extends RequestSnapshot {
  readonly at: Stretch;
  release(): void;
}

async function readTarget(params: RequestParams, context: RequestContext): Promise<NodesTarget> {
  const { position } = params;
  if (params["textDocument"] && isPosition(position)) {
    const snapshot = await snapshotDocument(params, context);
    const offset = positionToOffset(snapshot.textSnapshot.text, position, context.client.encoding);
    return { ...snapshot, at: { from: offset, to: offset } };
  }
  const place = await resolvePlace(locateOf(params), { as: "point", purpose: "read" }, context);
  try {
    const document = place.document();
    const textSnapshot = document.takeSnapshot();
    return { document, textSnapshot, at: place.now(), release: () => textSnapshot.release() };
  } finally {
    place.release();
  }
}

async function listNodes(
  chain: readonly SyntaxNode[],
  document: Document,
  source: SyntaxText,
  syntax: Syntax,
): Promise<NodeEntry[]> {
  const whole = { from: 0, to: document.length };
  const anchors = chain.map((node) => firstLineOf(node, document));
  const placesOf = new Map<string, readonly Stretch[]>();
  for (const anchor of anchors)
    if (!placesOf.has(anchor)) placesOf.set(anchor, findAnchorOccurrences(document, whole, anchor));
  const rare = [...placesOf].filter(([, places]) => places.length <= MAX_PLACES);
  const chains = await syntax.coveringNodes(
    source,
    rare.flatMap(([, places]) => places),
    {},
  );
  const chainsOf = new Map<string, readonly SyntaxNode[][]>();
  let next = 0;
  for (const [anchor, places] of rare) chainsOf.set(anchor, chains.slice(next, (next += places.length)));
  return chain.map((node, index) => {
    const anchor = anchors[index] as string;
    const targets = findTargets(chainsOf.get(anchor) ?? [], node.type);
    const { start, end } = offsetsToRange(document, stretchOfNode(node, document, "range"), "utf-16");
    return {
      type: node.type,
      ...(node.field === undefined ? {} : { field: node.field }),
      range: { start: toOneBased(start), end: toOneBased(end) },
      text: anchor,
      unique: targets.length === 1 && targets[0]?.from === node.from && targets[0]?.to === node.to,
    };
  });
}

/**
 * Returns the first line of a node, as far as it belongs to it; of a very long one the beginning.
 */
function firstLineOf({ from, to }: Stretch, document: Document): string {
  const lineEnd = document.lineTo(document.lineAt(from));
  return document.slice(from, Math.min(to, Math.max(lineEnd, from), from + MAX_TEXT_LENGTH)).trimEnd();
}

function markdownOf(file_path: string, listed: readonly NodeEntry[]): string {
  const file = inlineCode(escapeName(file_path));
  if (listed.length === 0) return `No syntax nodes there in ${file}.`;
  const lines = listed.map(({ type, field, range, text, unique }) => {
    return `- ${type}${field ? ` (${field})` : ""} ${formatRange(range)} ${inlineCode(escapeName(text))}${unique ? "" : " (not unique)"}`;
  });
  const heading = `Syntax nodes in ${file}, from the smallest; each with its first line, to be written as anchor_text with the type as ancestor_node_type:`;
  return [heading, ...lines].join("\n");
}
