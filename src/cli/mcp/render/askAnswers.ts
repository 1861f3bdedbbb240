/** Answers of the `ask` tool as Markdown; the rows of the methods name the renderers. */

import type {
  CallHierarchyItem,
  CallHierarchyOutgoingCall,
  DocumentHighlight,
  Hover,
  Location,
} from "vscode-languageserver-protocol";
import { formatSymbolPath } from "../../../locate/notation/symbolPath.js";
import { symbolKindName } from "../../../locate/symbols/symbolNode.js";
import type { EnclosingSymbol } from "../../../session/completeness/enclosingSymbols.js";
import { groupUses, type SymbolUse, type UsesInSymbol } from "../../../session/methods/context/usesBySymbol.js";
import { hoverMarkdown } from "../../../session/methods/markdownText.js";
import { assertInList, describeRest, itemsOf, nextAfter, type Page } from "../../../session/methods/paging.js";
import { groupBy } from "../../../text/list.js";
import { compareRanges } from "../../../text/position.js";
import { codeBlock, escapeName, formatCount } from "../../../text/printable.js";
import {
  BY_NAME_NOTE,
  compareCalls,
  distinctCalls,
  type FoundPlace,
  flattenCalls,
  flattenItems,
  type HierarchyItem,
  highlightKindNames,
  type IncomingCall,
  type ListedItem,
  type Locations,
  narrowLocations,
} from "../../show/placeAnswers.js";
import { type ListedPlace, orderPlaces, renderFileLines, renderPlaceList } from "../../show/placeLists.js";
import { renderUnlessEmpty } from "../../show/renderAnswer.js";
import {
  type CompletionAnswer,
  completionKindNames,
  filterCompletions,
  renderSignatures,
} from "../../show/textAnswers.js";
import { shorten, type View } from "../../show/view.js";
import { limitLines } from "./limitLines.js";

interface AnswerContext {
  readonly view: View;
  /** The maximum of places, calls or names, if the call gives one, and how many come before. */
  readonly limit: number | undefined;
  readonly after?: number | undefined;
  /** The symbol around each item of the answer, where it is known. */
  readonly symbols?: readonly (EnclosingSymbol | null)[] | undefined;
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
  return (answer, context) => {
    const found = narrowLocations(answer);
    const places = found.map((each, n) => ({ ...each, enclosing: context.symbols?.[n]?.notation }));
    return renderPlaces(places, `${formatCount(found.length, one)}${byNameNote(found)}`, context);
  };
}

/** Says how many of the places only their name shows; nothing if there are none. */
function byNameNote(found: readonly Pick<FoundPlace, "byName">[]): string {
  const named = found.filter(({ byName }) => byName).length;
  const share = named < found.length ? `${named} of them ` : "";
  return named === 0 ? "" : ` (${share}${BY_NAME_NOTE}: syntax does not show which is meant)`;
}

export function renderHighlightsByFile(answer: readonly DocumentHighlight[], context: AnswerContext): string {
  return renderPlaces(
    answer.map(({ range, kind = 1 }) => ({ uri: context.view.uri, range, note: highlightKindNames[kind] ?? "" })),
    formatCount(answer.length, "place in this file", "places in this file"),
    context,
  );
}

/** Renders places below a title, by file. */
function renderPlaces(
  places: readonly ListedPlace[],
  title: string,
  { view, limit = MAX_PLACES, after = 0 }: AnswerContext,
): string {
  const listed = itemsOf(orderPlaces(places, view), { after, limit });
  const files = new Set(places.map(({ uri }) => uri)).size;
  const heading = files > 1 ? `${title} in ${files} files:` : `${title}:`;
  return [heading, ...renderPlaceList(listed, view), ...renderLeftOut(places.length, { limit, after })].join("\n");
}

export function renderSignatureBlock(answer: Parameters<typeof renderSignatures>[0], { view }: AnswerContext): string {
  return answer.signatures.length === 0 ? "" : codeBlock(renderSignatures(answer, view));
}

/** Counts uses apart from declarations, which servers include in the references. */
export function renderReferences(
  answer: Locations,
  { view, limit, after = 0, declarations, symbols }: AnswerContext,
): string {
  const found = narrowLocations(answer);
  const isDeclaration = (each: Location) =>
    declarations?.some((declaration) => startsAtSamePlace(declaration, each)) === true;
  const uses = found.map((each, index) => ({
    ...each,
    enclosing: symbols?.[index],
    ...(isDeclaration(each) ? { note: "declaration" } : each.byName ? { note: BY_NAME_NOTE } : {}),
  }));
  const declared = found.filter(isDeclaration).length;
  const declarationCount = declared === 1 ? "the declaration" : formatCount(declared, "declaration");
  if (declared === found.length)
    return `No uses besides ${declarationCount}; the server may miss some where types are unknown.`;
  const used = formatCount(found.length - declared, declarations === undefined ? "reference" : "use");
  const count = declared === 0 ? used : `${used} and ${declarationCount}`;
  const files = new Set(found.map(({ uri }) => uri)).size;
  const title = () => `${files > 1 ? `${count} in ${files} files` : count}${byNameNote(found)}`;
  return renderUses(uses, { limit, after, title }, view);
}

