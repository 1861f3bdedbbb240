/**
 * The outline of a text: its declarations, nested. The grammar's query finds declarations and
 * names. The extent of a declaration (with `export`, decorators, comment) is computed here, in the
 * same way for all languages.
 */

import { factsOfGrammar, grammarNamed, languageDefinitions } from "../../languages/languages.js";
import { containsStretch, type Stretch } from "../../text/stretch.js";
import { allTexts, type ParsedText } from "../trees/parsedText.js";
import { unreadableLines } from "../trees/syntaxErrors.js";
import { callableKinds } from "./callableKinds.js";
import { findLeadingStart, type LeadingNodes, lastLeadingNodeBefore, sortLeadingNodes } from "./leadingNodes.js";
import { type OutlineDefinition, type OutlineItem, runOutlineQuery } from "./outlineQuery.js";
import type { OutlineSymbol } from "./outlineSymbol.js";
import { withRecovered } from "./recovered.js";

export type { OutlineSymbol } from "./outlineSymbol.js";

/** Declarations nested deeper are left out, so that symbols can be visited by recursion. */
const MAX_DEPTH = 100;

interface Draft extends Stretch {
  readonly definition: OutlineDefinition;
  /** Whether it is in a function without a name. */
  readonly isInCallable: boolean;
  readonly children: readonly Draft[];
}

/**
 * Returns the outline of a text, of the texts embedded in it and of its examples of code. Empty if
 * the grammar has no `outline` query.
 */
export function outlineOf(parsed: ParsedText): OutlineSymbol[] {
  // What a doctest declares is no member of what it documents.
  const examples = parsed.examples.filter((each) => isCode(each) && each.grammar !== parsed.grammar);
  const matches = [...allTexts(parsed), ...examples].map(runOutlineQuery);
  const leadings = sortLeadingNodes(matches.flatMap(({ leading }) => leading));
  const drafts = nest(matches.flatMap(({ items }) => items));
  const symbols = buildSymbols(drafts, { document: parsed.document, leadings });
  const { heads } = factsOfGrammar(parsed.grammar.grammar.name);
  if (heads.length === 0) return symbols;
  const lines = unreadableLines(parsed, "declarations");
  return lines.length === 0 ? symbols : withRecovered(symbols, parsed.document, heads, lines);
}

/**
 * Grammars of data and markup. Their keys, class names, elements and headings are not names of
 * code, and would outnumber these.
 */
const dataGrammars: ReadonlySet<string> = new Set(
  languageDefinitions.flatMap(({ nameRule, grammar }) => (nameRule === "data" && grammar ? [grammar.name] : [])),
);

/**
 * Returns the texts whose declarations other files can name: the embedded scripts of a page or
 * component, or a whole code file, without examples. Returns `parsed` itself if all of it is such a
 * text.
 */
export function codeTexts(parsed: ParsedText): ParsedText[] {
  const embedded = parsed.embedded.filter(isCode);
  if (grammarNamed(parsed.grammar.grammar.name)?.isHost) return embedded;
  const isWhole = embedded.length === parsed.embedded.length && parsed.examples.length === 0;
  return isWhole ? [parsed] : [{ ...parsed, embedded, examples: [] }];
}

function isCode({ grammar }: ParsedText): boolean {
  return !dataGrammars.has(grammar.grammar.name);
}

interface OpenItem extends Stretch {
  readonly role: OutlineItem["role"] | "root";
  readonly children: Draft[];
}

/**
 * Nests items by range. A wrapper of a single declaration passes its range on to it. No wrapper is
 * part of the result.
 */
function nest(items: readonly OutlineItem[]): Draft[] {
  const ordered = [...items].sort((a, b) => a.from - b.from || b.to - a.to || Number(isNamed(a)) - Number(isNamed(b)));
  const root: OpenItem = { from: 0, to: Number.POSITIVE_INFINITY, role: "root", children: [] };
  const open: OpenItem[] = [root];
  const close = (): void => {
    const closed = open.pop() as OpenItem;
    const outer = open.at(-1) as OpenItem;
    for (const draft of draftsOf(closed)) outer.children.push(draft);
  };
  for (const item of ordered) {
    while (open.length > 1 && !containsItem(open.at(-1) as OpenItem, item)) close();
    if (open.length <= MAX_DEPTH) open.push({ ...item, children: [] });
  }
  while (open.length > 1) close();
  return root.children;
}

function isNamed({ role }: OutlineItem): boolean {
  return typeof role === "object";
}

function containsItem(outer: OpenItem, inner: OutlineItem): boolean {
  // Two names in one declaration (`var a, b int`) are siblings.
  const isSame = outer.from === inner.from && outer.to === inner.to;
  if (isSame && typeof outer.role === "object" && isNamed(inner)) return false;
  return containsStretch(outer, inner);
}

function draftsOf({ from, to, role, children }: OpenItem): Draft[] {
  if (typeof role === "object") return [{ from, to, definition: role, isInCallable: false, children }];
  if (role === "callable") return children.map((child) => ({ ...child, isInCallable: true }));
  const [only] = children;
  return children.length === 1 && only ? [{ ...only, from, to }] : children;
}

interface OutlineContext {
  readonly document: ParsedText["document"];
  readonly leadings: LeadingNodes;
}

