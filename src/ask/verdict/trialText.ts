/** A request while a backend has another text of a file than the one on disk. */

import type { OpenDocument } from "../../files/documents/openDocument.js";
import type { Document } from "../../text/document.js";
import type { Backend } from "../backend/backend.js";
import { noteRepeated } from "../diagnostics/awaitDiagnostics.js";
import type { UnopenedFiles } from "../documents/unopenedFiles.js";

/**
 * Runs `act` with a document that stands for the file with the other text; others' requests wait
 * meanwhile. Undefined where that can't be: the client has the file open, or others can't be made
 * to wait.
 */
export async function withTrialText<Value>(
  document: OpenDocument,
  text: Document,
  { backend, unopenedFiles }: { readonly backend: Backend; readonly unopenedFiles: UnopenedFiles },
  act: (trial: OpenDocument) => Promise<Value>,
): Promise<Value | undefined> {
  const { link, conversation } = backend;
  if (link.alone === undefined) return undefined;
  link.between(() => unopenedFiles.openAtBackend(document));
  return link.alone(async () => {
    const trial = unopenedFiles.beginTrial(document, text);
    if (trial === undefined) return undefined;
    try {
      return await conversation.rejectOnLoss(act(trial));
    } finally {
      unopenedFiles.endTrial(document);
      noteRepeated(document);
    }
  });
}
