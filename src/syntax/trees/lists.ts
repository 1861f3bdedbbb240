/**
 * Lists in a syntax tree: parameters, members, imported names, members of a union. The query
 * `lists` of a grammar says which nodes are lists. See queries/README.md for its captures.
 */

import type { Node, QueryMatch } from "web-tree-sitter";
import type { Stretch } from "../../text/stretch.js";
import type { CallList, ElementList, ListOwner } from "../../text/treeFacts.js";
import { isCommentType } from "../grammars/commentTypes.js";
import { chainOf, type GrammarNode } from "./coveringNodes.js";
import { nodeStretch } from "./nodeText.js";
import type { ParsedText } from "./parsedText.js";

/** How many nodes around a stretch may be lists. */
const MAX_LEVELS = 200;
const MAX_SEPARATOR_LENGTH = 3;
/** How many levels deeper than its list an `@rest` may be. */
const MAX_NESTING = 3;

/**
 * Returns the innermost list of which a stretch is one or more whole elements, with or without a
 * separator before or after them; for a point, the innermost list with an element around it.
 * Returns undefined where there is none.
 */
export function findList(parsed: ParsedText, stretch: Stretch): ElementList | undefined {
  const { from, to } = stretch;
  const chain = chainOf(parsed, from === to ? { from, to: to + 1 } : stretch);
  return findInChain(chain.slice(0, MAX_LEVELS), stretch, parsed.document.text);
}

function findInChain(chain: readonly GrammarNode[], stretch: Stretch, text: string): ElementList | undefined {
  for (let level = 0; level < chain.length; level++) {
    let list = readList(chain[level] as GrammarNode);
    // The list of the earlier elements is a part of the list of all.
    for (let outer = level + 1; list !== undefined && outer <= level + MAX_NESTING; outer++) {
      const larger: ListNode | undefined = chain[outer] && readList(chain[outer] as GrammarNode);
      if (larger?.rest?.id !== list.node.id || larger.pattern !== list.pattern) continue;
      list = larger;
      level = outer;
    }
    const found = list && elementsAt(list, stretch, text);
    if (list === undefined || found === undefined) continue;
    const owner = list.empty === undefined ? undefined : ownerOf(list, list.empty, found, chain.slice(level), text);
    return { ...found, ...(owner && { owner }) };
  }
  return undefined;
}

/** How many nodes around a name, and inside of what follows it, a list after it is looked for. */
const MAX_CALL_LEVELS = 8;
/** What stands between a name and its list. */
const BETWEEN =
  /^(?:type_(?:arguments|parameters?|argument_list|parameter_list|annotation)|template_.*_list|\??\.|\?|::|!|=|:)$/;
/** The value of a name that is a function. */
const FUNCTION =
  /^(?:arrow_function|func_literal|lambda(?:_expression)?|function(?:_expression)?|generator_function|closure_expression)$/;

/**
 * Returns the list that follows a name: the parameters of what it declares, or the arguments of the
 * call. Undefined where none follows.
 */
export function findListAfter(parsed: ParsedText, name: Stretch): CallList | undefined {
  const chain = chainOf(parsed, name).slice(0, MAX_CALL_LEVELS);
  for (const { node, grammar } of chain) {
    let isBeforeList = true;
    for (let next = node.nextSibling; next !== null && isBeforeList; next = next.nextSibling) {
      const list = listAtStart({ node: next, grammar }, parsed.document.text);
      if (list) return list;
      isBeforeList = BETWEEN.test(next.type);
    }
    // What a name is the last part of may be called: `a.b` of `a.b(1)`.
    if (!isBeforeList) return undefined;
  }
  return undefined;
}

/** Returns the list that a node is or begins with, or that of a function without a name. */
function listAtStart({ node, grammar }: GrammarNode, text: string): CallList | undefined {
  let first: Node | null = node;
  for (let level = 0; first !== null && level < MAX_CALL_LEVELS; level++) {
    const list = readList({ node: first, grammar });
    const isCall = list?.open ? list.open.type === "(" : /argument|parameter/.test(first.type);
    if (list !== undefined && isCall) return callListOf(list, text);
    if (FUNCTION.test(first.type)) return listInFunction({ node: first, grammar }, text);
    first = first.firstNamedChild?.startIndex === first.startIndex ? first.firstNamedChild : null;
  }
  return undefined;
}

