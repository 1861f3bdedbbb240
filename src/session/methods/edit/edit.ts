/**
 * `locate/edit`: text that replaces what a Locate means, or is inserted before or after it; as a
 * WorkspaceEdit and as a diff.
 */

import type { WorkspaceEdit } from "vscode-languageserver-protocol";
import { LocateError } from "../../../error.js";
import { fitEdit } from "../../../locate/edit/fitEdit.js";
import { indentOf } from "../../../locate/edit/indentUnit.js";
import {
  type FitRequest,
  type OperationName,
  operationNames,
  type Replacement,
  type TargetKind,
} from "../../../locate/edit/linePlace.js";
import { kindsInTrial, trialEdit } from "../../../locate/edit/newTextKinds.js";
import { asWholeLines } from "../../../locate/edit/wholeLines.js";
import { readMarker } from "../../../locate/find/marker.js";
import type { Locate } from "../../../locate/locate.js";
import { writeLocate } from "../../../locate/notation/notation.js";
import type { Document } from "../../../text/document.js";
import type { LineKind } from "../../../text/lineKind.js";
import { offsetsToRange } from "../../../text/position.js";
import { inlineCode } from "../../../text/printable.js";
import type { Stretch } from "../../../text/stretch.js";
import { applyInClient, assertCanApply } from "../../client/applyEdit.js";
import type { ClientState } from "../../client/clientState.js";
import type { RequestContext, SyntaxContext } from "../../client/requestContext.js";
import { displayPath } from "../../documents/filePaths.js";
import type { OpenDocument } from "../../../ask/documents/openDocument.js";
import { textDigest, toPlaceResult } from "../../place/placeResult.js";
import { type Place, readingsOf, resolvePlace } from "../../place/resolvePlace.js";
import { describeSyntaxErrors, findAddedSyntaxErrors, ignoreParseError } from "../../place/syntaxCheck.js";
import { syntaxViewOf, toSyntaxText } from "../../place/syntaxView.js";
import { trackedPlacesOf } from "../../place/trackedPlaces.js";
import { codeBlock } from "../markdown.js";
import { assertStorable, locateOf, type RequestParams } from "../params.js";
import { hunkOf } from "./hunk.js";

/**
 * Params: `locate`, `operation`, `new_text` (except for delete), `apply`. Errors: those of the
 * Locate, `inexact_write`, `edit_breaks_syntax`.
 */
export async function edit(params: RequestParams, context: RequestContext): Promise<unknown> {
  const { operation, newText, apply } = readEditParams(params);
  const locate = locateOf(params);
  if (apply) assertCanApply(context.client);
  const [reading] = readingsOf(locate, "place", context);
  const as = hasMarkerInside(reading) ? "point" : "range";
  if (as === "point" && !operation.startsWith("insert")) throw markerError(operation);
  const head = operation === "replace" ? newText : undefined;
  const place = await resolvePlace(locate, { as, purpose: "write", newText: head }, context);
  try {
    const document = place.document();
    const { text } = document;
    const kind = targetKindOf(reading, place, context);
    const find = readMarker(reading.find ?? "", "range");
    const requestIn = (current: OpenDocument): FitRequest =>
      asWholeLines(
        {
          operation,
          newText,
          target: { ...place.now(), kind },
          document: current.text,
          language: current.languageId,
        },
        find.marker === null ? find.text : undefined,
      );
    const kinds = await lineKindsOf(requestIn(document), document, context);
    const replacement = fitEdit({ ...requestIn(document), kinds });
    if (operation === "replace" || operation === "delete")
      await assertSingleDeclaration(place, text, replacement, context);
    await assertSyntax(document, requestIn(document), replacement, context);
    // The text may have changed during the checks.
    const current = place.document();
    const change = fitEdit({ ...requestIn(current), kinds });
    const edit = toWorkspaceEdit(current, change, context.client);
    const file_path = displayPath(current.uri, context.client.roots);
    const shown = toPlaceResult({ ...place, now: () => change }, "range", context);
    const report = { ...shown, text_sha256: textDigest(current.text) };
    const diff = hunkOf(file_path, current.text, change);
    const result = { edit, place: report, markdown: `${report.markdown}\n\n${codeBlock(diff, "diff")}` };
    return apply ? { ...result, ...(await applyInClient(edit, "locate/edit", context)) } : result;
  } finally {
    place.release();
  }
}

