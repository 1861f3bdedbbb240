/**
 * Runs the query `outline` of a grammar and returns its items, flat. See queries/README.md for the
 * captures. A name may be nested in declarators, as in C: its path adds what the nodes on it say.
 */

import type { Node, QueryMatch } from "web-tree-sitter";
import type { LanguageFacts } from "../../languages/facts.js";
import { factsOfGrammar } from "../../languages/languages.js";
import { getOrInsert } from "../../text/list.js";
import { groupDigits } from "../../text/printable.js";
import type { Stretch } from "../../text/stretch.js";
import { runQuery } from "../grammars/runQuery.js";
import { nodeStretch, nodeText, trimName } from "../trees/nodeText.js";
import { type ParsedText, ParseLimitError } from "../trees/parsedText.js";
import { type Arity, arityOf, signatureOf } from "./arity.js";
import { callableKinds } from "./callableKinds.js";
import type { LeadingNode } from "./leadingNodes.js";

/** A node that matters to the outline. */
export interface OutlineItem extends Stretch {
  readonly role: OutlineDefinition | "wrapper" | "callable";
  /** The level of a heading, which extends to the next heading of the same or a lower number. */
  readonly level?: number;
}

export interface OutlineDefinition {
  readonly kind: string;
  readonly name: string;
  readonly nameFrom: number;
  readonly nameTo: number;
  readonly detail: string | undefined;
  /** Of a callable, where that tells which types a type satisfies. */
  readonly signature: readonly string[] | undefined;
  /** Of a callable, where its parameters show it. */
  readonly arity: Arity | undefined;
  readonly labels: readonly string[] | undefined;
  /**
   * The kinds of owners it may belong to, however deep it is declared: a field assigned in a
   * method.
   */
  readonly hoist: readonly string[];
  /** Its kind if it is declared directly in a type. */
  readonly memberKind: string | undefined;
  /** Whether its name is its index among its siblings. */
  readonly isOrdinal: boolean;
  /** Whether only its first declaration among siblings counts. */
  readonly isFirstOnly: boolean;
}

export interface OutlineMatches {
  readonly items: readonly OutlineItem[];
  readonly leading: readonly LeadingNode[];
}

/** On text that is mostly errors a query takes the square of the time. */
const queryTimeoutMs = (length: number) => Math.min(30_000, 5_000 + length / 50);
/**
 * The most nodes that matter to an outline. The six megabytes of TypeScript's compiler have 77,000.
 */
const MAX_ITEMS = 100_000;
const MAX_NAME_LENGTH = 300;

/** Returns no items if the grammar has no such query. Throws `ParseLimitError`. */
export function runOutlineQuery({ grammar, tree, document }: ParsedText): OutlineMatches {
  const query = grammar.query("outline");
  if (query === undefined) return { items: [], leading: [] };
  const { matches, isTimedOut } = runQuery(query, tree.rootNode, queryTimeoutMs(document.length));
  const items: OutlineItem[] = [];
  const leading: LeadingNode[] = [];
  const trailing = new Map<number, number>();
  const ignored: Stretch[] = [];
  const definitions = new DefinitionSet();
  const facts = factsOfGrammar(grammar.grammar.name);
  for (const match of matches) {
    if (items.length + leading.length + definitions.size > MAX_ITEMS)
      throw new ParseLimitError(`it has more than ${groupDigits(MAX_ITEMS)} declarations`);
    for (const { name, node } of match.captures) {
      if (name === "wrapper" || name === "callable") items.push({ ...nodeStretch(node), role: name });
      else if (name === "comment" || name === "attached")
        leading.push({ ...nodeStretch(node), isComment: name === "comment" });
      else if (name === "ignored") ignored.push(nodeStretch(node));
      else if (name === "trailing") trailing.set(node.startIndex, node.endIndex);
    }
    const item = readDefinition(match, document.text, facts);
    if (item) definitions.add(item, match.patternIndex);
  }
  if (isTimedOut()) throw new ParseLimitError("it takes too long to find its declarations");
  const all = extendHeadings([...items, ...withoutIgnored(ignored, definitions.items())], document.length);
  return { items: all.map((item) => extendOverTrailing(item, trailing, document.text)), leading };
}

type DefinitionItem = OutlineItem & { readonly role: OutlineDefinition };

interface FoundDefinition {
  item: DefinitionItem;
  pattern: number;
  /** Another one that starts at the same offset. */
  readonly previous: FoundDefinition | undefined;
}

