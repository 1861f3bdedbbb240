/** A selection that selects no node, or several: every occurrence with what there is around it, and for each node a Locate that selects just it. */
import { LocateError } from "../../error.js";
import type { Document } from "../../text/document.js";
import { clip, quoteName } from "../errorText.js";
import { lineAt } from "../hints/findErrors.js";
import { lineAndCharacter } from "../lineAndCharacter.js";
import type { As } from "../resolve/resolve.js";
import { likeness } from "../similarity.js";
import { type Climb, distinctTargets, type SelectContext, stretchOfNode, targetOf } from "./ancestors.js";
import { quoteAnchor } from "./anchorErrors.js";
import { distinguish } from "./describeNode.js";
import type { NodeChain, NodeValue } from "./nodeValue.js";

const mostListed = 10;
/** Ancestors of one occurrence in a message, and in its data. */
const mostSaid = 16;
const mostAncestors = 100;
const longestText = 160;
/** Lines of an excerpt before the one with the anchor, and behind it. */
const excerptMargin = 1;
/** Types as alike as this are taken for what was meant. */
const leastLikeness = 0.6;

/** No type was given: what there is to choose from. */
export function ancestorRequired(climbs: readonly Climb[], { locate, source, scopeName }: SelectContext): LocateError {
  const anchor = locate.anchor_text ?? "";
  const suggestion = suggestedType(climbs, null);
  const message = `anchor_text ${quoteAnchor(anchor)} stands ${times(climbs)} in ${scopeName}, and no ancestor_node_type says which node around it is meant: ${ancestorList(climbs, source.document)}. Write one of these as ancestor_node_type${suggestion === undefined ? "" : `, such as ${JSON.stringify(suggestion)}`}.`;
  return new LocateError("ancestor_required", message, {
    anchor_text: anchor,
    anchor_occurrences: climbs.length,
    occurrences: occurrenceFacts(climbs, null, source.document),
    suggestion,
    ...locateWith(suggestion, climbs, locate),
  });
}

/** The anchor is there, but in no node of that type. */
export function ancestorNotFound(
  climbs: readonly Climb[],
  wanted: string,
  { locate, source, scopeName }: SelectContext,
): LocateError {
  const anchor = locate.anchor_text ?? "";
  const suggestion = suggestedType(climbs, wanted);
  const where = climbs.length === 1 ? "" : `, which stands ${times(climbs)} there`;
  const advice =
    suggestion === undefined
      ? "Write another anchor_text"
      : `Write ancestor_node_type ${JSON.stringify(suggestion)} instead`;
  const message = `No node of type ${JSON.stringify(clip(wanted))} in ${scopeName} is around anchor_text ${quoteAnchor(anchor)}${where}: ${ancestorList(climbs, source.document)}. ${advice}.`;
  return new LocateError("ancestor_not_found", message, {
    anchor_text: anchor,
    ancestor_node_type: wanted,
    anchor_occurrences: climbs.length,
    occurrences: occurrenceFacts(climbs, wanted, source.document),
    suggestion,
    ...locateWith(suggestion, climbs, locate),
  });
}

/** Several nodes of that type are reached. */
export function anchorAmbiguous(
  climbs: readonly Climb[],
  targets: readonly NodeValue[],
  wanted: string,
  context: SelectContext,
  as: As,
): LocateError {
  const { locate, source, scopeName } = context;
  const { document } = source;
  const anchor = locate.anchor_text ?? "";
  const listed = targets.slice(0, mostListed).map((target) => {
    const { from, to } = stretchOfNode(target, document, "range");
    return {
      type: target.type,
      line: document.lineAt(from) + 1,
      range: { start: lineAndCharacter(document, from), end: lineAndCharacter(document, to) },
      text: clip(document.slice(from, Math.min(to, from + longestExcerpt)), longestExcerpt - 1),
      locate: distinguish(target, climbs, context, as),
    };
  });
  const list = listed.map(({ line, text }) => `line ${line}: ${quoteName(text.split(/\r\n|\r|\n/, 1)[0] ?? "")}`);
  const more = targets.length > listed.length ? ` and ${targets.length - listed.length} more` : "";
  const example = listed.find((each) => each.locate !== undefined);
  const such =
    example === undefined ? "" : `, such as ${JSON.stringify(example.locate)} for the one in line ${example.line}`;
  const message = `anchor_text ${quoteAnchor(anchor)} with ancestor_node_type ${JSON.stringify(clip(wanted))} selects ${targets.length} nodes in ${scopeName}: ${list.join("; ")}${more}. Write more of the text around the one that is meant, or a scope${such}.`;
  return new LocateError("anchor_ambiguous", message, {
    anchor_text: anchor,
    ancestor_node_type: wanted,
    anchor_occurrences: climbs.length,
    target_count: targets.length,
    targets: listed,
    occurrences: occurrenceFacts(climbs, wanted, document),
  });
}

