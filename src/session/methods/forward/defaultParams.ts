/** Params that a request needs beside its place and that the client left out. */

import type { Diagnostic } from "vscode-languageserver-protocol";
import type { Backend } from "../../../ask/backend/backend.js";
import { currentDiagnostics } from "../../../ask/diagnostics/awaitDiagnostics.js";
import { indentUnitOf } from "../../../locate/edit/indentUnit.js";
import { offsetsToRange, rangesTouch } from "../../../text/position.js";
import type { Place } from "../../place/resolvePlace.js";
import type { RequestParams } from "../params.js";

/**
 * LSP's CompletionTriggerKind.Invoked; InlineCompletionTriggerKind.Invoked is the same number by
 * chance.
 */
const INVOKED = 1;
type DefaultsContext = Parameters<typeof currentDiagnostics>[2];

export async function addDefaultParams(
  name: string,
  place: Place,
  params: RequestParams,
  backend: Backend,
  context: DefaultsContext,
): Promise<RequestParams> {
  const given = params["context"] as RequestParams | null | undefined;
  switch (name) {
    case "references":
      return { ...params, context: { includeDeclaration: true, ...given } };
    case "completion":
    case "inlineCompletion":
      return { ...params, context: given ?? { triggerKind: INVOKED } };
    case "formatting":
    case "rangeFormatting":
    case "rangesFormatting":
    case "onTypeFormatting":
      return { ...params, options: params["options"] ?? indentUnitOf(place.document().text.slice(0, SAMPLE_LENGTH)) };
    case "codeAction": {
      if (given?.["diagnostics"]) return params;
      return { ...params, context: { ...given, diagnostics: await diagnosticsAt(place, backend, context) } };
    }
    default:
      return params;
  }
}

/** The part of a text that its indentation is guessed from. */
const SAMPLE_LENGTH = 100_000;

/** Returns the last diagnostics of the document that touch the range. */
async function diagnosticsAt(place: Place, backend: Backend, context: DefaultsContext): Promise<readonly Diagnostic[]> {
  const all = await currentDiagnostics(place.document(), backend, context);
  const range = offsetsToRange(place.document().text, place.now(), backend.encoding);
  return all.filter((diagnostic) => rangesTouch(diagnostic.range, range));
}
