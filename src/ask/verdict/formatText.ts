/** Formats a text that is not on disk yet: the backend is sent that text for the request. */

import type { FormattingOptions, TextEdit } from "vscode-languageserver-protocol";
import type { OpenDocument } from "../../files/documents/openDocument.js";
import type { Document } from "../../text/document.js";
import { applyTextEdits, UnusableEdit } from "../../text/edits/textEdits.js";
import { distinctValues } from "../../text/list.js";
import { offsetsToRange } from "../../text/position.js";
import type { Stretch } from "../../text/stretch.js";
import type { Backend } from "../backend/backend.js";
import { sendUncancelled } from "../backend/sendRepeatable.js";
import { isSupported } from "../backend/supportCheck.js";
import type { JudgeContext } from "./judgeChange.js";

export interface FormatQuestion {
  /** Only we have it open. */
  readonly document: OpenDocument;
  /** The text in place of its own. */
  readonly text: Document;
  /** What is to be formatted, in that text. */
  readonly stretches: readonly Stretch[];
  readonly options: FormattingOptions;
  readonly backend: Backend;
}

export type FormatAnswer = { readonly formatted: string } | { readonly why: string };

/**
 * Returns the text with the stretches formatted, perhaps with more than these, or why it is not.
 * Errors: those of the backend.
 */
export async function formatText(question: FormatQuestion, context: JudgeContext): Promise<FormatAnswer> {
  const { document, text, stretches, options, backend } = question;
  const { alone } = backend.link;
  const byRange = await isSupported("rangeFormatting", backend, context.token);
  if (!byRange && !(await isSupported("formatting", backend, context.token)))
    return { why: `${backend.name} does not format` };
  if (alone === undefined) return { why: `others may ask ${backend.name} meanwhile` };
  const { unopenedFiles } = context;
  backend.link.between(() => unopenedFiles.openAtBackend(document));
  return alone(async () => {
    if (unopenedFiles.beginTrial(document, text) === undefined) return { why: "it could not be opened" };
    try {
      const textDocument = { uri: document.uri };
      const ask = (method: string, params: object) =>
        sendUncancelled(method, { textDocument, options, ...params }, backend, context.documents);
      const answers = byRange
        ? await Promise.all(
            stretches.map((stretch) =>
              ask("textDocument/rangeFormatting", { range: offsetsToRange(text, stretch, backend.encoding) }),
            ),
          )
        : [await ask("textDocument/formatting", {})];
      const edits = answers.flatMap((answer) => (answer ?? []) as readonly TextEdit[]);
      // Two stretches that are near each other may get the same edit.
      return { formatted: applyTextEdits(text.text, distinctValues(edits), backend.encoding) };
    } catch (error) {
      if (error instanceof UnusableEdit) return { why: error.message };
      throw error;
    } finally {
      unopenedFiles.endTrial(document);
    }
  });
}
