/** The diagnostics of one document that the client has open. */

import type { Document } from "../../text/document.js";
import type { CompletenessProof } from "./completenessProof.js";

/** Times are those of `performance.now()`, in ms. */
export interface DocumentDiagnostics {
  readonly uri: string;
  /** When the backend was sent the last text. */
  sentAt: number;
  /** The diagnostics (JSON text) of the last text, until they are settled. */
  pending: string | undefined;
  /** When `pending` was set after it had been undefined. */
  pendingSince: number;
  /** The last settled diagnostics (JSON text), and the text that they are about. */
  settled:
    | { readonly diagnostics: string; readonly text: Document | undefined; readonly textCount: number }
    | undefined;
  /** Whether the diagnostics of the last text are settled, or have been requested. */
  isSettled: boolean;
  /** The number of texts sent. */
  textCount: number;
  /** The diagnostics (JSON text) that were published last, of whichever text. */
  published: string | undefined;
  publicationCount: number;
  proof: ProofState;
}

/** What a server has proved about the diagnostics of a document's last text. */
interface ProofState {
  isPending: boolean;
  /** Whether the server could not give one for the last text, so that a quiet period decides. */
  hasFailed: boolean;
  last: CompletenessProof | undefined;
  /** The text and the publication that a proof was last requested for. */
  textCount: number;
  publicationCount: number;
}

export function newDocument(uri: string): DocumentDiagnostics {
  return {
    uri,
    sentAt: 0,
    pending: undefined,
    pendingSince: 0,
    settled: undefined,
    isSettled: false,
    textCount: 0,
    published: undefined,
    publicationCount: 0,
    proof: { isPending: false, hasFailed: false, last: undefined, textCount: 0, publicationCount: 0 },
  };
}
