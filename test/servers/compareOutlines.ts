/**
 * Compares our outline of a text with a server's documentSymbol: symbol by symbol, by plain name
 * and position of the name.
 */
import { parseDocumentSymbols } from "../../src/backend/symbolAnswer.js";
import { factsOf } from "../../src/languages/languages.js";
import { declaredNameOffset } from "../../src/locate/symbols/declaredName.js";
import { findSymbols } from "../../src/locate/symbols/findSymbols.js";
import { plainPathOf, symbolIndexOf } from "../../src/locate/symbols/symbolIndex.js";
import { readName } from "../../src/locate/symbols/symbolNames.js";
import { type SymbolNode, symbolKindName } from "../../src/locate/symbols/symbolNode.js";
import { viewOfOutline } from "../../src/session/place/outlineView.js";
import { outlineOf } from "../../src/syntax/outline/outlineSymbols.js";
import { freeText, type ParsedText } from "../../src/syntax/trees/parsedText.js";
import { Document } from "../../src/text/document.js";
import { coveringChain, parse } from "../syntax/parsedSources.js";

/** How a server's listing differs from ours on purpose. */
export interface ListingQuirks {
  /** Lists local variables; then ours count as listed too. */
  readonly listsLocals: boolean;
  /**
   * Lists every assignment. For us only the first is a declaration, and none that is part of
   * another.
   */
  readonly listsAssignments?: true;
  /** Sees the preprocessed text: no macros, but their expansions. */
  readonly expandsMacros?: true;
}

/** A symbol that only one side has. */
export interface Difference {
  readonly name: string;
  /** Its kind and the nodes around its name, innermost first. */
  readonly context: string;
  /** Offset of its name. */
  readonly at: number;
}

export interface Comparison {
  /**
   * The number of symbols that the server lists and we should know: no parameters, imports or
   * callbacks, each once.
   */
  readonly listed: number;
  /** Those of them that our outline lacks. */
  readonly missed: readonly Difference[];
  /** The number of symbols that we list and the server should know. */
  readonly ours: number;
  /** Those of them that the server lacks. */
  readonly extra: readonly Difference[];
  /**
   * The number of symbols on both sides whose name is in the text, and of those whose name has the
   * same range.
   */
  readonly both: number;
  readonly sameNameRange: number;
  /**
   * The number of paths that lead to one symbol of the server's and to one of ours, and those of
   * them that lead to different names.
   */
  readonly paths: number;
  readonly elsewhere: readonly Difference[];
}

/**
 * Compares the outlines of a text by its language id; `answer` is the result of documentSymbol, in
 * UTF-16.
 */
