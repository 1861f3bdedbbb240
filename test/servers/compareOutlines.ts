/** Our outline of a text beside what a real server answers to documentSymbol: symbol by symbol, by plain name and by where the name stands. */
import { parseDocumentSymbols } from "../../src/backend/documentSymbols.js";
import { isDataLanguage } from "../../src/locate/languageRules.js";
import { declaredNameOffset } from "../../src/locate/symbols/declaredName.js";
import { readName } from "../../src/locate/symbols/symbolNames.js";
import { type SymbolNode, symbolKindName } from "../../src/locate/symbols/symbolNode.js";
import { viewOfOutline } from "../../src/session/place/outlineView.js";
import { outlineOf } from "../../src/syntax/outline/outline.js";
import { freeText, type ParsedText } from "../../src/syntax/trees/parsedText.js";
import { Document } from "../../src/text/document.js";
import { coveringChain, parse } from "../syntax/parsedSources.js";

/** What a server makes of a text, as far as that differs from ours on purpose. */
export interface ListingQuirks {
  /** Lists variables inside functions; then ours count as listed too. */
  readonly listsLocals: boolean;
  /** Lists whatever is assigned to, each time: to us only the first is a declaration, and none that is a part of something else. */
  readonly listsAssignments?: true;
  /** Sees the text as the preprocessor leaves it: no macros, but what they expand to. */
  readonly expandsMacros?: true;
}

/** A symbol that one side has and the other has not. */
export interface Difference {
  readonly name: string;
  /** Its kind and what stands in the tree around its name, from the inside out. */
  readonly context: string;
  /** Offset of its name. */
  readonly at: number;
}

export interface Comparison {
  /** What the server lists and we are to know: no parameters, imports or callbacks, each once. */
  readonly listed: number;
  /** Those of them that we have not. */
  readonly missed: readonly Difference[];
  /** What we list and the server is to know. */
  readonly ours: number;
  /** Those of them that the server has not. */
  readonly extra: readonly Difference[];
  /** Symbols whose name stands in the text and that both have, and those of them whose name has the same range. */
  readonly both: number;
  readonly sameNameRange: number;
}

/** Compares for a text by its language id; `answer` is that to documentSymbol, in UTF-16. */
export async function compareOutlines(
  languageId: string,
  text: string,
  answer: unknown,
  quirks: ListingQuirks,
): Promise<Comparison> {
  const parsed = await parse(languageId, text);
  try {
    const said = parseDocumentSymbols(answer, Document.of(text), "utf-16");
    const theirs = new ComparedSymbols(said, parsed, languageId);
    const ours = new ComparedSymbols(viewOfOutline(outlineOf(parsed)).symbols, parsed, languageId);
    const listed = theirs.all.filter((side) => {
      if (ours.has(side)) return true;
      if (quirks.expandsMacros && isMacro(side)) return false;
      if (quirks.listsAssignments && (ours.knowsName(side) || side.types()[1] === "attribute")) return false;
      return isDeclared(side, languageId);
    });
    const oursListed = ours.all.filter((side) => {
      if (theirs.has(side)) return true;
      if (side.plain.length === 0 || (quirks.expandsMacros && isMacro(side))) return false;
      return quirks.listsLocals || side.symbol.isLocal !== true;
    });
    const pairs = listed.flatMap((side) => {
      const own = ours.byKey.get(side.key);
      return own && side.isWritten ? [[side, own] as const] : [];
    });
    return {
      listed: listed.length,
      missed: listed.filter((side) => !ours.has(side)).map(differenceOf),
      ours: oursListed.length,
      extra: oursListed.filter((side) => !theirs.has(side)).map(differenceOf),
      both: pairs.length,
      sameNameRange: pairs.filter(([one, other]) => isSameName(one.symbol, other.symbol, text)).length,
    };
  } finally {
    freeText(parsed);
  }
}

/** A symbol of one side. */
interface ComparedSymbol {
  readonly symbol: SymbolNode;
  readonly plain: readonly string[];
  /** Offset of its declared name, and that with the name: what both sides must agree on. */
  readonly at: number;
  readonly key: string;
  /** Its name stands there in the text. */
  readonly isWritten: boolean;
  /** The types of the named nodes around its name, from the inside out. */
  readonly types: () => readonly string[];
}