function readEditParams(params: RequestParams): { operation: OperationName; newText: string; apply: boolean } {
  const { operation, new_text, apply } = params;
  if (!operationNames.some((each) => each === operation)) {
    const given = operation === undefined || operation === null ? "is missing" : `is ${JSON.stringify(operation)}`;
    throw new LocateError("invalid_locate", `operation ${given}. Write one of ${operationNames.join(", ")}.`, {
      field: "operation",
      expected: operationNames.join(", "),
    });
  }
  const isDelete = operation === "delete";
  if (!isDelete && typeof new_text !== "string") {
    const misnamed = ["newText", "text", "content"].find((name) => typeof params[name] === "string");
    throw new LocateError(
      "invalid_locate",
      `${String(operation)} needs new_text, a string.${misnamed ? ` Write new_text for ${misnamed}.` : ""}`,
      { field: "new_text", expected: "a string" },
    );
  }
  if (isDelete && new_text !== undefined && new_text !== null && new_text !== "") {
    throw new LocateError("invalid_locate", "delete takes no new_text. Write replace, or leave it out.", {
      field: "new_text",
      expected: "nothing",
    });
  }
  assertStorable("new_text", new_text);
  if (apply !== undefined && apply !== null && typeof apply !== "boolean") {
    throw new LocateError("invalid_locate", "apply must be true or false.", { field: "apply", expected: "boolean" });
  }
  return {
    operation: operation as OperationName,
    newText: isDelete ? "" : (new_text as string),
    apply: apply === true,
  };
}

/** Whether a find has one marker between text: that means a point, not a range. */
function hasMarkerInside({ find }: Locate): boolean {
  if (find === undefined) return false;
  const { text, markers } = readMarker(find, "range");
  const [at] = markers;
  return markers.length === 1 && at !== undefined && text.slice(0, at).trim() !== "" && text.slice(at).trim() !== "";
}

function markerError(operation: OperationName): LocateError {
  const what = operation === "delete" ? "delete takes away" : "replace is about";
  return new LocateError(
    "invalid_locate",
    `One marker is a place, and ${what} a range. Leave it out to mean the whole find, or put one at each end of what is meant: \`<|>\`…\`<|>\`.`,
    { field: "find", expected: "no marker, or two" },
  );
}

/** Returns the kind of what the Locate means; for a handle, of what was tracked. */
function targetKindOf(reading: Locate, place: Place, { documents }: Pick<RequestContext, "documents">): TargetKind {
  const locate = reading.handle === undefined ? reading : trackedPlacesOf(documents).get(reading.handle).locate;
  const { scope, find, anchor_text } = locate;
  if (place.resolution?.match !== undefined || (find !== undefined && find !== "")) return "text";
  if (anchor_text !== undefined) return "node";
  if (scope !== undefined && "line" in scope) return scope.character === undefined ? "lines" : "text";
  return "symbol";
}

/** Returns the kinds of the lines that are written; none without a grammar. */
async function lineKindsOf(
  request: FitRequest,
  { uri, languageId, text }: OpenDocument,
  context: SyntaxContext,
): Promise<readonly LineKind[]> {
  const trial = trialEdit(request);
  if (trial === undefined) return [];
  const syntax = await context.syntax();
  const source = toSyntaxText({ uri, languageId, text }, syntax, context.servers);
  if (!syntax.hasGrammar(source.languageId)) return [];
  const { from, to, insert } = trial;
  const kinds = await syntax.lineKindsAfterEdit(source, { from, to }, insert).catch(ignoreParseError);
  return kindsInTrial(trial, kinds ?? []);
}

/**
 * Refuses to change several declarations at once: in `int a, b;` the declaration of `b` is that of
 * `a`, too.
 */
async function assertSingleDeclaration(
  place: Place,
  text: Document,
  { from, to }: Stretch,
  context: SyntaxContext,
): Promise<void> {
  const { symbol, match } = place.resolution ?? {};
  if (symbol === undefined || match !== undefined) return;
  const { uri, languageId } = place.document();
  const view = await syntaxViewOf({ uri, languageId, text }, context);
  const declared = view?.declaredIn({ from, to }) ?? [];
  if (declared.length < 2) return;
  const names = declared.map((name) => `\`${name}\``).join(", ");
  throw new LocateError(
    "inexact_write",
    `One statement declares ${names}, and this would change them all. Write the part that is meant as a find, or the lines of the statement if all of it is.`,
    { reading: "declaration", candidates: declared.map((name) => ({ text: name })) },
  );
}

