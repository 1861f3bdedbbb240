/** The answer to `locate/diagnostic`: what a backend answers, what it publishes, or both. */

import type { Backend } from "../../../ask/backend/backend.js";
import { checkDocument } from "../../../ask/diagnostics/awaitDiagnostics.js";
import { awaitCheck, mergePublished } from "../../../ask/diagnostics/checkDiagnostics.js";
import { notCheckedError } from "../../../ask/diagnostics/notChecked.js";
import { escapeName } from "../../../text/printable.js";
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

/** Returns the report of a backend that only publishes. Errors: `not_checked`. */
export async function publishedReport(
  { place, backend, startedAt }: DiagnosticRequest,
  context: RequestContext,
): Promise<RawJson> {
  const checked = await checkDocument(
    place.document,
    { backend, since: startedAt },
    { ...context, revisionOf: (document, timeoutMs) => revisionOfTexts(document, timeoutMs, context) },
  );
  if (checked.kind === "settled") return RawJson.of({ kind: "full", items: checked.items });
  const { uri } = place.document();
  const { capabilities, roots } = context.client;
  throw notCheckedError({
    ...checked,
    backend: backend.name,
    path: escapeName(displayPath(uri, roots)),
    why:
      capabilities.textDocument?.publishDiagnostics === undefined
        ? "This client does not declare textDocument.publishDiagnostics, without which some servers publish none."
        : undefined,
  });
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
