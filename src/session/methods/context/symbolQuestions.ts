/** The questions about the symbol of `locate/context` that its sections share: each asked once. */

import { ensureBackend } from "../../../ask/backend/backend.js";
import type { Locate } from "../../../locate/locate.js";
import { getOrInsert } from "../../../text/list.js";
import type { Position, Range } from "../../../text/position.js";
import type { RequestContext } from "../../client/requestContext.js";
import { type EnclosingSymbol, type FilePosition, findEnclosingSymbols } from "../../completeness/enclosingSymbols.js";
import { createFileTexts } from "../../completeness/fileTexts.js";
import type { Unconfirmed } from "../../completeness/unconfirmed.js";
import { displayPath } from "../../documents/filePaths.js";
import type { Place } from "../../place/resolvePlace.js";
import { askBackend } from "../forward/forwardToBackend.js";
import type { ContextSymbol } from "./contextSymbol.js";
import type { SectionItem, SectionKind } from "./section.js";
import type { UseChoice, UsesInSymbol } from "./usesBySymbol.js";

export interface QuestionOptions {
  readonly symbol: ContextSymbol;
  readonly included: ReadonlySet<SectionKind>;
  /** Which callers and other uses are wanted; all of them without it. */
  readonly uses: UseChoice | undefined;
  /** All of the symbol. */
  readonly place: Place;
  /** The client's token for progress, which one question takes. */
  readonly tokens: { readonly workDoneToken?: string | number };
}

/** The answer of a method with `place: true`. */
export interface MethodResult<Result> {
  readonly place: { readonly target: { readonly position: Position } };
  readonly result: Result;
  readonly enclosing?: readonly (EnclosingSymbol | null)[];
  readonly unconfirmed?: Unconfirmed;
}

export interface SymbolQuestions extends QuestionOptions {
  /** Asks a method about the symbol, once. */
  ask<Result>(method: string): Promise<MethodResult<Result>>;
  pathOf(uri: string): string;
  /** Returns the symbols around positions; at a declared name, the symbol itself. */
  symbolsAt(positions: readonly FilePosition[]): Promise<readonly (EnclosingSymbol | null)[]>;
  /** Returns an entry with the first lines of ranges of a file. */
  itemOf(
    uses: Pick<UsesInSymbol, "uri" | "enclosing"> & { readonly ranges: readonly Range[]; readonly isTest?: boolean },
  ): Promise<SectionItem>;
}

const MAX_LINE_LENGTH = 140;

export function createQuestions(options: QuestionOptions, context: RequestContext): SymbolQuestions {
  const { symbol, place, tokens } = options;
  const texts = createFileTexts(context);
  const asked = new Map<string, Promise<unknown>>();
  const pathOf = (uri: string) => displayPath(uri, context.client.roots);
  const send = (method: string): Promise<unknown> =>
    askBackend(method, { ...(method === "references" && tokens), locate: symbol.locate }, context);
  const lineOf = (text: string) => {
    const line = text.trim();
    return line.length > MAX_LINE_LENGTH ? `${line.slice(0, MAX_LINE_LENGTH - 1)}…` : line;
  };
  return {
    ...options,
    ask<Result>(method: string) {
      const answer = getOrInsert(asked, method, () => send(method));
      return answer as Promise<MethodResult<Result>>;
    },
    pathOf,
    async symbolsAt(positions) {
      const { encoding } = await ensureBackend(place.document(), context.backends);
      return findEnclosingSymbols(positions, encoding, texts, context);
    },
    async itemOf({ uri, enclosing, ranges, isTest }) {
      const text = (await texts.read(uri))?.text;
      const lines = ranges.map(({ start: { line } }) => ({
        line: line + 1,
        text: text && line < text.lineCount ? lineOf(text.slice(text.lineFrom(line), text.lineTo(line))) : "",
      }));
      return {
        locate: enclosing?.locate ?? { file_path: pathOf(uri), scope: { line: lines[0]?.line ?? 1 } },
        ...(enclosing && { kind: enclosing.kind }),
        lines,
        ...(isTest && { test: true as const }),
      };
    },
  };
}

/** Whether a symbol is the one that is asked about, or another declaration of the same one. */
export function isItself(found: EnclosingSymbol | null | undefined, { symbol }: SymbolQuestions): boolean {
  const pathOf = ({ scope, file_path }: Locate) =>
    typeof scope === "object" && "symbol_path" in scope
      ? `${file_path}:${scope.symbol_path.join(".").replace(/\[\d+\]$/, "")}`
      : undefined;
  return found !== null && found !== undefined && pathOf(found.locate) === pathOf(symbol.locate);
}
