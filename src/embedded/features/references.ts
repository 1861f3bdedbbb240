/** textDocument/references and textDocument/documentHighlight: where else a name stands that means the same thing. */

import {
  type DocumentHighlight,
  DocumentHighlightKind,
  type DocumentHighlightParams,
  type Location,
  type ReferenceParams,
} from "vscode-languageserver/node";
import type { Occurrence } from "../../syntax/scopes/nameInfo.js";
import { familyOf } from "../resolution/languageFamilies.js";
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

/** So many files are looked through at a time: one reads while another is parsed. */
const MAX_CONCURRENT_FILES = 4;
/** Nobody reads more; a name that stands in more places is asked for by mistake. */
const MAX_REFERENCES = 10_000;

/** Null where there is no name. What is local is looked for in its file alone; else in all files of the language's family that hold the word. */
export async function references(params: ReferenceParams, context: EmbeddedRequestContext): Promise<Location[] | null> {
  const use = await nameAtPosition(params, context);
  if (use === undefined) return null;
  const { name, source } = use;
  const collector = createCollector(context, params.context.includeDeclaration);
  // What is imported can be renamed here, and is used elsewhere all the same.
  const isFileLocal = name.reach === "local" || (name.isRenamable && name.reach !== "import");
  if (isFileLocal) collector.add({ source, occurrences: name.occurrences });
  else
    for await (const file of searchFiles(use, await resolveOrigin(use, context), context))
      if (!collector.add(file)) break;
  return collector.unsent();
}

/** The places in the file that mean the same, told apart by whether they read or write. Null where there is no name. */
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

interface FileOccurrences {
  readonly source: SourceText;
  readonly occurrences: readonly Occurrence[];
}

/** What a name means, if that is declared in one other place: that. Else what its own file knows of it. */
async function resolveOrigin(use: NameUse, context: EmbeddedRequestContext): Promise<NameUse> {
  const { name, source } = use;
  if (name.reach !== "import" && name.reach !== "free") return use;
  const [target, ...others] = await resolveDefinitions(use, context);
  if (target === undefined || others.length > 0 || target.source.uri === source.uri) return use;
  const origin = await context.syntax.nameAt(textOf(target.source), target.name.from);
  return origin?.from === target.name.from && origin.reach !== "free" ? { name: origin, source: target.source } : use;
}

/** The places in all files that mean it, file by file; `asked` is where that was asked, perhaps by another name. */
async function* searchFiles(
  use: NameUse,
  origin: NameUse,
  context: EmbeddedRequestContext,
): AsyncGenerator<FileOccurrences> {
  const { indexClient, documents, syntax, signal, progress } = context;
  const target = await toReferenceTarget(origin, syntax);
  const { name, source } = target;
  // What an import calls by another name, goes by its own everywhere else.
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
  /** Takes what is found in a file. Whether more is wanted. */
  add(file: FileOccurrences): boolean;
  /** What has not been sent yet. */
  unsent(): Location[];
}

/** Sends what is found where the client wants it in parts, else keeps it. */
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
