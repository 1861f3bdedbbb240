/**
 * Several indexes as one code base, joined by their symbols. A package that is indexed for itself
 * often has another version there than where it is used, or none: a symbol whose version no index
 * defines means the definitions of the others.
 */

import type { SourceText, SourceTexts } from "../embedded/session/documents.js";
import { appendAll, getOrInsert, maxOf, minOf } from "../text/list.js";
import type { Stretch } from "../text/stretch.js";
import type { ScipIndex } from "./file/scipIndex.js";
import {
  encodingOf,
  type Relationship,
  roles,
  type ScipDocument,
  type ScipOccurrence,
  type ScipSymbol,
} from "./file/scipMessages.js";
import {
  containerOf,
  isLocalName,
  isLocalSymbol,
  keyOfSymbolText,
  moduleAround,
  nameOfSymbol,
  parseSymbol,
  type SymbolKey,
} from "./file/symbols.js";
import { indexerNamed, type ScipIndexer } from "./indexers.js";
import {
  type DocumentState,
  type PlacedDocument,
  type PlacedOccurrence,
  placeOccurrences,
} from "./placeOccurrences.js";
import { typeHeadsIn } from "./typeHeads.js";

/** A document of an index with the text that it has here. */
export interface PlacedFile {
  readonly index: ScipIndex;
  readonly number: number;
  readonly document: ScipDocument;
  readonly source: SourceText;
  readonly placed: PlacedDocument;
}

/** A symbol where it was found. Local symbols mean something in this file only. */
export interface FoundSymbol {
  readonly symbol: string;
  readonly file: PlacedFile;
}

export interface SymbolPlace extends PlacedOccurrence {
  readonly file: PlacedFile;
}

/** One request: when it ends early, and what was looked at for it. */
export interface Lookup {
  readonly signal: AbortSignal;
  readonly files: Set<PlacedFile>;
  /** The occurrences that would have been found where the index says. */
  readonly dropped: Set<ScipOccurrence>;
}

/** As many files are read at a time. */
const BATCH_COUNT = 16;

export class CodeBase {
  readonly indexes: readonly ScipIndex[];
  readonly #texts: SourceTexts;
  /** The last placed documents, while their texts are the same. */
  readonly #placed = new Map<string, PlacedFile>();
  readonly #packages = new Map<ScipIndex, string | undefined>();

  constructor(indexes: readonly ScipIndex[], texts: SourceTexts) {
    this.indexes = indexes;
    this.#texts = texts;
  }

