/**
 * The answer to a change that may leave places as they are: it names them, and while there are any,
 * nothing is written unless the request says so.
 */

import type { WorkspaceEdit } from "vscode-languageserver-protocol";
import type { PointOrRange } from "../../../locate/locate.js";
import type { Document } from "../../../text/document.js";
import { escapeName, listLines } from "../../../text/printable.js";
import type { RequestContext } from "../../client/requestContext.js";
import type { UnconfirmedPlace } from "../../completeness/unconfirmed.js";
import { textDigest, toPlaceResult } from "../../place/placeResult.js";
import type { Place } from "../../place/resolvePlace.js";
import { type ApplyOptions, applyIfWanted, judgeIfWanted } from "../../verdict/applyChange.js";
import { describeVerdict } from "../../verdict/describeVerdict.js";
import { describeEdit } from "./editedTexts.js";

/** A place that is left as it is. */
export interface LeftPlace extends UnconfirmedPlace {
  /** As a clause. */
  readonly why: string;
}

interface LeavingChange {
  readonly edit: WorkspaceEdit;
  readonly place: Place;
  readonly as: PointOrRange;
  /** That of the place, when it was read. */
  readonly text: Document;
  readonly left: readonly LeftPlace[];
  readonly notes: readonly string[];
  /** Why nothing is written, as a sentence. */
  readonly refusal: string | undefined;
  /** What the request can write all the same, as a sentence. */
  readonly override: string;
  /** What the answer has besides. */
  readonly facts: object;
  readonly label: string;
}

/** The maximum number of places that a note lists. */
const MAX_LISTED = 50;

/** Returns a note for each place that is left. */
export function listLeft(left: readonly LeftPlace[]): readonly string[] {
  if (left.length === 0) return [];
  const lines = left.map(({ file_path, line, text, why }) => `${escapeName(file_path)}:${line}: ${text}  (${why})`);
  return [listLines("These places are left as they are; change them with edits:", lines, MAX_LISTED)];
}

/** Judges and applies a change as its request says, and returns the answer. */
export async function answerChange(
  { edit, place, as, text, left, notes, refusal, override, facts, label }: LeavingChange,
  options: ApplyOptions,
  context: RequestContext,
): Promise<object> {
  const { encoding } = context.client;
  // Before the check, which takes its time: whoever writes compares the texts with these.
  const { texts, diffs } = await describeEdit(edit, encoding, context);
  const { diagnostics } = await judgeIfWanted(edit, options, { encoding }, context);
  const said = diagnostics === undefined ? [] : [describeVerdict(diagnostics)];
  const shown = { ...toPlaceResult(place, as, context), text_sha256: textDigest(text) };
  const result = {
    edit,
    place: shown,
    texts,
    ...facts,
    ...(left.length > 0 && { left }),
    notes,
    ...(refusal !== undefined && { refusal }),
    ...(diagnostics && { diagnostics }),
    markdown: [shown.markdown, ...notes, ...diffs, ...said].join("\n\n"),
  };
  if (options.apply && options.apply !== "anyway" && refusal !== undefined)
    return { ...result, applied: false, failureReason: `${refusal} ${override}` };
  return { ...result, ...(await applyIfWanted(edit, options, { label, diagnostics }, context)) };
}
