/**
 * Merges the responses of several backends to one request. Items keep their bytes. An error counts
 * only if all have failed.
 */

import { elements, findValue } from "../../wire/json.js";
import { mergeEdits } from "./mergeEdits.js";

/** Merges results that are all not null. */
type Merge = (results: readonly Buffer[]) => Buffer;

const merges: ReadonlyMap<string, Merge> = new Map<string, Merge>([
  ["workspace/symbol", (results) => concatArrays(results, [])],
  [
    "workspace/diagnostic",
    (results) => Buffer.concat([Buffer.from('{"items":'), concatArrays(results, ["items"]), Buffer.from("}")]),
  ],
  ["workspace/willCreateFiles", mergeEdits],
  ["workspace/willRenameFiles", mergeEdits],
  ["workspace/willDeleteFiles", mergeEdits],
]);

/** Methods of the requests that go to all active backends. */
export const broadcastRequests: ReadonlySet<string> = new Set(merges.keys());

/**
 * Builds the body of the response to the client under `idText` (JSON text). `bodies` are those of
 * the backends' responses, in order of precedence. For a method without a merge the first result
 * that is not null is taken.
 */
export function mergeResponses(method: string, idText: string, bodies: readonly Buffer[]): Buffer {
  const results = bodies.flatMap((body) => valuesAt(body, "result"));
  if (results.length === 0) {
    const [error] = bodies.flatMap((body) => valuesAt(body, "error"));
    return error ? buildResponse(idText, "error", error) : buildResponse(idText, "result", NULL);
  }
  const nonNull = results.filter((result) => !NULL.equals(result));
  const [first = NULL] = nonNull;
  const merge = merges.get(method);
  return buildResponse(idText, "result", nonNull.length > 1 && merge ? merge(nonNull) : first);
}

const NULL = Buffer.from("null");

/**
 * Returns a list with the body's result or error; empty if it has the other. Some servers write
 * both, one of them null.
 */
function valuesAt(body: Buffer, name: "result" | "error"): readonly Buffer[] {
  const error = findValue(body, ["error"]);
  const hasFailed = error !== undefined && !NULL.equals(body.subarray(error.from, error.to));
  const span = name === "error" ? error : findValue(body, ["result"]);
  return span && hasFailed === (name === "error") ? [body.subarray(span.from, span.to)] : [];
}

function buildResponse(idText: string, name: "result" | "error", value: Buffer): Buffer {
  return Buffer.concat([Buffer.from(`{"jsonrpc":"2.0","id":${idText},"${name}":`, "latin1"), value, Buffer.from("}")]);
}

/** Concatenates the arrays at `path`. Other values are left out. */
function concatArrays(results: readonly Buffer[], path: readonly string[]): Buffer {
  const parts: Buffer[] = [];
  for (const result of results) {
    const all = elements(result, findValue(result, path)?.from ?? result.length);
    const [first, last] = [all[0], all.at(-1)];
    if (first && last) parts.push(COMMA, result.subarray(first.from, last.to));
  }
  return Buffer.concat([Buffer.from("["), ...parts.slice(1), Buffer.from("]")]);
}

const COMMA = Buffer.from(",");
