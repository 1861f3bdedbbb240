/** Requests of our own: what the proxy asks to find a declaration without a file. */

import type { IndexState, WorkspaceDeclaration } from "../../workspace/declaration.js";
import type { EmbeddedRequestContext } from "../session/context.js";
import { checkParam } from "../session/requestErrors.js";

export const DECLARATIONS_METHOD = "lsp-locate/declarations";
export const SIMILAR_METHOD = "lsp-locate/near";

export interface DeclarationsParams {
  readonly name: string;
  /** Only what can be called with so many arguments. */
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

export async function declarations(
  { name, arity, limit }: DeclarationsParams,
  { indexClient, signal }: EmbeddedRequestContext,
): Promise<DeclarationsResult> {
  checkParam(typeof name === "string", "name", "a name");
  checkParam(arity === undefined || isCount(arity), "arity", "a number of arguments");
  checkParam(limit === undefined || isCount(limit), "limit", "the most to be told");
  const query = { name, ...(arity === undefined ? {} : { arity }) };
  const result = await indexClient.query((index, querySignal) => index.findByName(query, querySignal), signal);
  return { declarations: result?.answer.slice(0, limit) ?? [], state: result?.state ?? noIndexState };
}

/** What is like a name matters less than the time: it is looked for in what is indexed by then. */
const SIMILAR_TIMEOUT_MS = 3_000;

/** What is called like a name that is not there. */
export async function similarDeclarations(
  { name, limit }: SimilarDeclarationsParams,
  { indexClient, signal }: EmbeddedRequestContext,
): Promise<DeclarationsResult> {
  checkParam(typeof name === "string", "name", "a name");
  checkParam(isCount(limit), "limit", "the most to be told");
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
