/**
 * Selection of a syntax node: from each occurrence of an anchor up to a type, then to one of the
 * nodes reached, then to a sibling. Its errors list the occurrences with the nodes around them.
 */

import { LocateError } from "../../error.js";
import type { Document } from "../../text/document.js";
import type { Stretch } from "../../text/stretch.js";
import { clip, quoteCode, quoteText } from "../errorText.js";
import { excerptAt, excerptLine } from "../hints/quotedLine.js";
import { looseSimilarity } from "../similarity.js";
import {
  type AncestorMatch,
  findAncestor,
  findTargets,
  type NodeSelectionContext,
  type SelectedNode,
  stretchOfNode,
  wantedTypesOf,
} from "./ancestors.js";
import { describeNode } from "./describeNode.js";
import type { NodeChain, NodeValue, SiblingSearch } from "./nodeValue.js";

/**
 * Returns the node of the Locate's type that the occurrences of its anchor reach, before any step
 * to a sibling. Of several types, the first that is reached decides; of several nodes,
 * `find_index`. `chains` has the nodes that cover each occurrence. Throws `ancestor_required`
 * without a type, `ancestor_not_found`, `index_out_of_range`, or `anchor_ambiguous`.
 */
export function selectNode(
  occurrences: readonly Stretch[],
  chains: readonly NodeChain[],
  context: NodeSelectionContext,
): SelectedNode {
  const { find_index: index } = context.locate;
  const types = wantedTypesOf(context.locate);
  const matchesOf = (type: string | undefined) =>
    occurrences.map((occurrence, at): AncestorMatch => {
      const chain = chains[at] ?? [];
      return { occurrence, chain, target: type === undefined ? undefined : findAncestor(chain, type) };
    });
  if (types.length === 0) throw ancestorRequired(matchesOf(undefined), context);
  const type = types.find((each) => chains.some((chain) => findAncestor(chain, each) !== undefined));
  if (type === undefined) throw ancestorNotFound(matchesOf(undefined), context);
  const targets = findTargets(chains, type);
  const isIndexed = typeof index === "number";
  if (!isIndexed && targets.length > 1) throw anchorAmbiguous(matchesOf(type), targets, type, context);
  const node = targets[isIndexed ? index : 0];
  if (node === undefined) throw targetIndexOutOfRange(targets, type, context);
  return { node, type };
}

/** Returns the sibling that was searched for from a selected node. Throws `sibling_not_found`. */
export function selectSibling(
  selected: SelectedNode,
  search: SiblingSearch,
  context: Pick<NodeSelectionContext, "locate" | "source">,
): NodeValue {
  if (search.node === undefined) throw siblingNotFound(selected, search, context);
  return search.node;
}

const MAX_LISTED = 10;
/** The maximum of ancestors of one occurrence in a message, and in its data. */
const MAX_TYPES_IN_MESSAGE = 16;
const MAX_ANCESTORS = 100;
/** The least similarity of a type that counts as a misspelling. */
const MIN_SIMILARITY = 0.6;

/**
 * Makes the error for a missing type, which lists the types to choose from. They list the
 * occurrences of the anchor with the nodes around them.
 */
function ancestorRequired(
  matches: readonly AncestorMatch[],
  { locate, source, scopeName }: NodeSelectionContext,
): LocateError {
  const anchor = locate.anchor_text ?? "";
  const suggestion = suggestType(matches, []);
  const message = `anchor_text ${quoteText(anchor)} occurs ${formatTimes(matches)} in ${scopeName}, and no ancestor_node_type says which node around it is meant: ${ancestorList(matches, source.document)}. Write one of these as ancestor_node_type${suggestion === undefined ? "" : `, such as ${JSON.stringify(suggestion)}`}.`;
  return new LocateError("ancestor_required", message, {
    anchor_text: anchor,
    anchor_occurrences: matches.length,
    occurrences: occurrenceFacts(matches, [], source.document),
    suggestion,
    ...locateWith(suggestion, matches, locate),
  });
}

