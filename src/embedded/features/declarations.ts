/** The requests of the `lsp-locate/` extension: declarations by name, and similar names. */

import type { IndexState, WorkspaceDeclaration } from "../../workspace/declaration.js";
import type { EmbeddedRequestContext } from "../session/context.js";
import { checkParam } from "../session/requestErrors.js";

export const DECLARATIONS_METHOD = "lsp-locate/declarations";
export const SIMILAR_METHOD = "lsp-locate/near";

export interface DeclarationsParams {
  readonly name: string;
  /** Limits the result to what can be called with this number of arguments. */
  readonly arity?: number;
  readonly limit?: number;
}

export interface SimilarDeclarationsParams {
  readonly name: string;
  readonly limit: number;
}

export interface DeclarationsResult {
  readonly declarations: readonly WorkspaceDeclaration[];
  readonly state: IndexState;
}

/** Returns the declarations of a name. */
export async function declarations(
  { name, arity, limit }: DeclarationsParams,
  { indexClient, signal }: EmbeddedRequestContext,
): Promise<DeclarationsResult> {
  checkParam(typeof name === "string", "name", "a name");
  checkParam(arity === undefined || isCount(arity), "arity", "a number of arguments");
  checkParam(limit === undefined || isCount(limit), "limit", "the maximum number of results");
  const query = { name, ...(arity === undefined ? {} : { arity }) };
  const result = await indexClient.query((index, querySignal) => index.findByName(query, querySignal), signal);
  return { declarations: result?.answer.slice(0, limit) ?? [], state: result?.state ?? noIndexState };
}

/** How long a search for similar names waits for a complete index. */
const SIMILAR_TIMEOUT_MS = 3_000;

/** Returns declarations whose names are similar to a name that does not exist, best first. */
export async function similarDeclarations(
  { name, limit }: SimilarDeclarationsParams,
  { indexClient, signal }: EmbeddedRequestContext,
): Promise<DeclarationsResult> {
  checkParam(typeof name === "string", "name", "a name");
  checkParam(isCount(limit), "limit", "the maximum number of results");
  const result = await indexClient.query(async (index, querySignal) => {
    await Promise.race([index.waitUntilComplete(querySignal), delay(SIMILAR_TIMEOUT_MS)]);
    return index.findSimilar(name, limit, querySignal);
  }, signal);
  return { declarations: result?.answer ?? [], state: result?.state ?? noIndexState };
}

const noIndexState: IndexState = { isComplete: true, indexed: 0, files: 0 };

function delay(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms).unref());
}

function isCount(value: unknown): boolean {
  return Number.isInteger(value) && (value as number) >= 0;
}