function listInFunction({ node, grammar }: GrammarNode, text: string): CallList | undefined {
  const parameters = node.childForFieldName("parameters");
  const list = parameters === null ? undefined : readList({ node: parameters, grammar });
  return list && callListOf(list, text);
}

function callListOf(list: ListNode, text: string): CallList {
  const { node, open, close, separators } = list;
  return {
    inside: { from: open?.endIndex ?? node.startIndex, to: close?.startIndex ?? node.endIndex },
    elements: elementsOf(list, text),
    separator: separators[0] ?? ",",
    hasClosure: hasClosureAfter(node),
  };
}

/** Whether a function without a name follows a list, or the call that ends with it: `f(1) { }`. */
function hasClosureAfter(list: Node): boolean {
  let node: Node | null = list;
  for (let level = 0; node !== null && node.nextSibling === null && level < MAX_CALL_LEVELS; level++)
    node = node.parent?.endIndex === list.endIndex ? node.parent : null;
  for (let next = node?.nextSibling ?? null; next !== null; next = next.firstNamedChild)
    if (/lambda|closure/.test(next.type)) return true;
  return false;
}

/** Returns a list, or the outermost of the nodes of some types directly around it. */
function ownerOf(
  { open }: ListNode,
  types: ReadonlySet<string>,
  { elements }: ElementList,
  chain: readonly GrammarNode[],
  text: string,
): ListOwner {
  if (open !== undefined && types.has("@open")) return { from: open.startIndex, to: elements.to };
  let level = 0;
  while (types.has(chain[level + 1]?.node.type ?? "")) level++;
  const { node } = chain[level] as GrammarNode;
  const { previousSibling } = node;
  const hasKeyword = previousSibling !== null && !previousSibling.isNamed && types.has(previousSibling.type);
  const stretch = { ...nodeStretch(node), ...(hasKeyword && { from: previousSibling.startIndex }) };
  const list = findInChain(chain.slice(level + 1), stretch, text);
  return { ...stretch, ...(list && { list }) };
}

/** A node that is a list, with what the query says about it. */
interface ListNode extends GrammarNode {
  /** The index of the pattern that it matches. */
  readonly pattern: number;
  readonly separators: readonly string[];
  readonly isOptional: boolean;
  /** Whether the nodes of elements contain the separators after them. */
  readonly isWithin: boolean;
  /** The types of nodes that go along with the only element; undefined if the list may be empty. */
  readonly empty: ReadonlySet<string> | undefined;
  readonly attached: ReadonlySet<string>;
  readonly open: Node | undefined;
  readonly close: Node | undefined;
  readonly rest: Node | undefined;
}

/** Returns a node as a list, as the first pattern says that matches; undefined for any other. */
function readList({ node, grammar }: GrammarNode): ListNode | undefined {
  const query = grammar.query("lists");
  if (query === undefined || !node.isNamed) return undefined;
  let first: QueryMatch | undefined;
  for (const match of query.matches(node, { maxStartDepth: 0 }))
    if (first === undefined || isBetter(match, first)) first = match;
  if (first === undefined) return undefined;
  const { captures, setProperties } = first;
  const nodeOf = (capture: string) => captures.find(({ name }) => name === capture)?.node;
  const words = (property: string) => setProperties?.[property]?.split(" ").filter((each) => each !== "") ?? [];
  const has = (property: string) => setProperties !== undefined && property in setProperties;
  return {
    node,
    grammar,
    pattern: first.patternIndex,
    separators: has("separator") ? words("separator") : [","],
    isOptional: has("optional"),
    isWithin: has("within"),
    empty: has("empty") ? new Set(words("empty")) : undefined,
    attached: new Set(words("attached")),
    open: nodeOf("open"),
    close: nodeOf("close"),
    rest: nodeOf("rest"),
  };
}

/** Whether a match is of an earlier pattern, or of the same and with more optional nodes. */
function isBetter(match: QueryMatch, other: QueryMatch): boolean {
  const order = match.patternIndex - other.patternIndex;
  return order < 0 || (order === 0 && match.captures.length > other.captures.length);
}