/** Definitions, each once: if one node matches several patterns, the first in the query wins. */
class DefinitionSet {
  /** The last one at each offset where some start. */
  readonly #byStart = new Map<number, FoundDefinition>();
  readonly #all: FoundDefinition[] = [];

  get size(): number {
    return this.#all.length;
  }

  add(item: DefinitionItem, pattern: number): void {
    const previous = this.#byStart.get(item.from);
    for (let known = previous; known; known = known.previous) {
      if (known.item.to !== item.to || known.item.role.nameFrom !== item.role.nameFrom) continue;
      if (pattern < known.pattern) Object.assign(known, { item, pattern });
      return;
    }
    const found = { item, pattern, previous };
    this.#byStart.set(item.from, found);
    this.#all.push(found);
  }

  items(): DefinitionItem[] {
    return this.#all.map(({ item }) => item);
  }
}

/** Returns the items that are in none of the stretches. */
function withoutIgnored(stretches: readonly Stretch[], items: readonly OutlineItem[]): OutlineItem[] {
  if (stretches.length === 0) return [...items];
  const ascending = [...stretches].sort((a, b) => a.from - b.from);
  let next = 0;
  let reached = -1;
  return [...items]
    .sort((a, b) => a.from - b.from)
    .filter(({ from, to }) => {
      for (let stretch = ascending[next]; stretch && stretch.from <= from; stretch = ascending[++next])
        reached = Math.max(reached, stretch.to);
      return to > reached;
    });
}

function labelsIn(
  details: readonly Node[],
  { label }: LanguageFacts["parameters"],
  text: string,
): readonly string[] | undefined {
  return label && details.map((node) => label.exec(nodeText(node, text))?.[1] ?? "");
}

const NO_OWNERS: readonly string[] = [];

function readDefinition(
  { captures, setProperties: properties }: QueryMatch,
  text: string,
  { parameters, typeSpellings }: Pick<LanguageFacts, "parameters" | "typeSpellings">,
): DefinitionItem | undefined {
  const definer = captures.find(({ name }) => name.startsWith("definition."));
  if (definer === undefined) return undefined;
  const nodesOf = (capture: string) => captures.filter(({ name }) => name === capture).map(({ node }) => node);
  const chain = findDeclaratorChain(nodesOf("name")[0], properties);
  if (chain === undefined) return undefined;
  const first = chain.at(-1);
  const last = chain.length > 1 ? first : nodesOf("name").at(-1);
  const isOrdinal = properties !== undefined && "ordinal" in properties;
  if ((first === undefined || last === undefined) && !isOrdinal) return undefined;

  const { startIndex: from, endIndex: to } = definer.node;
  // The parser inserted a missing node: after a superfluous comma, for example.
  if (from === to) return undefined;
  const qualified = chain.find(({ type }) => type === properties?.["qualified"]);
  const captureText = (capture: string): string => {
    if (capture === "name" && first && last) return text.slice((qualified ?? first).startIndex, last.endIndex);
    return nodesOf(capture)
      .map((node) => nodeText(node, text))
      .join(" ");
  };
  const template = properties?.["name"];
  const whole = template ? expandTemplate(template, captureText) : captureText("name");
  const trimmed = trimName(properties?.["trim"], whole);
  const name = toOneLine(whole.slice(trimmed.from, trimmed.to));
  if (name === "" && !isOrdinal) return undefined;
  const kind = resolveKind(chain, kindOfCapture(definer.name), properties);
  const isCallable = callableKinds.has(kind);
  const own = isCallable ? innermostField(chain, properties?.["detail"]) : undefined;
  const details = own ? [own] : nodesOf("detail");
  const role: OutlineDefinition = {
    kind,
    name,
    nameFrom: first ? first.startIndex + trimmed.from : from,
    nameTo: last ? last.endIndex - (whole.length - trimmed.to) : to,
    detail: toOneLine(details.map((node) => nodeText(node, text)).join(" ")) || undefined,
    arity: isCallable ? arityOf(details, parameters, text) : undefined,
    labels: isCallable ? labelsIn(details, parameters, text) : undefined,
    signature: isCallable && typeSpellings && details[0] ? signatureOf(details[0], typeSpellings, text) : undefined,
    hoist: properties?.["hoist"]?.split(" ") ?? NO_OWNERS,
    memberKind: properties?.[`member.${kind}`] ?? properties?.["member"] ?? undefined,
    isOrdinal,
    isFirstOnly: properties !== undefined && "once" in properties,
  };
  const level = properties?.["level"];
  return level ? { from, to, role, level: Number(level) } : { from, to, role };
}

const kindsOfCaptures = new Map<string, string>();

