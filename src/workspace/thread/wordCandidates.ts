/** Which queued files may have a word, as far as their filters and their bytes tell. */

import { isSameStamp, isTrustedStamp } from "../disk/fileStamp.js";
import { createDeclarationFinder } from "../parse/declarationSearch.js";
import type { SearchedWord } from "../parse/parseJobs.js";
import type { ParseQueue } from "../parse/parseQueue.js";
import { createWordFinder } from "../parse/wordSearch.js";
import type { DeclarationStore } from "../store/declarationStore.js";
import { hashWords } from "../store/wordFilter.js";
import { TimeSlice } from "../timeSlice.js";

/** Messages wait no longer than this for files to be searched. */
const SLICE_MS = 8;

export interface WordCandidatesSource {
  readonly store: Pick<DeclarationStore, "has" | "languageOf" | "stampIfWithout">;
  readonly queue: Pick<ParseQueue, "paths" | "infoOf">;
  /** Throws where a file can't be read. */
  readBytes(path: string): Buffer;
}

/** Whether a queued file, as it was queued, was read before and lacked one of these words. */
export function lacksWordAsQueued(
  path: string,
  hashes: readonly number[],
  { store, queue }: Pick<WordCandidatesSource, "store" | "queue">,
): boolean {
  const queued = queue.infoOf(path);
  const stamp = store.stampIfWithout(path, hashes);
  return queued !== undefined && stamp !== undefined && isTrustedStamp(stamp) && isSameStamp(stamp, queued.stamp);
}

/**
 * Returns the queued files that may have a word. Those that have been read before are searched
 * here: they are few, and the filter of their words is wrong about one in a hundred.
 */
export async function queuedWithWord(
  { word, isDeclared }: SearchedWord,
  source: WordCandidatesSource,
  signal: AbortSignal,
): Promise<string[]> {
  const hashes = hashWords(word);
  const hasWord = isDeclared ? createDeclarationFinder(word) : createWordFinder(word);
  const slice = new TimeSlice(SLICE_MS);
  const paths: string[] = [];
  for (const path of [...source.queue.paths()]) {
    if (lacksWordAsQueued(path, hashes, source)) continue;
    if (!source.store.has(path) || mayMatch(path, hasWord, source)) paths.push(path);
    await slice.pause(signal);
  }
  return paths;
}

/** Whether the text of a file passes a test, or the file can't be read. */
function mayMatch(
  path: string,
  hasWord: (bytes: Buffer, languageId: string) => boolean,
  { store, readBytes }: WordCandidatesSource,
): boolean {
  try {
    return hasWord(readBytes(path), store.languageOf(path) ?? "");
  } catch {
    return true;
  }
}
