/**
 * What a server over SCIP indexes says beside an answer: of which state the index is, and what the
 * places of a name mean by it.
 */

import { ask } from "../../../ask/ask.js";
import { type Backend, hasIndex, isEmbedded } from "../../../ask/backend/backend.js";
import { partPolicy } from "../../../ask/methodTable.js";
import { type Companion, INDEX_SERVER_NAME } from "../../../backend/config/servers.js";
import {
  FILES_TO_SEARCH_METHOD,
  INDEX_STATE_METHOD,
  INDEXED_USES_METHOD,
} from "../../../backend/installation/indexCompanion.js";
import type { IndexedUses } from "../../../code/uses/indexed.js";
import { familyOf } from "../../../languages/languages.js";
import { offsetToPosition } from "../../../text/position.js";
import { formatCount } from "../../../text/printable.js";
import { pathOfUri, uriOfPath } from "../../../uri.js";
import type { RequestContext } from "../../client/requestContext.js";
import { queryFilesWith } from "../../place/declarationQueries.js";
import type { Place } from "../../place/resolvePlace.js";
import { wordAround } from "../words.js";
import { type IndexProgress, reportOpening } from "./openingProgress.js";

/** How the files of an answer differ from the indexed ones. */
export interface ScipIndexState {
  readonly indexes: readonly {
    /** Absolute. */
    readonly path: string;
    /** The indexer and its version. */
    readonly tool: string;
    /** The commit that was indexed; null if nobody says it. */
    readonly commit: string | null;
    /** Why the commit doesn't help. */
    readonly problem?: string;
  }[];
  /** What answers wait for; absent if that is nothing. */
  readonly opening?: IndexProgress;
  /** The number of files that were looked at. */
  readonly files: number;
  /** Those whose text is another one than the index has. */
  readonly changed: number;
  /** Those of which that is not known, and whose definitions are where the index says. */
  readonly assumed: number;
  /** Occurrences that the answers leave out, as they are not where the index says. */
  readonly dropped: number;
  /** Files as indexed, whose text was not searched for what the answers may leave out. */
  readonly unsearched: number;
  /** Why some indexes are not used, a sentence for each. */
  readonly unusable: readonly string[];
}

/** Returns the state for the last answers about a place; undefined without an index. */
export function readIndexState(
  backend: Backend,
  place: Place,
  context: RequestContext,
): Promise<ScipIndexState | undefined> {
  return askIndex<ScipIndexState>(INDEX_STATE_METHOD, {}, { backend, place, context });
}

/**
 * Returns the state to tell with an answer, if there is something to tell: what came from an index,
 * which one is not used, or that the embedded server has answered what an index is asked first.
 */
export async function readAnswerState(
  { name, place, backend }: { readonly name: string; readonly place: Place; readonly backend: Backend },
  isEmpty: boolean,
  context: RequestContext,
): Promise<ScipIndexState | undefined> {
  const state = await readIndexState(backend, place, context);
  if (state === undefined) return undefined;
  const isLeading = ({ server, leads }: Companion) =>
    server.name === INDEX_SERVER_NAME && leads.includes(`textDocument/${name}`);
  const isAskedFirst = isEmbedded(backend) && backend.serverEntry?.companions?.some(isLeading) === true;
  return state.files + state.unusable.length > 0 || (isAskedFirst && !isEmpty) ? state : undefined;
}

/**
 * Returns the only files that have to be searched for what an answer about a place may leave out,
 * as an index knows the others; undefined if all have to be.
 */
export async function readFilesToSearch(
  { backend, place }: { readonly backend: Backend; readonly place: Place },
  languages: readonly string[],
  context: RequestContext,
): Promise<readonly string[] | undefined> {
  const asked = { backend, place, context };
  const found = await askIndex<{ readonly paths: readonly string[] }>(FILES_TO_SEARCH_METHOD, { languages }, asked);
  return found?.paths;
}

/**
 * Returns the answer to a question about a place; meanwhile reports how far the index is read that
 * it waits for, as the values of a work-done progress.
 */
export function withOpeningProgress<Answer>(
  answer: Promise<Answer>,
  { backend, place }: { readonly backend: Backend; readonly place: Place },
  onProgress: ((value: object) => void) | undefined,
  context: RequestContext,
): Promise<Answer> {
  if (onProgress === undefined || !hasIndex(backend)) return answer;
  const readOpening = async () => (await readIndexState(backend, place, context))?.opening;
  return reportOpening(answer, readOpening, onProgress);
}

/** Of more files with a name, an index is not asked. */
const MAX_FILES = 2_000;

/**
 * Returns what the index says of the places of the name at a place, in all files that have it or
 * in `uris`. Undefined where there is a
 * server, which knows its own, or where the index does not know all declarations of the name.
 */
export async function readIndexedUses(
  backend: Backend,
  place: Place,
  context: RequestContext,
  uris?: readonly string[],
): Promise<IndexedUses | undefined> {
  if (!isEmbedded(backend) || !hasIndex(backend)) return undefined;
  const { text } = place.document();
  const { from, to } = wordAround(text, place.now().from);
  if (from === to) return undefined;
  const asked = { uris: uris ?? (await urisWith(text.slice(from, to), place, context)) };
  return askIndex<IndexedUses>(INDEXED_USES_METHOD, asked, { backend, place, context });
}

async function urisWith(word: string, place: Place, context: RequestContext): Promise<readonly string[]> {
  const { uri, languageId } = place.document();
  const found = await queryFilesWith(word, familyOf(languageId), context, pathOfUri(uri)).catch(() => undefined);
  const paths = (found?.paths ?? []).slice(0, MAX_FILES);
  return paths.map((each) => uriOfPath(each, context.client.roots.folders));
}

/** Says why an index is no evidence for a change, as a clause; undefined if it is. */
export function describeUnusedIndex({ files, changed, assumed }: ScipIndexState): string | undefined {
  if (changed + assumed === 0) return undefined;
  const of = `of ${formatCount(files, "file")}`;
  const again = "make it again (lsp-locate index --write)";
  return assumed === 0
    ? `the index does not count, as ${changed} ${of} ${changed === 1 ? "has" : "have"} changed since: ${again}`
    : `the index does not count, as ${changed + assumed} ${of} may have changed since: name its commit (--commit), or ${again}`;
}

/** Asks about a place; undefined without an index, or without an answer. */
async function askIndex<Answer>(
  method: string,
  params: object,
  { backend, place: { document, now }, context }: { backend: Backend; place: Place; context: RequestContext },
): Promise<Answer | undefined> {
  if (!hasIndex(backend)) return undefined;
  const question = {
    ...{ method, policy: partPolicy, backend, document },
    params: () => () => {
      const { uri, text } = document();
      return { ...params, textDocument: { uri }, position: offsetToPosition(text, now().from, backend.encoding) };
    },
  };
  try {
    return ((await ask(question, context)).parse() as Answer | null) ?? undefined;
  } catch {
    // The answer stands without it: the text has changed meanwhile, or the index is gone.
    return undefined;
  }
}