/** Makes the error for an anchor that is in no node of any of the types. */
function ancestorNotFound(
  matches: readonly AncestorMatch[],
  { locate, source, scopeName }: NodeSelectionContext,
): LocateError {
  const anchor = locate.anchor_text ?? "";
  const wanted = wantedTypesOf(locate);
  const suggestion = suggestType(matches, wanted);
  const where = matches.length === 1 ? "" : `, which occurs ${formatTimes(matches)} there`;
  const advice =
    suggestion === undefined
      ? "Write another anchor_text"
      : `Write ancestor_node_type ${JSON.stringify(suggestion)} instead`;
  const message = `No node of type ${wanted.map((type) => JSON.stringify(clip(type))).join(" or ")} in ${scopeName} is around anchor_text ${quoteText(anchor)}${where}: ${ancestorList(matches, source.document)}. ${advice}.`;
  return new LocateError("ancestor_not_found", message, {
    anchor_text: anchor,
    ancestor_node_type: locate.ancestor_node_type,
    anchor_occurrences: matches.length,
    occurrences: occurrenceFacts(matches, wanted, source.document),
    suggestion,
    ...locateWith(suggestion, matches, locate),
  });
}

/** Makes the error for several nodes of that type, each with a Locate that selects only it. */
function anchorAmbiguous(
  matches: readonly AncestorMatch[],
  targets: readonly NodeValue[],
  type: string,
  context: NodeSelectionContext,
): LocateError {
  const { locate, source, scopeName } = context;
  const { document } = source;
  const anchor = locate.anchor_text ?? "";
  const listed = targets.slice(0, MAX_LISTED).map((target, index) => {
    const { from, to } = stretchOfNode(target, document, "range");
    return {
      type: target.type,
      line: document.lineAt(from) + 1,
      range: { start: lineAndCharacter(document, from), end: lineAndCharacter(document, to) },
      text: clip(document.slice(from, Math.min(to, from + MAX_EXCERPT_LENGTH)), MAX_EXCERPT_LENGTH - 1),
      locate: describeNode(target, index, matches, context),
    };
  });
  const list = listed.map(({ line, text }) => `line ${line}: ${quoteCode(text.split(/\r\n|\r|\n/, 1)[0] ?? "")}`);
  const more = targets.length > listed.length ? ` and ${targets.length - listed.length} more` : "";
  const [example] = listed;
  const such =
    example === undefined ? "" : `, such as ${JSON.stringify(example.locate)} for the one in line ${example.line}`;
  const message = `anchor_text ${quoteText(anchor)} with ancestor_node_type ${JSON.stringify(clip(type))} selects ${targets.length} nodes in ${scopeName}: ${list.join("; ")}${more}. Write more of the text around the one that is meant, a scope, or a find_index from 0 to ${targets.length - 1}${such}.`;
  return new LocateError("anchor_ambiguous", message, {
    anchor_text: anchor,
    ancestor_node_type: type,
    anchor_occurrences: matches.length,
    target_count: targets.length,
    targets: listed,
    occurrences: occurrenceFacts(matches, [type], document),
  });
}

/** Makes the error for a `find_index` that is larger than the number of nodes reached. */
function targetIndexOutOfRange(
  targets: readonly NodeValue[],
  type: string,
  { locate, source, scopeName }: NodeSelectionContext,
): LocateError {
  const count = targets.length;
  const lines = targets.slice(0, MAX_LISTED).map(({ from }) => source.document.lineAt(from) + 1);
  const where = count === 1 ? `line ${lines[0]}` : `lines ${lines.join(", ")}${count > lines.length ? ", …" : ""}`;
  const advice = count === 1 ? "Write find_index 0, or leave it out" : `Write a find_index from 0 to ${count - 1}`;
  const message = `find_index is ${locate.find_index}, but anchor_text ${quoteText(locate.anchor_text ?? "")} with ancestor_node_type ${JSON.stringify(clip(type))} selects ${count === 1 ? "1 node" : `${count} nodes`} in ${scopeName}: ${where}. ${advice}.`;
  return new LocateError("index_out_of_range", message, { count });
}

/** Makes the error for a node that has fewer siblings of its type on that side. */
function siblingNotFound(
  { node, type }: SelectedNode,
  { before, after }: SiblingSearch,
  { locate, source }: Pick<NodeSelectionContext, "locate" | "source">,
): LocateError {
  const { sibling = 0 } = locate;
  const { line, text } = excerptLine(source.document, node.from);
  const possible = [formatSiblings(-before, -1), formatSiblings(1, after)].filter((each) => each !== "").join(" or ");
  const advice =
    possible === ""
      ? "Leave sibling out, or write another ancestor_node_type"
      : `Write sibling ${possible}, or another ancestor_node_type`;
  const message = `sibling is ${sibling}, but the ${quoteCode(type)} in line ${line}, ${quoteCode(text)}, has ${formatCount(before)} of that type before it and ${formatCount(after)} after it. ${advice}.`;
  return new LocateError("sibling_not_found", message, { sibling, type, line, before, after });
}

