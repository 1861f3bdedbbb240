/** Requests of our own: what the proxy asks to find a declaration without a file. */

import type { IndexState, WorkspaceDeclaration } from "../../workspace/declaration.js";
import type { Asking, Serving } from "../session/context.js";
import { checkParam } from "../session/requestHandler.js";

export const declarationsMethod = "lsp-locate/declarations";
export const nearMethod = "lsp-locate/near";

export interface DeclarationsParams {
  readonly name: string;
  /** Only what can be called with so many arguments. */
  readonly arity?: number;
  readonly limit?: number;
}

export interface NearParams {
  readonly name: string;
  readonly limit: number;
}

export interface Declarations {
  readonly declarations: readonly WorkspaceDeclaration[];
  readonly state: IndexState;
}

export async function declarations(
  { name, arity, limit }: DeclarationsParams,
  { signal }: Asking,
  { indexing }: Serving,
): Promise<Declarations> {
  checkParam(typeof name === "string", "name", "a name");
  checkParam(arity === undefined || isCount(arity), "arity", "a number of arguments");
  checkParam(limit === undefined || isCount(limit), "limit", "the most to be told");
  const query = { name, ...(arity === undefined ? {} : { arity }) };
  const known = await indexing.ask((index, until) => index.findByName(query, until), signal);
  return { declarations: known?.answer.slice(0, limit) ?? [], state: known?.state ?? nothing };
}

/** What is like a name matters less than the time: it is looked for in what is indexed by then. */
const nearPatienceMs = 3_000;

/** What is called like a name that is not there. */
export async function near(
  { name, limit }: NearParams,
  { signal }: Asking,
  { indexing }: Serving,
): Promise<Declarations> {
  checkParam(typeof name === "string", "name", "a name");
  checkParam(isCount(limit), "limit", "the most to be told");
  const known = await indexing.ask(async (index, until) => {
    await Promise.race([index.waitUntilComplete(until), afterwards(nearPatienceMs)]);
    return index.findSimilar(name, limit, until);
  }, signal);
  return { declarations: known?.answer ?? [], state: known?.state ?? nothing };
}

const nothing: IndexState = { isComplete: true, indexed: 0, files: 0 };

function afterwards(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms).unref());
}

function isCount(value: unknown): boolean {
  return Number.isInteger(value) && (value as number) >= 0;
}
