/**
 * The outline of a text: what it declares, nested, from the matches of the grammar's query `outline`. The query says what declares and where its name
 * stands; what a declaration reaches over (its `export`, its decorators, its comment) is put together here, alike for all languages. queries/README.md has the captures.
 */

import type { QueryMatch } from "web-tree-sitter";
import type { Stretch } from "../text/stretch.js";
import { type Leading, leadingOf, withLeading } from "./leading.js";
import { allTexts, type ParsedText } from "./parsedText.js";

/** A declaration and those inside it, in source order. Offsets are 0-based UTF-16 code units, half-open. */
export interface OutlineSymbol extends Stretch {
  readonly name: string;
  /** LSP's SymbolKind as a word: `enum_member`. */
  readonly kind: string;
  readonly detail?: string;
  /** Where its own code begins: `from`, or behind the comment that leads it. */
  readonly codeFrom: number;
  /** The name; where the text has none (an index), the whole. */
  readonly nameFrom: number;
  readonly nameTo: number;
  /** A variable inside a function: reached by a path, and left out where a file is listed. */
  readonly isLocal: boolean;
  readonly children: readonly OutlineSymbol[];
}

/** Declarations nested deeper are left out: nobody names them, and what walks symbols may walk them by recursion. */
const deepest = 100;
/** Syntax nested deeper is not looked into: what a query costs there grows with the square of the depth. */
const deepestSyntax = 1_000;
/** A query takes the square of the time over text that is mostly errors too: then what was found so far has to do. */
const longestQueryMs = (length: number) => 1_000 + length / 500;
const longestName = 300;

/** What the query says is declared, flat; `wrapper`s are nodes that count into the declaration they hold, if it is just one. */
interface Item extends Stretch {
  readonly pattern: number;
  readonly definition: Definition | undefined;
}

interface Definition {
  readonly kind: string;
  readonly name: string;
  readonly nameFrom: number;
  readonly nameTo: number;
  readonly detail: string | undefined;
  /** The kinds of things it may belong to, wherever it is declared: a field assigned in a method. */
  readonly hoist: readonly string[];
  /** Its kind where it is declared directly in a type. */
  readonly memberKind: string | undefined;
  /** Named by its place among its siblings. */
  readonly isOrdinal: boolean;
  /** Declared anew each time: the first counts. */
  readonly isOnce: boolean;
}

interface Draft extends Stretch {
  readonly definition: Definition;
  readonly children: Draft[];
}

/** The outline of a text, with what is embedded in it. Empty where its grammar has no such query. */
export function outlineOf(parsed: ParsedText): OutlineSymbol[] {
  const items: Item[] = [];
  const leading: Leading[] = [];
  for (const text of allTexts(parsed)) collect(text, items, leading);
  return finished(nest(items), { text: parsed.document, leading: leadingOf(leading) });
}

function collect({ grammar, tree, document }: ParsedText, items: Item[], leading: Leading[]): void {
  const query = grammar.query("outline");
  if (query === undefined) return;
  const until = performance.now() + longestQueryMs(document.length);
  // It stops where this says true, though its types promise nothing.
  const progressCallback = (() => performance.now() > until) as unknown as () => void;
  const firstOf = new Map<string, Item>();
  for (const match of query.matches(tree.rootNode, { progressCallback, maxStartDepth: deepestSyntax })) {
    for (const { name, node } of match.captures) {
      const stretch = { from: node.startIndex, to: node.endIndex };
      if (name === "wrapper") items.push({ ...stretch, pattern: match.patternIndex, definition: undefined });
      else if (name === "attached" || name === "comment") leading.push({ ...stretch, isComment: name === "comment" });
    }
    const item = itemOf(match, document.text);
    if (item?.definition === undefined) continue;
    // One node may fit several patterns; the one that stands first in the query is meant.
    const key = `${item.from} ${item.to} ${item.definition.nameFrom}`;
    const before = firstOf.get(key);
    if (before === undefined || item.pattern < before.pattern) firstOf.set(key, item);
  }
  for (const item of firstOf.values()) items.push(item);
}