/** The symbols of one side, in source order, each once. */
class ComparedSymbols {
  readonly byKey: ReadonlyMap<string, ComparedSymbol>;
  readonly #byName = new Map<string, ComparedSymbol[]>();

  constructor(symbols: readonly SymbolNode[], parsed: ParsedText, languageId: string) {
    const sides = flat(symbols).map((symbol) => comparedSymbolOf(symbol, parsed, languageId));
    this.byKey = new Map(sides.map((side) => [side.key, side]));
    for (const side of this.byKey.values()) {
      const named = this.#byName.get(nameOf(side));
      if (named) named.push(side);
      else this.#byName.set(nameOf(side), [side]);
    }
  }

  get all(): ComparedSymbol[] {
    return [...this.byKey.values()];
  }

  /** Whether there is one of that name, wherever. */
  knowsName(side: ComparedSymbol): boolean {
    return this.#byName.has(nameOf(side));
  }

  /** Where a side says a place that does not hold the name, one of that name around the place or inside it is the same thing. */
  has(side: ComparedSymbol): boolean {
    if (this.byKey.has(side.key)) return true;
    const { from, to } = side.symbol;
    const named = this.#byName.get(nameOf(side)) ?? [];
    return named.some(({ symbol, isWritten }) => {
      const isAround = symbol.from <= from && to <= symbol.to;
      const isInside = from <= symbol.from && symbol.to <= to;
      return (!side.isWritten && isAround) || (!isWritten && isInside);
    });
  }
}

function comparedSymbolOf(symbol: SymbolNode, parsed: ParsedText, languageId: string): ComparedSymbol {
  const { text } = parsed.document;
  const at = declaredNameOffset(symbol, text, languageId);
  const { raw, plain } = readName(symbol.name, isDataLanguage(languageId));
  const name = plain.at(-1) ?? raw;
  // Where there is a quote or a bracket before the name, servers differ in whether it belongs to it.
  const opener = /^["'`<]/.test(text.slice(at, at + 1)) ? 1 : 0;
  return {
    symbol,
    plain,
    at,
    key: `${at + opener} ${name}`,
    isWritten: text.startsWith(name, at) || text.startsWith(name, at + opener),
    types: () =>
      coveringChain(parsed, { from: at, to: at })
        .filter(({ named }) => named)
        .map(({ type }) => type),
  };
}

function nameOf({ plain, symbol }: ComparedSymbol): string {
  return plain.at(-1) ?? symbol.name;
}

/** In source order. A stack of our own: some trees are deeper than the call stack. */
function flat(symbols: readonly SymbolNode[]): SymbolNode[] {
  const all: SymbolNode[] = [];
  const pending = [...symbols].reverse();
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    all.push(next);
    pending.push(...[...next.children].reverse());
  }
  return all;
}

/** Parameters, imports and the variables of comprehensions are no declarations to us, callbacks have no name, and what code does not name (what a macro makes, a constructor that is none) nobody writes. */
function isDeclared({ plain, isWritten, types }: ComparedSymbol, languageId: string): boolean {
  if (plain.length === 0 || (!isWritten && !isDataLanguage(languageId))) return false;
  for (const type of types()) {
    if (/block|body|suite|compound_statement|declaration_list|_definition$/.test(type)) return true;
    if (/parameter|import|(?:^|_)include|captures|spread|^for_in_clause$/.test(type)) return false;
  }
  return true;
}

/** Where it is defined, as we list it, or where it is used, which clangd calls a string. */
function isMacro({ symbol, types }: ComparedSymbol): boolean {
  if (symbolKindName(symbol.kind) === "string") return true;
  return types().some((type, index) => index < 2 && /^preproc_(?:function_)?def$/.test(type));
}

function differenceOf({ symbol, at, types }: ComparedSymbol): Difference {
  return { name: symbol.name, context: `${symbolKindName(symbol.kind)}: ${types().slice(0, 4).join(" < ")}`, at };
}

/** Whether quotes belong to a name is all the same. */
function isSameName(one: SymbolNode, other: SymbolNode, text: string): boolean {
  const inner = ({ nameFrom, nameTo }: SymbolNode) => {
    const isQuoted = /^(["'`]).*\1$/s.test(text.slice(nameFrom, nameTo));
    return isQuoted ? `${nameFrom + 1} ${nameTo - 1}` : `${nameFrom} ${nameTo}`;
  };
  return inner(one) === inner(other);
}