function startsAtSamePlace(one: Location, other: Location): boolean {
  return one.uri === other.uri && compareRanges(one.range, other.range) === 0;
}

export function renderHoverMarkdown(hover: Hover): string {
  return limitLines(hoverMarkdown(hover), MAX_HOVER_LINES, "Ask for the definition and read it there.");
}

/** Renders each caller, by its Locate where that is known, with the lines of its calls. */
export function renderCallers(
  calls: readonly IncomingCall[],
  { view, limit, after = 0, symbols }: AnswerContext,
): string {
  const tree = flattenCalls(calls, view);
  if (tree) return renderTree(tree, "caller", { view, limit, after });
  const uses = calls.flatMap(({ from: item, fromRanges, byName }, n) => {
    const enclosing = symbols?.[n] ?? symbolOfItem(item, view);
    const mark = byName ? { byName: true as const, note: BY_NAME_NOTE } : {};
    return fromRanges.map((range) => ({ uri: item.uri, range, enclosing, ...mark }));
  });
  const title = (groups: readonly unknown[]) => `${formatCount(groups.length, "caller")}${byNameNote(uses)}, and where`;
  return renderUses(uses, { limit, after, title }, view);
}

/** Returns a caller as the server names it, where its text has no outline. */
function symbolOfItem(item: CallHierarchyItem, view: View): EnclosingSymbol {
  const locate = { file_path: view.pathOf(item.uri), scope: { symbol_path: [item.name] } };
  return { kind: symbolKindName(item.kind), locate, notation: renderItemLine(item, view) };
}

/**
 * Renders each function called with the line numbers of its calls, which are in the file of the
 * request.
 */
export function renderCallees(
  calls: readonly CallHierarchyOutgoingCall[],
  { view, limit = MAX_PLACES, after = 0 }: AnswerContext,
): string {
  const tree = flattenCalls(calls, view);
  if (tree) return renderTree(tree, "function called", { view, limit, after }, "functions called");
  const items = calls.map(({ to: item, fromRanges }) => ({ item, fromRanges }));
  const callees = distinctCalls(items, undefined).toSorted((one, other) => compareCalls(one, other));
  const lines = itemsOf(callees, { after, limit }).map(({ item, ranges }) => {
    const lineNumbers = new Set(ranges.map(({ start }) => start.line + 1));
    return `${renderItemLine(item, view)}, called in line ${[...lineNumbers].join(", ")}`;
  });
  const title = formatCount(callees.length, "function called", "functions called");
  return [`${title}:`, ...lines, ...renderLeftOut(callees.length, { limit, after })].join("\n");
}

export function renderTypes(one: string): (answer: readonly HierarchyItem[], context: AnswerContext) => string {
  return (answer, context) => renderTree(flattenItems(answer, context.view), one, context);
}

/** Renders a tree below a title, a symbol in each line. */
function renderTree(
  items: readonly ListedItem<HierarchyItem>[],
  one: string,
  { view, limit = MAX_PLACES, after = 0 }: Pick<AnswerContext, "view" | "limit" | "after">,
  several?: string,
): string {
  const lines = itemsOf(items, { after, limit }).map(
    ({ item, level, remark }) => `${"  ".repeat(level)}${renderItemLine(item, view)}${remark}`,
  );
  return [
    `${formatCount(items.length, one, several)}:`,
    ...lines,
    ...renderLeftOut(items.length, { limit, after }),
  ].join("\n");
}

function renderItemLine({ uri, selectionRange, kind, name }: HierarchyItem, { pathOf }: View): string {
  return `${escapeName(pathOf(uri))}:${selectionRange.start.line + 1} ${symbolKindName(kind)} ${shorten(name, 80)}`;
}

export function renderNames(answer: CompletionAnswer, { view, limit = MAX_NAMES, after = 0 }: AnswerContext): string {
  const items = filterCompletions(answer, view);
  if (items.length === 0) return "";
  const lines = itemsOf(items, { after, limit }).map(({ label, labelDetails, kind, detail }) => {
    const name = shorten(`${label}${labelDetails?.detail ?? ""}`, 60);
    const about = [completionKindNames[kind ?? 0] ?? "", shorten(detail ?? labelDetails?.description ?? "", 80)];
    return [name, ...about].filter((word) => word !== "").join("  ");
  });
  return [`${formatCount(items.length, "name")}:`, ...lines, ...renderLeftOut(items.length, { limit, after })].join(
    "\n",
  );
}

function renderLeftOut(count: number, page: Page): readonly string[] {
  const next = nextAfter(page, count);
  return next === undefined ? [] : [describeRest({ left: count - next, next })];
}

/** The length of a list, in characters, where the call gives no limit. */
const MAX_LENGTH = 5_000;

