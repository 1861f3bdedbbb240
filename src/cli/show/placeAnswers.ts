/**
 * Renders answers that are places: definitions, references, highlights, hierarchy items, selection
 * ranges.
 */

import type {
  CallHierarchyIncomingCall,
  CallHierarchyItem,
  CallHierarchyOutgoingCall,
  DocumentHighlight,
  LinkedEditingRanges,
  Location,
  LocationLink,
  Moniker,
  PrepareRenameResult,
  SelectionRange,
  TypeHierarchyItem,
} from "vscode-languageserver-protocol";
import { symbolKindName } from "../../locate/symbols/symbolNode.js";
import type { Range } from "../../text/position.js";
import { escapeLine } from "../../text/printable.js";
import { formatLocation, rangeText, renderLocation, renderSourceLine, shorten, type View } from "./view.js";

/** Location, LocationLink, or a list of either. */
export type Locations = Location | LocationLink | readonly (Location | LocationLink)[];

/** A place. `byName`: the embedded server has found it by its name only. */
export interface FoundPlace extends Location {
  readonly byName?: true;
}

/** Said of a place that may be another declaration of the same name. */
export const BY_NAME_NOTE = "by name only";

export function renderLocations(answer: Locations, view: View): string {
  return narrowLocations(answer)
    .flatMap(({ uri, range, byName }, index) => [
      renderLocation(uri, range, view, byName ? BY_NAME_NOTE : ""),
      ...enclosingLine(view.enclosing?.[index], view),
    ])
    .join("\n");
}

/** Renders a Locate of the symbol around a place of the answer on a line of its own. */
function enclosingLine(notation: string | undefined, { colours }: View): readonly string[] {
  return notation === undefined ? [] : [`  ${colours.dim("in")} ${notation}`];
}

/** Returns each place with its narrowest range: that of the name, if the server says it. */
export function narrowLocations(answer: Locations): readonly FoundPlace[] {
  const links = (Array.isArray(answer) ? answer : [answer]) as readonly (Location | LocationLink)[];
  return links.map((link) => {
    const mark = "byName" in link && link.byName === true ? { byName: true as const } : {};
    return "targetUri" in link
      ? { uri: link.targetUri, range: link.targetSelectionRange ?? link.targetRange, ...mark }
      : { uri: link.uri, range: link.range, ...mark };
  });
}

export const highlightKindNames = ["", "text", "read", "write"];

export function renderHighlights(answer: readonly DocumentHighlight[], view: View): string {
  return answer
    .map(({ range, kind }) =>
      renderLocation(view.uri, range, view, kind === undefined ? "" : (highlightKindNames[kind] ?? "")),
    )
    .join("\n");
}

export function renderLinkedRanges({ ranges }: LinkedEditingRanges, view: View): string {
  return ranges.map((range) => renderLocation(view.uri, range, view)).join("\n");
}

/** Renders each chain of ranges from the smallest outwards. */
export function renderSelections(answer: readonly SelectionRange[], view: View): string {
  const chains = answer.map((innermost) => {
    const lines: string[] = [];
    let last: Range | undefined;
    for (let each: SelectionRange | undefined = innermost; each; each = each.parent) {
      const { range } = each;
      if (last && isSameRange(last, range)) continue;
      last = range;
      const end = view.colours.dim(`-${range.end.line + 1}:${range.end.character + 1}`);
      lines.push(`${formatLocation(view.uri, range, view)}${end}  ${rangeText(view.uri, range, view)}`);
    }
    return lines.join("\n");
  });
  return chains.join("\n\n");
}

export function renderRenameRange(answer: PrepareRenameResult, view: View): string {
  if ("defaultBehavior" in answer) return "can be renamed";
  const range = "range" in answer ? answer.range : answer;
  const name = "placeholder" in answer ? answer.placeholder : rangeText(view.uri, range, view);
  return renderLocation(view.uri, range, view, `can be renamed: ${shorten(name, 80)}`);
}

export type HierarchyItem = CallHierarchyItem | TypeHierarchyItem;

