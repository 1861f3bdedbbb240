/**
 * A cache of the definitions that backends have found for names. It is void when any text of the
 * workspace changes, because a name may then be declared elsewhere.
 */

import type { Backend } from "../../../ask/backend/backend.js";
import { isReady } from "../../../ask/backend/backendReadiness.js";
import type { FilesOpenedForCheck } from "../../../ask/documents/filesOpenedForCheck.js";
import type { Document } from "../../../text/document.js";
import { getOrInsert } from "../../../text/list.js";
import { offsetToPosition } from "../../../text/position.js";
import type { RequestContext } from "../../client/requestContext.js";
import type { FilePosition } from "../enclosingSymbols.js";
import type { FileTexts } from "../fileTexts.js";
import { isSettled, KEEP_MS, RevisionCache } from "../kept/revisionCache.js";
import type { PossiblePlace } from "../searchRun.js";
import { findDefinitions } from "./findDefinitions.js";

interface DefinitionOptions {
  readonly backend: Backend;
  /** The revision of all texts; undefined if it is not known, and nothing can be kept. */
  readonly revision: string | undefined;
  readonly texts: FileTexts;
  /** The files that are open for the time of the request. */
  readonly opened: FilesOpenedForCheck;
}

/** Does what `findDefinitions` does, and asks the backend only if no answer is kept. */
export async function findKeptDefinitions(
  { document, offset }: Pick<PossiblePlace, "document" | "offset">,
  { backend, revision, texts, opened }: DefinitionOptions,
  context: RequestContext,
): Promise<readonly FilePosition[] | undefined> {
  const kept = keptAnswers.at(backend, revision);
  const before = await kept?.find(document.text, offset, texts);
  if (before) return before;
  const position = offsetToPosition(document.text, offset, backend.encoding);
  const canKeep = isReady(backend);
  const found = await opened.use(findDefinitions({ uri: document.uri, position }, backend, context, { opened }));
  if (canKeep && found && isSettled(backend, revision)) await kept?.keep(document.text, offset, found, texts);
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
  readonly #answers = new WeakMap<Document, Map<number, KeptAnswer>>();

  async find(text: Document, offset: number, texts: FileTexts): Promise<readonly FilePosition[] | undefined> {
    const answer = this.#answers.get(text)?.get(offset);
    if (answer === undefined || performance.now() - answer.at > KEEP_MS) return undefined;
    const now = await readTexts(answer.definitions, texts);
    return now.every((each, n) => each === answer.definitionTexts[n]) ? answer.definitions : undefined;
  }

  async keep(text: Document, offset: number, definitions: readonly FilePosition[], texts: FileTexts): Promise<void> {
    const at = performance.now();
    const answers = getOrInsert(this.#answers, text, () => new Map<number, KeptAnswer>());
    answers.set(offset, { definitions, definitionTexts: await readTexts(definitions, texts), at });
  }
}

const keptAnswers = new RevisionCache(() => new KeptAnswers());

function readTexts(positions: readonly FilePosition[], texts: FileTexts): Promise<readonly (Document | undefined)[]> {
  return Promise.all(positions.map(async ({ uri }) => (await texts.read(uri))?.text));
}
