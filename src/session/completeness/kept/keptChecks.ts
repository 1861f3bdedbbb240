/**
 * A cache of the comparisons of answers with the texts: while no text of the workspace changes, the
 * same answer leaves out the same again.
 */

import { isReady } from "../../../ask/backend/backendReadiness.js";
import type { Document } from "../../../text/document.js";
import { getOrInsert } from "../../../text/list.js";
import type { RawJson } from "../../../wire/rawJson.js";
import type { RequestContext } from "../../client/requestContext.js";
import { queryRevision } from "../../place/declarationQueries.js";
import type { FileTexts } from "../fileTexts.js";
import type { CheckedAnswer } from "../searchTarget.js";
import type { CompletedPlace, Unconfirmed } from "../unconfirmed.js";
import { isSettled, KEEP_MS, RevisionCache } from "./revisionCache.js";

/** A request, and what is kept of the last one like it. */
export interface KeptCheck {
  /** The revision of all texts; undefined where the index does not know it. */
  readonly revision: string | undefined;
  /** The answer that was compared last; undefined if there is none. */
  readonly lastAnswer: Buffer | undefined;
  /** Returns what the same answer has led to before; undefined if that is not known. */
  completionOf(answer: Buffer, texts: FileTexts): Promise<Completion | undefined>;
  /** Keeps what an answer has led to. */
  keep(answer: Buffer, completion: Completion, basis: CompletionBasis): Promise<void>;
}

/** What a completion depends on. */
interface CompletionBasis {
  /** The URIs of the files that the backend resolved other uses to. */
  readonly definitionUris: ReadonlySet<string>;
  readonly texts: FileTexts;
  /** Whether the backend could not be asked all questions in time. */
  readonly isLate: boolean;
}

/** What a comparison with the text has made of an answer. */
export interface Completion {
  readonly result: RawJson;
  /** What was added to the backend's answer. */
  readonly completed: readonly CompletedPlace[];
  /** What it may leave out. */
  readonly unconfirmed: Unconfirmed;
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
    lastAnswer: before?.answer,
    async completionOf(answer, texts) {
      if (before === undefined || !before.answer.equals(answer)) return undefined;
      const { definitions, completion } = before;
      if (definitions.size === 0 && completion.unconfirmed.count === 0) return completion;
      if (performance.now() > before.until) return undefined;
      const now = await readTexts(definitions.keys(), texts);
      return [...definitions].every(([uri, text]) => now.get(uri) === text) ? completion : undefined;
    },
    async keep(answer, completion, { definitionUris, texts, isLate }) {
      if (kept === undefined || !isReady(backend)) return;
      const isResolved = definitionUris.size > 0 || completion.unconfirmed.count > 0;
      if (isResolved && !isSettled(backend, revision)) return;
      const definitions = await readTexts(definitionUris, texts);
      kept.set(key, { answer, completion, definitions, until: performance.now() + (isLate ? KEEP_LATE_MS : KEEP_MS) });
    },
  };
}

interface KeptAnswer {
  readonly answer: Buffer;
  readonly completion: Completion;
  /** The texts of the files of definitions: the index has none of those outside the workspace. */
  readonly definitions: ReadonlyMap<string, Document | undefined>;
  /** As of `performance.now()`. It holds for longer if it left nothing out. */
  readonly until: number;
}

/**
 * A busy server is not asked the same again for so long. Its late answers are kept, and make the
 * next comparison a better one.
 */
const KEEP_LATE_MS = 15_000;

/** The answers of one process of a backend, at one revision of all texts. */
class KeptAnswers {
  readonly #answers = new WeakMap<Document, Map<string, KeptAnswer>>();

  /** Returns the answers about one text. */
  of(text: Document): Map<string, KeptAnswer> {
    return getOrInsert(this.#answers, text, () => new Map<string, KeptAnswer>());
  }
}

const keptAnswers = new RevisionCache(() => new KeptAnswers());

async function readTexts(uris: Iterable<string>, texts: FileTexts): Promise<ReadonlyMap<string, Document | undefined>> {
  return new Map(await Promise.all([...uris].map(async (uri) => [uri, (await texts.read(uri))?.text] as const)));
}
