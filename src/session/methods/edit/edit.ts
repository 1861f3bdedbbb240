/**
 * `locate/edit`: text that replaces what a Locate means, or is inserted before or after it; as a
 * WorkspaceEdit and as a diff.
 */

import type { WorkspaceEdit } from "vscode-languageserver-protocol";
import type { OpenDocument } from "../../../ask/documents/openDocument.js";
import { LocateError } from "../../../error.js";
import {
  describeUnit,
  type EditRequest,
  isInsertion,
  type OperationName,
  type Replacement,
  type TargetKind,
} from "../../../locate/edit/editRequest.js";
import { readMarker } from "../../../locate/find/marker.js";
import type { Locate } from "../../../locate/locate.js";
import { formatSymbolPath } from "../../../locate/notation/symbolPath.js";
import { offsetsToRange } from "../../../text/position.js";
import { inlineCode } from "../../../text/printable.js";
import { applyInClient, assertCanApply } from "../../client/applyEdit.js";
import type { ClientState } from "../../client/clientState.js";
import type { RequestContext } from "../../client/requestContext.js";
import { displayPath } from "../../documents/filePaths.js";
import { textDigest, toPlaceResult } from "../../place/placeResult.js";
import { type Place, readingsOf, resolvePlace } from "../../place/resolvePlace.js";
import { findAddedSyntaxErrors, hasSyntaxErrors } from "../../place/syntaxCheck.js";
import { type DocumentVersion, syntaxViewOf } from "../../place/syntaxView.js";
import { trackedPlacesOf } from "../../place/trackedPlaces.js";
import { describeVerdict, notCleanReason } from "../../verdict/describeVerdict.js";
import { isClean, verdictOn } from "../../verdict/verdict.js";
import { codeBlock } from "../markdown.js";
import { locateOf, type RequestParams } from "../params.js";
import { brokenEditError } from "./brokenEdit.js";
import { type EditParams, readEditParams } from "./editParams.js";
import { editTreesOf } from "./editTrees.js";
import { hunkOf } from "./hunk.js";
import { type EditTrees, type PlannedEdit, planEdit } from "./planEdit.js";

/** How often an edit is planned anew because its text changes meanwhile. */
const MAX_PLANS = 5;

/**
 * Params: `locate`, `operation`, `new_text` (except for delete), `unit`, `apply`, `check`. Errors:
 * those of the Locate, `inexact_write`, `edit_breaks_syntax`, `content_modified`.
 */
export async function edit(params: RequestParams, context: RequestContext): Promise<unknown> {
  const wanted = readEditParams(params);
  const locate = locateOf(params);
  if (wanted.apply) assertCanApply(context.client);
  const [reading] = readingsOf(locate, "place", context);
  const isPoint = meansPoint(reading, wanted.operation);
  const as = isPoint ? "point" : "range";
  const head = wanted.operation === "replace" ? wanted.newText : undefined;
  const place = await resolvePlace(locate, { as, purpose: "write", newText: head }, context);
  try {
    const target = isPoint ? { kind: "point" as const, find: undefined } : targetOf(reading, place, context);
    const { plan, document, notes } = await planCurrent({ locate, wanted, place, ...target }, context);
    const { change, unit } = plan;
    const edit = toWorkspaceEdit(document, change, context.client);
    const file_path = displayPath(document.uri, context.client.roots);
    const shown = toPlaceResult({ ...place, now: () => change }, "range", context);
    const report = { ...shown, text_sha256: textDigest(document.text) };
    const diff = codeBlock(hunkOf(file_path, document.text, change), "diff");
    const diagnostics = wanted.check
      ? await verdictOn(edit, { encoding: context.client.encoding }, context)
      : undefined;
    if (place.document().text !== document.text) throw textChangedError(file_path);
    const said = diagnostics === undefined ? [] : [describeVerdict(diagnostics)];
    const markdown = [`${report.markdown}, edited as ${describeUnit(unit)}`, ...notes, diff, ...said].join("\n\n");
    const facts = { ...(notes.length > 0 && { notes }), ...(diagnostics && { diagnostics }) };
    const result = { edit, unit, place: report, ...facts, markdown };
    if (!wanted.apply) return result;
    if (wanted.apply === "clean" && diagnostics && !isClean(diagnostics))
      return { ...result, applied: false, failureReason: notCleanReason(diagnostics) };
    return { ...result, ...(await applyInClient(edit, "locate/edit", context)) };
  } finally {
    place.release();
  }
}

