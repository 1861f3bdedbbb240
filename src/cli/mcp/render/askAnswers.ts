/** Answers of the `ask` tool as Markdown; the rows of the methods name the renderers. */

import type {
  CallHierarchyIncomingCall,
  CallHierarchyOutgoingCall,
  DocumentHighlight,
  Hover,
  Location,
} from "vscode-languageserver-protocol";
import { symbolKindName } from "../../../locate/symbols/symbolNode.js";
import { codeBlock, hoverMarkdown } from "../../../session/methods/markdown.js";
import { escapeName } from "../../../text/printable.js";

import {
  BY_NAME_NOTE,
  distinctCalls,
  type HierarchyItem,
  highlightKindNames,
  type Locations,
  narrowLocations,
} from "../../show/placeAnswers.js";
import { renderUnlessEmpty } from "../../show/renderAnswer.js";
import {
  type CompletionAnswer,
  completionKindNames,
  filterCompletions,
  renderSignatures,
} from "../../show/textAnswers.js";
import { formatCount, shorten, type View } from "../../show/view.js";
import { limitLines } from "./limitLines.js";
import { renderFileLines, renderPlacesByFile } from "./renderPlaces.js";

interface AnswerContext {
  readonly view: View;
  /** The maximum of places, calls or names, if the call gives one. */
  readonly limit: number | undefined;
  /** For references, the declarations of the symbol, if they are known. */
  readonly declarations?: readonly Location[] | undefined;
}

const MAX_PLACES = 100;
const MAX_NAMES = 50;
const MAX_HOVER_LINES = 100;

/**
 * Renders an answer with content as Markdown. It may throw for an answer that isn't what LSP says.
 */
export type MarkdownRenderer = (answer: never, context: AnswerContext) => string;

/** Renders an answer as the row of its method says; one without content as `emptyText`. */
export function renderAskAnswer(
  row: { readonly renderMarkdown?: MarkdownRenderer; readonly emptyText: string },
  answer: unknown,
  context: AnswerContext,
  emptyText = `${row.emptyText}.`,
): string {
  const { renderMarkdown } = row;
  const toJson = () => JSON.stringify(answer);
  const rendered = renderUnlessEmpty(
    answer,
    () => (renderMarkdown ? renderMarkdown(answer as never, context) : toJson()),
    toJson,
  );
  return rendered === "" ? capitalize(emptyText) : rendered;
}

function capitalize(words: string): string {
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}

export function renderPlacesOf(one: string): (answer: Locations, context: AnswerContext) => string {
  return (answer, { view, limit = MAX_PLACES }) => {
    const found = narrowLocations(answer);
    const isByName = found.some(({ byName }) => byName);
    const title = `${formatCount(found.length, one)}${isByName ? ` (${BY_NAME_NOTE}: syntax does not show which is meant)` : ""}`;
    return renderPlacesByFile(found, { title, max: limit }, view);
  };
}

export function renderHighlightsByFile(
  answer: readonly DocumentHighlight[],
  { view, limit = MAX_PLACES }: AnswerContext,
): string {
  return renderPlacesByFile(
    answer.map(({ range, kind = 1 }) => ({ uri: view.uri, range, note: highlightKindNames[kind] ?? "" })),
    { title: formatCount(answer.length, "place in this file", "places in this file"), max: limit },
    view,
  );
}

export function renderSignatureBlock(answer: Parameters<typeof renderSignatures>[0], { view }: AnswerContext): string {
  return answer.signatures.length === 0 ? "" : codeBlock(renderSignatures(answer, view));
}

