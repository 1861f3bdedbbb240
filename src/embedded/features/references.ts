/** textDocument/references and textDocument/documentHighlight: the occurrences of a name. */

import {
  type DocumentHighlight,
  DocumentHighlightKind,
  type DocumentHighlightParams,
  type Location,
  type ReferenceParams,
} from "vscode-languageserver/node";
import { familyOf } from "../../languages/languages.js";
import type { Occurrence } from "../../syntax/scopes/nameInfo.js";
import { resolveDefinitions } from "../resolution/resolveDefinitions.js";
import { filterReferences, toReferenceTarget } from "../resolution/sameReference.js";
import {
  type EmbeddedContext,
  type EmbeddedRequestContext,
  type NameUse,
  nameAtPosition,
  rangeIn,
  textOf,
} from "../session/context.js";
import type { SourceText } from "../session/documents.js";

/** Files searched at a time: one is read while another is parsed. */
const MAX_CONCURRENT_FILES = 4;
/** More results than anyone reads. */
const MAX_REFERENCES = 10_000;

/**
 * Searches the file alone for a local name, otherwise all files of the language family that contain
 * the word. Null if there is no name.
 */
export async function references(params: ReferenceParams, context: EmbeddedRequestContext): Promise<Location[] | null> {
  const use = await nameAtPosition(params, context);
  if (use === undefined) return null;
  const { name, source } = use;
  const collector = createCollector(context, includesDeclaration(params));
  // An imported name may be renamable in this file, but it is used in others.
  const isFileLocal = name.reach === "local" || (name.isRenamable && name.reach !== "import");
  if (isFileLocal) collector.add({ source, occurrences: name.occurrences });
  else
    for await (const file of searchFiles(use, await resolveOrigin(use, context), context))
      if (!collector.add(file)) break;
  return collector.unsent();
}

/** Some clients leave out the context, which LSP requires. */
function includesDeclaration({ context }: { readonly context?: ReferenceParams["context"] | null }): boolean {
  return context?.includeDeclaration ?? true;
}

/** Returns the occurrences in the file, as reads or writes. Null if there is no name. */
export async function documentHighlights(
  params: DocumentHighlightParams,
  context: EmbeddedContext,
): Promise<DocumentHighlight[] | null> {
  const use = await nameAtPosition(params, context);
  if (use === undefined) return null;
  const { name, source } = use;
  return (
    name?.occurrences.map((occurrence) => ({
      range: rangeIn(source, occurrence),
      kind: occurrence.isWrite ? DocumentHighlightKind.Write : DocumentHighlightKind.Read,
    })) ?? null
  );
}

/** The occurrences in one file. */
interface FileOccurrences {
  readonly source: SourceText;
  readonly occurrences: readonly Occurrence[];
}

/** Returns the name at its only declaration in another file, if it has one, otherwise `use`. */
async function resolveOrigin(use: NameUse, context: EmbeddedRequestContext): Promise<NameUse> {
  const { name, source } = use;
  if (name.reach !== "import" && name.reach !== "free") return use;
  const [target, ...others] = await resolveDefinitions(use, context);
  if (target === undefined || others.length > 0 || target.source.uri === source.uri) return use;
  const origin = await context.syntax.nameAt(textOf(target.source), target.name.from);
  return origin?.from === target.name.from && origin.reach !== "free" ? { name: origin, source: target.source } : use;
}

/**
 * Searches for references to `origin`, file by file. `use` is the name at the requested position,
 * which may be an alias of `origin`.
 */
async function* searchFiles(
  use: NameUse,
  origin: NameUse,
  context: EmbeddedRequestContext,
): AsyncGenerator<FileOccurrences> {
  const { indexClient, documents, syntax, signal, progress } = context;
  const target = await toReferenceTarget(origin, syntax);
  const { name, source } = target;
  // Other files use the original name, not the alias of this import.
  const word = name.import?.original ?? name.name;
  const family = familyOf(source.languageId);
  const result = await indexClient.query(
    (index, querySignal) => index.findFilesWith(word, family, querySignal),
    signal,
  );
  const paths = (result?.answer ?? []).filter((path) => path !== source.path);
  const searchFile = async (file: SourceText | undefined): Promise<FileOccurrences | undefined> => {
    if (file === undefined || !syntax.hasGrammar(file.languageId)) return undefined;
    const occurrences = await syntax.occurrencesOf(textOf(file), word);
    const isRenamedImport = file.uri === use.source.uri && use.name.reach === "import";
    const importOccurrences = isRenamedImport ? use.name.occurrences : [];
    return {
      source: file,
      occurrences: mergeOccurrences(importOccurrences, await filterReferences(target, occurrences, file, syntax)),
    };
  };
  progress.begin(`References to ${word}`);
  const inOwnFile = await searchFile(source);
  yield { source, occurrences: mergeOccurrences(name.occurrences, inOwnFile?.occurrences ?? []) };
  for (let at = 0; at < paths.length; at += MAX_CONCURRENT_FILES) {
    if (signal.aborted) throw signal.reason;
    const group = paths.slice(at, at + MAX_CONCURRENT_FILES);
    const results = await Promise.all(group.map(async (path) => searchFile(await documents.read(path))));
    for (const file of results) if (file) yield file;
    progress.report((at + group.length) / paths.length, `${at + group.length} of ${paths.length} files`);
  }
}

function mergeOccurrences(some: readonly Occurrence[], others: readonly Occurrence[]): Occurrence[] {
  const byPlace = new Map([...others, ...some].map((occurrence) => [occurrence.from, occurrence]));
  return [...byPlace.values()].sort((a, b) => a.from - b.from);
}

interface ReferenceCollector {
  /** Adds the occurrences of a file. Returns false when the maximum is reached. */
  add(file: FileOccurrences): boolean;
  /** Returns the locations that have not been sent as partial results. */
  unsent(): Location[];
}

/** Sends partial results if the client requested them, otherwise collects. */
function createCollector(
  { partial }: Pick<EmbeddedRequestContext, "partial">,
  includeDeclarations: boolean,
): ReferenceCollector {
  let count = 0;
  const collected: Location[] = [];
  return {
    add({ source, occurrences }) {
      const locations = occurrences
        .filter(({ role }) => includeDeclarations || role !== "definition")
        .slice(0, MAX_REFERENCES - count)
        .map((stretch) => ({ uri: source.uri, range: rangeIn(source, stretch) }));
      count += locations.length;
      if (partial === undefined) for (const location of locations) collected.push(location);
      else if (locations.length > 0) partial(locations);
      return count < MAX_REFERENCES;
    },
    unsent: () => collected,
  };
}