interface EditOfPlace {
  readonly locate: unknown;
  readonly wanted: EditParams;
  readonly place: Place;
  readonly kind: TargetKind;
  /** The text that a find selects, as it is written. */
  readonly find: string | undefined;
}

interface CurrentPlan {
  readonly plan: PlannedEdit;
  readonly document: OpenDocument;
  readonly notes: readonly string[];
}

/** Plans and checks an edit of the present text: again, if that changes meanwhile. */
async function planCurrent(edit: EditOfPlace, context: RequestContext): Promise<CurrentPlan> {
  const { place, wanted, kind, find } = edit;
  for (let count = 1; ; count++) {
    const { uri, languageId, text } = place.document();
    const version = { uri, languageId, text };
    const { from, to } = place.now();
    const indentation = text.slice(text.lineFrom(text.lineAt(from)), from + leadingSpace(text.slice(from, to)));
    const isIndented = indentation !== "" && indentation.trim() === "" && find?.startsWith(indentation) === true;
    const { apply: _apply, check: _check, ...operation } = wanted;
    const target = { from, to, kind, isIndented };
    const request: EditRequest = { ...operation, target, document: text, language: languageId };
    const trees = await editTreesOf(version, context);
    const plan = await planChecked(edit, request, version, trees, context);
    const dropped = [...droppedNotes(plan), ...declarationNotes(edit)];
    const notes = [...dropped, ...((await hasSyntaxErrors(version, context)) ? [UNCHECKED_NOTE] : [])];
    const document = place.document();
    if (document.text === text || count === MAX_PLANS) return { plan, document, notes };
  }
}

function leadingSpace(text: string): number {
  return text.length - text.trimStart().length;
}

/** Plans an edit. Throws `edit_breaks_syntax` if it breaks the syntax, or joins what was apart. */
async function planChecked(
  edit: EditOfPlace,
  wanted: EditRequest,
  version: DocumentVersion,
  trees: EditTrees,
  context: RequestContext,
): Promise<PlannedEdit> {
  const element = await elementOfDeclaration(edit, wanted, version, trees, context);
  const narrowed = element && (await planEdit(element, trees));
  // Text beside a declaration may be a statement, not another name in it.
  const isOfElement = narrowed !== undefined && !(isInsertion(wanted.operation) && narrowed.unit !== "item");
  const request = isOfElement ? (element as EditRequest) : wanted;
  const plan = isOfElement ? narrowed : await planEdit(wanted, trees);
  const errors = await findAddedSyntaxErrors(version, plan.change, context);
  if (errors.length > 0 || plan.join !== undefined)
    throw await brokenEditError({ request, plan, errors }, version, trees, context);
  return plan;
}

/**
 * Returns an edit of a symbol as one of its element, if its declaration declares other names, too:
 * `int a, b;`. Throws `inexact_write` where it has no element of its own.
 */
async function elementOfDeclaration(
  { locate, place }: EditOfPlace,
  request: EditRequest,
  version: DocumentVersion,
  trees: EditTrees,
  context: RequestContext,
): Promise<EditRequest | undefined> {
  const { symbol, match } = place.resolution ?? {};
  if (symbol === undefined || match !== undefined || request.target.kind !== "symbol") return undefined;
  const view = await syntaxViewOf(version, context);
  const { from, to } = request.target;
  const declared = view?.declaredIn({ from, to }) ?? [];
  if (declared.length < 2) return undefined;
  const name = await resolvePlace(locate, { as: "point", purpose: "write" }, context);
  try {
    const point = name.now();
    const { list } = await trees.factsAt({ from: point.from, to: point.from });
    const element = list?.elements;
    if (element !== undefined && from <= element.from && element.to <= to && element.to - element.from < to - from)
      return { ...request, target: { ...request.target, ...element } };
  } finally {
    name.release();
  }
  if (isInsertion(request.operation)) return undefined;
  const names = declared.map((each) => `\`${each}\``).join(", ");
  throw new LocateError(
    "inexact_write",
    `One statement declares ${names}, and this would change them all. Write the part that is meant as a find, or the lines of the statement if all of it is.`,
    { reading: "declaration", candidates: declared.map((text) => ({ text })) },
  );
}

