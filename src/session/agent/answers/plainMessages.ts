/** Reads from a client's own requests, and from their answers, how to complete them. */

import { ResponseError, type ResponseMessage } from "vscode-jsonrpc/node";
import { keepToWorktree } from "../../../ask/documents/worktreeFilter.js";
import { shortName } from "../../../ask/methodTable.js";
import { codes } from "../../../error.js";
import { frameOf } from "../../../wire/frames.js";
import { elements, findValue, removeValue, type Span, splice, stringAt } from "../../../wire/json.js";
import type { Message } from "../../../wire/wholeMessages.js";
import { isSyntaxMethod } from "../syntaxMethods.js";

/** Whether a server lacks a method in spite of what was announced, and it is answered here. */
export function isMissingMethod(method: string, answer: Buffer): boolean {
  if (!isSyntaxMethod(method) && method !== "workspace/symbol") return false;
  const code = findValue(answer, ["error", "code"]);
  return code !== undefined && Number(answer.toString("latin1", code.from, code.to)) === codes.methodNotFound;
}

/**
 * Whether there may be something to complete in a result. Symbols with two ranges are whole, and so
 * is the place of a name that can be renamed.
 */
export function mayBeCompleted(method: string, answer: Buffer, result: Span): boolean {
  if (method === "textDocument/prepareRename") return answer.toString("latin1", result.from, result.to) === "null";
  if (method !== "textDocument/documentSymbol") return true;
  const [first] = elements(answer, result.from);
  return first !== undefined && findValue(answer, ["location"], first.from) !== undefined;
}

const PARTIAL_RESULT_TOKEN = "partialResultToken";
const PARTIAL_RESULTS = Buffer.from(`"${PARTIAL_RESULT_TOKEN}"`);

/** Whether the client may get parts of a result: then it can't get another one. */
export function hasPartialResults({ body }: Pick<Message, "body">): boolean {
  return body.includes(PARTIAL_RESULTS);
}

/** Returns a request whose result comes as one: what is completed is sent whole. */
export function withoutPartialResults(request: Message): Message {
  if (!hasPartialResults(request)) return request;
  const body = removeValue(request.body, ["params", PARTIAL_RESULT_TOKEN]);
  return { ...request, body, bytes: frameOf(body) };
}

/** Returns the error that a server refuses a method with that may be answered all the same. */
export function refusalIn(method: string, answer: Buffer): ResponseError<unknown> | undefined {
  if (method !== "textDocument/rename" && method !== "textDocument/prepareRename") return undefined;
  const { error } = JSON.parse(answer.toString("utf8")) as ResponseMessage;
  return error && new ResponseError(error.code, error.message, error.data);
}

/** Returns the URI of the document that the item of a call or type hierarchy is in. */
export function itemUriOf(body: Buffer): string | undefined {
  return stringAt(body, findValue(body, ["params", "item", "uri"]));
}

export function progressToken(body: Buffer): unknown {
  const span = findValue(body, ["params", "workDoneToken"]);
  return span && JSON.parse(body.toString("utf8", span.from, span.to));
}

/** The files that the answer to a method may not name. */
export interface WrongFiles {
  readonly method: string;
  readonly isWrong: Parameters<typeof keepToWorktree>[2];
}

/** Returns an answer without what is in such files. */
export function keepResult(body: Buffer, wrong: WrongFiles | undefined): Buffer {
  const result = findValue(body, ["result"]);
  if (!result || !wrong) return body;
  const bytes = body.subarray(result.from, result.to);
  const kept = keepToWorktree(shortName(wrong.method), bytes, wrong.isWrong);
  return kept === bytes ? body : splice(body, [{ ...result, bytes: kept }]);
}
