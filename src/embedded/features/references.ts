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
import { placesOf } from "../resolution/resolveDefinitions.js";
import { mayMean, withAround } from "../resolution/sameReference.js";
import { type Asking, type Named, nameOf, rangeIn, type Serving, textOf } from "../session/context.js";
import type { Source } from "../session/documents.js";

/** So many files are looked through at a time: one reads while another is parsed. */
const atOnce = 4;
/** Nobody reads more; a name that stands in more places is asked for by mistake. */
const mostReferences = 10_000;

/** Null where there is no name. What is local is looked for in its file alone; else in all files of the language's family that hold the word. */
export async function references(
  params: ReferenceParams,
  asking: Asking,
  serving: Serving,
): Promise<Location[] | null> {
  const named = await nameOf(params, serving);
  if (named === undefined) return null;
  const { name, source } = named;
  const found = reporting(asking, params.context.includeDeclaration);
  // What is imported can be renamed here, and is used elsewhere all the same.
  const isOwn = name.reach === "local" || (name.isRenamable && name.reach !== "import");
  if (isOwn) found.take({ source, occurrences: name.occurrences });
  else
    for await (const file of everywhere(named, await meantBy(named, asking, serving), asking, serving))
      if (!found.take(file)) break;
  return found.left();
}

/** The places in the file that mean the same, told apart by whether they read or write. Null where there is no name. */
export async function documentHighlights(
  params: DocumentHighlightParams,
  _asking: Asking,
  serving: Serving,
): Promise<DocumentHighlight[] | null> {
  const named = await nameOf(params, serving);
  if (named === undefined) return null;
  const { name, source } = named;
  return (
    name?.occurrences.map((occurrence) => ({
      range: rangeIn(source, occurrence),
      kind: occurrence.isWrite ? DocumentHighlightKind.Write : DocumentHighlightKind.Read,
    })) ?? null
  );
}

interface Found {
  readonly source: Source;
  readonly occurrences: readonly Occurrence[];
}

/** What a name means, if that is declared in one other place: that. Else what its own file knows of it. */
async function meantBy(named: Named, asking: Asking, serving: Serving): Promise<Named> {
  const { name, source } = named;
  if (name.reach !== "import" && name.reach !== "free") return named;
  const [place, ...others] = await placesOf(named, asking, serving);
  if (place === undefined || others.length > 0 || place.source.uri === source.uri) return named;
  const declared = await serving.syntax.nameAt(textOf(place.source), place.name.from);
  return declared?.from === place.name.from && declared.reach !== "free"
    ? { name: declared, source: place.source }
    : named;
}

/** The places in all files that mean it, file by file; `asked` is where that was asked, perhaps by another name. */
async function* everywhere(asked: Named, named: Named, asking: Asking, serving: Serving): AsyncGenerator<Found> {
  const { indexing, documents, syntax } = serving;
  const { signal, progress } = asking;
  const meant = await withAround(named, serving);
  const { name, source } = meant;
  // What an import calls by another name, goes by its own everywhere else.
  const word = name.import?.original ?? name.name;
  const family = familyOf(source.languageId);
  const known = await indexing.ask((index, until) => index.findFilesWith(word, family, until), signal);
  const paths = (known?.answer ?? []).filter((path) => path !== source.path);
  const inOne = async (file: Source | undefined): Promise<Found | undefined> => {
    if (file === undefined || !syntax.hasGrammar(file.languageId)) return undefined;
    const occurrences = await syntax.occurrencesOf(textOf(file), word);
    const isAsked = file.uri === asked.source.uri && asked.name.reach === "import";
    const known = isAsked ? asked.name.occurrences : [];
    return { source: file, occurrences: merged(known, await mayMean(meant, occurrences, file, serving)) };
  };
  progress.begin(`References to ${word}`);
  const own = await inOne(source);
  yield { source, occurrences: merged(name.occurrences, own?.occurrences ?? []) };
  for (let at = 0; at < paths.length; at += atOnce) {
    if (signal.aborted) throw signal.reason;
    const group = paths.slice(at, at + atOnce);
    const found = await Promise.all(group.map(async (path) => inOne(await documents.read(path))));
    for (const file of found) if (file) yield file;
    progress.report((at + group.length) / paths.length, `${at + group.length} of ${paths.length} files`);
  }
}

function merged(some: readonly Occurrence[], others: readonly Occurrence[]): Occurrence[] {
  const byPlace = new Map([...others, ...some].map((occurrence) => [occurrence.from, occurrence]));
  return [...byPlace.values()].sort((a, b) => a.from - b.from);
}

interface Reporting {
  /** Takes what is found in a file. Whether more is wanted. */
  take(found: Found): boolean;
  /** What has not been sent yet. */
  left(): Location[];
}

/** Sends what is found where the client wants it in parts, else keeps it. */
function reporting({ partial }: Asking, withDeclarations: boolean): Reporting {
  let count = 0;
  const kept: Location[] = [];
  return {
    take({ source, occurrences }) {
      const wanted = occurrences
        .filter(({ role }) => withDeclarations || role !== "definition")
        .slice(0, mostReferences - count)
        .map((stretch) => ({ uri: source.uri, range: rangeIn(source, stretch) }));
      count += wanted.length;
      if (partial === undefined) for (const location of wanted) kept.push(location);
      else if (wanted.length > 0) partial(wanted);
      return count < mostReferences;
    },
    left: () => kept,
  };
}
