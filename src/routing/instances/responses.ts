/** Responses that we give in a backend's place, as whole frames. */

import { codes, type LocateError } from "../../error.js";
import { type Frame, frameOf } from "../../wire/frames.js";
import { findValue } from "../../wire/json.js";
import { buildError, buildResult } from "../../wire/messages.js";
import type { PendingRequest } from "./pendingRequests.js";

/** That body as a frame. */
export function toFrame(body: Buffer | string): Frame {
  const bytes = frameOf(body);
  return { bytes, body: bytes.subarray(bytes.length - Buffer.byteLength(body)) };
}

/** The bytes of a frame whose body may have become another one. */
export function replaceBody(frame: Frame, body: Buffer): Buffer {
  return body === frame.body ? frame.bytes : frameOf(body);
}

/** `id` is JSON text, here and below. */
export function buildErrorResponse(id: string, { code, message, data }: LocateError): Frame {
  return toFrame(buildError(id, { code, message, data }));
}

export function buildCancelledResponse(id: string): Frame {
  return buildRefusal(id, codes.requestCancelled, "Cancelled by the client.");
}

/** To who asked about a text that is gone by now. */
export function buildModifiedResponse(id: string): Frame {
  const why = "The document has changed since, and the language server could not be asked in time. Ask again.";
  return buildRefusal(id, codes.contentModified, why);
}

/** What "nothing" is called where LSP does not allow null. */
const emptyResults: Readonly<Record<string, object>> = {
  "textDocument/colorPresentation": [],
  "textDocument/diagnostic": { kind: "full", items: [] },
  "textDocument/documentColor": [],
  "workspace/diagnostic": { items: [] },
};

/** To who asked one that can't: null, or what is empty; and an item to resolve is as it was. */
export function buildEmptyResponse({ id, method, message }: PendingRequest): Frame {
  const item = method.endsWith("/resolve") ? findValue(message.body, ["params"]) : undefined;
  const empty = Buffer.from(JSON.stringify(emptyResults[method] ?? null));
  const result = item ? message.body.subarray(item.from, item.to) : empty;
  return toFrame(buildResult(id, result));
}

function buildRefusal(id: string, code: number, message: string): Frame {
  return toFrame(buildError(id, { code, message }));
}
