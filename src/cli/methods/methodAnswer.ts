/** What came of a question: as it came, for machines; and what of it people are shown. */

import type { WorkspaceEdit } from "vscode-languageserver-protocol";
import type { PositionEncoding } from "../../text/position.js";
import type { PlaceReport } from "../show/resolvedPlace.js";

interface Came {
  /** As the proxy answered. */
  readonly result: unknown;
  /** The document that positions without one are in, where the answer says it. */
  readonly uri?: string;
  /** What an answer without content means, where it says more than the table of show/answer.ts. */
  readonly nothing?: string;
  /** Where the Locate landed, to be said in front of the answer. */
  readonly place?: PlaceReport;
}

export type Answered =
  /** The place is the answer. */
  | (Came & { readonly kind: "place"; readonly place: PlaceReport })
  /** To be drawn by the table of show/answer.ts. */
  | (Came & { readonly kind: "shown"; readonly answer: unknown })
  /** To be shown as a diff, or carried out. */
  | (Came & { readonly kind: "changes"; readonly edit: WorkspaceEdit; readonly encoding: PositionEncoding });
