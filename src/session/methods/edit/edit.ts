/**
 * `locate/edit`: text that replaces what a Locate means, or is inserted before or after it; at one
 * place or at many, as a WorkspaceEdit and as a diff.
 */

import { LocateError } from "../../../error.js";
import type { OpenDocument } from "../../../files/documents/openDocument.js";
import { describeUnit } from "../../../locate/edit/editRequest.js";
import { codeBlock } from "../../../text/printable.js";
import type { RequestContext } from "../../client/requestContext.js";
import { displayPath } from "../../documents/filePaths.js";
import { textDigest, toPlaceResult } from "../../place/placeResult.js";
import { applyIfWanted, judgeIfWanted, readApplyOptions } from "../../verdict/applyChange.js";
import { describeVerdict } from "../../verdict/describeVerdict.js";
import type { RequestParams } from "../params.js";
import { describePlaces, type EditedPlace } from "./editedPlace.js";
import { readEditParams } from "./editParams.js";
import { type EditOfPlace, resolveEdits } from "./editPlaces.js";
import { formatChanged } from "./formatChanged.js";
import { hunksOf } from "./hunk.js";
import { type PlannedDocument, planDocument } from "./planDocument.js";
import { toWorkspaceEdit } from "./workspaceEdit.js";

/** How often edits are planned anew because their texts change meanwhile. */
const MAX_PLANS = 5;

/**
 * Params: `locate`, `operation`, `new_text` (except for delete), `unit`, or `edits` of these; `at`;
 * `apply`, `check`, `format`. Errors: those of the Locates, `inexact_write`, `edit_breaks_syntax`,
 * `content_modified`.
 */
export async function edit(params: RequestParams, context: RequestContext): Promise<unknown> {
  const wanted = readEditParams(params);
  const options = readApplyOptions(params, false, context);
  const isFormatted = readFormat(params);
  const isOne = wanted.length === 1 && wanted[0]?.name === undefined && wanted[0]?.isEvery === false;
  const edits = await resolveEdits(wanted, context);
  try {
    const unformatted = await planCurrent(edits, context);
    const planned = isFormatted
      ? await Promise.all(unformatted.map(async (each) => withFormat(each, await formatChanged(each, context))))
      : unformatted;
    const edit = toWorkspaceEdit(planned, context.client);
    const places = planned.flatMap((each) => reportPlaces(each, context));
    const { diagnostics } = await judgeIfWanted(edit, options, { encoding: context.client.encoding }, context);
    assertUnchanged(planned, context);
    const notes = [
      ...new Set([...places.flatMap((each) => each.notes ?? []), ...planned.flatMap((each) => each.notes)]),
    ];
    const diffs = planned.map(({ version, changes }) =>
      codeBlock(hunksOf(displayPath(version.uri, context.client.roots), version.text, changes), "diff"),
    );
    const [first] = places;
    const heading =
      isOne && first ? `${first.place.markdown}, edited as ${describeUnit(first.unit)}` : describePlaces(places);
    const said = diagnostics === undefined ? [] : [describeVerdict(diagnostics)];
    const markdown = [heading, ...notes, ...diffs, ...said].join("\n\n");
    const facts = { ...(notes.length > 0 && { notes }), ...(diagnostics && { diagnostics }) };
    const about = isOne ? first && { unit: first.unit, place: first.place } : { count: places.length, edits: places };
    const result = { edit, ...about, ...facts, markdown };
    return { ...result, ...(await applyIfWanted(edit, options, { label: "locate/edit", diagnostics }, context)) };
  } finally {
    for (const { place } of edits) place.release();
  }
}

/** Errors: `invalid_locate`. */
function readFormat({ format }: RequestParams): boolean {
  if (format === undefined || format === null || typeof format === "boolean") return format === true;
  throw new LocateError("invalid_locate", "format must be true or false.", { field: "format", expected: "boolean" });
}

function withFormat(
  planned: CurrentDocument,
  { changes, notes }: Pick<CurrentDocument, "changes" | "notes">,
): CurrentDocument {
  return { ...planned, changes, notes: [...planned.notes, ...notes] };
}

interface CurrentDocument extends PlannedDocument {
  readonly document: OpenDocument;
}

/** Plans and checks edits of the present texts: again, if these change meanwhile. */
async function planCurrent(
  edits: readonly EditOfPlace[],
  context: RequestContext,
): Promise<readonly CurrentDocument[]> {
  for (let count = 1; ; count++) {
    const planned: CurrentDocument[] = [];
    for (const document of new Set(edits.map(({ place }) => place.document()))) {
      const { uri, languageId, text } = document;
      const own = edits.filter(({ place }) => place.document() === document);
      planned.push({ ...(await planDocument(own, { uri, languageId, text }, context)), document });
    }
    if (planned.every(isCurrent) || count === MAX_PLANS) return planned;
  }
}

/** Whether a document still has the text that its plan is about. */
function isCurrent({ places, version }: CurrentDocument): boolean {
  return places.every(({ edit }) => edit.place.document().text === version.text);
}

function assertUnchanged(planned: readonly CurrentDocument[], { client }: RequestContext): void {
  const changed = planned
    .filter((each) => !isCurrent(each))
    .map(({ version }) => displayPath(version.uri, client.roots));
  if (changed.length === 0) return;
  const were = changed.length === 1 ? "was" : "were";
  const message = `${changed.join(", ")} ${were} changed while the edit was checked. Send the request again.`;
  throw new LocateError("content_modified", message, { changed });
}

function reportPlaces({ places, version }: CurrentDocument, context: RequestContext): readonly EditedPlace[] {
  const text_sha256 = textDigest(version.text);
  return places.map(({ edit, plan, notes }) => {
    const shown = toPlaceResult({ ...edit.place, now: () => plan.change }, "range", context);
    return { unit: plan.unit, place: { ...shown, text_sha256 }, ...(notes.length > 0 && { notes }) };
  });
}