function itemOf({ captures, patternIndex, setProperties }: QueryMatch, text: string): Item | undefined {
  const definer = captures.find(({ name }) => name.startsWith("definition."));
  if (definer === undefined) return undefined;
  const nodes = captures.filter(({ name }) => name === "name").map(({ node }) => node);
  const [first] = nodes;
  const isOrdinal = setProperties !== undefined && "ordinal" in setProperties;
  if (first === undefined && !isOrdinal) return undefined;
  const stretch = { from: definer.node.startIndex, to: definer.node.endIndex };
  const said = (capture: string) =>
    captures
      .filter(({ name }) => name === capture)
      .map(({ node }) => text.slice(node.startIndex, node.endIndex))
      .join(" ");
  const template = setProperties?.["name"] ?? "{name}";
  const whole = template.replace(/\{(\w+)\}/g, (_, capture: string) => said(capture));
  const trimmed = trim(whole, setProperties?.["trim"]);
  const name = oneLine(whole.slice(trimmed.from, trimmed.to));
  if (name === "" && !isOrdinal) return undefined;
  const detail = oneLine(said("detail"));
  const definition = {
    kind: definer.name.slice("definition.".length),
    name,
    nameFrom: first ? first.startIndex + trimmed.from : stretch.from,
    nameTo: (nodes.at(-1)?.endIndex ?? stretch.to) - (whole.length - trimmed.to),
    detail: detail === "" ? undefined : detail,
    hoist: setProperties?.["hoist"]?.split(" ") ?? [],
    memberKind: setProperties?.["member"] ?? undefined,
    isOrdinal,
    isOnce: setProperties !== undefined && "once" in setProperties,
  };
  return { ...stretch, pattern: patternIndex, definition };
}

/** What is left between a beginning and an end of a name that fit the pattern: `name` of `:name`. */
function trim(name: string, pattern: string | null | undefined): Stretch {
  if (!pattern) return { from: 0, to: name.length };
  const from = new RegExp(`^(?:${pattern})`, "u").exec(name)?.[0].length ?? 0;
  const to = name.length - (new RegExp(`(?:${pattern})$`, "u").exec(name.slice(from))?.[0].length ?? 0);
  return { from, to };
}

function oneLine(text: string): string {
  const line = text.replace(/\s+/g, " ").trim();
  return line.length > longestName ? `${line.slice(0, longestName - 1)}…` : line;
}

interface Open extends Stretch {
  readonly item: Item | undefined;
  readonly children: Draft[];
}

/** Nests by range. A wrapper with one declaration in it gives that its own range, and stands for itself otherwise nowhere. */
function nest(items: readonly Item[]): Draft[] {
  const ordered = [...items].sort(
    (a, b) => a.from - b.from || b.to - a.to || Number(a.definition !== undefined) - Number(b.definition !== undefined),
  );
  const root: Open = { from: 0, to: Number.POSITIVE_INFINITY, item: undefined, children: [] };
  const open: Open[] = [root];
  const close = (): void => {
    const closed = open.pop() as Open;
    const outer = open.at(-1) as Open;
    const definition = closed.item?.definition;
    if (definition) outer.children.push({ from: closed.from, to: closed.to, definition, children: closed.children });
    else outer.children.push(...unwrapped(closed));
  };
  for (const item of ordered) {
    while (open.length > 1 && !holds(open.at(-1) as Open, item)) close();
    if (open.length <= deepest) open.push({ from: item.from, to: item.to, item, children: [] });
  }
  while (open.length > 1) close();
  return root.children;
}

function holds(outer: Open, inner: Item): boolean {
  // Two names in one declaration (`var a, b int`) stand beside each other.
  const isSame = outer.from === inner.from && outer.to === inner.to;
  if (isSame && outer.item?.definition && inner.definition) return false;
  return outer.from <= inner.from && inner.to <= outer.to;
}

function unwrapped({ from, to, children }: Open): Draft[] {
  const [only] = children;
  return children.length === 1 && only ? [{ ...only, from, to }] : children;
}

