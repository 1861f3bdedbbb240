/**
 * The language server over SCIP indexes. Start reading here: the table lists its methods,
 * codeBase.ts finds symbols and their places, placeOccurrences.ts says where these are in the texts
 * as they are.
 */

import { basename } from "node:path";
import type { Connection } from "vscode-languageserver";
import type {
  DocumentHighlight,
  DocumentSymbol,
  DocumentSymbolParams,
  Hover,
  Location,
  Position,
  ReferenceParams,
  SymbolInformation,
  TextDocumentPositionParams,
  WorkspaceSymbolParams,
} from "vscode-languageserver-protocol";
import type { IndexedUses } from "../code/uses/indexed.js";
import type { ClientSupport } from "../embedded/session/clientSupport.js";
import type { SourceText, SourceTexts } from "../embedded/session/documents.js";
import { type EmbeddedRequest, offsetIn, rangeIn } from "../embedded/session/embeddedContext.js";
import { createProgressReporter, type ProgressReporter } from "../embedded/session/progress.js";
import { checkParam } from "../embedded/session/requestErrors.js";
import {
  type LanguageServerHandle,
  type ServerMethod,
  type ServerStreams,
  serveLanguage,
} from "../embedded/session/serveLanguage.js";
import { isInside } from "../files/isInside.js";
import { appendAll } from "../text/list.js";
import { escapeName } from "../text/printable.js";
import { type CodeBase, type FoundSymbol, isKeyOfLiteral, type Lookup, type SymbolPlace } from "./codeBase.js";
import { roles } from "./file/scipMessages.js";
import { isLocalSymbol } from "./file/symbols.js";
import { type FilesToSearch, findFilesToSearch } from "./filesToSearch.js";
import { findIndexedUses } from "./indexedUses.js";
import { IndexSet, type IndexSetOptions, type OpeningIndex, type RequestPlace } from "./indexSet.js";
import { hoverText } from "./symbolText.js";
import { documentSymbolsOf, symbolInformationOf } from "./symbolTree.js";

export interface ScipServerOptions extends ServerStreams, Omit<IndexSetOptions, "folders" | "texts" | "onOpening"> {}

interface ScipContext {
  readonly client: ClientSupport;
  readonly texts: SourceTexts;
  readonly indexes: IndexSet;
  /** Whether another server has the symbols of the workspace, and local names. */
  readonly isBesideOther: boolean;
  /** Whether that is the embedded one, which knows less of a text than an index of the same. */
  readonly isBesideEmbedded: boolean;
  /** The folders of the workspace, absolute. */
  readonly roots: () => readonly string[];
}

type Request = ScipContext & EmbeddedRequest;

/** The request by which a proxy learns of which state the indexes are. */
const INDEX_STATE_METHOD = "lsp-locate/indexState";

/** The request by which it learns what the places of a name mean, as evidence for a change. */
const INDEXED_USES_METHOD = "lsp-locate/indexedUses";

/** The request by which it learns where an answer of the indexes has to be completed. */
const FILES_TO_SEARCH_METHOD = "lsp-locate/filesToSearch";

