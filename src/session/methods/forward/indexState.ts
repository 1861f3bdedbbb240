/**
 * Of which state the SCIP index is that an answer may come from: what it was made of, and how the
 * files that were looked at differ from it.
 */

import { ask } from "../../../ask/ask.js";
import type { Backend } from "../../../ask/backend/backend.js";
import { partPolicy } from "../../../ask/policy.js";
import { INDEX_SERVER_NAME, INDEX_STATE_METHOD } from "../../../backend/installation/indexCompanion.js";
import { offsetToPosition } from "../../../text/position.js";
import type { RequestContext } from "../../client/requestContext.js";
import type { Place } from "../../place/resolvePlace.js";

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
  /** The number of files that were looked at. */
  readonly files: number;
  /** Those whose text is another one than the index has. */
  readonly changed: number;
  /** Those of which that is not known, and whose definitions are where the index says. */
  readonly assumed: number;
  /** Occurrences that the answers leave out, as they are not where the index says. */
  readonly dropped: number;
}

/** Whether a server over indexes runs beside the backend. */
export function hasIndex({ serverEntry }: Pick<Backend, "serverEntry">): boolean {
  return serverEntry?.companions?.some(({ server }) => server.name === INDEX_SERVER_NAME) === true;
}

/** Returns the state for the last answers about a place; undefined if no index knows the place. */
export async function readIndexState(
  backend: Backend,
  { document, now }: Place,
  context: RequestContext,
): Promise<ScipIndexState | undefined> {
  if (!hasIndex(backend)) return undefined;
  const question = {
    ...{ method: INDEX_STATE_METHOD, policy: partPolicy, backend, document },
    params: () => () => {
      const { uri, text } = document();
      return { textDocument: { uri }, position: offsetToPosition(text, now().from, backend.encoding) };
    },
  };
  try {
    const state = (await ask(question, context)).parse() as ScipIndexState | null;
    return state?.files ? state : undefined;
  } catch {
    // The answer stands without it: the text has changed meanwhile, or the index is gone.
    return undefined;
  }
}