interface Finishing {
  readonly text: ParsedText["document"];
  readonly leading: ReturnType<typeof leadingOf>;
}

const callables = new Set(["function", "method", "constructor", "operator"]);
const carriers = new Set(["variable", "constant", "property", "field", "key", "string", "number", "boolean", "object"]);

/** What a declaration lies in, as far as that decides about it. */
interface Around {
  /** No leading comment reaches before this. */
  readonly from: number;
  readonly isInType: boolean;
  readonly isInCallable: boolean;
}

function finished(roots: readonly Draft[], finishing: Finishing): OutlineSymbol[] {
  const hoisted = new Map<Draft, Draft[]>();
  hoist(roots, [], hoisted);
  return finishAll(roots, { from: 0, isInType: false, isInCallable: false }, finishing, hoisted);
}

/** Finds the declarations that belong to something further out, and for each thing what belongs to it. */
function hoist(drafts: readonly Draft[], around: readonly Draft[], hoisted: Map<Draft, Draft[]>): void {
  for (const draft of drafts) {
    const wanted = draft.definition.hoist;
    const owner = around.findLast(({ definition }) => wanted.includes(definition.kind));
    if (owner && owner !== around.at(-1)) {
      hoisted.set(owner, [...(hoisted.get(owner) ?? []), draft]);
      hoisted.set(draft, hoisted.get(draft) ?? []);
    }
    hoist(draft.children, [...around, draft], hoisted);
  }
}

function finishAll(
  drafts: readonly Draft[],
  around: Around,
  finishing: Finishing,
  hoisted: ReadonlyMap<Draft, readonly Draft[]>,
): OutlineSymbol[] {
  const finished: OutlineSymbol[] = [];
  const seen = new Set<string>();
  let ordinal = 0;
  let before = around.from;
  for (const draft of drafts) {
    const { definition } = draft;
    const name = definition.isOrdinal ? String(ordinal++) : definition.name;
    const kind = (around.isInType && definition.memberKind) || definition.kind;
    const isCallable = callables.has(kind);
    const isType = !isCallable && !carriers.has(kind);
    const isInCallable = isCallable || (around.isInCallable && !isType);
    const own = draft.children.filter((child) => !isHoisted(child, hoisted));
    const children = finishAll(own, { from: draft.from, isInType: isType, isInCallable }, finishing, hoisted);
    if (definition.isOnce && seen.has(name)) {
      // What it holds is declared here all the same.
      finished.push(...children);
      continue;
    }
    seen.add(name);
    const belonging = hoisted.get(draft) ?? [];
    if (belonging.length > 0) {
      const names = new Set(children.map((child) => child.name));
      const inType = { from: draft.from, isInType: true, isInCallable: false };
      const fields = finishAll(belonging, inType, finishing, hoisted);
      children.push(...fields.filter((field) => !names.has(field.name)));
      children.sort((a, b) => a.from - b.from);
    }
    const to = withoutTrailingLines(draft, finishing.text.text);
    const { from, codeFrom } = withLeading(draft.from, before, finishing.leading, finishing.text);
    finished.push({
      name,
      kind,
      ...(definition.detail === undefined ? {} : { detail: definition.detail }),
      from,
      to,
      codeFrom,
      nameFrom: definition.nameFrom,
      nameTo: definition.nameTo,
      isLocal: around.isInCallable && carriers.has(kind),
      children,
    });
    before = Math.max(before, to);
  }
  return finished;
}

/** Those that belong further out are entered in the map by themselves too. */
function isHoisted(draft: Draft, hoisted: ReadonlyMap<Draft, readonly Draft[]>): boolean {
  return draft.definition.hoist.length > 0 && hoisted.has(draft);
}

/** Some grammars count the line ends behind a declaration into it. */
function withoutTrailingLines({ from, to }: Stretch, text: string): number {
  const trimmed = text.slice(from, to).trimEnd().length + from;
  return /[\r\n]/.test(text.slice(trimmed, to)) ? trimmed : to;
}
