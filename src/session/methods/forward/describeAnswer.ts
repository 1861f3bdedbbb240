/**
 * What a `locate/*` answer says besides its result, and the answer to one whose method the backend
 * does not have.
 */

import { ResponseError } from "vscode-jsonrpc/node";
import type { Backend } from "../../../ask/backend/backend.js";
import { unsupportedError } from "../../../ask/backend/supportCheck.js";
import { explainPublishedUnresolved } from "../../../ask/diagnostics/unresolvedImports.js";
import { changesFiles } from "../../../ask/methodTable.js";
import { codes } from "../../../error.js";
import { escapeName, inlineCode } from "../../../text/printable.js";
import { RawJson } from "../../../wire/rawJson.js";
import type { RequestContext } from "../../client/requestContext.js";
import { methodsWithEnclosingSymbols, positionsOfItems } from "../../completeness/answerPlaces.js";
import { readAnswerState } from "../../completeness/definitions/indexState.js";
import { type EnclosingSymbol, findEnclosingSymbols } from "../../completeness/enclosingSymbols.js";
import { createFileTexts, type FileTexts } from "../../completeness/fileTexts.js";
import { isName, namesInLine, offer } from "../../completeness/rename/namesInLine.js";
import { canAnswerBySyntax, isSyntaxMethod } from "../../completeness/syntaxAnswers/answerBySyntax.js";
import { checkedAnswerBySyntax } from "../../completeness/syntaxAnswers/checkedAnswer.js";
import { wordAround } from "../../completeness/words.js";
import { displayPath } from "../../documents/filePaths.js";
import { textDigest, toPlaceResult } from "../../place/placeResult.js";
import type { Place } from "../../place/resolvePlace.js";
import type { ForwardedCall, PreparedRequest } from "./forwardedRequest.js";

interface Answer {
  readonly result: RawJson;
  readonly [fact: string]: unknown;
}

/** Writes an answer with its place, the symbols around what it lists, and what is known of it. */
export async function describeAnswer(
  { result, ...facts }: Answer,
  { name, place, backend, placeOptions }: ForwardedCall,
  { check, text }: Pick<PreparedRequest, "check" | "text">,
  context: RequestContext,
): Promise<RawJson> {
  const { as } = placeOptions;
  const placeResult = toPlaceResult(place, as === "document" ? "range" : as, context);
  const enclosing = await enclosingSymbols(name, result, backend, context, check?.texts());
  const index = await readAnswerState({ name, place, backend }, isEmptyAnswer(result), context);
  return RawJson.object({
    place: changesFiles(name) ? { ...placeResult, text_sha256: textDigest(text) } : placeResult,
    result,
    ...enclosing,
    ...(index && { index }),
    ...(isEmptyAnswer(result) &&
      ((await explainNoName(name, place, context)) ?? explainEmpty({ place, backend }, context))),
    ...facts,
  });
}

/**
 * Answers a method that the backend does not have, from syntax and what it has. Errors:
 * `unsupported` where that is not possible, or the client could not see how it was answered.
 */
export async function respondBySyntax(
  { name, place, backend, wantsPlace }: ForwardedCall,
  context: RequestContext,
): Promise<RawJson> {
  if (!isSyntaxMethod(name)) throw unsupportedError(name, backend);
  const question = { method: name, place, backend };
  const withPlace = await canAnswerBySyntax(question, context);
  if (!withPlace || !wantsPlace) throw unsupportedError(name, backend, { withPlace });
  const { texts, ...answer } = await checkedAnswerBySyntax(question, context);
  const enclosing = await enclosingSymbols(name, answer.result, backend, context, texts);
  const noName = isEmptyAnswer(answer.result) ? await explainNoName(name, place, context) : undefined;
  const placeResult = toPlaceResult(place, "point", context);
  return RawJson.object({ place: placeResult, ...answer, by: "syntax", ...enclosing, ...noName });
}

/** Whether `respondBySyntax` answers. */
export async function canRespondBySyntax(
  { name, place, backend, wantsPlace }: ForwardedCall,
  context: RequestContext,
): Promise<boolean> {
  return wantsPlace && isSyntaxMethod(name) && canAnswerBySyntax({ method: name, place, backend }, context);
}

/**
 * Whether the server lacks the method, although it declares it: some do so for all clients, others
 * for those which don't declare it, too.
 */
export function isMethodMissing(error: unknown): boolean {
  return error instanceof ResponseError && error.code === codes.methodNotFound;
}

/** Whether a result is null or an empty list. */
export function isEmptyAnswer({ bytes }: RawJson): boolean {
  return bytes.length <= 4 && /^(?:null|\[\s*\])$/.test(bytes.toString("latin1"));
}

/** Returns a server's error, with what it does not find of what the document imports. */
export function withHint(error: unknown, call: ForwardedCall, context: RequestContext): unknown {
  const { hint } = error instanceof ResponseError ? explainEmpty(call, context) : {};
  if (hint === undefined) return error;
  const { code, message, data } = error as ResponseError<unknown>;
  return new ResponseError(code, `${message.trimEnd()}\n${hint}`, data);
}

/** Says why the server may know nothing: it does not find what the document imports. */
function explainEmpty(
  { place, backend }: Pick<ForwardedCall, "place" | "backend">,
  context: RequestContext,
): { readonly hint?: string } {
  const hint = explainPublishedUnresolved([place.document()], backend, context);
  return hint === undefined ? {} : { hint };
}

/** The methods about a name. */
const nameMethods: ReadonlySet<string> = new Set([
  ...["hover", "definition", "declaration", "typeDefinition", "implementation", "references", "documentHighlight"],
  ...["incomingCalls", "outgoingCalls", "supertypes", "subtypes"],
]);

/** Says that a place is at no name, as a line's first word often is, and which names are there. */
async function explainNoName(
  method: string,
  place: Place,
  context: RequestContext,
): Promise<{ readonly hint: string } | undefined> {
  if (!nameMethods.has(method)) return undefined;
  const { uri, languageId, text } = place.document();
  const document = { uri, languageId, text };
  const { from, to } = wordAround(text, place.now().from);
  if ((await isName(document, from, context)) !== false) return undefined;
  const line = text.lineAt(from);
  const at = from === to ? "There is no name at the place" : `${inlineCode(text.slice(from, to))} is no name`;
  const where = `${escapeName(displayPath(uri, context.client.roots))}:${line + 1}`;
  return { hint: `${at} (${where}).${offer("Names in that line", await namesInLine(document, line, context))}` };
}

async function enclosingSymbols(
  name: string,
  result: RawJson,
  { encoding }: Backend,
  context: RequestContext,
  texts: FileTexts = createFileTexts(context),
): Promise<{ readonly enclosing?: readonly (EnclosingSymbol | null)[] }> {
  const positions = methodsWithEnclosingSymbols.has(name) ? positionsOfItems(name, result.parse()) : undefined;
  if (positions === undefined) return {};
  return { enclosing: await findEnclosingSymbols(positions, encoding, texts, context) };
}
