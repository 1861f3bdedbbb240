/** The params of a `locate/*` request, and what is read from them alone. */

import type { LocateMethod } from "../../ask/methodTable.js";
import { LocateError } from "../../error.js";
import { invalidLocate } from "../../locate/errorText.js";
import { MAX_NAME_LENGTH } from "../../locate/locate.js";
import { unstorablePart } from "../../text/decode.js";
import type { RequestContext } from "../client/requestContext.js";

/** The params of a request: an object, open to the params of the original method. */
export type RequestParams = Readonly<Record<string, unknown>>;

export function readParams(params: unknown): RequestParams {
  if (typeof params === "object" && params !== null && !Array.isArray(params)) return params as RequestParams;
  throw new LocateError(
    "invalid_locate",
    'The params must be an object with a `locate`, as in { "locate": "src/file.py:Class.method@text" }.',
    {
      field: "params",
      expected: "object",
    },
  );
}

/**
 * Takes `follow_links` out of the params, which no backend knows. Errors: `invalid_locate` if it is
 * not a boolean.
 */
export function takeFollowLinks(params: unknown): { readonly followsLinks: boolean; readonly rest: unknown } {
  if (typeof params !== "object" || params === null || !("follow_links" in params))
    return { followsLinks: true, rest: params };
  const { follow_links: follows, ...rest } = params;
  if (follows !== null && typeof follows !== "boolean") {
    throw new LocateError("invalid_locate", "follow_links must be true or false.", {
      field: "follow_links",
      expected: "boolean",
    });
  }
  return { followsLinks: follows !== false, rest };
}

/**
 * Takes `timeout_ms` out of the params: how long the client waits. Errors: `invalid_locate` if it
 * is not a positive number.
 */
export function takeTimeout(params: unknown): { readonly timeoutMs: number | undefined; readonly rest: unknown } {
  if (typeof params !== "object" || params === null || !("timeout_ms" in params))
    return { timeoutMs: undefined, rest: params };
  const { timeout_ms: timeoutMs, ...rest } = params;
  if (timeoutMs === null) return { timeoutMs: undefined, rest };
  if (typeof timeoutMs !== "number" || !(timeoutMs > 0))
    throw new LocateError("invalid_locate", "timeout_ms must be a positive number of milliseconds.", {
      ...{ field: "timeout_ms", expected: "a positive number" },
    });
  return { timeoutMs, rest };
}

/** Returns the `locate` param. Errors: `invalid_locate` if it is missing. */
export function locateOf({ locate }: RequestParams): unknown {
  if (locate !== undefined && locate !== null) return locate;
  throw new LocateError(
    "invalid_locate",
    'The params have no `locate`. Write where you mean, as in { "locate": "src/file.py:Class.method@text" } or { "locate": { "file_path": …, "scope": …, "find": … } }.',
    { field: "locate", expected: "a Locate, as an object or in the string notation" },
  );
}

/**
 * Checks the param that a method requires: a backend would take a missing one as the word
 * "undefined".
 */
export function assertRequiredParam(name: string, { requiredParam }: LocateMethod, params: RequestParams): void {
  if (requiredParam === undefined) return;
  const value = params[requiredParam];
  if (typeof value === "string" && value !== "") {
    assertStorable(requiredParam, value);
    assertLength(requiredParam, value);
    return;
  }
  const misspelt = Object.keys(params).find(
    (key) => key.replaceAll("_", "").toLowerCase() === requiredParam.toLowerCase(),
  );
  const instead =
    misspelt !== undefined && misspelt !== requiredParam ? ` Write ${requiredParam} for ${misspelt}.` : "";
  throw new LocateError(
    "invalid_locate",
    `locate/${name} needs ${requiredParam}, a string that is not empty.${instead}`,
    {
      field: requiredParam,
      expected: "a string that is not empty",
    },
  );
}

/** Checks a text that is to be written to a file. Errors: `invalid_locate`. */
export function assertStorable(field: string, text: unknown): void {
  const part = typeof text === "string" ? unstorablePart(text) : undefined;
  if (part === undefined) return;
  const message = `${field} holds ${part}: a file with it could not be read again. Leave it out, or write an escape of the language for it.`;
  throw new LocateError("invalid_locate", message, { field, expected: "text that a file in UTF-8 can hold" });
}

/** Refuses a text of more than `max` UTF-16 code units: a name, or a symbol path as text. */
export function assertLength(field: string, value: string, max = MAX_NAME_LENGTH): void {
  if (value.length <= max) return;
  throw invalidLocate({ field, problem: `has ${value.length} characters`, expected: `at most ${max}` });
}

export function progressTokenOf({ workDoneToken }: RequestParams): string | number | undefined {
  return typeof workDoneToken === "string" || typeof workDoneToken === "number" ? workDoneToken : undefined;
}

export function withoutProgress({ workDoneToken: _token, ...rest }: RequestParams): RequestParams {
  return rest;
}

export function withoutPartialResults({ partialResultToken: _token, ...rest }: RequestParams): RequestParams {
  return rest;
}

/**
 * Returns the params for a second request, which must not report under tokens that the first has
 * used.
 */
export function withoutTokens({
  workDoneToken: _work,
  partialResultToken: _partial,
  ...rest
}: RequestParams): RequestParams {
  return rest;
}

/**
 * Returns a function that reports progress under the client's own token; undefined where the client
 * gave none.
 */
export function progressReporter(
  params: RequestParams,
  { notifyClient }: Pick<RequestContext, "notifyClient">,
): ((value: object) => void) | undefined {
  const token = progressTokenOf(params);
  return token === undefined ? undefined : (value) => notifyClient("$/progress", { token, value });
}
