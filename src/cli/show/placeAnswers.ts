/** Answers that are places: definitions, references, highlights, items of a hierarchy, the ranges of a selection. */

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
import { placeLines, placeName, shortened, sourceLines, textOf, type View } from "./view.js";

/** Location, LocationLink, or a list of either. */
export type Locations = Location | LocationLink | readonly (Location | LocationLink)[];

export function locations(answer: Locations, view: View): string {
  return namesIn(answer)
    .map(({ uri, range }) => placeLines(uri, range, view))
    .join("\n");
}

/** Each as its narrowest range: the name, where the server says it. */
export function namesIn(answer: Locations): readonly Location[] {
  const links = (Array.isArray(answer) ? answer : [answer]) as readonly (Location | LocationLink)[];
  return links.map((link) =>
    "targetUri" in link
      ? { uri: link.targetUri, range: link.targetSelectionRange ?? link.targetRange }
      : { uri: link.uri, range: link.range },
  );
}

export const highlightKinds = ["", "text", "read", "write"];

export function highlights(answer: readonly DocumentHighlight[], view: View): string {
  return answer
    .map(({ range, kind }) => placeLines(view.uri, range, view, kind === undefined ? "" : (highlightKinds[kind] ?? "")))
    .join("\n");
}

export function linkedRanges({ ranges }: LinkedEditingRanges, view: View): string {
  return ranges.map((range) => placeLines(view.uri, range, view)).join("\n");
}

/** From the smallest outwards. */
export function selections(answer: readonly SelectionRange[], view: View): string {
  const chains = answer.map((innermost) => {
    const lines: string[] = [];
    let last: Range | undefined;
    for (let each: SelectionRange | undefined = innermost; each; each = each.parent) {
      const { range } = each;
      if (last && sameRange(last, range)) continue;
      last = range;
      const end = view.colours.dim(`-${range.end.line + 1}:${range.end.character + 1}`);
      lines.push(`${placeName(view.uri, range, view)}${end}  ${textOf(view.uri, range, view)}`);
    }
    return lines.join("\n");
  });
  return chains.join("\n\n");
}

export function renamable(answer: PrepareRenameResult, view: View): string {
  if ("defaultBehavior" in answer) return "can be renamed";
  const range = "range" in answer ? answer.range : answer;
  const name = "placeholder" in answer ? answer.placeholder : textOf(view.uri, range, view);
  return placeLines(view.uri, range, view, `can be renamed: ${shortened(name, 80)}`);
}

export type Item = CallHierarchyItem | TypeHierarchyItem;

export function items(answer: readonly Item[], view: View): string {
  return answer.map((item) => itemLines(item, view)).join("\n");
}

/** Each caller, and the calls in it. */
export function incoming(answer: readonly CallHierarchyIncomingCall[], view: View): string {
  return answer.map(({ from, fromRanges }) => withCalls(from, from.uri, fromRanges, view)).join("\n");
}

/** Each one called, and the calls of it, which are in the document that was asked about. */
export function outgoing(answer: readonly CallHierarchyOutgoingCall[], view: View): string {
  return answer.map(({ to, fromRanges }) => withCalls(to, view.uri, fromRanges, view)).join("\n");
}

export function monikers(answer: readonly Moniker[]): string {
  return answer
    .map(({ scheme, identifier, unique, kind }) => [scheme, identifier, unique, kind ?? ""].join("  ").trimEnd())
    .join("\n");
}

function itemLines(item: Item, view: View): string {
  return placeLines(item.uri, item.selectionRange, view, itemTitle(item));
}

export function itemTitle({ kind, name, detail }: Item): string {
  return `${symbolKindName(kind)} ${shortened(name, 80)}${detail ? ` (${shortened(detail, 60)})` : ""}`;
}

function withCalls(item: Item, uri: string, ranges: readonly Range[], view: View): string {
  const document = view.documentOf(uri);
  const heading = `${placeName(item.uri, item.selectionRange, view)}  ${itemTitle(item)}`;
  const calls = ranges.map((range) => {
    const name = `  ${view.colours.dim("at")} ${placeName(uri, range, view)}`;
    return document ? `${name}\n${sourceLines(document, range, view)}` : name;
  });
  return [heading, ...calls].join("\n");
}

function sameRange(one: Range, other: Range): boolean {
  return (
    one.start.line === other.start.line &&
    one.start.character === other.start.character &&
    one.end.line === other.end.line &&
    one.end.character === other.end.character
  );
}