  /** Returns the documents that the indexes have of a file. */
  async filesOf(source: SourceText): Promise<readonly PlacedFile[]> {
    const { path } = source;
    if (path === undefined) return [];
    const found: PlacedFile[] = [];
    for (const index of this.indexes)
      for (const number of index.documentsOf(path)) found.push(await this.#placeDocument(index, number, source));
    return found;
  }

  /** Returns how a document's file differs from what was indexed. */
  async stateOf(index: ScipIndex, number: number): Promise<DocumentState | "missing"> {
    return (await this.#openDocument(index, number))?.placed.state ?? "missing";
  }

  /** Returns the symbols of the innermost occurrence around an offset, or ending there. */
  async symbolsAt(source: SourceText, offset: number): Promise<readonly (FoundSymbol & SymbolPlace)[]> {
    const files = await this.filesOf(source);
    const touching = files.flatMap((file) =>
      file.placed.occurrences
        .filter(({ stretch: { from, to } }) => from <= offset && offset <= to && from < to)
        .map((placed) => ({ ...placed, file, symbol: this.ownSymbol(placed.occurrence.symbol, file) })),
    );
    const inside = touching.filter(({ stretch }) => offset < stretch.to);
    const candidates = inside.length > 0 ? inside : touching;
    const shortest = minOf(candidates.map(({ stretch: { from, to } }) => to - from));
    return candidates
      .filter(({ stretch: { from, to } }) => to - from === shortest)
      .map((each) => ({ ...each, ...innermostModule(each, offset) }))
      .flatMap((each) => [each, ...this.#mergedWith(each).map((symbol) => ({ ...each, symbol }))]);
  }

  /** Returns the other symbols of a declaration that is merged: a value, a type, a namespace. */
  #mergedWith(place: FoundSymbol & SymbolPlace): readonly string[] {
    if (!isDefinition(place) || !indexerOf(place.file)?.mergesDeclarations) return [];
    const ends = ["#", ".", "().", "/"];
    const own = ends.findLast((end) => place.symbol.endsWith(end));
    const { kind } = nameOfSymbol(place.symbol) ?? {};
    if (own === undefined || kind === undefined || !mergedKinds.has(kind)) return [];
    const others = ends.filter((end) => end !== own).map((end) => place.symbol.slice(0, -own.length) + end);
    return others.filter((each) => this.isDefined(each));
  }

  /** Returns where the symbol at a place is defined, as a server leads from there. */
  async definitionsFrom(place: FoundSymbol & SymbolPlace, lookup: Lookup): Promise<readonly SymbolPlace[]> {
    const { redeclares = [], hasPackageClauses } = indexerOf(place.file) ?? {};
    const kind = nameOfSymbol(place.symbol)?.kind;
    if (kind === "namespace" && kind === nameOfSymbol(place.occurrence.symbol)?.kind) {
      if (isDefinition(place)) return [(hasPackageClauses && (await this.#documentedClause(place, lookup))) || place];
      const taken = hasPackageClauses && importOf(place);
      if (taken) return [taken];
    }
    const defined = await this.definitions(place, lookup);
    const isSame = isVersionOf(place.symbol);
    const files = new Set(defined.map(({ file }) => file));
    const again = [...files].flatMap((file) =>
      file.placed.occurrences
        .filter(({ occurrence }) => isSame(occurrence.symbol) && !isDefinition({ occurrence }))
        .filter(({ stretch }) => {
          const [before, after] = lineAround(file, stretch);
          return redeclares.some((each) => each.before.test(before) && each.after.test(after));
        })
        .map((placed) => ({ ...placed, file })),
    );
    const all = [...defined, ...again];
    return kind === "parameter" || kind === "type parameter" ? sinceLast(defined, all, place) : all;
  }

  /** Returns the first clause of a package, by the names of files, that a comment is before. */
  async #documentedClause(place: FoundSymbol & SymbolPlace, lookup: Lookup): Promise<SymbolPlace | undefined> {
    const clauses = await this.definitions(place, lookup);
    const documented = new Map(clauses.filter(isAfterComment).map((each) => [each.file.document.path, each]));
    const [first] = [...documented.keys()].sort();
    return first === undefined ? undefined : documented.get(first);
  }

  /**
   * Of the places of the symbol at a place, returns those of its own overload: of a parameter that
   * calls don't name.
   */
  ownOverload(place: FoundSymbol & SymbolPlace, all: readonly SymbolPlace[]): readonly SymbolPlace[] {
    const isParameter = !isLocalSymbol(place.symbol) && this.isLocalName(place);
    return isParameter ? sinceLast(all.filter(isDefinition), all, place) : all;
  }

  /** Whether a symbol is of no use outside of its own declaration. */
  isLocalName({ symbol, file }: FoundSymbol): boolean {
    return isLocalName(symbol, indexerOf(file)?.hasNamedArguments === true);
  }

  /** Returns the places at which a symbol is defined. */
  async definitions(found: FoundSymbol, lookup: Lookup): Promise<readonly SymbolPlace[]> {
    const direct = await this.#occurrences(found, lookup, ({ isDefinition }) => isDefinition);
    const defined = chosenVersions(found.symbol, direct.filter(isDefinition));
    if (defined.length > 0) return defined;
    // What overrides or reexports something may be defined by that.
    const facts = await this.facts(found);
    const elsewhere = facts.flatMap(({ relationships }) => relationships.filter((each) => each.isDefinition));
    return this.#eachDefinition(elsewhere, found.file, lookup);
  }

  /** Returns the declarations apart from definitions, such as prototypes. */
  async forwardDeclarations(found: FoundSymbol, lookup: Lookup): Promise<readonly SymbolPlace[]> {
    const all = await this.#occurrences(found, lookup, () => true);
    return all.filter(({ occurrence }) => (occurrence.roles & roles.forwardDefinition) !== 0);
  }

  /** Returns all places of a symbol, and of those that are referred to together with it. */
  async references(found: FoundSymbol, lookup: Lookup): Promise<readonly SymbolPlace[]> {
    const symbols = await this.#referredTogether(found, lookup);
    const places: SymbolPlace[] = [];
    for (const each of symbols) {
      const all = await this.#occurrences(each, lookup, () => true);
      appendAll(places, chosenVersions(each.symbol, all));
    }
    return places;
  }

  /** Returns the definitions of what implements or overrides a symbol. */
  async implementations(found: FoundSymbol, lookup: Lookup): Promise<readonly SymbolPlace[]> {
    const seen = new Map([[found.symbol, found]]);
    // A map yields what is added to it meanwhile.
    for (const each of seen.values())
      for (const related of this.#relatedTo(each, ({ isImplementation }) => isImplementation))
        if (!seen.has(related)) seen.set(related, { symbol: related, file: found.file });
    seen.delete(found.symbol);
    const places: SymbolPlace[] = [];
    for (const each of seen.values()) appendAll(places, await this.definitions(each, lookup));
    return places;
  }

  /** Returns the definitions of a symbol's type. */
  async typeDefinitions(found: FoundSymbol, lookup: Lookup): Promise<readonly SymbolPlace[]> {
    const facts = await this.facts(found);
    const types = facts.flatMap(({ relationships }) => relationships.filter((each) => each.isTypeDefinition));
    return this.#eachDefinition(types, found.file, lookup);
  }

  /** Returns what the indexes say of a symbol. */
  async facts({ symbol, file }: FoundSymbol): Promise<readonly ScipSymbol[]> {
    const own = file.document.symbols.filter((each) => each.symbol === symbol);
    if (own.length > 0 || isLocalSymbol(symbol)) return own;
    const key = keyOfSymbolText(symbol);
    for (const index of this.indexes) {
      const defining = index.postings(key).filter(({ isDefinition }) => isDefinition);
      const facts = defining.flatMap(({ number }) => index.document(number).symbols.filter(isOf(symbol)));
      if (facts.length > 0) return facts;
    }
    return this.indexes.flatMap((index) => index.externalFacts(key).filter(isOf(symbol)));
  }

  /** Returns the definitions whose names have the query in them, the best first. */
  async search(query: string, limits: SearchLimits, lookup: Lookup): Promise<readonly SymbolPlace[]> {
    const places: SymbolPlace[] = [];
    const hits = this.indexes.flatMap((index) => findNames(index, query, limits));
    hits.sort((one, other) => one.rank - other.rank);
    for (const { index, document, key } of hits.slice(0, limits.maxCount)) {
      lookup.signal.throwIfAborted();
      const file = await this.#openDocument(index, document);
      const isHit = ({ occurrence }: PlacedOccurrence) => isSameKey(keyOfSymbolText(occurrence.symbol), key);
      const [first] = (file?.placed.occurrences ?? []).filter((placed) => isDefinition(placed) && isHit(placed));
      if (file) lookup.files.add(file);
      if (file && first) places.push({ ...first, file });
    }
    return places;
  }

  /** Returns the symbol under the package that defines it, where an index misnames that. */
  ownSymbol(symbol: string, file: PlacedFile): string {
    if (isLocalSymbol(symbol) || !indexerOf(file)?.misnamesPackages || this.isDefined(symbol)) return symbol;
    const others = this.indexes.flatMap((index) => renamedSymbol(symbol, this.#packageOf(index)) ?? []);
    return others.find((each) => this.isDefined(each)) ?? symbol;
  }

  /** Returns the symbol as an index writes it that misnames packages; empty if it doesn't. */
  #misnamed(symbol: string, index: ScipIndex): readonly string[] {
    if (!indexerNamed(index.tables.metadata.tool)?.misnamesPackages) return [];
    return [renamedSymbol(symbol, this.#packageOf(index)) ?? []].flat();
  }

  /** Returns the package that is indexed, as symbols begin, by the first symbol that is defined. */
  #packageOf(index: ScipIndex): string | undefined {
    return getOrInsert(this.#packages, index, () => {
      for (let number = 0; number < Math.min(index.tables.paths.length, MAX_SEARCHED); number++) {
        const { occurrences } = index.document(number);
        const first = occurrences.find((occurrence) => isDefinition({ occurrence }) && parseSymbol(occurrence.symbol));
        if (first) return parseSymbol(first.symbol)?.packageName;
      }
      return undefined;
    });
  }

  async #eachDefinition(
    relationships: readonly Relationship[],
    file: PlacedFile,
    lookup: Lookup,
  ): Promise<readonly SymbolPlace[]> {
    const places: SymbolPlace[] = [];
    for (const { symbol } of relationships) {
      const direct = await this.#occurrences({ symbol, file }, lookup, ({ isDefinition }) => isDefinition);
      appendAll(places, chosenVersions(symbol, direct.filter(isDefinition)));
    }
    return places;
  }

  /**
   * Returns the symbols that have to have one name: a member, what it overrides or implements, and
   * what overrides or implements that. Some indexers call such members references of each other,
   * others only implementations.
   */
  nameFamily(found: FoundSymbol, lookup: Lookup): Promise<readonly FoundSymbol[]> {
    const last = nameOfSymbol(found.symbol);
    const isMember = (symbol: string) => {
      const { name, kind } = nameOfSymbol(symbol) ?? {};
      return name === last?.name && (kind === "method" || kind === "term");
    };
    const isShared = ({ isReference, isImplementation }: Relationship) => isReference || isImplementation;
    return this.#relatives(found, lookup, isShared, isMember);
  }

  /** Whether an index has a definition of a symbol, of any version. */
  isDefined(symbol: string): boolean {
    const key = keyOfSymbolText(symbol);
    return this.indexes.some((index) => index.postings(key).some(({ isDefinition }) => isDefinition));
  }

  /**
   * Returns a member with those of its name that types above its own declare, and types below
   * these, by the heads of types, where the indexer writes no relationships between them.
   */
  async #overriding(found: FoundSymbol, lookup: Lookup): Promise<readonly FoundSymbol[]> {
    const { supertypesAfter } = indexerOf(found.file) ?? {};
    const last = nameOfSymbol(found.symbol);
    const type = containerOf(found.symbol);
    const isMember = last?.kind === "term" || last?.kind === "method";
    if (!supertypesAfter || !isMember || type === undefined || nameOfSymbol(type)?.kind !== "type") return [found];
    const name = found.symbol.slice(last.from).replace(/(?:\(\))?\.$/, "");
    const membersOf = (each: string) => [`${each}${name}.`, `${each}${name}().`].filter((one) => this.isDefined(one));
    const symbolOf = (symbol: string): FoundSymbol => ({ symbol, file: found.file });
    const above = await closureOf([type], async (each) => {
      const defined = await this.definitions(symbolOf(each), lookup);
      return defined.flatMap(({ file }) => supertypesIn(file, supertypesAfter, (symbol) => symbol === each));
    });
    const declaring = above.filter((each) => membersOf(each).length > 0);
    const all = await closureOf(declaring, async (each) => {
      lookup.signal.throwIfAborted();
      const named = await this.#occurrences(symbolOf(each), lookup, () => true);
      const isSame = isVersionOf(each);
      return [...new Set(named.map(({ file }) => file))].flatMap((file) =>
        typeHeadsIn(file, supertypesAfter)
          .filter(({ supertypes }) => supertypes.some(isSame))
          .map(({ symbol }) => symbol),
      );
    });
    const members = new Set([found.symbol, ...all.flatMap(membersOf)]);
    return [...members].map((symbol) => (symbol === found.symbol ? found : symbolOf(symbol)));
  }

  /** A use of an overriding member may mean the overridden one, and the other way round. */
  #referredTogether(found: FoundSymbol, lookup: Lookup): Promise<readonly FoundSymbol[]> {
    return this.#relatives(
      found,
      lookup,
      ({ isReference }) => isReference,
      () => true,
    );
  }

  /** Returns a symbol and those that relationships lead to, up and down. */
  async #relatives(
    found: FoundSymbol,
    lookup: Lookup,
    follows: (relationship: Relationship) => boolean,
    fits: (symbol: string) => boolean,
  ): Promise<readonly FoundSymbol[]> {
    const seen = new Map((await this.#overriding(found, lookup)).map((each) => [each.symbol, each]));
    // A map yields what is added to it meanwhile.
    for (const each of seen.values()) {
      lookup.signal.throwIfAborted();
      const facts = await this.facts(each);
      const up = facts.flatMap(({ relationships }) => relationships.filter(follows).map(({ symbol }) => symbol));
      for (const symbol of [...up, ...this.#relatedTo(each, follows)])
        if (!seen.has(symbol) && fits(symbol)) seen.set(symbol, { symbol, file: found.file });
    }
    return [...seen.values()];
  }

  /** Returns the symbols that have a relationship to this one. */
  #relatedTo({ symbol }: FoundSymbol, fits: (relationship: Relationship) => boolean): readonly string[] {
    if (isLocalSymbol(symbol)) return [];
    const key = keyOfSymbolText(symbol);
    const isSame = isVersionOf(symbol);
    const isTarget = (relationship: Relationship) => fits(relationship) && isSame(relationship.symbol);
    const symbols = this.indexes.flatMap((index) =>
      index.relatedDocuments(key).flatMap((number) => index.document(number).symbols),
    );
    return [...new Set(symbols.filter(({ relationships }) => relationships.some(isTarget)).map((each) => each.symbol))];
  }

  /** Returns the occurrences of a symbol in any version, in the documents that fit. */
  async #occurrences(
    { symbol, file }: FoundSymbol,
    lookup: Lookup,
    fits: (posting: { readonly isDefinition: boolean }) => boolean,
  ): Promise<readonly SymbolPlace[]> {
    if (isLocalSymbol(symbol)) {
      for (const each of file.placed.dropped) if (each.symbol === symbol) lookup.dropped.add(each);
      const same = file.placed.occurrences.filter(({ occurrence }) => occurrence.symbol === symbol);
      return same.map((placed) => ({ ...placed, file }));
    }
    const written = this.indexes.map((index) => ({ index, symbols: [symbol, ...this.#misnamed(symbol, index)] }));
    const wanted = written.flatMap(({ index, symbols }) =>
      symbols
        .flatMap((each) => index.postings(keyOfSymbolText(each)))
        .filter(fits)
        .map(({ number }) => ({ index, number })),
    );
    const tests = [...new Set(written.flatMap(({ symbols }) => symbols))].map(isVersionOf);
    const isSame = (found: string) => tests.some((test) => test(found));
    const places: SymbolPlace[] = [];
    for (let at = 0; at < wanted.length; at += BATCH_COUNT) {
      lookup.signal.throwIfAborted();
      const batch = wanted.slice(at, at + BATCH_COUNT);
      const files = await Promise.all(batch.map(({ index, number }) => this.#openDocument(index, number)));
      for (const each of files) {
        if (each === undefined) continue;
        for (const placed of each.placed.occurrences)
          if (isSame(placed.occurrence.symbol)) places.push({ ...placed, file: each });
        for (const occurrence of each.placed.dropped) if (isSame(occurrence.symbol)) lookup.dropped.add(occurrence);
        lookup.files.add(each);
      }
    }
    return places;
  }

  async #openDocument(index: ScipIndex, number: number): Promise<PlacedFile | undefined> {
    const path = index.pathOf(number);
    const source = path === undefined ? undefined : await this.#texts.read(path);
    return source && this.#placeDocument(index, number, source);
  }

  async #placeDocument(index: ScipIndex, number: number, source: SourceText): Promise<PlacedFile> {
    const id = `${this.indexes.indexOf(index)}:${number}`;
    const known = this.#placed.get(id);
    if (known && known.source.document.text === source.document.text) return { ...known, source };
    const document = index.document(number);
    const path = index.tables.paths[number] ?? "";
    const { text } = source.document;
    const isUnchanged = document.text === "" ? index.baseline.matches(path, text) : document.text === text;
    const indexedText = isUnchanged === false ? document.text || (await index.baseline.textOf(path)) : undefined;
    const encoding = encodingOf(document, index.tables.metadata);
    const placed = placeOccurrences(document, source.document, { encoding, isUnchanged, indexedText });
    const file: PlacedFile = { index, number, document, source, placed };
    this.#placed.delete(id);
    this.#placed.set(id, file);
    for (const oldest of this.#placed.keys()) {
      if (this.#placed.size <= MAX_PLACED) break;
      this.#placed.delete(oldest);
    }
    return file;
  }
}

const mergedKinds: ReadonlySet<string> = new Set(["type", "term", "method", "namespace"]);
const MAX_PLACED = 200;
/** The package of an index is looked for in as many documents. */
const MAX_SEARCHED = 20;

/** Returns a symbol with another package; undefined if it has that one, or is none of SCIP's. */
function renamedSymbol(symbol: string, packageName: string | undefined): string | undefined {
  const parsed = parseSymbol(symbol);
  const [first] = parsed?.descriptors ?? [];
  if (!parsed || !first || packageName === undefined || parsed.packageName === packageName) return undefined;
  return `${packageName} . ${symbol.slice(first.from)}`;
}

/** Returns what symbols lead to, themselves first; not more than `MAX_TYPES`. */
async function closureOf(
  symbols: readonly string[],
  next: (symbol: string) => Promise<readonly string[]>,
): Promise<readonly string[]> {
  const seen = new Set(symbols);
  // A set yields what is added to it meanwhile.
  for (const each of seen) if (seen.size < MAX_TYPES) for (const one of await next(each)) seen.add(one);
  return [...seen];
}

/** The types of one hierarchy that are looked at. */
const MAX_TYPES = 2_000;

function supertypesIn(file: PlacedFile, after: RegExp, fits: (symbol: string) => boolean): readonly string[] {
  const heads = typeHeadsIn(file, after).filter(({ symbol }) => fits(symbol));
  return heads.flatMap(({ supertypes }) => supertypes);
}

/** Whether a symbol is that of a key in one literal alone, where its type may declare the key. */
export function isKeyOfLiteral(symbol: string, file: PlacedFile): boolean {
  return indexerOf(file)?.keyOfLiteral?.test(symbol) === true;
}

function indexerOf({ index }: PlacedFile): ScipIndexer | undefined {
  return indexerNamed(index.tables.metadata.tool);
}

/**
 * Of places in the file of a place, returns those between the definitions before and after it.
 * Overloads have parameters of their own, which an index does not tell apart.
 */
function sinceLast(
  definitions: readonly SymbolPlace[],
  all: readonly SymbolPlace[],
  { file, stretch }: SymbolPlace,
): readonly SymbolPlace[] {
  const isHere = (each: SymbolPlace) => each.file.index === file.index && each.file.number === file.number;
  const starts = definitions.filter(isHere).map((each) => each.stretch.from);
  const from = maxOf(starts.filter((start) => start <= stretch.from));
  const to = minOf(starts.filter((start) => start > stretch.from));
  const near = all.filter((each) => isHere(each) && from <= each.stretch.from && each.stretch.from < to);
  return near.length > 0 ? near : all;
}

/** Returns the module that is named up to the segment of a dotted name at an offset. */
function innermostModule(
  { symbol, file, stretch: { from, to } }: FoundSymbol & SymbolPlace,
  offset: number,
): Partial<FoundSymbol & SymbolPlace> {
  const dotted = file.source.document.slice(from, to);
  const dot = dotted.indexOf(".", offset - from);
  const outer = dot > 0 ? moduleAround(symbol, dotted, dotted.slice(0, dot)) : undefined;
  return outer === undefined ? {} : { symbol: outer, stretch: { from, to: from + dot } };
}

/** Returns the import of a package in the file that names it; undefined for the import itself. */
function importOf({ symbol, file, stretch }: FoundSymbol & SymbolPlace): SymbolPlace | undefined {
  const isImport = (each: Stretch) => /["`]$/.test(lineAround(file, each)[0]);
  if (isImport(stretch)) return undefined;
  const found = file.placed.occurrences.find((each) => each.occurrence.symbol === symbol && isImport(each.stretch));
  return found && { ...found, file };
}

function isAfterComment({ file: { source }, stretch }: SymbolPlace): boolean {
  const { document } = source;
  const line = document.lineAt(stretch.from) - 1;
  return line >= 0 && /^\s*\/\/|\*\/\s*$/.test(document.slice(document.lineFrom(line), document.lineTo(line)));
}

/** Returns what is before and after a stretch in its lines. */
function lineAround({ source: { document } }: PlacedFile, { from, to }: Stretch): readonly [string, string] {
  const [first, last] = [document.lineAt(from), document.lineAt(to)];
  return [document.slice(document.lineFrom(first), from), document.slice(to, document.lineTo(last))];
}

export function isDefinition({ occurrence }: { readonly occurrence: ScipOccurrence }): boolean {
  return (occurrence.roles & roles.definition) !== 0;
}

function isSameKey(one: SymbolKey, other: SymbolKey): boolean {
  return one.high === other.high && one.low === other.low;
}

/** Returns whether symbols are this one, in any version of its package. */
export function isVersionOf(symbol: string): (found: string) => boolean {
  const parsed = parseSymbol(symbol);
  if (parsed === undefined) return (found) => found === symbol;
  const { packageName, descriptors } = parsed;
  const name = `${packageName} `;
  const end = ` ${symbol.slice(descriptors[0]?.from ?? symbol.length)}`;
  return (found) =>
    found === symbol ||
    (found.endsWith(end) && found.startsWith(name) && parseSymbol(found)?.packageName === packageName);
}

const isOf = (symbol: string) => {
  const isSame = isVersionOf(symbol);
  return (facts: ScipSymbol): boolean => isSame(facts.symbol);
};

/**
 * Of places in all versions, returns those that the symbol means: of its own version if that is
 * defined, otherwise of all that are; and those of versions that nothing defines.
 */
function chosenVersions(symbol: string, places: readonly SymbolPlace[]): readonly SymbolPlace[] {
  const defined = new Set(places.filter(isDefinition).map(({ occurrence }) => occurrence.symbol));
  if (!defined.has(symbol)) return places;
  return places.filter(({ occurrence: { symbol: each } }) => each === symbol || !defined.has(each));
}

interface NameHit {
  readonly index: ScipIndex;
  readonly document: number;
  readonly key: SymbolKey;
  /** The smaller, the better: the whole name, its beginning, a part. */
  readonly rank: number;
}

/** Which definitions a search returns. */
interface SearchLimits {
  readonly maxCount: number;
  /** Of the files at absolute paths. */
  readonly isWanted: (path: string) => boolean;
}

function findNames(index: ScipIndex, query: string, { maxCount, isWanted }: SearchLimits): readonly NameHit[] {
  const { named, keys } = index.tables;
  const lines = index.nameLines();
  const wanted = query.toLowerCase();
  const hits: NameHit[] = [];
  lines.forEach((name, n) => {
    const at = name.indexOf(wanted);
    if (at === -1) return;
    const document = named[2 * n + 1] as number;
    const path = index.pathOf(document);
    if (path === undefined || !isWanted(path)) return;
    const rank = name === wanted ? 0 : at === 0 ? 1 : 2;
    const row = named[2 * n] as number;
    const key = { high: keys[2 * row] as number, low: keys[2 * row + 1] as number };
    hits.push({ index, document, key, rank });
  });
  return hits.sort((one, other) => one.rank - other.rank).slice(0, maxCount);
}

/** Returns the stretch of a definition's whole declaration, its name's if it isn't known. */
export function declarationStretch({ file, occurrence, stretch }: SymbolPlace): Stretch {
  const whole = occurrence.enclosingRange && file.placed.place(occurrence.enclosingRange);
  return whole && whole.from <= stretch.from && whole.to >= stretch.to ? whole : stretch;
}
