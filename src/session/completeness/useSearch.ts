/**
 * Searches the workspace for places that a backend's answer may have left out: uses of a name, its
 * calls, or the types that extend or implement it. The index lists the files that contain the word;
 * syntax trees and scopes decide which occurrences are possible places.
 */

import type { Backend } from "../../ask/backend/backend.js";
import type { Deadline } from "../../ask/deadline.js";
import { familyOf } from "../../languages/languages.js";
import { getOrInsert } from "../../text/list.js";
import { rangeToOffsets } from "../../text/position.js";
import type { Stretch } from "../../text/stretch.js";
import { fileKeyOf, pathOfUri } from "../../uri.js";
import type { RequestContext } from "../client/requestContext.js";
import { type FilesWithWord, queryDeclarations, queryFilesWith } from "../place/declarationQueries.js";
import { type FileRange, rangesOfAnswer } from "./answerPlaces.js";
import { readFilesToSearch } from "./definitions/indexState.js";
import { createFileTexts, type FileTexts } from "./fileTexts.js";
import { noPlaces, type PossiblePlaces, SearchRun } from "./searchRun.js";
import { type CheckedAnswer, isOfFileAlone, prepareTarget, type SearchTarget, searchWordOf } from "./searchTarget.js";

export interface UseSearch {
  /**
   * Returns the possible places that are not in the answer; undefined if the language has no
   * grammar, or there is no name at the place. A second call searches only the files in which the
   * first found possible places, if that found them all.
   */
  find(answer: unknown, deadline: Deadline): Promise<PossiblePlaces | undefined>;
  /** Returns the texts that the last `find` has read. */
  texts(): FileTexts;
  /** Returns whether the index has more than one declaration of the name in the workspace. */
  isDeclaredOften(deadline: Deadline): Promise<boolean>;
}

/**
 * Starts to look up the name and its files while the backend has not responded yet. `revision` is
 * that of all texts as of now, or undefined if it is not known.
 */
export function startUseSearch(checked: CheckedAnswer, context: RequestContext, revision?: string): UseSearch {
  // The parser may fail on the text.
  const prepared = prepareTarget(checked, context).catch(() => "unparsed" as const);
  const files = new Map<string, Promise<FilesWithWord | undefined>>();
  const { method, backend, place } = checked;
  // A rename needs all places, an answer those that an index may lack.
  const fewFiles =
    method === "rename" ? undefined : readFilesToSearch({ backend, place }, languagesOf(checked), context);
  const findFiles = async (word: string): Promise<FilesWithWord | undefined> => {
    const paths = await fewFiles;
    if (paths) return { paths };
    return queryFilesWith(word, languagesOf(checked), context, pathOf(checked)).catch(() => undefined);
  };
  const filesWith = (word: string) => getOrInsert(files, word, () => findFiles(word));
  void prepared.then((target) => {
    if (isFound(target) && !isOfFileAlone(target)) void filesWith(searchWordOf(target));
  });
  let before: { readonly unparsed: readonly string[]; readonly paths: ReadonlySet<string> | undefined } | undefined;
  let texts = createFileTexts(context, revision);
  return {
    texts: () => texts,
    async find(answer, deadline) {
      const target = await deadline.before(prepared.then((prepared) => prepared ?? null));
      if (target === null) return undefined;
      if (target === undefined) return { ...noPlaces, isIncomplete: true };
      if (target === "unparsed") return { ...noPlaces, unparsed: [pathOf(checked) ?? checked.place.document().uri] };
      // A document may have changed since the first answer.
      if (before !== undefined) texts = createFileTexts(context);
      const inAnswer = await stretchesOfAnswer(rangesOfAnswer(checked.method, answer), checked.backend, texts);
      const within = before?.paths;
      const options = { target, checked, context, texts, inAnswer, filesWith, revision, deadline, within };
      const found = await new SearchRun(options).search();
      const unparsed = [...new Set([...(before?.unparsed ?? []), ...found.unparsed])];
      const paths = new Set(found.places.flatMap(({ document }) => pathOfUri(document.uri) ?? []));
      before = { unparsed, paths: found.hasMore ? undefined : paths };
      return { ...found, unparsed };
    },
    async isDeclaredOften(deadline) {
      const target = await prepared;
      if (!isFound(target) || target.name.reach === "local") return false;
      const count = await deadline.before(countDeclarations(target, context));
      return count !== undefined && count > 1;
    },
  };
}

function isFound(target: SearchTarget | "unparsed" | undefined): target is SearchTarget {
  return typeof target === "object";
}

/** Returns the languages of the backend, and others whose files may use what it knows. */
function languagesOf({ backend, place }: CheckedAnswer): readonly string[] {
  const served = backend.serverEntry?.languages ?? [];
  return [...new Set([...served, ...familyOf(place.document().languageId)])];
}

function pathOf({ place }: CheckedAnswer): string | undefined {
  return pathOfUri(place.document().uri);
}

async function countDeclarations({ word, path }: SearchTarget, context: RequestContext): Promise<number | undefined> {
  const found = await queryDeclarations([word], undefined, context, path).catch(() => undefined);
  return found?.declarations.length;
}

/** Returns the stretches of an answer by `fileKeyOf` of their file, sorted by `from`. */
async function stretchesOfAnswer(
  ranges: readonly FileRange[],
  { encoding }: Backend,
  texts: FileTexts,
): Promise<ReadonlyMap<string, readonly Stretch[]>> {
  for (const { uri } of ranges) void texts.read(uri);
  const byFile = new Map<string, Stretch[]>();
  for (const { uri, range } of ranges) {
    const text = (await texts.read(uri))?.text;
    if (text === undefined) continue;
    getOrInsert(byFile, fileKeyOf(uri), () => []).push(rangeToOffsets(text, range, encoding));
  }
  for (const stretches of byFile.values()) stretches.sort((a, b) => a.from - b.from);
  return byFile;
}