export async function compareOutlines(
  languageId: string,
  text: string,
  answer: unknown,
  quirks: ListingQuirks,
): Promise<Comparison> {
  const parsed = await parse(languageId, text);
  try {
    const said = parseDocumentSymbols(answer, Document.of(text), "utf-16");
    const serverSymbols = new ComparedSymbols(said, parsed, languageId);
    const { codeSymbols } = viewOfOutline(outlineOf(parsed));
    const ours = new ComparedSymbols(codeSymbols, parsed, languageId);
    const listed = serverSymbols.all.filter((side) => {
      if (ours.has(side)) return true;
      if (quirks.expandsMacros && isMacro(side)) return false;
      if (quirks.listsAssignments && (ours.knowsName(side) || side.types()[1] === "attribute")) return false;
      return isDeclared(side, languageId);
    });
    const oursListed = ours.all.filter((side) => {
      if (serverSymbols.has(side)) return true;
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
      extra: oursListed.filter((side) => !serverSymbols.has(side)).map(differenceOf),
      both: pairs.length,
      sameNameRange: pairs.filter(([one, other]) => isSameName(one.symbol, other.symbol, text)).length,
      ...comparePaths(said, codeSymbols, parsed, languageId),
    };
  } finally {
    freeText(parsed);
  }
}

/** Compares where the paths of the server's symbols lead, by its symbols and by ours. */
function comparePaths(
  said: readonly SymbolNode[],
  own: readonly SymbolNode[],
  parsed: ParsedText,
  languageId: string,
): Pick<Comparison, "paths" | "elsewhere"> {
  const { document } = parsed;
  const context = { language: languageId, document };
  const onlyOf = (path: readonly string[], roots: readonly SymbolNode[]) => {
    const { entries } = findSymbols(path, roots, context);
    return entries.length === 1 ? entries[0]?.node : undefined;
  };
  const elsewhere: Difference[] = [];
  let paths = 0;
  for (const entry of symbolIndexOf(said, factsOf(languageId).nameRule).entryOf.values()) {
    const path = plainPathOf(entry);
    const [byServer, byTree] = [onlyOf(path, said), onlyOf(path, own)];
    if (byServer !== entry.node || byTree === undefined) continue;
    paths++;
    const [one, other] = [byServer, byTree].map((node) => declaredNameOffset(node, document.text, languageId));
    if (one !== other) elsewhere.push(differenceOf(comparedSymbolOf(byTree, parsed, languageId)));
  }
  return { paths, elsewhere };
}

/** A symbol of one side. */
interface ComparedSymbol {
  readonly symbol: SymbolNode;
  readonly plain: readonly string[];
  /**
   * The offset of its declared name, and the key of offset and name that both sides must agree on.
   */
  readonly at: number;
  readonly key: string;
  /** Whether its name is at that offset in the text. */
  readonly isWritten: boolean;
  /** Returns the types of the named nodes around its name, innermost first. */
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

  /** Returns whether any symbol has that name. */
  knowsName(side: ComparedSymbol): boolean {
    return this.#byName.has(nameOf(side));
  }

  /**
   * Returns whether this side has the symbol. If a position is not that of the name, a symbol of
   * that name around or inside counts.
   */
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
  const { raw, plain } = readName(symbol.name, factsOf(languageId).nameRule);
  const name = plain.at(-1) ?? raw;
  // Servers differ in whether a quote or bracket before the name belongs to it.
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

/**
 * Returns all symbols in source order. Not recursive, because some trees are deeper than the call
 * stack.
 */
function flat(symbols: readonly SymbolNode[]): SymbolNode[] {
  const all: SymbolNode[] = [];
  const pending = [...symbols].reverse();
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    all.push(next);
    pending.push(...[...next.children].reverse());
  }
  return all;
}

/**
 * Returns whether we count it as a declaration: no parameters, imports, variables of
 * comprehensions, callbacks, and nothing that is not in the text (results of macros, implicit
 * constructors).
 */
function isDeclared({ plain, isWritten, types }: ComparedSymbol, languageId: string): boolean {
  if (plain.length === 0 || (!isWritten && !(factsOf(languageId).nameRule === "data"))) return false;
  for (const type of types()) {
    if (/block|body|suite|compound_statement|declaration_list|_definition$/.test(type)) return true;
    if (/parameter|import|(?:^|_)include|captures|spread|^for_in_clause$/.test(type)) return false;
  }
  return true;
}

/**
 * Returns whether it is a macro: where we list its definition, or where it is used, which clangd
 * calls a string.
 */
function isMacro({ symbol, types }: ComparedSymbol): boolean {
  if (symbolKindName(symbol.kind) === "string") return true;
  return types().some((type, index) => index < 2 && /^preproc_(?:function_)?def$/.test(type));
}

function differenceOf({ symbol, at, types }: ComparedSymbol): Difference {
  return { name: symbol.name, context: `${symbolKindName(symbol.kind)}: ${types().slice(0, 4).join(" < ")}`, at };
}

/** Compares names without regard to quotes. */
function isSameName(one: SymbolNode, other: SymbolNode, text: string): boolean {
  const inner = ({ nameFrom, nameTo }: SymbolNode) => {
    const isQuoted = /^(["'`]).*\1$/s.test(text.slice(nameFrom, nameTo));
    return isQuoted ? `${nameFrom + 1} ${nameTo - 1}` : `${nameFrom} ${nameTo}`;
  };
  return inner(one) === inner(other);
}
