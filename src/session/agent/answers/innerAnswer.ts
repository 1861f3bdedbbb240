/** Plain requests about code in a text of another language, by a server of its own. */

import { ResponseError } from "vscode-jsonrpc/node";
import type { Position } from "vscode-languageserver-protocol";
import { lspMethods, shortName } from "../../../ask/methodTable.js";
import { isObject } from "../../../backend/isObject.js";
import { codes, errorObjectOf, type Logger } from "../../../error.js";
import { factsOf } from "../../../languages/languages.js";
import { isPosition } from "../../../text/edits/contentChanges.js";
import { positionToOffset } from "../../../text/position.js";
import { buildError, buildResult } from "../../../wire/messages.js";
import type { RequestContext } from "../../client/requestContext.js";
import type { RequestMessage } from "../heldRequest.js";

/** Whether a request may be about such code: a place in a text that shows code as examples. */
export function mayBeInner(method: string, languageId: string): boolean {
  const row = method.startsWith("textDocument/") ? lspMethods[shortName(method)] : undefined;
  return row?.takes === "point" && factsOf(languageId).grammar?.hasExamples === true;
}

/**
 * Returns the response (body) of the server for the code; undefined where the text's own server is
 * to be asked.
 */
export async function answerInner(
  { id, method, body }: RequestMessage,
  uri: string,
  { context, log }: { readonly context: RequestContext; readonly log: Logger },
): Promise<Buffer | undefined> {
  const { params } = JSON.parse(body.toString("utf8")) as { readonly params?: unknown };
  const document = context.documents.get(uri);
  if (document === undefined || !isObject(params) || !isPosition(params.position)) return undefined;
  const { position, textDocument: _, ...extra } = params;
  const offset = positionToOffset(document.text, position as Position, context.client.encoding);
  const { askInnerAt } = await import("../../methods/forward/askInnerServer.js");
  try {
    const result = await askInnerAt({ name: shortName(method), extra }, { document, offset }, context);
    return result && buildResult(id, result.bytes);
  } catch (error) {
    if (!context.token.isCancellationRequested)
      return buildError(id, error instanceof ResponseError ? error.toJson() : errorObjectOf(error, method, log));
    return buildError(id, { code: codes.requestCancelled, message: "The client has cancelled the request." });
  }
}
