/** Formats the lines that an edit changes, as the server does, in the text as it would be. */

import { ensureBackend } from "../../../ask/backend/backend.js";
import { type FormatAnswer, formatText } from "../../../ask/verdict/formatText.js";
import { errorClause } from "../../../error.js";
import type { OpenDocument } from "../../../files/documents/openDocument.js";
import type { Replacement } from "../../../locate/edit/editRequest.js";
import { indentUnitOf } from "../../../locate/edit/indentUnit.js";
import type { Document } from "../../../text/document.js";
import { inlineCode } from "../../../text/printable.js";
import type { Stretch } from "../../../text/stretch.js";
import type { RequestContext } from "../../client/requestContext.js";
import { displayPath } from "../../documents/filePaths.js";
import { revisionOfTexts } from "../../documents/sessionIndex.js";
import { mergeChanges } from "./mergeChanges.js";
import { differences } from "./planDocument.js";

/** A document, and its changes in the order of the text, apart from each other. */
interface ChangedDocument {
  readonly document: OpenDocument;
  readonly version: { readonly uri: string; readonly text: Document };
  readonly changes: readonly Replacement[];
}

/** The part of a text that its indentation is guessed from. */
const SAMPLE_LENGTH = 100_000;

/** Returns the changes with their lines formatted, or as they were with the reason. */
export async function formatChanged(
  { document, version: { uri, text }, changes }: ChangedDocument,
  context: RequestContext,
): Promise<{ readonly changes: readonly Replacement[]; readonly notes: readonly string[] }> {
  const [first, ...others] = changes;
  if (first === undefined) return { changes, notes: [] };
  const whole = mergeChanges(text, [first, ...others]);
  const after = text.edit(whole.from, whole.to, whole.insert).document;
  const stretches = changedLines(after, changes);
  const answer = await formatAt({ document, after, stretches }, context).catch((error) => ({
    why: errorClause(error),
  }));
  if ("why" in answer) {
    const file = inlineCode(displayPath(uri, context.client.roots));
    return { changes, notes: [`${file} was not formatted: ${answer.why}.`] };
  }
  const touches = ({ from, to }: Stretch) => stretches.some((each) => from <= each.to && each.from <= to);
  const kept = differences(after, answer.formatted).filter(touches);
  const formatted = kept.toReversed().reduce((now, { from, to, insert }) => now.edit(from, to, insert).document, after);
  return { changes: differences(text, formatted.text), notes: [] };
}

interface FormattedText {
  readonly document: OpenDocument;
  readonly after: Document;
  readonly stretches: readonly Stretch[];
}

async function formatAt({ document, after, stretches }: FormattedText, context: RequestContext): Promise<FormatAnswer> {
  if (document.owner === "client") return { why: "the client has it open, whose text only it may change" };
  const backend = await ensureBackend(document, context.backends);
  const options = { ...indentUnitOf(after.slice(0, SAMPLE_LENGTH)) };
  return formatText(
    { document, text: after, stretches, options, backend },
    { ...context, revisionOf: (each, timeoutMs) => revisionOfTexts(each, timeoutMs, context) },
  );
}

/** Returns the lines that changes have written, in the text after them. */
function changedLines(after: Document, changes: readonly Replacement[]): readonly Stretch[] {
  let shift = 0;
  return changes.map(({ from, to, insert }) => {
    const start = from + shift;
    shift += insert.length - (to - from);
    return {
      from: after.lineFrom(after.lineAt(start)),
      to: after.lineTo(after.lineAt(Math.max(start, start + insert.trimEnd().length))),
    };
  });
}