const valueKinds = new Set(["variable", "constant", "property", "field", "key", "string", "number", "boolean"]);

/** The properties of a container that matter for its declarations. */
interface Container {
  /** Leading comments end at this offset. */
  readonly from: number;
  readonly isInType: boolean;
  readonly isInCallable: boolean;
}

function buildSymbols(roots: readonly Draft[], finishing: OutlineContext): OutlineSymbol[] {
  const hoisted = new Map<Draft, Draft[]>();
  collectHoisted(roots, [], hoisted);
  return buildSiblings(roots, { from: 0, isInType: false, isInCallable: false }, finishing, hoisted);
}

/** Collects, for each owner, the declarations further in that belong to it. */
function collectHoisted(drafts: readonly Draft[], around: readonly Draft[], hoisted: Map<Draft, Draft[]>): void {
  for (const draft of drafts) {
    const ownerKinds = draft.definition.hoist;
    const owner = around.findLast(({ definition }) => ownerKinds.includes(definition.kind));
    if (owner && owner !== around.at(-1)) {
      hoisted.set(owner, [...(hoisted.get(owner) ?? []), draft]);
      hoisted.set(draft, hoisted.get(draft) ?? []);
    }
    collectHoisted(draft.children, [...around, draft], hoisted);
  }
}

function buildSiblings(
  drafts: readonly Draft[],
  around: Container,
  finishing: OutlineContext,
  hoisted: ReadonlyMap<Draft, readonly Draft[]>,
): OutlineSymbol[] {
  const symbols: OutlineSymbol[] = [];
  const seen = new Set<string>();
  let ordinal = 0;
  let minLeadingFrom = around.from;
  let previousEnd = around.from;
  let previous: Draft | undefined;
  for (const draft of drafts) {
    const { definition } = draft;
    const name = definition.isOrdinal ? String(ordinal++) : definition.name;
    const kind = (around.isInType && definition.memberKind) || definition.kind;
    const isCallable = callableKinds.has(kind);
    const isType = !isCallable && !valueKinds.has(kind);
    const isLocalHere = around.isInCallable || (draft.isInCallable && !isHoisted(draft, hoisted));
    const isInCallable = isCallable || (isLocalHere && !isType);
    const own = draft.children.filter((child) => !isHoisted(child, hoisted));
    const children = buildSiblings(own, { from: draft.from, isInType: isType, isInCallable }, finishing, hoisted);
    if (definition.isFirstOnly && seen.has(name)) {
      // The declarations in it belong here, unless it was moved to its owner.
      if (definition.hoist.length === 0) for (const child of children) symbols.push(child);
      continue;
    }
    seen.add(name);
    const hoistedHere = hoisted.get(draft) ?? [];
    if (hoistedHere.length > 0) {
      const names = new Set(children.map((child) => child.name));
      const inType = { from: draft.from, isInType: true, isInCallable: false };
      const fields = buildSiblings(hoistedHere, inType, finishing, hoisted);
      for (const field of fields) if (!names.has(field.name)) children.push(field);
      children.sort((a, b) => a.from - b.from);
    }
    const to = endWithoutTrailing(draft, finishing);
    // What precedes a declaration of several names leads all of them.
    if (previous?.from !== draft.from || previous.to !== draft.to) minLeadingFrom = previousEnd;
    previousEnd = Math.max(previousEnd, to);
    previous = draft;
    const { from, codeFrom } = findLeadingStart(draft.from, minLeadingFrom, finishing.leadings, finishing.document);
    symbols.push({
      name,
      kind,
      ...(definition.detail === undefined ? {} : { detail: definition.detail }),
      ...(definition.arity === undefined ? {} : { arity: definition.arity }),
      ...(definition.labels === undefined ? {} : { labels: definition.labels }),
      ...(definition.signature === undefined ? {} : { signature: definition.signature }),
      from,
      to,
      codeFrom,
      nameFrom: definition.nameFrom,
      nameTo: definition.nameTo,
      isLocal: isLocalHere && valueKinds.has(kind),
      children,
    });
  }
  return symbols;
}

/** Hoisted declarations are keys of the map themselves. */
function isHoisted(draft: Draft, hoisted: ReadonlyMap<Draft, readonly Draft[]>): boolean {
  return draft.definition.hoist.length > 0 && hoisted.has(draft);
}

/**
 * Returns the end of a declaration without trailing line ends and comments. Some grammars include
 * the line ends after a declaration, some the comment on its last line. Grammars of indented
 * languages also include comments below; those indented no deeper than the declaration belong to
 * the next one.
 */
function endWithoutTrailing({ from, to }: Stretch, { document, leadings }: OutlineContext): number {
  const trimmed = from + document.slice(from, to).trimEnd().length;
  let end = /[\r\n]/.test(document.slice(trimmed, to)) ? trimmed : to;
  for (;;) {
    const comment = lastLeadingNodeBefore(leadings, end);
    if (!comment?.isComment || comment.from <= from || document.slice(comment.to, end).trim() !== "") return end;
    const lineFrom = document.lineFrom(document.lineAt(comment.from));
    const indentation = from - document.lineFrom(document.lineAt(from));
    const isAlone = document.slice(lineFrom, comment.from).trim() === "";
    if (isAlone && comment.from - lineFrom > indentation) return end;
    end = from + document.slice(from, comment.from).trimEnd().length;
  }
}
