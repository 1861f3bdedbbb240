/** The reports of a backend on documents as they are, kept so that it is not asked twice. */

import type { Diagnostic } from "vscode-languageserver-protocol";
import type { OpenDocument } from "../../files/documents/openDocument.js";
import type { Document } from "../../text/document.js";

/** The diagnostics of a document as it is. */
export interface CheckedDiagnostics {
  readonly items: readonly Diagnostic[];
  /** Whether they are those of an earlier check. */
  readonly isOfEarlier: boolean;
}

interface EarlierCheck {
  readonly text: Document;
  /** That of all texts by then. */
  readonly revision: string;
  /** As of `performance.now()`. */
  readonly begunAt: number;
  readonly items: readonly Diagnostic[];
}

/** The last checks of documents as they are. */
const earlierChecks = new WeakMap<OpenDocument, EarlierCheck>();

interface CheckedState {
  /** That of all texts as they are; null where it is not known. */
  readonly revision: string | null;
  /** When the backend was last notified of a change on disk, as of `performance.now()`. */
  readonly notifiedAt: number;
  /** Whether a check is wanted, whatever is known. */
  readonly isFresh: boolean;
}

/**
 * Returns the diagnostics of a document: those of an earlier check, if no text has changed since,
 * else those that `check` returns; undefined if it has none.
 */
export async function checkOnce(
  document: OpenDocument,
  { revision, notifiedAt, isFresh }: CheckedState,
  check: () => Promise<readonly Diagnostic[] | undefined>,
): Promise<CheckedDiagnostics | undefined> {
  const { text } = document;
  const earlier = earlierChecks.get(document);
  const isKnown = earlier?.text === text && earlier.revision === revision && earlier.begunAt > notifiedAt;
  if (isKnown && !isFresh) return { items: earlier.items, isOfEarlier: true };
  const begunAt = performance.now();
  const items = await check();
  if (items === undefined) return undefined;
  if (revision !== null && document.text === text) earlierChecks.set(document, { text, revision, begunAt, items });
  return { items, isOfEarlier: false };
}
