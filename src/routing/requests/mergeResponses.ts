/** Several backends' answers to one request of the client's, made one. Each item keeps the bytes it came in; an error is told only where nobody has succeeded. */

import { elements, findValue } from "../../wire/json.js";
import { mergeEdits } from "./mergeEdits.js";

/** Makes one result of several that all say something. */
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
 * The whole body of the answer for the client, whose id (JSON text) it gets. `bodies` are whole answers, in the order in which they count. Of a method whose answers can't be
 * merged the first one that says something is taken; null stays null only where all say it.
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

/** A body's result in a list, or its error; nothing where it has the other. Some servers write both, one of them null. */
function valuesAt(body: Buffer, name: "result" | "error"): readonly Buffer[] {
  const error = findValue(body, ["error"]);
  const hasFailed = error !== undefined && !NULL.equals(body.subarray(error.from, error.to));
  const span = name === "error" ? error : findValue(body, ["result"]);
  return span && hasFailed === (name === "error") ? [body.subarray(span.from, span.to)] : [];
}

function buildResponse(idText: string, name: "result" | "error", value: Buffer): Buffer {
  return Buffer.concat([Buffer.from(`{"jsonrpc":"2.0","id":${idText},"${name}":`, "latin1"), value, Buffer.from("}")]);
}

/** One array with the elements of the arrays that stand under `path`; what is no array is left out. */
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
