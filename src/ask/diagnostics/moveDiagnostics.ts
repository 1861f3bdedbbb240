/** Diagnostics of an older text, for the present one. */

import type { Diagnostic } from "vscode-languageserver-protocol";
import { mapThrough } from "../../text/change.js";
import { diffTexts } from "../../text/diff/difference.js";
import type { Document } from "../../text/document.js";
import { offsetsToRange, type PositionEncoding, rangeToOffsets } from "../../text/position.js";

/**
 * Maps diagnostics (JSON text) of the text `before` to the text `now`. Drops those whose range is
 * gone.
 */
export function moveDiagnostics(
  diagnostics: string,
  before: Document | undefined,
  now: Document | undefined,
  encoding: PositionEncoding,
): string {
  if (!before || !now || before === now) return diagnostics;
  const changes = diffTexts(before, now.text);
  const moved = (JSON.parse(diagnostics) as Diagnostic[]).flatMap((diagnostic) => {
    const { from, to } = rangeToOffsets(before, diagnostic.range, encoding);
    const start = mapThrough(changes, from, "after");
    const end = from === to ? start : mapThrough(changes, to, "before");
    if (start === null || end === null || end < start) return [];
    return [{ ...diagnostic, range: offsetsToRange(now, { from: start, to: end }, encoding) }];
  });
  return JSON.stringify(moved);
}
