/** A `locate/*` request on its way to the backend, as each step leaves it to the next. */

import type { Backend } from "../../../ask/backend/backend.js";
import type { LocateMethod } from "../../../ask/methodTable.js";
import type { Document } from "../../../text/document.js";
import type { AnswerCheck } from "../../completeness/answerCheck.js";
import type { readRenameOptions } from "../../completeness/rename/renameOptions.js";
import type { Place, PlaceOptions } from "../../place/resolvePlace.js";
import type { RequestParams } from "../params.js";

/** What the params say. */
export interface ForwardedRequest {
  readonly name: string;
  readonly row: LocateMethod;
  /** When it came, as of `performance.now()`. */
  readonly startedAt: number;
  readonly locates: readonly unknown[];
  readonly wantsPlace: boolean;
  /** The params beside the Locate, as the client gave them. */
  readonly extra: RequestParams;
  readonly placeOptions: PlaceOptions;
  /** Of a rename. */
  readonly renaming: ReturnType<typeof readRenameOptions> | undefined;
}

/** The request with its places resolved, which are in one document. */
export interface ForwardedCall extends ForwardedRequest {
  readonly places: readonly Place[];
  /** The first of them. */
  readonly place: Place;
  readonly backend: Backend;
  /** Whether the backend has the method, as far as it announces. */
  readonly isAvailable: boolean;
  /** The name of the document's own server, which lacks the method, where another one answers. */
  readonly insteadOf?: string;
}

/** What is kept of its sending, and what happens in that turn. */
export interface PreparedRequest {
  /** Compares the answer with the text, for the methods of which it may lack something. */
  readonly check: AnswerCheck | undefined;
  /** The text for which it was sent last. */
  text: Document;
  /** Called in the turn in which it is sent. */
  onSend(): void;
  /** Called with the item that a second request is about. */
  onItem(item: unknown): void;
}