const methods: readonly ServerMethod<ScipContext>[] = [
  {
    name: "textDocument/definition",
    handle: placesOfNames((base, found, lookup) => base.definitionsFrom(found, lookup)),
    getCapabilities: () => ({ definitionProvider: true }),
  },
  {
    name: "textDocument/declaration",
    handle: placesOfNames(async (base, found, lookup) => {
      const declared = await base.forwardDeclarations(found, lookup);
      return declared.length > 0 ? declared : base.definitionsFrom(found, lookup);
    }),
    getCapabilities: () => ({ declarationProvider: true }),
  },
  {
    name: "textDocument/typeDefinition",
    handle: places((base, found, lookup) => base.typeDefinitions(found, lookup)),
    getCapabilities: () => ({ typeDefinitionProvider: true }),
  },
  {
    name: "textDocument/implementation",
    handle: places((base, found, lookup) => base.implementations(found, lookup)),
    getCapabilities: () => ({ implementationProvider: true }),
  },
  {
    name: "textDocument/references",
    handle: references,
    getCapabilities: () => ({ referencesProvider: true }),
  },
  {
    name: "textDocument/documentHighlight",
    handle: documentHighlights,
    getCapabilities: () => ({ documentHighlightProvider: true }),
  },
  { name: "textDocument/hover", handle: hover, getCapabilities: () => ({ hoverProvider: true }) },
  {
    name: "textDocument/documentSymbol",
    handle: documentSymbols,
    getCapabilities: () => ({ documentSymbolProvider: true }),
  },
  {
    name: "workspace/symbol",
    handle: workspaceSymbols,
    getCapabilities: () => ({ workspaceSymbolProvider: true }),
  },
  {
    name: INDEX_STATE_METHOD,
    handle: async (params: RequestPlace, { indexes }: Request) => indexes.state(params),
    getCapabilities: () => ({ experimental: { indexState: true } }),
  },
  { name: INDEXED_USES_METHOD, handle: indexedUses, getCapabilities: () => ({}) },
  { name: FILES_TO_SEARCH_METHOD, handle: filesToSearch, getCapabilities: () => ({}) },
];

/** Serves until the client disconnects. */
export function serveScip(options: ScipServerOptions): LanguageServerHandle {
  return serveLanguage(options, ({ connection, documents, roots }) => {
    const onOpening = createOpeningReport(connection);
    const indexes = new IndexSet({ ...options, texts: documents, folders: roots, onOpening });
    return {
      name: "lsp-locate scip",
      methods,
      extraFolders: () => indexes.roots(),
      // Files are compared with the index whenever they are read.
      watchesFiles: false,
      initialize: (client, options) => {
        return { client, texts: documents, indexes, roots, ...readOtherServer(options) };
      },
      initialized: () => indexes.start(),
      foldersChanged: () => indexes.reopen(),
      end: async () => indexes.close(),
    };
  });
}

/** A shorter opening is not reported. */
const REPORT_AFTER_MS = 1_000;

/** Reports to the client how far indexes are read. */
function createOpeningReport({ window }: Connection): (opening: OpeningIndex | undefined) => void {
  let startedAt: number | undefined;
  let reporter: Promise<ProgressReporter> | undefined;
  const begin = async (path: string): Promise<ProgressReporter> => {
    const own = await window.createWorkDoneProgress().catch(() => window.attachWorkDoneProgress(undefined));
    const created = createProgressReporter(() => own);
    created.begin(`reading ${escapeName(basename(path))}`);
    return created;
  };
  let percentage = 0;
  return (opening) => {
    if (opening === undefined) {
      void reporter?.then((each) => each.done());
      [startedAt, reporter] = [undefined, undefined];
      return;
    }
    startedAt ??= performance.now();
    if (performance.now() - startedAt < REPORT_AFTER_MS) return;
    reporter ??= begin(opening.path);
    const reached = Math.floor(100 * opening.fraction);
    if (reached !== percentage) void reporter.then((each) => each.report(opening.fraction, ""));
    percentage = reached;
  };
}

/** Finds the places that answer for a symbol at a place. */
type FindPlaces = (base: CodeBase, found: FoundSymbol & SymbolPlace, lookup: Lookup) => Promise<readonly SymbolPlace[]>;

/** Returns such a handler that leaves local names to the server beside it. */
function placesOfNames(find: FindPlaces): ServerMethod<ScipContext>["handle"] {
  return places(find, { leavesLocalNames: true });
}

/** Returns the handler of a method that answers with the places of the symbols at a position. */
function places(find: FindPlaces, { leavesLocalNames = false } = {}): ServerMethod<ScipContext>["handle"] {
  return async (params: TextDocumentPositionParams, request: Request): Promise<Location[] | null> => {
    const asked = await symbolsAt(params, request, { leavesLocalNames });
    if (asked === undefined) return null;
    const found: SymbolPlace[] = [];
    for (const symbol of asked.symbols) appendAll(found, await find(asked.base, symbol, asked.lookup));
    request.indexes.note(params, asked.lookup);
    return locationsOf(found);
  };
}

