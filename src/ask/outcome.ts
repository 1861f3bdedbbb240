/** The outcome of a request: a result, an empty one, or an error. */

import { isObject } from "../backend/isObject.js";
import { codes } from "../error.js";
import { findValue } from "../wire/json.js";
import type { RawJson } from "../wire/rawJson.js";
import type { Backend } from "./backend/backend.js";
import type { Outcome } from "./question.js";

/** Reads the outcome in the body of a response of one of these backends. */
export function outcomeOf(body: Buffer, backends: readonly Pick<Backend, "serverEntry">[]): Outcome<Buffer> {
  if (findValue(body, ["error"])) {
    const { error } = JSON.parse(body.toString("utf8")) as { error: unknown };
    const isTransient = backends.some((backend) => isTransientError(error, backend));
    return { kind: "error", value: body, isTransient, isOwn: false };
  }
  const span = findValue(body, ["result"]);
  const bytes = span && body.subarray(span.from, span.to);
  const isEmpty = !bytes || isEmptyResult({ bytes, parse: () => JSON.parse(bytes.toString("utf8")) });
  return { kind: isEmpty ? "empty" : "result", value: body };
}

/** Whether an error of a backend means that the same request may succeed a moment later. */
export function isTransientError(error: unknown, { serverEntry }: Pick<Backend, "serverEntry">): boolean {
  if (!isObject(error)) return false;
  const { code, message } = error;
  if (code === codes.contentModified || code === codes.serverCancelled) return true;
  const pattern = serverEntry?.transientError;
  return pattern !== undefined && typeof message === "string" && new RegExp(pattern).test(message);
}

/** A longer result is not empty. */
const MAX_EMPTY_BYTES = 2000;

/**
 * Whether a result is null, an empty text or has no items; or is TypeScript's hover while it loads,
 * which begins with "(loading...)".
 */
export function isEmptyResult(answer: Pick<RawJson, "bytes" | "parse">): boolean {
  if (answer.bytes.length > MAX_EMPTY_BYTES) return false;
  const value = answer.parse();
  return isEmpty(value) || JSON.stringify(value).includes("(loading...)");
}

function isEmpty(value: unknown): boolean {
  if (value === null || value === undefined || value === "") return true;
  if (Array.isArray(value)) return value.every(isEmpty);
  if (typeof value !== "object") return false;
  const { contents, items, signatures, data, value: text } = value as Record<string, unknown>;
  if (text !== undefined) return isEmpty(text); // MarkupContent, MarkedString
  const content = contents ?? items ?? signatures ?? data;
  return content !== undefined && isEmpty(content);
}
