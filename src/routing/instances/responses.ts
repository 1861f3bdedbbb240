/** Responses that the proxy gives in place of a backend, as whole frames. Ids are JSON text. */

import { codes, type LocateError } from "../../error.js";
import { type Frame, frameOf } from "../../wire/frames.js";
import { findValue } from "../../wire/json.js";
import { buildError, buildResult } from "../../wire/messages.js";
import type { PendingRequest } from "./delivery/pendingRequests.js";

/** Returns a frame with this body. */
function toFrame(body: Buffer | string): Frame {
  const bytes = frameOf(body);
  return { bytes, body: bytes.subarray(bytes.length - Buffer.byteLength(body)) };
}

/**
 * Returns the bytes of a frame with this body in place of its own; the same bytes if it is the same
 * buffer.
 */
export function replaceBody(frame: Frame, body: Buffer): Buffer {
  return body === frame.body ? frame.bytes : frameOf(body);
}

export function buildErrorResponse(id: string, { code, message, data }: LocateError): Frame {
  return toFrame(buildError(id, { code, message, data }));
}

export function buildCancelledResponse(id: string): Frame {
  return buildRefusal(id, codes.requestCancelled, "Cancelled by the client.");
}

/** Builds the response to a request about a text that has changed since. */
export function buildModifiedResponse(id: string): Frame {
  const why = "The document changed before the language server could be asked. Ask again.";
  return buildRefusal(id, codes.contentModified, why);
}

/** The empty result of methods for which LSP does not allow null. */
const emptyResults: Readonly<Record<string, object>> = {
  "textDocument/colorPresentation": [],
  "textDocument/documentColor": [],
  "workspace/diagnostic": { items: [] },
};

/**
 * Builds the response for a backend that lacks the capability: an empty result; for a resolve
 * request the item itself. For pulled diagnostics it is an error, as an empty result would say that
 * there are none, and take the place of those that the backend publishes.
 */
export function buildEmptyResponse({ id, method, message }: PendingRequest): Frame {
  if (method === "textDocument/diagnostic") return buildRefusal(id, codes.methodNotFound, PUSH_ONLY_MESSAGE);
  const item = method.endsWith("/resolve") ? findValue(message.body, ["params"]) : undefined;
  const empty = Buffer.from(JSON.stringify(emptyResults[method] ?? null));
  const result = item ? message.body.subarray(item.from, item.to) : empty;
  return toFrame(buildResult(id, result));
}

const PUSH_ONLY_MESSAGE =
  "The language server of this document publishes diagnostics by itself. Wait for textDocument/publishDiagnostics.";

function buildRefusal(id: string, code: number, message: string): Frame {
  return toFrame(buildError(id, { code, message }));
}