/** Returns the elements of a list that a stretch consists of; undefined if it does not. */
function elementsAt(list: ListNode, stretch: Stretch, text: string): ElementList | undefined {
  const { node, separators, isOptional } = list;
  const elements = elementsOf(list, text);
  const [first, last] =
    stretch.from === stretch.to ? elementAround(elements, stretch.from) : elementsFrom(elements, list, stretch, text);
  if (first < 0 || last < first) return undefined;
  const [start, end] = [elements[first], elements[last]] as [Stretch, Stretch];
  const [previous, next] = [elements[first - 1], elements[last + 1]];
  return {
    ...nodeStretch(node),
    type: node.type,
    separators,
    isOptional,
    inside: { from: list.open?.endIndex ?? node.startIndex, to: list.close?.startIndex ?? node.endIndex },
    count: elements.length,
    first,
    last,
    elements: { from: start.from, to: end.to },
    ...(previous && { previous }),
    ...(next && { next }),
  };
}

/** The indexes of a first and a last element; -1 for none. */
type ElementIndexes = readonly [first: number, last: number];

function elementAround(elements: readonly Stretch[], point: number): ElementIndexes {
  const index = elements.findIndex(({ from, to }) => from <= point && point < to);
  return [index, index];
}

function elementsFrom(elements: readonly Stretch[], list: ListNode, stretch: Stretch, text: string): ElementIndexes {
  const from = elements.some((each) => each.from === stretch.from)
    ? stretch.from
    : skipSeparator(text, stretch, list.separators);
  const to = elements.some((each) => each.to === stretch.to) ? stretch.to : withoutSeparator(list, stretch, text);
  return [elements.findIndex((each) => each.from === from), elements.findIndex((each) => each.to === to)];
}

/** Returns the end of a stretch without a separator at its end. */
function withoutSeparator({ separators }: ListNode, { from, to }: Stretch, text: string): number {
  const written = text.slice(from, to);
  const separator = separators.find((each) => written.endsWith(each));
  return separator === undefined ? to : from + written.slice(0, -separator.length).trimEnd().length;
}

/** Returns the elements in source order. */
function elementsOf(list: ListNode, text: string): Stretch[] {
  if (list.rest !== undefined) return nestedElementsOf(list, text);
  const { node, separators, isOptional, isWithin, attached, open, close } = list;
  const from = open?.endIndex ?? node.startIndex;
  const to = close?.startIndex ?? node.endIndex;
  const isSplit = separators.length > 0 && !isOptional && !isWithin;
  const elements: Stretch[] = [];
  let run: Stretch | undefined;
  const endRun = () => {
    if (run !== undefined) elements.push(isWithin ? { ...run, to: withoutSeparator(list, run, text) } : run);
    run = undefined;
  };
  const cursor = node.walk();
  try {
    for (let goes = cursor.gotoFirstChild(); goes; goes = cursor.gotoNextSibling()) {
      const { nodeType: type, startIndex, endIndex } = cursor;
      if (startIndex < from || startIndex === endIndex || isCommentType(type)) continue;
      if (startIndex >= to) break;
      // Some grammars have named nodes for separators.
      if (endIndex - startIndex <= MAX_SEPARATOR_LENGTH && separators.includes(text.slice(startIndex, endIndex)))
        endRun();
      else if (isSplit || cursor.nodeIsNamed) {
        // Some nodes end with white space.
        const to = startIndex + text.slice(startIndex, endIndex).trimEnd().length;
        run = { from: run?.from ?? startIndex, to };
        if (!isSplit && !attached.has(type)) endRun();
      }
    }
    endRun();
    return elements;
  } finally {
    // The garbage collector does not free cursors.
    cursor.delete();
  }
}

/** Returns the elements of a list whose earlier elements are a list of their own: `a | b | c`. */
function nestedElementsOf(list: ListNode, text: string): Stretch[] {
  const { separators, pattern, grammar } = list;
  const elements: Stretch[] = [];
  let { node, rest } = list;
  while (rest !== undefined) {
    elements.push({
      from: skipSeparator(text, { from: rest.endIndex, to: node.endIndex }, separators),
      to: node.endIndex,
    });
    node = rest;
    const inner = readList({ node, grammar });
    rest = inner?.pattern === pattern ? inner.rest : undefined;
  }
  elements.push({ from: skipSeparator(text, nodeStretch(node), separators), to: node.endIndex });
  return elements.reverse();
}

/** Returns the start of what follows white space and a separator at the start of a stretch. */
function skipSeparator(text: string, { from, to }: Stretch, separators: readonly string[]): number {
  const skipSpace = (at: number) => to - text.slice(at, to).trimStart().length;
  const start = skipSpace(from);
  const separator = separators.find((each) => text.startsWith(each, start));
  return separator === undefined ? start : skipSpace(start + separator.length);
}