/** Whether a Locate is a place to insert at. Throws `invalid_locate` where it has to be a range. */
function meansPoint({ find, scope }: Locate, operation: OperationName): boolean {
  const { text, markers } = readMarker(find ?? "", "range");
  const [at] = markers;
  if (isInsertion(operation)) {
    const isCharacter = scope !== undefined && "line" in scope && scope.character !== undefined;
    return markers.length === 1 || (isCharacter && (find ?? "") === "");
  }
  const isInside = at !== undefined && text.slice(0, at).trim() !== "" && text.slice(at).trim() !== "";
  if (markers.length === 1 && isInside) throw markerError(operation);
  return false;
}

function markerError(operation: OperationName): LocateError {
  const what = operation === "delete" ? "delete takes away" : "replace is about";
  return new LocateError(
    "invalid_locate",
    `One marker is a place, and ${what} a range. Leave it out to mean the whole find, or put one at each end of what is meant: \`<|>\`…\`<|>\`.`,
    { field: "find", expected: "no marker, or two" },
  );
}

/** Returns what the Locate means; for a handle, what was tracked. */
function targetOf(
  reading: Locate,
  place: Place,
  { documents }: Pick<RequestContext, "documents">,
): { readonly kind: TargetKind; readonly find: string | undefined } {
  const locate = reading.handle === undefined ? reading : trackedPlacesOf(documents).get(reading.handle).locate;
  const { scope, find, anchor_text } = locate;
  if (place.resolution?.match !== undefined || (find !== undefined && find !== "")) {
    const { text, markers } = readMarker(find ?? "", "range");
    const [from, to] = markers.length === 2 ? markers : [0, text.length];
    return { kind: "text", find: text.slice(from, to) };
  }
  if (anchor_text !== undefined) return { kind: "node", find: undefined };
  if (scope === undefined || !("line" in scope)) return { kind: "symbol", find: undefined };
  return { kind: scope.character === undefined ? "lines" : "text", find: undefined };
}

/** Says what a replacement takes away that stands before a name. */
function droppedNotes({ dropped }: PlannedEdit): string[] {
  if (dropped.length === 0) return [];
  const listed = dropped.map((each) => inlineCode(each)).join(", ");
  return [`Not in the new text, and so removed: ${listed}. To keep it, write it in new_text, too.`];
}

/** Says that a replacement takes away declarations of a symbol: signatures, an accessor. */
function declarationNotes({ wanted, place }: EditOfPlace): string[] {
  const { path = [], declarations = 1 } = place.resolution?.symbol ?? {};
  const name = path.at(-1) ?? "";
  const named = wanted.newText.split(/[^\p{L}\p{M}\p{N}_$]+/u).filter((word) => word === name);
  if (wanted.operation !== "replace" || declarations === 1 || named.length >= declarations) return [];
  const written = formatSymbolPath(path);
  const taken = `The new text took the place of all ${declarations} declarations of ${inlineCode(written)}.`;
  return [`${taken} To replace one of them, write its index, from 0: ${inlineCode(`${written}[0]`)}.`];
}

function textChangedError(path: string): LocateError {
  return new LocateError(
    "content_modified",
    `${path} was changed while the edit was checked. Send the request again.`,
    { changed: [path] },
  );
}

const UNCHECKED_NOTE = "The file has syntax errors already, so the edit was not checked for new ones.";

function toWorkspaceEdit(
  { uri, text, owner, version }: OpenDocument,
  { from, to, insert }: Replacement,
  client: Pick<ClientState, "capabilities" | "encoding">,
): WorkspaceEdit {
  const edits = [{ range: offsetsToRange(text, { from, to }, client.encoding), newText: insert }];
  if (!client.capabilities.workspace?.workspaceEdit?.documentChanges) return { changes: { [uri]: edits } };
  return { documentChanges: [{ textDocument: { uri, version: owner === "client" ? version : null }, edits }] };
}
