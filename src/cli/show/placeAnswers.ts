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
import type { HierarchyTree } from "../../session/methods/forward/hierarchyTree.js";
import type { Range } from "../../text/position.js";
import { compareRanges, isSameRange } from "../../text/position.js";
import { escapeLine } from "../../text/printable.js";
import { type ListedPlace, orderPlaces, renderFileLines, renderPlaceList } from "./placeLists.js";
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
  const places = narrowLocations(answer).map(({ uri, range, byName }, index) => ({
    uri,
    range,
    enclosing: view.enclosing?.[index],
    ...(byName && { note: BY_NAME_NOTE }),
  }));
  return renderPlacesOf(places, view);
}

/** Renders places in order: in few words if that is wanted, else each with its line and carets. */
function renderPlacesOf(places: readonly ListedPlace[], view: View): string {
  const ordered = orderPlaces(places, view);
  if (view.isBrief && places.length > 1) return renderPlaceList(ordered, view).join("\n");
  return ordered
    .flatMap(({ uri, range, enclosing, note }) => [
      renderLocation(uri, range, view, note),
      ...enclosingLine(enclosing, view),
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
  const places = answer.map(({ range, kind }) => ({
    uri: view.uri,
    range,
    ...(kind === undefined ? {} : { note: highlightKindNames[kind] ?? "" }),
  }));
  return renderPlacesOf(places, view);
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
  return flattenItems(answer, view)
    .map(({ item, level, remark }) => {
      const indent = "  ".repeat(level);
      return renderItem(item, view).replaceAll(/^/gm, indent) + remark;
    })
    .join("\n");
}

/** An item of a tree in the order of lists. */
export interface ListedItem<Item> {
  readonly item: Item;
  /** 0 for the items of the answer. */
  readonly level: number;
  /** What is written after it: the members that it overrides, and whether it was listed before. */
  readonly remark: string;
}

/** Lists items with those below them, if the answer has all levels. */
export function flattenItems<Item extends HierarchyItem>(
  items: readonly Item[],
  view: Pick<View, "uri" | "pathOf">,
  level = 0,
): readonly ListedItem<Item>[] {
  return orderItems(items, view).flatMap((item) => {
    const { children, overrides = [], repeated } = item as Partial<HierarchyTree>;
    const listed = repeated ? ", listed before" : "";
    const remark = `${overrides.length > 0 ? `, overrides ${overrides.map((each) => shorten(each, 60)).join(", ")}` : ""}${listed}`;
    return [{ item, level, remark }, ...flattenItems((children ?? []) as readonly Item[], view, level + 1)];
  });
}

/** Calls of all levels; undefined where the answer has one level. */
export function flattenCalls(
  answer: readonly (IncomingCall | CallHierarchyOutgoingCall)[],
  view: Pick<View, "uri" | "pathOf">,
): readonly ListedItem<CallHierarchyItem>[] | undefined {
  if (!answer.some((each) => "children" in each || "repeated" in each)) return undefined;
  const itemIn = (call: (typeof answer)[number]) => ("from" in call ? call.from : call.to);
  // Callers are in the order of their places, and functions that are called in that of the calls.
  const placeOf = (call: (typeof answer)[number]) =>
    "from" in call
      ? { uri: call.from.uri, range: call.from.selectionRange, call }
      : { uri: "", range: call.fromRanges[0] ?? call.to.selectionRange, call };
  const list = (calls: typeof answer, level: number): readonly ListedItem<CallHierarchyItem>[] =>
    orderPlaces(calls.map(placeOf), view).flatMap(({ call }) => {
      const { children = [], repeated } = call as Partial<HierarchyTree<CallHierarchyIncomingCall>>;
      const item = itemIn(call);
      const lines = [...new Set(call.fromRanges.map(({ start }) => start.line + 1))].sort((one, other) => one - other);
      const called = "from" in call ? "calls in line" : "called in line";
      const at = lines.length === 0 ? "" : `, ${called} ${lines.join(", ")}`;
      const remark = `${at}${repeated ? ", listed before" : ""}`;
      return [{ item, level, remark }, ...list(children, level + 1)];
    });
  return list(answer, 0);
}

function renderCallTree(items: readonly ListedItem<CallHierarchyItem>[], view: View): string {
  const lines = items.map(({ item, level, remark }) => {
    const place = formatLocation(item.uri, item.selectionRange, view);
    return `${"  ".repeat(level)}${place}  ${itemTitle(item)}${remark}`;
  });
  return lines.join("\n");
}

/** Orders items as places. */
export function orderItems<Item extends HierarchyItem>(
  items: readonly Item[],
  view: Pick<View, "uri" | "pathOf">,
): readonly Item[] {
  const places = items.map((item) => ({ uri: item.uri, range: item.selectionRange, item }));
  return orderPlaces(places, view).map(({ item }) => item);
}

/** The calls of one function, or to one. */
export interface DistinctCalls {
  readonly item: CallHierarchyItem;
  readonly ranges: readonly Range[];
  /** A Locate of the symbol around the calls, if it is known. */
  readonly enclosing: string | undefined;
  /** Whether the embedded server has found them by the name only. */
  readonly byName?: boolean | undefined;
}

/** An entry of an answer; `byName` as that of a place. */
export type IncomingCall = CallHierarchyIncomingCall & { readonly byName?: boolean };

/**
 * Merges entries of the same function, and drops calls with the same range: servers list some of
 * them twice.
 */
export function distinctCalls(
  calls: readonly {
    readonly item: CallHierarchyItem;
    readonly fromRanges: readonly Range[];
    readonly byName?: boolean | undefined;
  }[],
  enclosing: readonly (string | undefined)[] | undefined,
): readonly DistinctCalls[] {
  const merged = new Map<string, DistinctCalls>();
  for (const [index, { item, fromRanges, byName }] of calls.entries()) {
    const around = enclosing?.[index];
    const key = JSON.stringify([item.uri, item.name, item.kind, keyOfRange(item.selectionRange), around, byName]);
    const ranges = [...(merged.get(key)?.ranges ?? []), ...fromRanges];
    const distinct = [...new Map(ranges.map((range) => [keyOfRange(range), range])).values()];
    merged.set(key, { item: merged.get(key)?.item ?? item, ranges: distinct, enclosing: around, byName });
  }
  return [...merged.values()];
}

function keyOfRange({ start, end }: Range): string {
  return [start.line, start.character, end.line, end.character].join(":");
}

/** Renders each caller with a Locate of it and its calls. */
export function renderIncomingCalls(answer: readonly IncomingCall[], view: View): string {
  const tree = flattenCalls(answer, view);
  if (tree) return renderCallTree(tree, view);
  const calls = distinctCalls(
    answer.map(({ from: item, fromRanges, byName }) => ({ item, fromRanges, byName })),
    view.enclosing,
  );
  const places = calls.map((call) => ({ uri: call.item.uri, range: call.ranges[0] ?? call.item.selectionRange, call }));
  return orderPlaces(places, view)
    .map(({ call: { item, ...call } }) => renderItemWithCalls(item, { uri: item.uri, ...call }, view))
    .join("\n");
}

/** Renders each function called with its calls, which are in the document of the request. */
export function renderOutgoingCalls(answer: readonly CallHierarchyOutgoingCall[], view: View): string {
  const tree = flattenCalls(answer, view);
  if (tree) return renderCallTree(tree, view);
  const calls = answer.map(({ to: item, fromRanges }) => ({ item, fromRanges }));
  return distinctCalls(calls, undefined)
    .toSorted(compareCalls)
    .map(({ item, ranges }) => renderItemWithCalls(item, { uri: view.uri, ranges, enclosing: undefined }, view))
    .join("\n");
}

/** Compares functions that are called by their first calls. */
export function compareCalls(one: DistinctCalls, other: DistinctCalls): number {
  const [first, second] = [one, other].map(({ ranges, item }) => ranges[0] ?? item.selectionRange) as [Range, Range];
  return compareRanges(first, second);
}

export function renderMonikers(answer: readonly Moniker[]): string {
  return answer
    .map(({ scheme, identifier, unique, kind }) =>
      escapeLine([scheme, identifier, unique, kind ?? ""].join("  ").trimEnd()),
    )
    .join("\n");
}

function renderItem(item: HierarchyItem, view: View): string {
  if (view.isBrief) return `${formatLocation(item.uri, item.selectionRange, view)}  ${itemTitle(item)}`;
  return renderLocation(item.uri, item.selectionRange, view, itemTitle(item));
}

function itemTitle({ kind, name, detail }: HierarchyItem): string {
  return `${symbolKindName(kind)} ${shorten(name, 80)}${detail ? ` (${shorten(detail, 60)})` : ""}`;
}

/** Calls in one document, and a Locate of the symbol around them. */
interface CallsInDocument {
  readonly uri: string;
  readonly ranges: readonly Range[];
  readonly enclosing: string | undefined;
  readonly byName?: boolean | undefined;
}

function renderItemWithCalls(
  item: HierarchyItem,
  { uri, ranges, enclosing, byName }: CallsInDocument,
  view: View,
): string {
  const mark = byName ? `  (${BY_NAME_NOTE})` : "";
  const heading = `${formatLocation(item.uri, item.selectionRange, view)}  ${itemTitle(item)}${mark}`;
  if (view.isBrief) {
    const lines = renderFileLines(
      ranges.map((range) => ({ uri, range, ...(byName ? { note: BY_NAME_NOTE } : {}) })),
      view,
    );
    return [enclosing ?? heading, ...lines].join("\n");
  }
  const document = view.documentOf(uri);
  const calls = ranges.map((range) => {
    const name = `  ${view.colours.dim("at")} ${formatLocation(uri, range, view)}`;
    return document ? `${name}\n${renderSourceLine(document, range, view)}` : name;
  });
  return [heading, ...enclosingLine(enclosing, view), ...calls].join("\n");
}
