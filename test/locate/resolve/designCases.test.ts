/** The cases of the design documents about matching and resolving that need no syntax tree. */

import { readFileSync } from "node:fs";
import { LocateError } from "../../../src/error.js";
import { factsOf, languageOfPath } from "../../../src/languages/languages.js";
import { findMatches, matchAt, partialReadings, wholeReadings } from "../../../src/locate/find/match.js";
import { compilePattern } from "../../../src/locate/find/pattern.js";
import type { Locate, PointOrRange } from "../../../src/locate/locate.js";
import { readLocate } from "../../../src/locate/notation/readLocate.js";
import { resolve } from "../../../src/locate/resolve/resolve.js";
import type { SymbolNode } from "../../../src/locate/symbols/symbolNode.js";
import { Document } from "../../../src/text/document.js";

interface Position {
  readonly line: number;
  readonly character: number;
}
interface Range {
  readonly start: Position;
  readonly end: Position;
}
interface DesignSymbol {
  readonly name: string;
  readonly kind: number;
  readonly range: Range;
  readonly selectionRange: Range;
  readonly children: readonly DesignSymbol[];
}
interface Case {
  readonly id: string;
  readonly group: string;
  readonly op: string;
  readonly input: {
    readonly pattern?: string;
    readonly source?: string;
    readonly method?: string;
    readonly files?: Readonly<Record<string, string>>;
    readonly locate?: Locate;
    readonly locateString?: string;
    readonly documentSymbols?: readonly DesignSymbol[];
  };
  readonly expected: {
    readonly matches?: boolean;
    readonly first?: Range;
    readonly firstText?: string;
    readonly count?: number;
    readonly position?: Position;
    readonly range?: Range;
    readonly lspPosition?: Position;
    readonly lspRange?: Range;
    readonly text?: string;
    readonly error?: string;
    readonly mustCarry?: Readonly<Record<string, unknown>>;
  };
}

const { cases: all } = JSON.parse(readFileSync("test/cases/seed-cases.json", "utf8")) as {
  readonly cases: readonly Case[];
};
const rangeMethods = new Set(["textDocument/codeAction", "textDocument/rangeFormatting"]);

/** Returns `line:character` of an offset, counted from `base`. */
function at(document: Document, offset: number, base: number): string {
  const line = document.lineAt(offset);
  return `${line + base}:${offset - document.lineFrom(line) + base}`;
}

function written({ line, character }: Position): string {
  return `${line}:${character}`;
}

describe("Matching", () => {
  test.each(all.filter(({ op }) => op === "matchPattern").map((each) => [each.id, each] as const))(
    "Case %s matches as expected",
    (_, { input, expected }) => {
      const text = input.source ?? "";
      const document = Document.of(text);
      const pattern = compilePattern({ text: input.pattern ?? "", markers: [] });
      const scope = { text, from: 0, to: text.length, rule: factsOf("").wordEnds };
      const found = findMatches(pattern, scope, [...wholeReadings, ...partialReadings]);
      expect(found !== null).toBe(expected.matches);
      if (found === null || expected.first === undefined) return;
      const { from, to } = matchAt(found, 0);
      expect([at(document, from, 1), at(document, to, 1)]).toEqual([
        written(expected.first.start),
        written(expected.first.end),
      ]);
      expect(text.slice(from, to)).toBe(expected.firstText);
      expect(found.count).toBe(expected.count);
    },
  );
});

const located = all.filter(
  ({ group, op, id }) =>
    (["resolve", "empty-find", "locate-range", "capability"].includes(group) ||
      ["future-006", "future-007"].includes(id)) &&
    ["locate", "locateRange", "lspRequest"].includes(op),
);

describe("Resolving", () => {
  test("The file of cases contains more than 55 Locates", () => expect(located.length).toBeGreaterThan(55));
  test.each(located.map((each) => [each.id, each] as const))(
    "Case %s resolves as expected",
    (_, { op, input, expected }) => {
      const as: PointOrRange = op === "locateRange" || rangeMethods.has(input.method ?? "") ? "range" : "point";
      const [path, text] = Object.entries(input.files ?? {})[0] ?? ["", ""];
      const document = Document.of(text);
      const symbols = (input.documentSymbols ?? []).map((each) => nodeOf(each, document));
      const source = { document, symbols, languageId: languageOfPath(path) };
      for (const locate of [input.locate, input.locateString]) {
        if (locate === undefined) continue;
        const outcome = attempt(() => resolve(readLocate(locate), source, as, "read"));
        if (outcome instanceof LocateError) {
          expect({ error: outcome.kind, message: outcome.message }).toEqual({
            error: expected.error,
            message: outcome.message,
          });
          carries(outcome, expected.mustCarry ?? {});
          continue;
        }
        const { from, to } = outcome;
        const { position, range, lspPosition, lspRange } = expected;
        if (position !== undefined) expect(at(document, from, 1)).toBe(written(position));
        if (lspPosition !== undefined) expect(at(document, from, 0)).toBe(written(lspPosition));
        if (range !== undefined)
          expect(`${at(document, from, 1)}-${at(document, to, 1)}`).toBe(
            `${written(range.start)}-${written(range.end)}`,
          );
        if (lspRange !== undefined)
          expect(`${at(document, from, 0)}-${at(document, to, 0)}`).toBe(
            `${written(lspRange.start)}-${written(lspRange.end)}`,
          );
        if (expected.text !== undefined) expect(text.slice(from, to)).toBe(expected.text);
        expect(expected.error).toBeUndefined();
      }
    },
  );
});

function carries({ data }: LocateError, must: Readonly<Record<string, unknown>>): void {
  const named = JSON.stringify([data["children"], data["likely_paths"]]);
  for (const [name, value] of Object.entries(must)) {
    if (name === "path") expect(data["symbol_path"]).toEqual(value);
    else if (name === "resolvedPrefix") expect(data["existing_path"]).toEqual(value);
    else if (name === "candidatesInclude") for (const each of value as readonly string[]) expect(named).toContain(each);
    else if (name === "scope") expect(data["scope"]).toContain(value);
    else if (name === "foundOutsideScope") expect(data["outside_count"]).toBe(value);
    else throw new Error(`no check for ${name}`);
  }
}

function attempt<T>(work: () => T): T | LocateError {
  try {
    return work();
  } catch (error) {
    if (error instanceof LocateError) return error;
    throw error;
  }
}

function nodeOf(symbol: DesignSymbol, document: Document): SymbolNode {
  const offset = ({ line, character }: Position) => document.lineFrom(line) + character;
  return {
    name: symbol.name,
    kind: symbol.kind,
    from: offset(symbol.range.start),
    to: offset(symbol.range.end),
    nameFrom: offset(symbol.selectionRange.start),
    nameTo: offset(symbol.selectionRange.end),
    children: symbol.children.map((child) => nodeOf(child, document)),
  };
}