const longestExcerpt = 2_000;

function times(climbs: readonly Climb[]): string {
  return climbs.length === 1 ? "once" : `${climbs.length} times`;
}

/** Each occurrence in words: its line, and the nodes around it. */
function ancestorList(climbs: readonly Climb[], document: Document): string {
  const listed = climbs.slice(0, mostListed).map(({ occurrence, chain }) => {
    const { line, text } = lineAt(document, occurrence.from);
    return `line ${line} ${quoteName(text)} is in ${said(ancestorsOf(chain))}`;
  });
  const more = climbs.length > listed.length ? `; and ${climbs.length - listed.length} more` : "";
  return `${listed.join("; ")}${more}`;
}

function said(types: readonly string[]): string {
  if (types.length === 0) return "no node";
  return types.length <= mostSaid ? types.join(", ") : `${types.slice(0, mostSaid).join(", ")}, …`;
}

/** The types around an occurrence, from the inside out; what has no name of its own is left out. */
export function ancestorsOf(chain: NodeChain): string[] {
  return chain.filter(({ named }) => named).map(({ type }) => type);
}

function occurrenceFacts(climbs: readonly Climb[], wanted: string | null, document: Document): object[] {
  return climbs.slice(0, mostListed).map((climb) => {
    const { occurrence, chain, target } = climb;
    return {
      position: lineAndCharacter(document, occurrence.from),
      line: document.lineAt(occurrence.from) + 1,
      excerpt: excerptAt(document, occurrence.from),
      ancestors: ancestorsOf(chain).slice(0, mostAncestors),
      has_ancestor: target !== undefined,
      ...(target === undefined ? { suggestion: suggestedType([climb], wanted) } : {}),
    };
  });
}

/** The line of an offset with its neighbours, numbered. */
function excerptAt(document: Document, offset: number): string {
  const line = document.lineAt(offset);
  const first = Math.max(0, line - excerptMargin);
  const last = Math.min(document.lineCount - 1, line + excerptMargin);
  const lines: string[] = [];
  for (let at = first; at <= last; at++) {
    const from = document.lineFrom(at);
    const to = document.lineTo(at);
    const text =
      at === line && to - from > longestText
        ? lineAt(document, offset).text
        : clip(document.slice(from, Math.min(to, from + longestText + 1)), longestText);
    lines.push(`${at + 1}: ${text}`);
  }
  return lines.join("\n");
}

/** The type to write instead: one that is spelt nearly so, else one with which the anchor selects one node, the smallest that is more than the anchor. */
function suggestedType(climbs: readonly Climb[], wanted: string | null): string | undefined {
  const types = new Set(climbs.flatMap(({ chain }) => ancestorsOf(chain)));
  const isSure = (type: string) =>
    distinctTargets(climbs.map(({ chain }) => ({ target: targetOf(chain, type) }))).length === 1;
  const alike = wanted === null ? [] : [...types].map((type) => ({ type, score: likeness(wanted, type) }));
  const nearest = alike
    .filter(({ score }) => score >= leastLikeness)
    .sort((a, b) => b.score - a.score || Number(isSure(b.type)) - Number(isSure(a.type)))[0];
  if (nearest !== undefined) return nearest.type;
  const [first] = climbs;
  const root = first?.chain.at(-1)?.type;
  const larger = (first?.chain ?? []).filter(
    ({ named, from, to, type }) =>
      named && type !== root && to - from > (first?.occurrence.to ?? 0) - (first?.occurrence.from ?? 0),
  );
  return (larger.find(({ type }) => isSure(type)) ?? larger[0])?.type ?? [...types][0];
}

/** The Locate with the suggested type, where it selects one node. */
function locateWith(type: string | undefined, climbs: readonly Climb[], locate: SelectContext["locate"]): object {
  if (type === undefined) return {};
  const targets = distinctTargets(climbs.map(({ chain }) => ({ target: targetOf(chain, type) })));
  return targets.length === 1 ? { locate: { ...locate, ancestor_node_type: type } } : {};
}
