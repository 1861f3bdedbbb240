/** The error for a backend that publishes no diagnostics of a text in time. */

import type { Backend } from "../../ask/backend/backend.js";
import { FIRST_PUSH_TIMEOUT_MS } from "../../ask/diagnostics/pushDiagnostics.js";
import type { OpenDocument } from "../../ask/documents/openDocument.js";
import { LocateError } from "../../error.js";
import { escapeName, inlineCode } from "../../text/printable.js";
import type { RequestContext } from "../client/requestContext.js";
import { displayPath } from "../documents/filePaths.js";

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
