/**
 * `locate/nodes`: the syntax nodes at a place, from the smallest to the root, as they can be
 * written in `anchor_text` and `ancestor_node_type`.
 */

import { distinctTargets, findAncestor, stretchOfNode } from "../../locate/nodes/ancestors.js";
import { findAnchorOccurrences } from "../../locate/nodes/anchor.js";
import type { Syntax, SyntaxText } from "../../syntax/syntax.js";
import type { SyntaxNode } from "../../syntax/trees/coveringNodes.js";
import type { Document } from "../../text/document.js";
import { offsetsToRange, type Position, positionToOffset } from "../../text/position.js";
import type { Stretch } from "../../text/stretch.js";
import type { RequestContext } from "../client/requestContext.js";
import type { RequestSnapshot } from "../client/requestSnapshot.js";
import { displayPath } from "../documents/filePaths.js";
import { toOneBased } from "../place/placeResult.js";
import { resolvePlace } from "../place/resolvePlace.js";
import { toSyntaxText } from "../place/syntaxView.js";
import { isPosition, snapshotDocument } from "./describe.js";
import { inlineCode } from "./markdown.js";
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

/** An anchor with more occurrences selects nothing by itself. */
const MAX_PLACES = 1_000;
/** The maximum number of nodes listed: the innermost ones and the root. */
const MAX_NODES = 60;
const MAX_TEXT_LENGTH = 200;

/** Params: a `locate`, or `textDocument` and `position` as in LSP. */
export async function nodes(params: RequestParams, context: RequestContext): Promise<unknown> {
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
    const ancestors = (chainsOf.get(anchor) ?? []).map((chain) => ({ target: findAncestor(chain, node.type) }));
    const targets = distinctTargets(ancestors);
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
  if (listed.length === 0) return `No syntax nodes there in \`${file_path}\`.`;
  const lines = listed.map(({ type, field, range, text, unique }) => {
    const from = `${range.start.line}:${range.start.character}`;
    const to = `${range.end.line}:${range.end.character}`;
    return `- ${type}${field ? ` (${field})` : ""} ${from}-${to} ${inlineCode(text)}${unique ? "" : " (not unique)"}`;
  });
  const heading = `Syntax nodes in \`${file_path}\`, from the smallest; each with its first line, to be written as anchor_text with the type as ancestor_node_type:`;
  return [heading, ...lines].join("\n");
}