/** Counts uses apart from declarations, which servers include in the references. */
export function renderReferences(answer: Locations, { view, limit = MAX_PLACES, declarations }: AnswerContext): string {
  const found = narrowLocations(answer);
  const isDeclaration = (each: Location) =>
    declarations?.some((declaration) => startsAtSamePlace(declaration, each)) === true;
  const marked = found.map((each, index) => ({
    ...each,
    enclosing: view.enclosing?.[index],
    ...(isDeclaration(each) ? { note: "declaration" } : {}),
  }));
  const declared = found.filter(isDeclaration).length;
  const declarationCount = declared === 1 ? "the declaration" : formatCount(declared, "declaration");
  if (declared === found.length)
    return `No uses besides ${declarationCount}; the server may miss some where types are unknown.`;
  const used = formatCount(found.length - declared, declarations === undefined ? "reference" : "use");
  return renderPlacesByFile(
    marked,
    { title: declared === 0 ? used : `${used} and ${declarationCount}`, max: limit },
    view,
  );
}

function startsAtSamePlace(one: Location, other: Location): boolean {
  const [a, b] = [one.range.start, other.range.start];
  return one.uri === other.uri && a.line === b.line && a.character === b.character;
}

export function renderHoverMarkdown(hover: Hover): string {
  return limitLines(hoverMarkdown(hover), MAX_HOVER_LINES, "Ask for the definition and read it there.");
}

/** Renders each caller, by its Locate where that is known, with the lines of its calls. */
export function renderCallers(
  calls: readonly CallHierarchyIncomingCall[],
  { view, limit = MAX_PLACES }: AnswerContext,
): string {
  const items = calls.map(({ from: item, fromRanges }) => ({ item, fromRanges }));
  const callers = distinctCalls(items, view.enclosing);
  const lines = callers.slice(0, limit).flatMap(({ item, ranges, enclosing }) => {
    const places = ranges.map((range) => ({ uri: item.uri, range }));
    return [enclosing ?? renderItemLine(item, view), ...renderFileLines(places, view)];
  });
  const title = formatCount(callers.length, "caller");
  return [`${title}, and where:`, ...lines, ...renderLeftOut(callers.length, limit)].join("\n");
}

/**
 * Renders each function called with the line numbers of its calls, which are in the file of the
 * request.
 */
export function renderCallees(
  calls: readonly CallHierarchyOutgoingCall[],
  { view, limit = MAX_PLACES }: AnswerContext,
): string {
  const items = calls.map(({ to: item, fromRanges }) => ({ item, fromRanges }));
  const callees = distinctCalls(items, undefined);
  const lines = callees.slice(0, limit).map(({ item, ranges }) => {
    const lineNumbers = new Set(ranges.map(({ start }) => start.line + 1));
    return `${renderItemLine(item, view)}, called in line ${[...lineNumbers].join(", ")}`;
  });
  const title = formatCount(callees.length, "function called", "functions called");
  return [`${title}:`, ...lines, ...renderLeftOut(callees.length, limit)].join("\n");
}

export function renderTypes(one: string): (answer: readonly HierarchyItem[], context: AnswerContext) => string {
  return (answer, { view, limit = MAX_PLACES }) =>
    [
      `${formatCount(answer.length, one)}:`,
      ...answer.slice(0, limit).map((item) => renderItemLine(item, view)),
      ...renderLeftOut(answer.length, limit),
    ].join("\n");
}

function renderItemLine({ uri, selectionRange, kind, name }: HierarchyItem, { pathOf }: View): string {
  return `${escapeName(pathOf(uri))}:${selectionRange.start.line + 1} ${symbolKindName(kind)} ${shorten(name, 80)}`;
}

export function renderNames(answer: CompletionAnswer, { view, limit = MAX_NAMES }: AnswerContext): string {
  const items = filterCompletions(answer, view);
  if (items.length === 0) return "";
  const lines = items.slice(0, limit).map(({ label, labelDetails, kind, detail }) => {
    const name = shorten(`${label}${labelDetails?.detail ?? ""}`, 60);
    const about = [completionKindNames[kind ?? 0] ?? "", shorten(detail ?? labelDetails?.description ?? "", 80)];
    return [name, ...about].filter((word) => word !== "").join("  ");
  });
  return [`${formatCount(items.length, "name")}:`, ...lines, ...renderLeftOut(items.length, limit)].join("\n");
}

function renderLeftOut(count: number, max: number): readonly string[] {
  return count > max ? [`… and ${count - max} more; ask with limit: ${count} for all of them.`] : [];
}
