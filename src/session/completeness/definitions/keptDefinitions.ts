/**
 * What backends have resolved names to, kept for the next request. It is void when any text of the
 * workspace changes, because a name may then be declared elsewhere.
 */

import type { ReadinessWatch } from "../../../backend/watchReadiness.js";
import type { Document } from "../../../text/document.js";
import { offsetToPosition } from "../../../text/position.js";
import type { Backend } from "../../backend/backend.js";
import { isReady } from "../../backend/backendReadiness.js";
import type { RequestContext } from "../../client/requestContext.js";
import type { FilePosition } from "../enclosingSymbols.js";
import type { FileTexts } from "../fileTexts.js";
import type { PossiblePlace } from "../searchRun.js";
import type { OpenedFiles } from "../unloadedFiles/openedFiles.js";
import { findDefinitions } from "./findDefinitions.js";

interface DefinitionOptions {
  readonly backend: Backend;
  /** The revision of all texts; undefined if it is not known, and nothing can be kept. */
  readonly revision: string | undefined;
  readonly texts: FileTexts;
  /** The files that are open for the time of the request. */
  readonly opened: OpenedFiles;
}

/**
 * A server may notice a change on disk later than the index. Its answers are kept only if the last
 * change is longer ago than this.
 */
const SETTLE_MS = 2_000;
/** The index does not see settings, and files that git ignores. They matter after this time. */
export const KEEP_MS = 60_000;

/** Notes when a revision was first seen: what is resolved long after that is kept. */
export function noteRevision(backend: Backend, revision: string | undefined): void {
  if (revision !== undefined) keptAnswersOf(backend, revision);
}

/** Whether the last change of a text is so long ago that the backend has noticed it. */
export function isSettled(backend: Backend, revision: string): boolean {
  return keptAnswersOf(backend, revision)?.isSettled(performance.now()) === true;
}

/** Does what `findDefinitions` does, and asks the backend only if no answer is kept. */
export async function findKeptDefinitions(
  { document, offset }: Pick<PossiblePlace, "document" | "offset">,
  { backend, revision, texts, opened }: DefinitionOptions,
  context: RequestContext,
): Promise<readonly FilePosition[] | undefined> {
  const kept = revision === undefined ? undefined : keptAnswersOf(backend, revision);
  const before = await kept?.find(document.text, offset, texts);
  if (before) return before;
  const position = offsetToPosition(document.text, offset, backend.encoding);
  const canKeep = isReady(backend);
  const found = await opened.use(findDefinitions({ uri: document.uri, position }, backend, context, { opened }));
  if (canKeep && found) await kept?.keep(document.text, offset, found, texts);
  return found;
}

interface KeptAnswer {
  readonly definitions: readonly FilePosition[];
  /** The texts of their files: the index has none of those outside the workspace. */
  readonly definitionTexts: readonly (Document | undefined)[];
  /** As of `performance.now()`. */
  readonly at: number;
}

/** The answers of one process of a backend, at one revision of all texts. */
class KeptAnswers {
  readonly #seenAt = performance.now();
  readonly #answers = new WeakMap<Document, Map<number, KeptAnswer>>();
  /** See filesWithoutEffect.ts: the times at which files were opened for a request, by path. */
  readonly unchangedBy = new Map<string, Map<string, number>>();

  constructor(readonly revision: string) {}

  /** Whether what is asked at that time can be kept. */
  isSettled(at: number): boolean {
    return at - this.#seenAt >= SETTLE_MS;
  }

  async find(text: Document, offset: number, texts: FileTexts): Promise<readonly FilePosition[] | undefined> {
    const answer = this.#answers.get(text)?.get(offset);
    if (answer === undefined || performance.now() - answer.at > KEEP_MS) return undefined;
    const now = await readTexts(answer.definitions, texts);
    return now.every((each, n) => each === answer.definitionTexts[n]) ? answer.definitions : undefined;
  }

  async keep(text: Document, offset: number, definitions: readonly FilePosition[], texts: FileTexts): Promise<void> {
    const at = performance.now();
    if (!this.isSettled(at)) return;
    const answers = this.#answers.get(text) ?? new Map<number, KeptAnswer>();
    this.#answers.set(text, answers);
    answers.set(offset, { definitions, definitionTexts: await readTexts(definitions, texts), at });
  }
}

/** Another process has another `ReadinessWatch`. */
const keptByProcess = new WeakMap<ReadinessWatch, KeptAnswers>();

/** Returns the answers at a revision. Those at another one are dropped. */
export function keptAnswersOf({ readiness }: Backend, revision: string): KeptAnswers | undefined {
  if (readiness === undefined) return undefined;
  const before = keptByProcess.get(readiness);
  if (before?.revision === revision) return before;
  const answers = new KeptAnswers(revision);
  keptByProcess.set(readiness, answers);
  return answers;
}

function readTexts(positions: readonly FilePosition[], texts: FileTexts): Promise<readonly (Document | undefined)[]> {
  return Promise.all(positions.map(async ({ uri }) => (await texts.read(uri))?.text));
}