/** Returns the kind in the name of a capture: one string for all its definitions. */
function kindOfCapture(name: string): string {
  return getOrInsert(kindsOfCaptures, name, () => name.slice("definition.".length));
}

/** Expands captures in braces; `{class|.}` joins the words of a capture with dots. */
function expandTemplate(template: string, captureText: (capture: string) => string): string {
  return template.replace(/\{(\w+)(?:\|([^}]*))?\}/g, (_, capture: string, separator?: string) =>
    separator === undefined ? captureText(capture) : captureText(capture).trim().split(/\s+/).join(separator),
  );
}

function toOneLine(text: string): string {
  const line = text.replace(/\s+/g, " ").trim();
  return line.length > MAX_NAME_LENGTH ? `${line.slice(0, MAX_NAME_LENGTH - 1)}…` : line;
}

function extendHeadings(items: readonly OutlineItem[], end: number): readonly OutlineItem[] {
  const headings = items.flatMap((item) => (item.level === undefined ? [] : [{ item, level: item.level }]));
  const ends = new Map<OutlineItem, number>();
  const open: { readonly item: OutlineItem; readonly level: number }[] = [];
  for (const heading of headings.sort((a, b) => a.item.from - b.item.from)) {
    for (let last = open.at(-1); last && last.level >= heading.level; last = open.at(-1)) {
      ends.set(last.item, heading.item.from);
      open.pop();
    }
    open.push(heading);
  }
  return items.map((item) => (item.level === undefined ? item : { ...item, to: ends.get(item) ?? end }));
}

/**
 * Extends an item over the trailing nodes after it. An item that is a trailing node itself (an
 * accessor after another) is not extended.
 */
function extendOverTrailing(item: OutlineItem, trailing: ReadonlyMap<number, number>, text: string): OutlineItem {
  if (trailing.size === 0 || trailing.get(item.from) === item.to) return item;
  let { to } = item;
  for (let next = trailing.get(nextNonSpace(text, to)); next !== undefined; next = trailing.get(nextNonSpace(text, to)))
    to = next;
  return { ...item, to };
}

function nextNonSpace(text: string, from: number): number {
  const visible = /\S/g;
  visible.lastIndex = from;
  return visible.exec(text)?.index ?? text.length;
}

const declaratorTypes = /(?:declarator|identifier|operator_name)$/;

/** The longest path to a name. */
const MAX_CHAIN_LENGTH = 30;

/**
 * Returns the nodes from the captured name down to the name itself. Follows the fields that the
 * property `descend` lists, and enters what a declarator wraps. A node type listed in `whole` ends
 * the path. Returns an empty list if nothing is captured, and `undefined` if the path contains a
 * type listed in `except`.
 */
function findDeclaratorChain(captured: Node | undefined, properties: QueryMatch["setProperties"]): Node[] | undefined {
  const fields = properties?.["descend"]?.split(" ") ?? [];
  const excepted = properties?.["except"]?.split(" ") ?? [];
  const whole = properties?.["whole"]?.split(" ") ?? [];
  const chain: Node[] = [];
  for (let node: Node | null | undefined = captured; node && chain.length < MAX_CHAIN_LENGTH; ) {
    if (excepted.includes(node.type)) return undefined;
    chain.push(node);
    const at: Node = node;
    if (fields.length === 0 || whole.includes(node.type)) break;
    const inner = fields.map((field) => at.childForFieldName(field)).find((child) => child !== null);
    // `(f)`, `&r` and `f [[a]]` have no field for the node they wrap.
    const isAround = inner === undefined && at.type.endsWith("declarator");
    node = inner ?? (isAround ? at.namedChildren.find((child) => declaratorTypes.test(child?.type ?? "")) : undefined);
  }
  return chain;
}

/**
 * Returns the kind that the nodes on the path to a name give it: the property
 * `through.<type>.<kind>`, where `<kind>` is the kind so far, or else `through.<type>`.
 */
function resolveKind(chain: readonly Node[], capturedKind: string, properties: QueryMatch["setProperties"]): string {
  let kind = capturedKind;
  for (const { type } of properties && "descend" in properties ? chain : [])
    kind = properties?.[`through.${type}.${kind}`] ?? properties?.[`through.${type}`] ?? kind;
  return kind;
}

/** Returns a field of the innermost node on the path that has it: a function's parameters. */
function innermostField(chain: readonly Node[], field: string | null | undefined): Node | undefined {
  if (!field) return undefined;
  return chain.map((each) => each.childForFieldName(field)).findLast((each) => each !== null) ?? undefined;
}