async function references(params: ReferenceParams, request: Request): Promise<Location[] | null> {
  const asked = await symbolsAt(params, request, { leavesLocalNames: true });
  if (asked === undefined) return null;
  const { base, symbols, lookup } = asked;
  const found: SymbolPlace[] = [];
  for (const symbol of symbols) appendAll(found, base.ownOverload(symbol, await base.references(symbol, lookup)));
  request.indexes.note(params, lookup);
  const isWanted = ({ occurrence }: SymbolPlace) =>
    params.context?.includeDeclaration !== false || (occurrence.roles & roles.definition) === 0;
  return locationsOf(found.filter(isWanted));
}

/** `uris`: the files whose places are wanted, beside those that the indexes know. */
async function indexedUses(
  params: TextDocumentPositionParams & { readonly uris?: unknown },
  request: Request,
): Promise<IndexedUses | null> {
  const { uris = [] } = params;
  checkParam(Array.isArray(uris), "uris", "a list of URIs");
  const asked = await symbolsAt(params, request);
  if (asked === undefined) return null;
  const sources: SourceText[] = [];
  for (const uri of uris as readonly unknown[]) {
    const source = typeof uri === "string" ? (request.texts.get(uri) ?? (await request.texts.find(uri))) : undefined;
    if (source) sources.push(source);
  }
  const found = await findIndexedUses({ ...asked, sources });
  request.indexes.note(params, asked.lookup);
  return found ?? null;
}

async function filesToSearch(
  params: TextDocumentPositionParams & { readonly languages?: unknown },
  request: Request,
): Promise<FilesToSearch | null> {
  const { languages = [] } = params;
  checkParam(Array.isArray(languages), "languages", "a list of language ids");
  const asked = await symbolsAt(params, request);
  if (asked === undefined) return null;
  const { texts, indexes } = request;
  const found = await findFilesToSearch({ ...asked, languages: languages as string[], texts, roots: request.roots() });
  if (found) indexes.note(params, { ...asked.lookup, unsearched: found.unsearched });
  return found ?? null;
}

async function documentHighlights(
  params: TextDocumentPositionParams,
  request: Request,
): Promise<DocumentHighlight[] | null> {
  const asked = await symbolsAt(params, request, { leavesLocalNames: true });
  if (asked === undefined) return null;
  const files = await asked.base.filesOf(asked.source);
  const placed = files.flatMap((file) => file.placed.occurrences.map((each) => ({ ...each, file })));
  const all = asked.symbols.flatMap((symbol) => {
    const names = [symbol.symbol, symbol.occurrence.symbol];
    const same = placed.filter(({ occurrence }) => names.includes(occurrence.symbol));
    return asked.base.ownOverload(symbol, same);
  });
  return [...new Set(all)]
    .filter(({ stretch }) => stretch.from < stretch.to)
    .map(({ occurrence, stretch }) => ({
      range: rangeIn(asked.source, stretch),
      kind: highlightKind(occurrence.roles),
    }));
}

/** LSP's DocumentHighlightKind. */
function highlightKind(bits: number): 1 | 2 | 3 {
  if ((bits & (roles.write | roles.definition)) !== 0) return 3;
  return (bits & roles.read) !== 0 ? 2 : 1;
}

async function hover(params: TextDocumentPositionParams, request: Request): Promise<Hover | null> {
  const asked = await symbolsAt(params, request);
  if (asked === undefined) return null;
  const texts: string[] = [];
  for (const symbol of asked.symbols) {
    const [facts] = await asked.base.facts(symbol);
    const text = hoverText(facts, symbol.occurrence, request.client.markdown);
    if (text !== "" && !texts.includes(text)) texts.push(text);
  }
  const [first] = asked.symbols;
  if (texts.length === 0 || first === undefined) return null;
  request.indexes.note(params, asked.lookup);
  const kind = request.client.markdown ? "markdown" : "plaintext";
  const value = texts.join(request.client.markdown ? "\n\n---\n\n" : "\n\n");
  return { contents: { kind, value }, range: rangeIn(asked.source, first.stretch) };
}

