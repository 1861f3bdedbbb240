/** Uses of a symbol, grouped by the symbols around them; those in tests apart. */

import { LocateError } from "../../../error.js";
import { factsOf, languageOfPath } from "../../../languages/languages.js";
import { describeValue } from "../../../locate/errorText.js";
import type { Locate } from "../../../locate/locate.js";
import { getOrInsert } from "../../../text/list.js";
import type { Range } from "../../../text/position.js";
import { compareRanges } from "../../../text/position.js";
import { keyOfUri } from "../../../uri.js";
import type { EnclosingSymbol } from "../../completeness/enclosingSymbols.js";

/** A use in a file. */
export interface SymbolUse {
  readonly uri: string;
  readonly range: Range;
  /** The symbol around it; undefined or null at the top level, and where it is not known. */
  readonly enclosing?: EnclosingSymbol | null | undefined;
}

/** The uses in one symbol, or at the top level of a file. */
export interface UsesInSymbol {
  readonly uri: string;
  readonly file_path: string;
  /** Absent at the top level of a file. */
  readonly enclosing?: EnclosingSymbol;
  /** Ordered by place; on each line one. */
  readonly ranges: readonly Range[];
  readonly isTest: boolean;
}

/**
 * Groups uses by the symbols around them: those in the file that was asked about first, then by
 * path, then by place; those in tests last.
 */
export function groupUses(
  uses: readonly SymbolUse[],
  { askedUri, pathOf }: { readonly askedUri: string; pathOf(uri: string): string },
): readonly UsesInSymbol[] {
  const groups = new Map<string, { readonly first: SymbolUse; readonly ranges: Range[] }>();
  for (const use of uses) {
    const key = use.enclosing?.notation ?? keyOfUri(use.uri);
    const group = getOrInsert(groups, key, () => ({ first: use, ranges: [] }));
    if (!group.ranges.some(({ start }) => start.line === use.range.start.line)) group.ranges.push(use.range);
  }
  const grouped = [...groups.values()].map(({ first: { uri, enclosing }, ranges }): UsesInSymbol => {
    const file_path = pathOf(uri);
    return {
      uri,
      file_path,
      ...(enclosing && { enclosing }),
      ranges: ranges.sort(compareRanges),
      isTest: isInTests(file_path, enclosing),
    };
  });
  const askedKey = keyOfUri(askedUri);
  const rankOf = ({ uri, isTest }: UsesInSymbol) => (isTest ? 2 : 0) + (keyOfUri(uri) === askedKey ? 0 : 1);
  return grouped.sort((one, other) => rankOf(one) - rankOf(other) || comparePlaces(one, other));
}

function comparePlaces(one: UsesInSymbol, other: UsesInSymbol): number {
  if (one.file_path !== other.file_path) return one.file_path < other.file_path ? -1 : 1;
  return compareRanges(one.ranges[0] as Range, other.ranges[0] as Range);
}

/** Folders of tests, and names of files with tests, as most languages have them. */
const TEST_FOLDER = /(?:^|[\\/])(?:tests?|__tests__|specs?|testing|testdata|e2e)[\\/]/i;
const TEST_FILE =
  /(?:^|[\\/])(?:test_[^\\/]*|[^\\/]*[._-](?:test|tests|spec|e2e)|conftest|[^\\/]*(?:Test|Tests|Spec))\.\w+$/;

/** Whether a place is in tests: by the path of its file, or by the symbols around it. */
function isInTests(path: string, enclosing: EnclosingSymbol | null | undefined): boolean {
  return TEST_FOLDER.test(path) || TEST_FILE.test(path) || isTestModule(path, enclosing?.locate);
}

/** Whether a place is in a module of tests beside the code, where its language has such. */
function isTestModule(path: string, locate: Locate | undefined): boolean {
  const scope = locate?.scope;
  const outer = typeof scope === "object" && "symbol_path" in scope ? scope.symbol_path.slice(0, -1) : [];
  const { testModule } = factsOf(languageOfPath(path)).entries;
  return testModule !== undefined && outer.some((name) => testModule.test(name));
}

export const useChoices = ["tests", "no_tests"] as const;

export type UseChoice = (typeof useChoices)[number];

/** Returns which uses are wanted; undefined for all. Errors: `invalid_locate`. */
export function readUseChoice({ uses }: Readonly<Record<string, unknown>>): UseChoice | undefined {
  if (uses === undefined || uses === null) return undefined;
  const choice = useChoices.find((each) => each === uses);
  if (choice !== undefined) return choice;
  throw new LocateError(
    "invalid_locate",
    `uses is ${describeValue(uses)}. Write "tests" for uses in tests, "no_tests" for the others, or leave it out for all.`,
    { field: "uses", expected: useChoices.join(", ") },
  );
}

/** Whether a use is one of those that are wanted. */
export function isChosen(
  choice: UseChoice | undefined,
  path: string,
  enclosing: EnclosingSymbol | null | undefined,
): boolean {
  return choice === undefined || isInTests(path, enclosing) === (choice === "tests");
}
