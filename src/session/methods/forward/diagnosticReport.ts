/** The answer to `locate/diagnostic`: what a backend answers, what it publishes, or both. */

import type { Backend } from "../../../ask/backend/backend.js";
import {
  awaitSettledDiagnostics,
  FIRST_PUSH_TIMEOUT_MS,
  renewDiagnostics,
} from "../../../ask/diagnostics/awaitDiagnostics.js";
import { awaitCheck, mergePublished } from "../../../ask/diagnostics/checkDiagnostics.js";
import type { OpenDocument } from "../../../ask/documents/openDocument.js";
import { LocateError } from "../../../error.js";
import { escapeName, inlineCode } from "../../../text/printable.js";
import { RawJson } from "../../../wire/rawJson.js";
import type { RequestContext } from "../../client/requestContext.js";
import { displayPath } from "../../documents/filePaths.js";
import { revisionOfTexts } from "../../documents/sessionIndex.js";
import type { Place } from "../../place/resolvePlace.js";
import { progressReporter, type RequestParams } from "../params.js";

/** The document whose diagnostics are requested. */
interface DiagnosticRequest {
  readonly place: Place;
  readonly backend: Backend;
  /** When the request came, as of `performance.now()`. */
  readonly startedAt: number;
}

/** Returns the report of a backend that only publishes. Errors: `not_ready`. */
export async function publishedReport(
  { place, backend, startedAt }: DiagnosticRequest,
  context: RequestContext,
): Promise<RawJson> {
  const items =
    (await renewDiagnostics(place.document, startedAt, backend, {
      ...context,
      revisionOf: (document, timeoutMs) => revisionOfTexts(document, timeoutMs, context),
    })) ?? (await awaitSettledDiagnostics(place.document, backend, context));
  if (items === undefined) throw noDiagnosticsError(backend, place.document(), context);
  return RawJson.of({ kind: "full", items });
}

/** Returns the report of a backend that answers, with what it publishes beside. */
export async function completeReport(
  answer: () => Promise<RawJson>,
  params: RequestParams,
  { place, backend }: DiagnosticRequest,
  context: RequestContext,
): Promise<RawJson> {
  await awaitCheck(place.document, backend, context, progressReporter(params, context));
  return mergePublished(await answer(), place.document(), context);
}

export function noDiagnosticsError(
  { name }: Backend,
  { uri }: OpenDocument,
  { client }: Pick<RequestContext, "client">,
): LocateError {
  const seconds = FIRST_PUSH_TIMEOUT_MS / 1000;
  const declared = client.capabilities.textDocument?.publishDiagnostics !== undefined;
  const why = declared
    ? "It may have nothing to say, or need more time"
    : "This client does not declare textDocument.publishDiagnostics in its capabilities, without which some servers find none";
  return new LocateError(
    "not_ready",
    `${name} only publishes diagnostics by itself, and has published none for ${inlineCode(escapeName(displayPath(uri, client.roots)))} within ${seconds} s. ${why}. A repeated request takes that as an empty result.`,
    { backend: name, waiting_for: "its diagnostics", seconds_waited: seconds },
  );
}