async function documentSymbols(
  { textDocument }: DocumentSymbolParams,
  { texts, indexes, client }: Request,
): Promise<DocumentSymbol[] | SymbolInformation[]> {
  const source = texts.get(textDocument.uri) ?? (await texts.find(textDocument.uri));
  if (source === undefined) return [];
  const files = await (await indexes.codeBase()).filesOf(source);
  indexes.note({ textDocument }, { files, dropped: files.flatMap(({ placed }) => placed.dropped) });
  return documentSymbolsOf(files, client.hierarchicalSymbols);
}

/** More results than anyone reads. */
const MAX_SYMBOLS = 200;

async function workspaceSymbols(
  { query }: WorkspaceSymbolParams,
  { indexes, signal, roots, isBesideOther }: Request,
): Promise<SymbolInformation[]> {
  checkParam(typeof query === "string", "query", "a string");
  const lookup: Lookup = { signal, files: new Set(), dropped: new Set() };
  const isWanted = (path: string) => !isBesideOther || !roots().some((root) => isInside(path, root));
  const found = await (await indexes.codeBase()).search(query, { maxCount: MAX_SYMBOLS, isWanted }, lookup);
  indexes.note({}, lookup);
  return found.map(symbolInformationOf);
}

/** Reads the initialization options. */
function readOtherServer(options: unknown): Pick<ScipContext, "isBesideOther" | "isBesideEmbedded"> {
  const { isBesideOther, isBesideEmbedded } = (options ?? {}) as Readonly<Record<string, unknown>>;
  return { isBesideOther: isBesideOther === true, isBesideEmbedded: isBesideEmbedded === true };
}

interface AskedSymbols {
  readonly base: CodeBase;
  readonly source: SourceText;
  readonly symbols: readonly (FoundSymbol & SymbolPlace)[];
  readonly lookup: Lookup;
}

/**
 * Returns the symbols at a position; undefined if there are none, or if they are local, and the
 * server beside this one knows better.
 */
async function symbolsAt(
  params: { readonly textDocument: { readonly uri: string }; readonly position: Position },
  { texts, indexes, signal, isBesideOther, isBesideEmbedded }: Request,
  { leavesLocalNames = false } = {},
): Promise<AskedSymbols | undefined> {
  // An open document is read before the first `await`: the request is about its current text.
  const source = texts.get(params.textDocument.uri) ?? (await texts.find(params.textDocument.uri));
  const base = await indexes.codeBase();
  if (source === undefined) return undefined;
  const symbols = await base.symbolsAt(source, offsetIn(source, params.position));
  const isLeft = (each: FoundSymbol & SymbolPlace) =>
    isShorthand(each) || (base.isLocalName(each) && !(isBesideEmbedded && isWhole(each)));
  if (leavesLocalNames && isBesideOther && symbols.every(isLeft)) return undefined;
  const lookup: Lookup = { signal, files: new Set(symbols.map(({ file }) => file)), dropped: new Set() };
  return symbols.length === 0 ? undefined : { base, source, symbols, lookup };
}

/** Whether a key of one literal stands for a variable, too, of which the index has no use there. */
function isShorthand({ symbol, file, stretch }: FoundSymbol & SymbolPlace): boolean {
  const { document } = file.source;
  return isKeyOfLiteral(symbol, file) && /^\s*[,}]/.test(document.slice(stretch.to, stretch.to + MAX_SPACE));
}

const MAX_SPACE = 100;

/**
 * Whether all occurrences of a local symbol are in the text as they were indexed. A parameter has
 * others in the comment before its function.
 */
function isWhole({ symbol, file: { placed } }: FoundSymbol): boolean {
  return isLocalSymbol(symbol) && placed.isExact && placed.dropped.every((each) => each.symbol !== symbol);
}

/** Returns each place once, in the order of the indexes. */
function locationsOf(found: readonly SymbolPlace[]): Location[] {
  const locations = new Map<string, Location>();
  for (const { file, stretch } of found) {
    const id = `${file.source.uri}:${stretch.from}:${stretch.to}`;
    if (!locations.has(id)) locations.set(id, { uri: file.source.uri, range: rangeIn(file.source, stretch) });
  }
  return [...locations.values()];
}