/** Formats the siblings that there are on one side: "1 to 3". */
function formatSiblings(first: number, last: number): string {
  if (first > last) return "";
  return first === last ? `${first}` : `${first} to ${last}`;
}

function formatCount(siblings: number): string {
  if (siblings === 0) return "no sibling";
  return siblings === 1 ? "1 sibling" : `${siblings} siblings`;
}

const MAX_EXCERPT_LENGTH = 2_000;

function formatTimes(matches: readonly AncestorMatch[]): string {
  return matches.length === 1 ? "once" : `${matches.length} times`;
}

/** Lists the occurrences for a message: the line of each, and the types of the nodes around it. */
function ancestorList(matches: readonly AncestorMatch[], document: Document): string {
  const listed = matches.slice(0, MAX_LISTED).map(({ occurrence, chain }) => {
    const { line, text } = excerptLine(document, occurrence.from);
    return `line ${line} ${quoteCode(text)} is in ${formatTypes(ancestorTypesOf(chain))}`;
  });
  const more = matches.length > listed.length ? `; and ${matches.length - listed.length} more` : "";
  return `${listed.join("; ")}${more}`;
}

function formatTypes(types: readonly string[]): string {
  if (types.length === 0) return "no node";
  return types.length <= MAX_TYPES_IN_MESSAGE
    ? types.join(", ")
    : `${types.slice(0, MAX_TYPES_IN_MESSAGE).join(", ")}, …`;
}

/** Returns the types of the named nodes around an occurrence, from the inside out. */
function ancestorTypesOf(chain: NodeChain): string[] {
  return chain.filter(({ named }) => named).map(({ type }) => type);
}

function occurrenceFacts(matches: readonly AncestorMatch[], wanted: readonly string[], document: Document): object[] {
  return matches.slice(0, MAX_LISTED).map((match) => {
    const { occurrence, chain, target } = match;
    return {
      position: lineAndCharacter(document, occurrence.from),
      line: document.lineAt(occurrence.from) + 1,
      excerpt: excerptAt(document, occurrence.from),
      ancestors: ancestorTypesOf(chain).slice(0, MAX_ANCESTORS),
      has_ancestor: target !== undefined,
      ...(target === undefined ? { suggestion: suggestType([match], wanted) } : {}),
    };
  });
}

/**
 * Returns the type to write instead: one with a name similar to one of `wanted`, or else the
 * smallest larger than the anchor with which it selects one node.
 */
function suggestType(matches: readonly AncestorMatch[], wanted: readonly string[]): string | undefined {
  const types = new Set(matches.flatMap(({ chain }) => ancestorTypesOf(chain)));
  const selectsOneNode = (type: string) => findTargets(chainsOf(matches), type).length === 1;
  const alike = wanted.flatMap((name) => [...types].map((type) => ({ type, score: looseSimilarity(name, type) })));
  const nearest = alike
    .filter(({ score }) => score >= MIN_SIMILARITY)
    .sort((a, b) => b.score - a.score || Number(selectsOneNode(b.type)) - Number(selectsOneNode(a.type)))[0];
  if (nearest !== undefined) return nearest.type;
  const [first] = matches;
  const root = first?.chain.at(-1)?.type;
  const larger = (first?.chain ?? []).filter(
    ({ named, from, to, type }) =>
      named && type !== root && to - from > (first?.occurrence.to ?? 0) - (first?.occurrence.from ?? 0),
  );
  return (larger.find(({ type }) => selectsOneNode(type)) ?? larger[0])?.type ?? [...types][0];
}

/** Returns the Locate with the suggested type, where it selects one node. */
function locateWith(
  type: string | undefined,
  matches: readonly AncestorMatch[],
  locate: NodeSelectionContext["locate"],
): object {
  if (type === undefined) return {};
  const targets = findTargets(chainsOf(matches), type);
  return targets.length === 1 ? { locate: { ...locate, ancestor_node_type: type } } : {};
}

function chainsOf(matches: readonly AncestorMatch[]): NodeChain[] {
  return matches.map(({ chain }) => chain);
}

/** A position for people. Both are 1-based, and characters are UTF-16 code units. */
interface LineAndCharacter {
  readonly line: number;
  readonly character: number;
}

function lineAndCharacter(document: Document, offset: number): LineAndCharacter {
  const line = document.lineAt(offset);
  return { line: line + 1, character: offset - document.lineFrom(line) + 1 };
}
