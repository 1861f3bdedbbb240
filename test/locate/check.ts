/**
 * Checks of resolution with one line per case: the source with the result drawn in it, `┃` for a
 * point and `⟦…⟧` for a range, and the Locate that must resolve to it.
 */
import { attempt, LocateError } from "../../src/error.js";
import type { Locate, PointOrRange } from "../../src/locate/locate.js";
import { readLocate } from "../../src/locate/notation/readLocate.js";
import { type Purpose, type Resolved, resolve } from "../../src/locate/resolve/resolve.js";
import type { DeclarationAt, SymbolNode } from "../../src/locate/symbols/symbolNode.js";
import { Document } from "../../src/text/document.js";
import { offersIn } from "../offers.js";

export interface CheckOptions {
  readonly symbols?: readonly SymbolNode[];
  readonly as?: PointOrRange;
  readonly purpose?: Purpose;
  readonly languageId?: string;
  readonly declarationAt?: DeclarationAt;
  readonly newText?: string;
}

/** Expects a Locate to resolve to the place drawn in the source, and returns the result. */
export function check(drawn: string, locate: string | Locate, options: CheckOptions = {}): Resolved {
  const source = drawn.replace(/[┃⟦⟧]/g, "");
  const as = options.as ?? (drawn.includes("⟦") ? "range" : "point");
  const resolved = resolveIn(source, locate, { ...options, as });
  expect(draw(source, resolved, as)).toBe(drawn);
  return resolved;
}

/** Expects a Locate to fail with an error of that kind, and returns the error. */
export function fails(source: string, locate: string | Locate, kind: string, options: CheckOptions = {}): LocateError {
  const error = errorOf(() => {
    const resolved = resolveIn(source, locate, options);
    throw new Error(`expected ${kind}, but it landed: ${draw(source, resolved, options.as ?? "point")}`);
  });
  expect(error.kind).toBe(kind);
  // Every message ends with a sentence that says what to do.
  expect(error.message).toMatch(/[.!]$/);
  // An invalid Locate gets examples of the form.
  const offers =
    kind === "invalid_locate" ? [] : offersIn({ ...error.data, message: error.message }, (path) => path === "a.ts");
  for (const offer of offers)
    expect({ offer, resolves: attempt(() => resolveIn(source, offer, options)) }).toMatchObject({
      offer,
      resolves: { from: expect.any(Number) },
    });
  return error;
}

/** Returns the error that is thrown, which has to be of ours. */
export function errorOf(work: () => unknown): LocateError {
  try {
    work();
  } catch (error) {
    if (error instanceof LocateError) return error;
    throw error;
  }
  throw new Error("nothing failed");
}

export function resolveIn(source: string, locate: string | Locate, options: CheckOptions = {}): Resolved {
  const { symbols = outline(source), as = "point", purpose = "read", languageId, declarationAt, newText } = options;
  const read = readLocate(typeof locate === "string" ? locate : { file_path: "a.ts", ...locate });
  return resolve(read, { document: Document.of(source), symbols, languageId, declarationAt }, as, purpose, newText);
}

function draw(source: string, { from, to }: Resolved, as: PointOrRange): string {
  if (as === "point" && from === to) return `${source.slice(0, from)}┃${source.slice(from)}`;
  return `${source.slice(0, from)}⟦${source.slice(from, to)}⟧${source.slice(to)}`;
}

const kinds: Readonly<Record<string, number>> = {
  class: 5,
  struct: 23,
  namespace: 3,
  interface: 11,
  impl: 19,
  function: 12,
  def: 12,
  const: 14,
  let: 13,
  prop: 7,
};

/**
 * Returns the symbols of a toy language: `keyword name … { … }`, `name(…) { … }` in a class, `const
 * name = …;`.
 */
export function outline(source: string, from = 0, to = source.length): SymbolNode[] {
  const nodes: SymbolNode[] = [];
  const head =
    /(?:\b(class|struct|namespace|interface|impl|function|def|const|let|prop)\s+)?([A-Za-z_$][\w$]*(?:::\w+)*)\s*(?:\(([^()]*)\)\s*)?(\{|=|;)/g;
  head.lastIndex = from;
  for (let match = head.exec(source); match !== null && match.index < to; match = head.exec(source)) {
    const [all, keyword, name = "", parameters, opener] = match;
    if (keyword === undefined && (parameters === undefined || opener !== "{")) continue;
    const end = match.index + all.length;
    const close = opener === "{" ? closeOf(source, end - 1) : opener === "=" ? statementEnd(source, end, to) : end;
    const nameFrom = match.index + all.indexOf(name, keyword?.length ?? 0);
    nodes.push({
      name,
      detail: parameters === undefined ? "" : `(${parameters})`,
      kind: kinds[keyword ?? ""] ?? 6,
      from: match.index,
      to: close,
      nameFrom,
      nameTo: nameFrom + name.length,
      children: outline(source, opener === ";" ? close : end, close),
    });
    head.lastIndex = close;
  }
  return nodes;
}

function closeOf(source: string, open: number): number {
  let depth = 0;
  for (let at = open; at < source.length; at++) {
    if (source[at] === "{") depth++;
    if (source[at] === "}" && --depth === 0) return at + 1;
  }
  return source.length;
}

function statementEnd(source: string, from: number, to: number): number {
  let depth = 0;
  for (let at = from; at < to; at++) {
    if (source[at] === "{") depth++;
    if (source[at] === "}") depth--;
    if (source[at] === ";" && depth === 0) return at + 1;
  }
  return to;
}

/** Makes a symbol with a range and a selection range, given by the texts that they cover. */
export function symbol(
  source: string,
  name: string,
  range: string,
  selection: string,
  ...children: SymbolNode[]
): SymbolNode {
  const from = source.indexOf(range);
  const nameFrom = source.indexOf(selection, from);
  if (from < 0 || nameFrom < 0)
    throw new Error(`${JSON.stringify(range)} or ${JSON.stringify(selection)} is not in the source`);
  return { name, kind: 12, from, to: from + range.length, nameFrom, nameTo: nameFrom + selection.length, children };
}
