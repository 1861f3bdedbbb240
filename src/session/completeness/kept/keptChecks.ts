/**
 * Answers that left nothing out, kept for the next request: while no text of the workspace changes,
 * the same answer leaves nothing out again, and need not be compared with the texts.
 */

import { isReady } from "../../../ask/backend/backendReadiness.js";
import type { Document } from "../../../text/document.js";
import type { RequestContext } from "../../client/requestContext.js";
import { queryRevision } from "../../place/declarations.js";
import type { FileTexts } from "../fileTexts.js";
import type { CheckedAnswer } from "../searchTarget.js";
import { isSettled, KEEP_MS, RevisionCache } from "./revisionCache.js";

/** A request, and what is kept of the last one like it. */
export interface KeptCheck {
  /** The revision of all texts; undefined where the index does not know it. */
  readonly revision: string | undefined;
  /** Whether there may be an answer that left nothing out. */
  readonly isKept: boolean;
  /** Whether an answer is known to leave nothing out. */
  covers(answer: Buffer, texts: FileTexts): Promise<boolean>;
  /**
   * Keeps an answer that leaves nothing out. `definitionUris` are those of the files that the
   * backend resolved other uses to.
   */
  keep(answer: Buffer, definitionUris: ReadonlySet<string>, texts: FileTexts): Promise<void>;
}

/** Looks up what is kept of the last request for the same place. */
export async function findKeptCheck(checked: CheckedAnswer, context: RequestContext): Promise<KeptCheck> {
  const { method, place, backend, includesDeclaration } = checked;
  const { text } = place.document();
  const key = `${method} ${place.now().from} ${includesDeclaration}`;
  const revision = await queryRevision(place.document(), context);
  const kept = keptAnswers.at(backend, revision)?.of(text);
  const before = kept?.get(key);
  return {
    revision,
    isKept: before !== undefined,
    async covers(answer, texts) {
      if (before === undefined || !before.answer.equals(answer)) return false;
      if (before.definitions.size === 0) return true;
      if (performance.now() - before.at > KEEP_MS) return false;
      const now = await readTexts(before.definitions.keys(), texts);
      return [...before.definitions].every(([uri, text]) => now.get(uri) === text);
    },
    async keep(answer, definitionUris, texts) {
      if (kept === undefined || !isReady(backend)) return;
      if (definitionUris.size > 0 && !isSettled(backend, revision)) return;
      kept.set(key, { answer, definitions: await readTexts(definitionUris, texts), at: performance.now() });
    },
  };
}

interface KeptAnswer {
  readonly answer: Buffer;
  /** The texts of the files of definitions: the index has none of those outside the workspace. */
  readonly definitions: ReadonlyMap<string, Document | undefined>;
  /** As of `performance.now()`. */
  readonly at: number;
}

/** The answers of one process of a backend, at one revision of all texts. */
class KeptAnswers {
  readonly #answers = new WeakMap<Document, Map<string, KeptAnswer>>();

  /** Returns the answers about one text. */
  of(text: Document): Map<string, KeptAnswer> {
    const answers = this.#answers.get(text) ?? new Map<string, KeptAnswer>();
    this.#answers.set(text, answers);
    return answers;
  }
}

const keptAnswers = new RevisionCache(() => new KeptAnswers());

async function readTexts(uris: Iterable<string>, texts: FileTexts): Promise<ReadonlyMap<string, Document | undefined>> {
  return new Map(await Promise.all([...uris].map(async (uri) => [uri, (await texts.read(uri))?.text] as const)));
}