export function renderItems(answer: readonly HierarchyItem[], view: View): string {
  return answer.map((item) => renderItem(item, view)).join("\n");
}

/** The calls of one function, or to one. */
export interface DistinctCalls {
  readonly item: CallHierarchyItem;
  readonly ranges: readonly Range[];
  /** A Locate of the symbol around the calls, if it is known. */
  readonly enclosing: string | undefined;
}

/**
 * Merges entries of the same function, and drops calls with the same range: servers list some of
 * them twice.
 */
export function distinctCalls(
  calls: readonly { readonly item: CallHierarchyItem; readonly fromRanges: readonly Range[] }[],
  enclosing: readonly (string | undefined)[] | undefined,
): readonly DistinctCalls[] {
  const merged = new Map<string, DistinctCalls>();
  for (const [index, { item, fromRanges }] of calls.entries()) {
    const around = enclosing?.[index];
    const key = JSON.stringify([item.uri, item.name, item.kind, keyOfRange(item.selectionRange), around]);
    const ranges = [...(merged.get(key)?.ranges ?? []), ...fromRanges];
    const distinct = [...new Map(ranges.map((range) => [keyOfRange(range), range])).values()];
    merged.set(key, { item: merged.get(key)?.item ?? item, ranges: distinct, enclosing: around });
  }
  return [...merged.values()];
}

function keyOfRange({ start, end }: Range): string {
  return [start.line, start.character, end.line, end.character].join(":");
}

/** Renders each caller with a Locate of it and its calls. */
export function renderIncomingCalls(answer: readonly CallHierarchyIncomingCall[], view: View): string {
  const calls = answer.map(({ from: item, fromRanges }) => ({ item, fromRanges }));
  return distinctCalls(calls, view.enclosing)
    .map(({ item, ranges, enclosing }) =>
      renderItemWithCalls(item, { uri: item.uri, ranges, notes: enclosingLine(enclosing, view) }, view),
    )
    .join("\n");
}

/** Renders each function called with its calls, which are in the document of the request. */
export function renderOutgoingCalls(answer: readonly CallHierarchyOutgoingCall[], view: View): string {
  const calls = answer.map(({ to: item, fromRanges }) => ({ item, fromRanges }));
  return distinctCalls(calls, undefined)
    .map(({ item, ranges }) => renderItemWithCalls(item, { uri: view.uri, ranges, notes: [] }, view))
    .join("\n");
}

export function renderMonikers(answer: readonly Moniker[]): string {
  return answer
    .map(({ scheme, identifier, unique, kind }) =>
      escapeLine([scheme, identifier, unique, kind ?? ""].join("  ").trimEnd()),
    )
    .join("\n");
}

function renderItem(item: HierarchyItem, view: View): string {
  return renderLocation(item.uri, item.selectionRange, view, itemTitle(item));
}

function itemTitle({ kind, name, detail }: HierarchyItem): string {
  return `${symbolKindName(kind)} ${shorten(name, 80)}${detail ? ` (${shorten(detail, 60)})` : ""}`;
}

/** Calls in one document, and lines to show before them. */
interface CallsInDocument {
  readonly uri: string;
  readonly ranges: readonly Range[];
  readonly notes: readonly string[];
}

function renderItemWithCalls(item: HierarchyItem, { uri, ranges, notes }: CallsInDocument, view: View): string {
  const document = view.documentOf(uri);
  const heading = `${formatLocation(item.uri, item.selectionRange, view)}  ${itemTitle(item)}`;
  const calls = ranges.map((range) => {
    const name = `  ${view.colours.dim("at")} ${formatLocation(uri, range, view)}`;
    return document ? `${name}\n${renderSourceLine(document, range, view)}` : name;
  });
  return [heading, ...notes, ...calls].join("\n");
}

function isSameRange(one: Range, other: Range): boolean {
  return (
    one.start.line === other.start.line &&
    one.start.character === other.start.character &&
    one.end.line === other.end.line &&
    one.end.character === other.end.character
  );
}