/**
 * Refuses an edit that adds a syntax error to a file without one. A file in a language without a
 * grammar, or that the parser gives up on, is not checked.
 */
async function assertSyntax(
  source: OpenDocument,
  request: FitRequest,
  replacement: Replacement,
  context: RequestContext,
): Promise<void> {
  const { uri, languageId } = source;
  const { document: text, newText } = request;
  const errors = await findAddedSyntaxErrors({ uri, languageId, text }, replacement, context);
  if (errors.length === 0) return;
  const lines = await linesThatFit(source, request, context);
  const advice =
    newText === ""
      ? "Select what has to go along with it, too, such as a separator"
      : "Write new_text so that what it takes the place of stays complete";
  const message = `The file has no syntax error, and with this edit it would have: ${describeSyntaxErrors(errors)}. Lines are those after the edit. ${advice}: ${quoteText(text, replacement)}.${lines === undefined ? indentationAdvice(request) : ` Found text goes in as it is. Write its lines instead, and new_text gets their indentation: ${inlineCode(writeLocate(lines))}.`}`;
  throw new LocateError("edit_breaks_syntax", message, { errors, ...(lines && { locate: lines }) });
}

/**
 * Returns the Locate of the lines of found text, if the edit breaks no syntax there, since new text
 * gets the indentation of lines.
 */
async function linesThatFit(
  source: OpenDocument,
  { kinds: _kinds, ...request }: FitRequest,
  context: RequestContext,
): Promise<Locate | undefined> {
  const { target, document, operation, newText } = request;
  const [first, last] = [document.lineAt(target.from), document.lineAt(target.to)];
  const around =
    document.slice(document.lineFrom(first), target.from) + document.slice(target.to, document.lineTo(last));
  if (target.kind !== "text" || operation !== "replace" || !/[\r\n]/.test(newText) || around.trim() !== "")
    return undefined;
  const atLines: FitRequest = { ...request, target: { ...target, kind: "lines" } };
  const replacement = fitEdit({ ...atLines, kinds: await lineKindsOf(atLines, source, context) });
  const { uri, languageId } = source;
  const errors = await findAddedSyntaxErrors({ uri, languageId, text: document }, replacement, context);
  const file_path = displayPath(uri, context.client.roots);
  const line = first === last ? first + 1 : ([first + 1, last + 1] as const);
  return errors.length > 0 ? undefined : { file_path, scope: { line } };
}

/** Says that lines of new text for found text lack the indentation of the place, if they do. */
function indentationAdvice({ target, document, newText }: FitRequest): string {
  const indent = indentOf(document.slice(document.lineFrom(document.lineAt(target.from)), target.from));
  const [, ...further] = newText.split(/\r\n|\r|\n/);
  const isLess = further.some((line) => line.trim() !== "" && indentOf(line).length < indent.length);
  if (target.kind !== "text" || !isLess) return "";
  return ` Found text goes in as it is, so indent the further lines of new_text as in the file: the first one has ${JSON.stringify(indent)}.`;
}

function quoteText(text: Document, { from, to }: Stretch): string {
  if (from === to) return `it is inserted after ${JSON.stringify(text.slice(Math.max(0, from - 60), from))}`;
  const quoted = text.slice(from, Math.min(to, from + 160));
  return `that is ${JSON.stringify(quoted)}${to - from > 160 ? " …" : ""}`;
}

function toWorkspaceEdit(
  { uri, text, owner, version }: OpenDocument,
  { from, to, insert }: Replacement,
  client: Pick<ClientState, "capabilities" | "encoding">,
): WorkspaceEdit {
  const edits = [{ range: offsetsToRange(text, { from, to }, client.encoding), newText: insert }];
  if (!client.capabilities.workspace?.workspaceEdit?.documentChanges) return { changes: { [uri]: edits } };
  return { documentChanges: [{ textDocument: { uri, version: owner === "client" ? version : null }, edits }] };
}
