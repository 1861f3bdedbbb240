/** Several backends' answers to one request of the client's, made one. Each item keeps the bytes it came in; an error is told only where nobody has succeeded. */

import { elements, findValue } from "../../wire/json.js";
import { mergedEdits } from "./mergeEdits.js";

/** Makes one result of several that all say something. */
type Merge = (results: readonly Buffer[]) => Buffer;

const merges: ReadonlyMap<string, Merge> = new Map<string, Merge>([
  ["workspace/symbol", (results) => joinedArrays(results, [])],
  [
    "workspace/diagnostic",
    (results) => Buffer.concat([Buffer.from('{"items":'), joinedArrays(results, ["items"]), Buffer.from("}")]),
  ],
  ["workspace/willCreateFiles", mergedEdits],
  ["workspace/willRenameFiles", mergedEdits],
  ["workspace/willDeleteFiles", mergedEdits],
]);

/**
 * The whole body of the answer for the client, whose id (JSON text) it gets. `bodies` are whole answers, in the order in which they count. Of a method whose answers can't be
 * merged the first one that says something is taken; null stays null only where all say it.
 */
export function mergedAnswer(method: string, idText: string, bodies: readonly Buffer[]): Buffer {
  const results = bodies.flatMap((body) => valuesAt(body, "result"));
  if (results.length === 0) {
    const [error] = bodies.flatMap((body) => valuesAt(body, "error"));
    return error ? answer(idText, "error", error) : answer(idText, "result", NULL);
  }
  const said = results.filter((result) => !NULL.equals(result));
  const [first = NULL] = said;
  const merge = merges.get(method);
  return answer(idText, "result", said.length > 1 && merge ? merge(said) : first);
}

const NULL = Buffer.from("null");

/** A body's result in a list, or its error; nothing where it has the other. Some servers write both, one of them null. */
function valuesAt(body: Buffer, name: "result" | "error"): readonly Buffer[] {
  const error = findValue(body, ["error"]);
  const hasFailed = error !== undefined && !NULL.equals(body.subarray(error.from, error.to));
  const span = name === "error" ? error : findValue(body, ["result"]);
  return span && hasFailed === (name === "error") ? [body.subarray(span.from, span.to)] : [];
}

function answer(idText: string, name: "result" | "error", value: Buffer): Buffer {
  return Buffer.concat([Buffer.from(`{"jsonrpc":"2.0","id":${idText},"${name}":`, "latin1"), value, Buffer.from("}")]);
}

/** One array with the elements of the arrays that stand under `path`; what is no array is left out. */
function joinedArrays(results: readonly Buffer[], path: readonly string[]): Buffer {
  const parts: Buffer[] = [];
  for (const result of results) {
    const all = elements(result, findValue(result, path)?.from ?? result.length);
    const [first, last] = [all[0], all.at(-1)];
    if (first && last) parts.push(COMMA, result.subarray(first.from, last.to));
  }
  return Buffer.concat([Buffer.from("["), ...parts.slice(1), Buffer.from("]")]);
}

const COMMA = Buffer.from(",");