interface ListedUse extends SymbolUse {
  /** Shown after its line. */
  readonly note?: string;
}

interface UsesPage {
  /** The maximum of lines, with their text; without it, as much as fits. */
  readonly limit: number | undefined;
  readonly after: number;
  title(groups: readonly UsesInSymbol[]): string;
}

/**
 * Renders uses for a model: below the symbols around them, those in tests apart; with the lines of
 * source where that is short enough, else with line numbers.
 */
function renderUses(uses: readonly ListedUse[], { limit, after, title }: UsesPage, view: View): string {
  const all = groupUses(uses, { askedUri: view.uri, pathOf: view.pathOf });
  const count = countLines(all);
  assertInList(after, count);
  const groups = sliceGroups(all, after, limit ?? Number.POSITIVE_INFINITY);
  const notes = new Map(uses.map((use) => [keyOf(use.uri, use.range.start.line), use.note]));
  const finish = (lines: readonly string[], shown: number, heading = `${title(all)}:`) => {
    const next = after + shown;
    const rest = next < count ? [describeRest({ left: count - next, next })] : [];
    return [heading, ...lines, ...rest].join("\n");
  };
  const whole = withTests(groups, (each) => renderGroups(each, notes, view));
  const inTests = groups.filter(({ isTest }) => isTest);
  const isFolded = inTests.length < groups.length && countLines(inTests) > MAX_TEST_LINES;
  if (limit !== undefined || (lengthOf(whole) <= MAX_LENGTH && !isFolded)) return finish(whole, countLines(groups));
  const heading = `${title(all)}, by file, symbol and line; with limit: 40, their text:`;
  const code = renderGroups(
    groups.filter(({ isTest }) => !isTest),
    notes,
    view,
  );
  const tests = formatFiles(inTests);
  const mixed = [...code, ...(tests.length > 0 ? [TESTS, ...tests] : [])];
  if (lengthOf(mixed) <= MAX_LENGTH) return finish(mixed, countLines(groups));
  for (let kept = groups.length; ; kept = Math.floor(kept * 0.9)) {
    const short = withTests(groups.slice(0, kept), formatFiles);
    if (lengthOf(short) <= MAX_LENGTH || kept <= 1) return finish(short, countLines(groups.slice(0, kept)), heading);
  }
}

/** Beside other uses, more lines in tests are shown by file, symbol and line. */
const MAX_TEST_LINES = 10;

const TESTS = "In tests:";

/** Renders groups, those in tests below a line of their own. */
function withTests(
  groups: readonly UsesInSymbol[],
  render: (groups: readonly UsesInSymbol[]) => readonly string[],
): readonly string[] {
  const [code, tests] = [groups.filter(({ isTest }) => !isTest), groups.filter(({ isTest }) => isTest)];
  return [...render(code), ...(tests.length > 0 && code.length > 0 ? [TESTS] : []), ...render(tests)];
}

type Notes = ReadonlyMap<string, string | undefined>;

/** Renders a Locate, or a file, with the lines of source below. */
function renderGroups(groups: readonly UsesInSymbol[], notes: Notes, view: View): readonly string[] {
  return groups.flatMap(({ uri, file_path, enclosing, ranges }) => {
    const places = ranges.map((range) => {
      const note = notes.get(keyOf(uri, range.start.line));
      return { uri, range, ...(note !== undefined && { note }) };
    });
    return [enclosing?.notation ?? escapeName(file_path), ...renderFileLines(places, view)];
  });
}

/** Formats `src/shop.ts: Cart.total 12, 14; pay 30; 3`, a line for each file. */
function formatFiles(groups: readonly UsesInSymbol[]): readonly string[] {
  return [...groupBy(groups, ({ file_path }) => file_path)].map(([path, inFile]) => {
    const parts = inFile.map(({ enclosing, ranges }) => {
      const scope = enclosing?.locate.scope;
      const isSymbol = typeof scope === "object" && "symbol_path" in scope;
      const name = isSymbol ? `${escapeName(formatSymbolPath(scope.symbol_path))} ` : "";
      return `${name}${ranges.map(({ start }) => start.line + 1).join(", ")}`;
    });
    return `${escapeName(path)}: ${parts.join("; ")}`;
  });
}

function keyOf(uri: string, line: number): string {
  return `${line}:${uri}`;
}

function countLines(groups: readonly UsesInSymbol[]): number {
  return groups.reduce((sum, { ranges }) => sum + ranges.length, 0);
}

function sliceGroups(groups: readonly UsesInSymbol[], after: number, limit: number): readonly UsesInSymbol[] {
  let before = 0;
  return groups.flatMap((group) => {
    const from = Math.max(0, after - before);
    const ranges = group.ranges.slice(from, Math.max(0, after + limit - before));
    before += group.ranges.length;
    return ranges.length > 0 ? [{ ...group, ranges }] : [];
  });
}

function lengthOf(lines: readonly string[]): number {
  return lines.reduce((sum, line) => sum + line.length + 1, 0);
}
