/** What came of a question: as it came, for machines; and what of it people are shown. */

import type { WorkspaceEdit } from "vscode-languageserver-protocol";
import type { PositionEncoding } from "../../text/position.js";
import type { ResolvedPlace } from "../show/resolvedPlace.js";

interface AnswerBase {
  /** As the proxy answered. */
  readonly result: unknown;
  /** The document that positions without one are in, where the answer says it. */
  readonly uri?: string;
  /** What an answer without content means, where it says more than the table of show/answer.ts. */
  readonly emptyText?: string;
  /** Where the Locate landed, to be said in front of the answer. */
  readonly place?: ResolvedPlace;
}

export type MethodAnswer =
  /** The place is the answer. */
  | (AnswerBase & { readonly kind: "place"; readonly place: ResolvedPlace })
  /** To be drawn by the table of show/answer.ts. */
  | (AnswerBase & { readonly kind: "shown"; readonly answer: unknown })
  /** To be shown as a diff, or carried out. */
  | (AnswerBase & { readonly kind: "changes"; readonly edit: WorkspaceEdit; readonly encoding: PositionEncoding });
