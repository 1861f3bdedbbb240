/**
 * Renders uses for a model: below the symbols around them, those in tests apart; with the lines of
 * source where that is short enough, else with line numbers.
 */

import { formatSymbolPath } from "../../../locate/notation/symbolPath.js";
import { groupUses, type SymbolUse, type UsesInSymbol } from "../../../session/methods/context/usesBySymbol.js";
import { assertInList, describeRest } from "../../../session/methods/paging.js";
import { groupBy } from "../../../text/list.js";
import { escapeName } from "../../../text/printable.js";
import { renderFileLines } from "../../show/placeLists.js";
import type { View } from "../../show/view.js";

/** The length of a list, in characters, where the call gives no limit. */
const MAX_LENGTH = 5_000;

export interface ListedUse extends SymbolUse {
  /** Shown after its line. */
  readonly note?: string;
}

interface UsesPage {
  /** The maximum of lines, with their text; without it, as much as fits. */
  readonly limit: number | undefined;
  readonly after: number;
  title(groups: readonly UsesInSymbol[]): string;
}

export function renderUses(uses: readonly ListedUse[], { limit, after, title }: UsesPage, view: View): string {
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
  if (limit !== undefined || lengthOf(whole) <= MAX_LENGTH) return finish(whole, countLines(groups));
  const heading = `${title(all)}, by file, symbol and line; with limit: 40, their text:`;
  const code = renderGroups(
    groups.filter(({ isTest }) => !isTest),
    notes,
    view,
  );
  const tests = formatFiles(groups.filter(({ isTest }) => isTest));
  const mixed = [...code, ...(tests.length > 0 ? [TESTS, ...tests] : [])];
  if (lengthOf(mixed) <= MAX_LENGTH) return finish(mixed, countLines(groups));
  for (let kept = groups.length; ; kept = Math.floor(kept * 0.9)) {
    const short = withTests(groups.slice(0, kept), formatFiles);
    if (lengthOf(short) <= MAX_LENGTH || kept <= 1) return finish(short, countLines(groups.slice(0, kept)), heading);
  }
}

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
